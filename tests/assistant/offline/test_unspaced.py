"""Languages that write no blanks between words: a token a sign, numbers built of units, times of day in words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.brains.brain import Scene
from stopbell.brains.offline.clock import find_clock
from stopbell.brains.offline.grammar import Grammar, load_grammar
from stopbell.brains.offline.lines import find_lines
from stopbell.brains.offline.numbers import find_numbers
from stopbell.brains.offline.tokens import Token, parse_tokens
from stopbell.folding import is_ideograph
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.offline.scoring import CONTROLS
from tests.assistant.talking import load_brain


@pytest.fixture(scope="module")
def chinese() -> Grammar:
    return load_grammar(find_locales() / "zh" / "grammar.toml")


def split(text: str, grammar: Grammar) -> tuple[Token, ...]:
    return parse_tokens(text, folds=grammar.folds, is_unspaced=True)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("10路什么时候来", ["10", "路", "什", "么", "时", "候", "来"]),
        ("坐B1路", ["坐", "b1", "路"]),
        ("地铁２号线", ["地", "铁", "2", "号", "线"]),
        ("8:30到", ["8:30", "到"]),
        ("車站", ["车", "站"]),
        ("去Main St站", ["去", "main", "st", "站"]),
    ],
)
def test_each_sign_is_a_word_and_other_scripts_stay_together(text: str, words: list[str], chinese: Grammar) -> None:
    assert [token.folded for token in split(text, chinese)] == words


def test_a_blank_or_a_wide_comma_is_a_pause(chinese: Grammar) -> None:
    for text in ("再说一遍 慢点", "再说一遍，慢点"):
        assert [token.surface for token in split(text, chinese) if token.starts_pause] == ["慢"]


@pytest.mark.parametrize(
    ("said", "labels"),
    [
        ("二", ["2"]),
        ("十", ["10"]),
        ("十二", ["10", "12"]),
        ("二十三", ["2", "20", "23"]),
        ("三零幺", ["3", "30", "301"]),
        ("一百零五", ["1", "100", "105"]),
        ("一百二十", ["1", "100", "102", "120"]),
        ("两千", ["2", "2000"]),
        ("路", []),
    ],
)
def test_numbers_are_built_of_digits_and_units(said: str, labels: list[str], chinese: Grammar) -> None:
    assert [number.label for number in find_numbers(split(said, chinese), 0, chinese.numbers)] == labels


@given(st.text("零一二两三九十百千路", max_size=8))
def test_any_row_of_number_words_is_read_without_failing(chinese: Grammar, text: str) -> None:
    found = list(find_numbers(split(text, chinese), 0, chinese.numbers))
    assert [number.length for number in found] == sorted({number.length for number in found})


@pytest.mark.parametrize(
    ("said", "time"),
    [
        ("八点", "08:00"),
        ("八点半", "08:30"),
        ("下午三点一刻", "15:15"),
        ("晚上八点二十分", "20:20"),
        ("晚上十二点", "00:00"),
        ("中午十二点", "12:00"),
        ("中午一点", "13:00"),
        ("十点零五", "10:05"),
        ("14点05分", "14:05"),
        ("下午3:40", "15:40"),
        ("9:15", "09:15"),
        ("八点三路", "08:00"),
        ("十路", None),
        ("下午", None),
    ],
)
def test_times_of_day_are_heard_in_words(said: str, time: str | None, chinese: Grammar) -> None:
    assert chinese.clock is not None
    found = find_clock(split(said, chinese), 0, chinese.clock, chinese.numbers)
    assert (found and found[1]) == time


@pytest.mark.parametrize(
    ("said", "label"), [("10路", "10"), ("十A路", "10A"), ("夜1路", "夜1"), ("幺二零路", "120"), ("B1路", "B1")]
)
def test_a_sign_is_no_letter_of_a_label_but_those_that_the_grammar_names(
    said: str, label: str, chinese: Grammar
) -> None:
    found = list(find_lines(split(said, chinese), 0, chinese, ()))
    assert max(found)[1] == label
    assert not any(is_ideograph(one[-1]) for _, one, _ in found)


def test_names_are_put_together_as_they_were_said() -> None:
    def ask(text: str) -> str | None:
        return load_brain().understand(text, Scene(language="zh"))[0].text("destination")

    assert ask("去中央车站怎么走") == "中央车站"
    assert ask("去Central Station怎么走") == "Central Station"
    assert ask("請問去臺北車站怎麼走") == "臺北車站"


@pytest.mark.parametrize("name", ["停车场", "安静里", "取消路", "返回街", "好的大厦", "再说广场", "更多市场"])
def test_a_name_that_begins_as_a_control_word_is_none(name: str) -> None:
    assert load_brain().understand(name, Scene(language="zh"))[0].name not in CONTROLS


@pytest.mark.parametrize("said", ["停", "停！", "停了吧", "别说了", "请停一下", "安静", "閉嘴", "不要說了", "够了够了"])
def test_silence_is_heard_whatever_small_word_ends_it(said: str) -> None:
    assert load_brain().understand(said, Scene(language="zh"))[0].name == "stop_speaking"
    assert load_brain().understand(said, Scene(language="en"))[0].name == "stop_speaking"
