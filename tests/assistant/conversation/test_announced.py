"""What did you not say, and why; what did you announce; and again: the newest, or its last part. In every language."""

import asyncio
from datetime import timedelta

import pytest

from stopbell.announcer.event import Event
from stopbell.announcer.fate import TOLD, Fate
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Control
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import TestClock, hear, list_written, open_talk

TEN = "10A, 2 min"
WORDS = from_lines((Line("10A.", "ten A."), Line("2 minutes.", "two minutes.")), "call")


def note(
    talk: Conversation, fate: Fate, phrase: Phrase = WORDS, *, subject: str = "10", is_voice: bool = False
) -> None:
    event = Event(phrase.kind, subject, "2", "en", lambda: phrase)
    (talk.ledgers.voice if is_voice else talk.ledgers.text).note(event, fate, phrase)


def open_in(language: str, clock: TestClock | None = None) -> Conversation:
    """A conversation at a stop, whose board tells the city's time: two hours ahead of UTC."""
    return open_talk(clock=clock, profile=Profile(is_set_up=True, language=language), stop="town:oak")


@pytest.mark.parametrize(
    ("language", "question", "none", "told"),
    [
        (
            "en",
            "what did you not say",
            "I left nothing out.",
            [
                "2 announcements were left out.",
                "At 12:00. 10A. 2 minutes. Cut short, because you asked or typed something.",
                "At 12:00. 10A. 2 minutes. Left out, because something newer about it came.",
            ],
        ),
        (
            "uk",
            "що ти не сказав?",
            "Я нічого не пропустив.",
            [
                "Пропущено 2 оголошення.",
                "12:00. 10A. 2 minutes. Перервано, бо ви щось запитали чи набрали.",
                "12:00. 10A. 2 minutes. Пропущено, бо з'явилося новіше про це.",
            ],
        ),
        (
            "pl",
            "czego nie powiedziałeś?",
            "Niczego nie pominięto.",
            [
                "Pominięto 2 komunikaty.",
                "12:00. 10A. 2 minutes. Przerwano, bo w tym czasie padło pytanie lub coś wpisano.",
                "12:00. 10A. 2 minutes. Pominięto, bo przyszło coś nowszego o tym samym.",
            ],
        ),
        (
            "de",
            "Was hast du nicht gesagt?",
            "Ich habe nichts ausgelassen.",
            [
                "2 Ansagen wurden ausgelassen.",
                "12:00. 10A. 2 minutes. Abgebrochen, weil Sie etwas gefragt oder getippt haben.",
                "12:00. 10A. 2 minutes. Ausgelassen, weil Neueres dazu kam.",
            ],
        ),
        (
            "fr",
            "Qu'est-ce que tu n'as pas dit ?",
            "Je n'ai rien omis.",
            [
                "2 annonces ont été omises.",
                "12:00. 10A. 2 minutes. Interrompue, car vous avez demandé ou saisi quelque chose.",
                "12:00. 10A. 2 minutes. Omise, car une information plus récente est arrivée.",
            ],
        ),
        (
            "es",
            "¿Qué no dijiste?",
            "No he omitido nada.",
            [
                "Se omitieron 2 avisos.",
                "12:00. 10A. 2 minutes. Interrumpido porque usted preguntó o escribió algo.",
                "12:00. 10A. 2 minutes. Omitido porque llegó algo más nuevo sobre lo mismo.",
            ],
        ),
        (
            "zh",
            "你没说什么?",
            "没有略过任何播报。",
            [
                "略过了2条播报。",
                "12:00。10A. 2 minutes.中断，因为您提了问题或输入了文字。",
                "12:00。10A. 2 minutes.略过，因为有了更新的消息。",
            ],
        ),
        (
            "ar",
            "ماذا لم تقل؟",
            "لم أترك شيئا دون قول.",
            [
                "تركت إعلانين.",
                "12:00. 10A. 2 minutes. قطعته لأنك سألت أو كتبت شيئا.",
                "12:00. 10A. 2 minutes. تركته لأن خبرا أحدث عنه وصل.",
            ],
        ),
    ],
)
def test_what_was_left_out_is_told_with_time_and_reason(
    language: str, question: str, none: str, told: list[str]
) -> None:
    talk = open_in(language)
    assert list_written(hear(talk, question)[0]) == [none]
    note(talk, Fate.REPLACED)
    note(talk, Fate.INTERRUPTED)
    note(talk, Fate.SAID)
    assert list_written(hear(talk, question)[0]) == told


