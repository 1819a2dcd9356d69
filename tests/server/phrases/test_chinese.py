"""What Chinese asks for beyond its catalog: sentences without blanks, 两 and 幺, Latin names set apart."""

from datetime import UTC, datetime

import pytest

from stopbell_server.phrases import Phrasebooks
from stopbell_server.phrases.phrase import Line, from_lines, join_sentences

BOOKS = Phrasebooks.load()
ZH = BOOKS.pick("zh")


@pytest.mark.parametrize("wanted", ["zh", "zh-CN", "zh_Hans_CN.UTF-8", "zh-TW", "zh-HK", "zh-Hant-TW"])
def test_every_chinese_tag_is_answered_in_chinese(wanted: str) -> None:
    assert BOOKS.pick(wanted).language == "zh"


@pytest.mark.parametrize(
    ("sentences", "joined"),
    [
        (("人民广场。", "10，3分钟后。"), "人民广场。10，3分钟后。"),
        (("Main St.", "10A, 3 minutes."), "Main St. 10A, 3 minutes."),
        (("回答：", "现在14:05。"), "回答：现在14:05。"),
        (("3分钟后。", "Operated by Demo."), "3分钟后。Operated by Demo."),
        (("Answer:", "", "It is 14:05."), "Answer: It is 14:05."),
    ],
)
def test_a_blank_stands_between_sentences_unless_their_punctuation_is_wide(
    sentences: tuple[str, ...], joined: str
) -> None:
    assert join_sentences(sentences) == joined
    phrase = from_lines(tuple(Line(text, text) for text in sentences), "answer")
    assert (phrase.written, phrase.spoken) == (joined, joined)


@pytest.mark.parametrize(
    ("count", "spoken"),
    [
        (1, "一分钟"),
        (2, "两分钟"),
        (10, "十分钟"),
        (12, "十二分钟"),
        (22, "二十二分钟"),
        (102, "一百零二分钟"),
        (120, "一百二十分钟"),
        (202, "二百零二分钟"),
        (215, "二百一十五分钟"),
    ],
)
def test_two_of_something_is_liang_and_nothing_else_is(count: int, spoken: str) -> None:
    assert ZH.minutes(count).spoken == spoken


@pytest.mark.parametrize(
    ("label", "spoken"),
    [
        ("2", "二"),
        ("10", "十"),
        ("10A", "十A"),
        ("301", "三零幺"),
        ("1062", "幺零六二"),
        ("B1", "B一"),
        ("T02", "T零二"),
        ("10路", "十路"),
        ("地铁2号线", "地铁二号线"),
    ],
)
def test_a_line_of_three_digits_is_read_digit_by_digit(label: str, spoken: str) -> None:
    assert ZH.label(label) == Line(label, spoken)


@pytest.mark.parametrize(
    ("hour", "minute", "spoken"),
    [(0, 0, "零点"), (2, 0, "两点整"), (2, 2, "两点零二分"), (14, 5, "十四点零五分"), (22, 30, "二十二点三十分")],
)
def test_a_time_of_day_is_told_by_twenty_four_hours(hour: int, minute: int, spoken: str) -> None:
    told = ZH.clock(datetime(2026, 3, 2, hour, minute, tzinfo=UTC))
    assert told == Line(f"{hour:02}:{minute:02}", spoken)


def test_a_year_is_read_digit_by_digit() -> None:
    day = datetime(2026, 12, 3, tzinfo=UTC).date()
    assert ZH.date(day, with_year=True) == Line("2026年12月3日", "二零二六年十二月三日")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("火车站", "停在火车站"),
        ("Central Station", "停在 Central Station"),
        ("5 Corners", "停在5 Corners"),
    ],
)
def test_a_latin_name_is_set_apart_and_a_chinese_one_is_not(name: str, written: str) -> None:
    assert ZH.say("position.stands", stop=ZH.name(name)).written == written


def test_a_list_has_the_mark_of_lists() -> None:
    assert ZH.listing([ZH.label("3"), ZH.label("14"), ZH.label("26")]) == Line("3、14、26", "三、十四、二十六")


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("因道路施工，5路改道。", "因道路施工，五路改道。"),
        ("因施工,301路绕行500米，请留意3站台！", "因施工，三零幺路绕行五百米，请留意三站台！"),
        ("14:05起停运2小时", "十四点零五分起停运两小时"),
        ("Line 5 delayed.", "Line five delayed."),
    ],
)
def test_an_operators_words_keep_their_punctuation(text: str, spoken: str) -> None:
    assert ZH.text(text).spoken == spoken


def test_a_number_in_a_japanese_name_stays_a_number_of_the_answer() -> None:
    assert BOOKS.pick("en").name("3番線", "ja").spoken.startswith("three")
    assert ZH.name("3番线", "zh").spoken == "三番线"
