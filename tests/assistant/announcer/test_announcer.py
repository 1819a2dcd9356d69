"""What is said aloud, how urgent it is, and what is not said twice."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.announcer.ranking import rank
from stopbell.speech.priority import Priority
from stopbell.speech.utterance import Outcome
from stopbell_server.phrases.phrase import Line, from_lines
from stopbell_server.phrases.phrasebooks import Phrasebooks
from tests.assistant.speakers import WrittenSpeaker
from tests.assistant.speech.fakes import Rig, settle

BOOKS = Phrasebooks.load()
TEN = Line("10A, 3 minutes.", "ten A, three minutes.")
NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


class Scene:
    """An announcer, its speaker, and a time of day that tests move."""

    def __init__(self) -> None:
        self.now = NOON
        self.speaker = WrittenSpeaker()
        self.announcer = Announcer(self.speaker, BOOKS, lambda: self.now)


def at_door(milestone: str = "now", told: str | None = "Line 7 is at the stop.", *, is_own: bool = False) -> Event:
    phrase = from_lines((Line(told, told),), "arriving") if told else None
    return Event("arriving", "7@central", milestone, "en", lambda: phrase, is_own=is_own)


@pytest.mark.parametrize(
    ("kind", "is_own", "priority"),
    [
        ("arriving", False, Priority.AT_DOOR),
        ("arriving", True, Priority.SAFETY),
        ("cancelled", False, Priority.CHANGE),
        ("cancelled", True, Priority.SAFETY),
        ("platform-change", True, Priority.SAFETY),
        ("board", True, Priority.ROUTINE),
        ("notice", False, Priority.TIP),
        ("a kind of a later server", False, Priority.ROUTINE),
    ],
)
def test_what_can_make_the_rider_miss_the_trip_is_safety(kind: str, is_own: bool, priority: Priority) -> None:
    assert rank(kind, is_own=is_own) is priority


def test_an_answer_is_spoken_in_its_spoken_form() -> None:
    scene = Scene()
    scene.announcer.answer([TEN], "en")
    assert (scene.speaker.said, scene.speaker.priorities) == (["ten A, three minutes."], [Priority.ANSWER])


def test_an_event_is_told_once() -> None:
    scene = Scene()
    assert scene.announcer.announce(at_door())
    assert not scene.announcer.announce(at_door())
    assert scene.speaker.said == ["Line 7 is at the stop."]


def test_another_milestone_of_the_same_subject_is_told() -> None:
    scene = Scene()
    scene.announcer.announce(at_door("2 minutes", "Line 7, two minutes."))
    scene.announcer.announce(at_door("now"))
    assert scene.speaker.said == ["Line 7, two minutes.", "Line 7 is at the stop."]


def test_an_event_that_was_no_longer_true_is_told_when_it_is_true_again() -> None:
    scene = Scene()
    scene.announcer.announce(at_door(told=None))
    scene.announcer.announce(at_door())
    assert scene.speaker.said == ["Line 7 is at the stop."]


def test_a_repeat_within_a_minute_is_the_same_words() -> None:
    scene = Scene()
    scene.announcer.answer([TEN], "en")
    scene.now += timedelta(seconds=59)
    assert scene.announcer.repeat() == (TEN,)


@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_later_repeat_says_how_old_the_words_are(language: str) -> None:
    scene = Scene()
    scene.announcer.answer([TEN], language)
    scene.now += timedelta(seconds=125)
    since = BOOKS.pick(language).say("face.said_ago", count=2)
    assert scene.announcer.repeat() == (*since.lines, TEN)
    assert scene.speaker.said[-1] == f"{since.spoken} ten A, three minutes."


def test_there_is_nothing_to_repeat_before_anything_was_said() -> None:
    assert Scene().announcer.repeat() == ()


def test_labels_are_not_part_of_the_history() -> None:
    scene = Scene()
    scene.announcer.label("Question, empty", "en")
    scene.announcer.answer([TEN], "en")
    scene.announcer.announce(at_door())
    assert [said.parts[0].text for said in scene.announcer.history] == [TEN.spoken, "Line 7 is at the stop."]


def test_the_riders_newest_act_is_heard_at_once_but_never_cuts_a_matter_of_safety() -> None:
    async def scene() -> None:
        rig = Rig()
        async with rig.make_queue() as queue:
            announcer = Announcer(queue, BOOKS, lambda: NOON)
            answer = announcer.answer([TEN], "en")
            await settle()
            label = announcer.label("Question, empty.", "en")
            await settle()
            assert (answer.outcome, rig.sink.playing) == (Outcome.REPLACED, "Question, empty.")
            assert announcer.announce(at_door(is_own=True))
            await settle()
            assert (label.outcome, rig.sink.playing) == (Outcome.CUT, "Line 7 is at the stop.")
            announcer.answer([TEN], "en")
            await settle()
            assert rig.sink.playing == "Line 7 is at the stop."
            announcer.stop()
            assert rig.sink.playing is None

    asyncio.run(scene())


def test_a_silent_announcer_remembers_and_speaks_again_when_it_may() -> None:
    scene = Scene()
    scene.announcer.set_voice(is_on=False)
    scene.announcer.answer([TEN], "en")
    scene.announcer.set_voice(is_on=True)
    scene.announcer.repeat()
    assert scene.speaker.said == [TEN.spoken]


def test_an_answer_in_parts_is_spoken_in_order_and_repeated_whole() -> None:
    async def play() -> Scene:
        scene = Scene()
        scene.announcer.answer([Line("One.", "one.")], "en")
        scene.announcer.go_on([Line("Two.", "two.")], "en")
        scene.announcer.go_on([Line("Three.", "three.")], "en")
        scene.announcer.go_on([], "en")
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return scene

    scene = asyncio.run(play())
    assert scene.speaker.take() == ["one.", "two.", "three."]
    assert [line.written for line in scene.announcer.repeat()] == ["One.", "Two.", "Three."]
    assert scene.speaker.take() == ["one. two. three."]


def test_what_the_rider_turns_to_ends_all_parts_of_an_answer() -> None:
    async def play() -> tuple[str | None, str | None]:
        rig = Rig()
        async with rig.make_queue() as queue:
            announcer = Announcer(queue, BOOKS, lambda: NOON)
            announcer.answer([Line("One.", "one.")], "en")
            announcer.go_on([Line("Two.", "two.")], "en")
            await settle()
            announcer.label("board", "en")
            await settle()
            during = rig.sink.playing
            rig.sink.finish()
            await settle()
            return during, rig.sink.playing

    assert asyncio.run(play()) == ("board", None)


def test_a_part_waits_for_the_part_before_it() -> None:
    async def play() -> list[str | None]:
        rig, playing = Rig(), []
        async with rig.make_queue() as queue:
            announcer = Announcer(queue, BOOKS, lambda: NOON)
            announcer.answer([Line("One.", "one.")], "en")
            announcer.go_on([Line("Two.", "two.")], "en")
            for _ in range(3):
                await settle()
                playing.append(rig.sink.playing)
                if rig.sink.playing:
                    rig.sink.finish()
        return playing

    assert asyncio.run(play()) == ["one.", "two.", None]