@pytest.mark.parametrize("language", sorted({path.language for path in map(BOOKS.pick, BOOKS.languages)}))
@pytest.mark.parametrize("fate", sorted(set(Fate) - TOLD, key=lambda fate: fate.value))
def test_every_reason_has_a_sentence_of_its_own(language: str, fate: Fate) -> None:
    book = BOOKS.pick(language)
    said = book.say(f"unsaid.{fate.value}")
    others = {book.say(f"unsaid.{other.value}").written for other in set(Fate) - TOLD - {fate}}
    assert said.written not in others


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "what did you not say"),
        ("uk", "що ти не сказав"),
        ("pl", "czego nie powiedziałeś"),
        ("de", "Was hast du nicht gesagt"),
        ("fr", "qu'est-ce que tu n'as pas dit"),
        ("es", "qué no dijiste"),
        ("zh", "你没说什么"),
        ("ar", "ماذا لم تقل"),
    ],
)
def test_help_names_words_that_are_understood(language: str, words: str) -> None:
    talk = open_in(language)
    assert words in BOOKS.pick(language).say("talk.help_again").written
    assert list_written(hear(talk, words)[0]) == [BOOKS.pick(language).say("unsaid.none").written]


def test_at_most_three_are_told_at_once_and_the_rest_for_more() -> None:
    talk = open_in("en")
    for number in range(5):
        note(talk, Fate.LATE, from_lines((Line(f"{number}.", f"{number}."),), "board"))
    first, more = hear(talk, "what did you not say", "more")
    late = "Left out, because its turn came too late."
    assert list_written(first)[:4] == [
        "5 announcements were left out.",
        *(f"At 12:00. {number}. {late}" for number in (4, 3, 2)),
    ]
    assert list_written(more) == [f"At 12:00. {number}. {late}" for number in (1, 0)]


def test_who_listens_to_our_voice_is_told_what_the_voice_left_out_and_a_reader_what_was_not_written() -> None:
    talk = open_in("en")
    note(talk, Fate.LATE, is_voice=True)
    assert list_written(hear(talk, "what did you not say")[0]) == ["I left nothing out."]
    talk.tell_who_speaks("self")
    assert list_written(hear(talk, "what did you not say")[0])[0] == "1 announcement was left out."


def test_what_was_announced_is_told_newest_first_with_its_time() -> None:
    clock = TestClock()
    talk = open_in("en", clock)
    assert list_written(hear(talk, "what did you announce")[0]) == ["Nothing has been announced yet."]
    note(talk, Fate.SAID)
    clock.seconds = 60
    note(talk, Fate.SAID, from_lines((Line("Now.", "now."),), "arriving"))
    assert list_written(hear(talk, "announcement history")[0]) == ["At 12:01. Now.", "At 12:00. 10A. 2 minutes."]


def test_repeat_says_the_announcement_that_came_after_the_last_answer() -> None:
    clock = TestClock()
    talk = open_in("en", clock)
    answer = hear(talk, "departures from Oak Street")[0]
    clock.seconds = 30
    note(talk, Fate.SAID)
    again = hear(talk, "repeat")[0]
    assert (again.lines, again.control) == (WORDS.lines, Control.REPEAT)
    clock.seconds = 150
    assert list_written(hear(talk, "repeat")[0]) == ["Said 2 minutes ago:", "10A.", "2 minutes."]
    assert answer.lines != WORDS.lines


def test_the_last_part_is_the_last_fact_alone() -> None:
    talk = open_in("en")
    answer, again = hear(talk, "departures from Oak Street", "the last part")
    assert again.lines == answer.lines[-1:]


def test_the_question_leaves_an_open_question_of_ours_open() -> None:
    talk = open_talk(profile=Profile())
    asyncio.run(talk.begin())
    hear(talk, "English")
    told, skipped = hear(talk, "what did you not say", "skip")
    assert list_written(told) == ["I left nothing out."]
    assert list_written(skipped) != ["There is nothing to cancel."]


def test_who_is_forgotten_has_no_history() -> None:
    talk = open_in("en")
    note(talk, Fate.SAID)
    hear(talk, "forget everything about me", "yes")
    assert talk.ledgers.text.said == ()


def test_times_are_told_as_the_rider_wants_them() -> None:
    clock = TestClock()
    talk = open_in("en", clock)
    hear(talk, "use the twelve hour clock")
    clock.seconds = timedelta(hours=4).total_seconds()
    note(talk, Fate.PAUSED)
    assert list_written(hear(talk, "what did you not say")[0])[1].startswith("At 4:00")
