"""What the queue of sentences promises."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from stopbell.speech.audio import Audio
from stopbell.speech.errors import NoDeviceError, PlaybackError, SynthesisError
from stopbell.speech.priority import Priority
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.utterance import Outcome
from tests.assistant.speech.fakes import FakeEngine, Rig, settle


def run(rig: Rig, act: Callable[[SpeechQueue], Awaitable[None]]) -> None:
    """Run a scene with a queue that is entered and left."""

    async def scene() -> None:
        async with rig.make_queue() as queue:
            await act(queue)

    asyncio.run(scene())


def test_sentences_are_heard_one_after_the_other() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        first, second = queue.say("one", "en"), queue.say("two", "en", priority=Priority.ROUTINE)
        await settle()
        assert (rig.sink.playing, first.outcome, second.outcome) == ("one", None, None)
        rig.sink.finish()
        await settle()
        assert (rig.sink.playing, first.outcome) == ("two", Outcome.DONE)

    run(rig, act)


def test_stop_silences_at_once_and_ends_what_waits() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        spoken = queue.say("get off here", "en", priority=Priority.SAFETY)
        waiting = queue.say("later", "en", priority=Priority.TIP)
        await settle()
        queue.stop()
        assert (rig.sink.playing, spoken.outcome, waiting.outcome) == (None, Outcome.STOPPED, Outcome.STOPPED)
        await settle()
        assert rig.sink.heard == ["get off here"]

    run(rig, act)


def test_what_the_rider_does_silences_all_but_matters_of_safety() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        spoken = queue.say("get off here", "en", priority=Priority.SAFETY)
        answer, next_stop = queue.say("an answer", "en"), queue.say("next stop", "en", priority=Priority.SAFETY)
        await settle()
        queue.hush()
        assert (rig.sink.playing, spoken.outcome, answer.outcome) == ("get off here", None, Outcome.STOPPED)
        rig.sink.finish()
        await settle()
        assert (rig.sink.playing, next_stop.outcome) == ("next stop", None)

    run(rig, act)


def test_what_the_rider_does_silences_an_answer_that_is_spoken() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        answer = queue.say("a long answer", "en")
        await settle()
        queue.hush()
        assert (rig.sink.playing, answer.outcome) == (None, Outcome.STOPPED)

    run(rig, act)


def test_after_a_stop_the_next_sentence_is_spoken() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        queue.say("old", "en")
        await settle()
        queue.stop()
        queue.say("new", "en")
        await settle()
        assert rig.sink.playing == "new"

    run(rig, act)


@pytest.mark.parametrize(
    ("newer", "current", "expected"),
    [
        (Priority.SAFETY, Priority.SAFETY, None),
        (Priority.ANSWER, Priority.SAFETY, None),
        (Priority.SAFETY, Priority.ANSWER, Outcome.CUT),
        (Priority.ANSWER, Priority.ANSWER, None),
        (Priority.ANSWER, Priority.AT_DOOR, Outcome.CUT),
        (Priority.AT_DOOR, Priority.ANSWER, None),
        (Priority.AT_DOOR, Priority.ROUTINE, Outcome.CUT),
        (Priority.CHANGE, Priority.CHANGE, None),
        (Priority.TIP, Priority.ROUTINE, None),
    ],
)
def test_only_what_is_more_urgent_cuts(newer: Priority, current: Priority, expected: Outcome | None) -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        spoken = queue.say("current", "en", priority=current)
        await settle()
        queue.say("newer", "en", priority=newer)
        await settle()
        assert spoken.outcome is expected

    run(rig, act)


def test_the_more_urgent_of_two_that_wait_comes_first() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        queue.say("safety", "en", priority=Priority.SAFETY)
        await settle()
        queue.say("tip", "en", priority=Priority.TIP)
        queue.say("door", "en", priority=Priority.AT_DOOR)
        for _ in range(3):
            rig.sink.finish()
            await settle()
        assert rig.sink.heard == ["safety", "door", "tip"]

    run(rig, act)


def test_a_newer_one_with_the_same_key_takes_the_place_of_the_older() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        spoken = queue.say("7 in 3 minutes", "en", key="7", priority=Priority.CHANGE)
        await settle()
        waiting = queue.say("7 in 2 minutes", "en", key="7", priority=Priority.CHANGE)
        queue.say("7 in 1 minute", "en", key="7", priority=Priority.CHANGE)
        await settle()
        assert (spoken.outcome, waiting.outcome) == (Outcome.REPLACED, Outcome.REPLACED)
        assert rig.sink.playing == "7 in 1 minute"

    run(rig, act)


def test_safety_is_spoken_to_its_end_before_its_replacement() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        first = queue.say("next stop is yours", "en", key="alight", priority=Priority.SAFETY)
        await settle()
        queue.say("get off here", "en", key="alight", priority=Priority.SAFETY)
        await settle()
        assert rig.sink.playing == "next stop is yours"
        rig.sink.finish()
        await settle()
        assert (first.outcome, rig.sink.playing) == (Outcome.DONE, "get off here")

    run(rig, act)


def test_a_lesser_matter_of_the_same_key_does_not_take_the_place_of_one_of_safety() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        queue.say("your platform changed", "en", priority=Priority.SAFETY)
        await settle()
        waiting = queue.say("get off here", "en", key="trip", priority=Priority.SAFETY)
        queue.say("two minutes late", "en", key="trip", priority=Priority.CHANGE)
        for _ in range(2):
            rig.sink.finish()
            await settle()
        assert waiting.outcome is Outcome.DONE
        assert rig.sink.heard == ["your platform changed", "get off here", "two minutes late"]

    run(rig, act)


def test_what_a_broken_engine_made_late_is_not_said_by_another() -> None:
    rig = Rig(spare=FakeEngine("spare"))

    class Slow(FakeEngine):
        """Takes eleven seconds to fail."""

        async def render(self, text: str, voice: str, settings: VoiceSettings) -> Audio:
            rig.clock.seconds += 11
            raise SynthesisError("hung")

    rig.engine = Slow()

    async def act(queue: SpeechQueue) -> None:
        late = queue.say("7 is at the stop", "en", priority=Priority.AT_DOOR, ttl_s=10)
        answer = queue.say("an answer", "en", priority=Priority.AT_DOOR)
        await settle()
        assert (late.outcome, answer.outcome, rig.sink.heard) == (Outcome.EXPIRED, None, ["an answer"])

    run(rig, act)


def test_what_comes_too_late_is_not_said() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        queue.say("long answer", "en")
        await settle()
        late = queue.say("7 is at the stop", "en", priority=Priority.AT_DOOR, ttl_s=10)
        rig.clock.seconds += 10.5
        rig.sink.finish()
        await settle()
        assert (late.outcome, rig.sink.heard) == (Outcome.EXPIRED, ["long answer"])

    run(rig, act)


def test_words_are_made_at_the_moment_of_speaking() -> None:
    rig = Rig()
    minutes = 3

    async def act(queue: SpeechQueue) -> None:
        nonlocal minutes
        queue.say("long answer", "en")
        await settle()
        queue.say(lambda: f"7 in {minutes} minutes", "en", priority=Priority.CHANGE)
        minutes = 2
        rig.sink.finish()
        await settle()
        assert rig.sink.playing == "7 in 2 minutes"

    run(rig, act)


def test_what_is_no_longer_true_is_not_said() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        superseded = queue.say(lambda: None, "en")
        await settle()
        assert (superseded.outcome, rig.sink.heard) == (Outcome.EXPIRED, [])

    run(rig, act)


def test_words_that_fail_to_be_made_do_not_end_the_queue(caplog: pytest.LogCaptureFixture) -> None:
    rig = Rig()

    def broken() -> str:
        raise RuntimeError("a fault of ours")

    async def act(queue: SpeechQueue) -> None:
        faulty, next_one = queue.say(broken, "en", priority=Priority.SAFETY), queue.say("next", "en")
        await settle()
        assert (faulty.outcome, next_one.outcome, rig.sink.playing) == (Outcome.FAILED, None, "next")

    run(rig, act)
    assert "a fault of ours" in caplog.text


def test_repeat_says_the_last_sentence_again_but_no_label_of_the_focus() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        assert queue.repeat() is None
        queue.say("the answer", "en")
        await settle()
        rig.sink.finish()
        await settle()
        queue.say("Question, edit", "en", repeatable=False)
        await settle()
        rig.sink.finish()
        await settle()
        queue.repeat()
        await settle()
        assert rig.sink.heard == ["the answer", "Question, edit", "the answer"]

    run(rig, act)


def test_leaving_ends_what_is_spoken_and_what_waits() -> None:
    rig = Rig()

    async def scene() -> list[Outcome | None]:
        async with rig.make_queue() as queue:
            utterances = [queue.say("a", "en"), queue.say("b", "en", priority=Priority.TIP)]
            await settle()
        utterances.append(queue.say("too late", "en"))
        return [utterance.outcome for utterance in utterances]

    assert asyncio.run(scene()) == [Outcome.STOPPED] * 3


def test_a_text_in_two_scripts_is_spoken_by_two_voices_as_one_sentence() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        queue.say("Line ten A to Вокзал, three minutes", "en")
        await settle()
        assert rig.engine.rendered == [("Line ten A to", "en"), ("Вокзал,", "uk"), ("three minutes", "en")]
        assert len(rig.sink.heard) == 1

    run(rig, act)


def hear_troubles(queue: SpeechQueue) -> list[tuple[TroubleCode, str | None]]:
    """Collect what a face would be told."""
    heard: list[tuple[TroubleCode, str | None]] = []

    def listen(trouble: Trouble) -> None:
        heard.append((trouble.code, trouble.language))

    queue.tell_troubles_to(listen)
    return heard


def test_names_alone_are_not_heard_where_the_sentences_own_language_has_no_voice() -> None:
    rig = Rig()
    rig.engine.unvoiced = frozenset({"zh"})

    async def act(queue: SpeechQueue) -> None:
        troubles = hear_troubles(queue)
        said = queue.say("Central Station，开往 Main Street，三分钟后。", "zh")
        await settle()
        assert (said.outcome, rig.sink.heard) == (Outcome.FAILED, [])
        assert troubles == [(TroubleCode.NO_VOICE, "zh")]
        queue.say("Central Station", "zh")
        queue.say("No departures.", "en")
        await settle()
        assert len(rig.sink.heard) > 0

    run(rig, act)


def test_a_language_without_a_usable_voice_is_told_once_and_the_text_stays_text() -> None:
    rig = Rig()
    rig.engine.unvoiced = frozenset({"ja"})

    async def act(queue: SpeechQueue) -> None:
        troubles = hear_troubles(queue)
        first, second = queue.say("東京", "ja"), queue.say("京都", "ja", priority=Priority.ROUTINE)
        await settle()
        assert (first.outcome, second.outcome) == (Outcome.FAILED, Outcome.FAILED)
        assert troubles == [(TroubleCode.NO_VOICE, "ja")]

    run(rig, act)


def test_no_device_is_told_once_before_the_first_sentence() -> None:
    rig = Rig()
    rig.sink.broken = NoDeviceError("nothing to play on")

    async def act(queue: SpeechQueue) -> None:
        troubles = hear_troubles(queue)
        await settle()
        assert troubles == [(TroubleCode.NO_DEVICE, None)]
        outcomes = [queue.say("a", "en"), queue.say("b", "en", priority=Priority.ROUTINE)]
        await settle()
        assert [utterance.outcome for utterance in outcomes] == [Outcome.FAILED] * 2
        assert troubles == [(TroubleCode.NO_DEVICE, None)]

    run(rig, act)


def test_a_trouble_from_before_anyone_listened_is_told_when_someone_does() -> None:
    rig = Rig()
    rig.sink.broken = NoDeviceError("nothing to play on")

    async def act(queue: SpeechQueue) -> None:
        await settle()
        assert hear_troubles(queue) == [(TroubleCode.NO_DEVICE, None)]

    run(rig, act)


def test_a_broken_engine_rests_then_is_tried_again_and_a_new_trouble_is_told_anew() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        troubles = hear_troubles(queue)
        rig.engine.broken = SynthesisError("gone")
        queue.say("a", "en")
        await settle()
        rig.engine.broken = None
        resting = queue.say("b", "en")
        await settle()
        assert resting.outcome is Outcome.FAILED
        rig.clock.seconds += 31
        recovered = queue.say("c", "en")
        await settle()
        rig.sink.finish()
        await settle()
        assert recovered.outcome is Outcome.DONE
        rig.engine.broken = SynthesisError("gone again")
        queue.say("d", "en")
        await settle()
        assert troubles == [(TroubleCode.ENGINE_FAILED, None)] * 2

    run(rig, act)


def test_a_device_that_breaks_in_a_sentence_fails_it_and_says_so() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        troubles = hear_troubles(queue)
        broken = queue.say("a", "en")
        await settle()
        rig.sink.fail(PlaybackError("unplugged"))
        await settle()
        assert (broken.outcome, troubles) == (Outcome.FAILED, [(TroubleCode.DEVICE_LOST, None)])

    run(rig, act)


def test_idle_waits_until_all_is_said() -> None:
    rig = Rig()

    async def act(queue: SpeechQueue) -> None:
        last = queue.say("a", "en"), queue.say("b", "en", priority=Priority.TIP)
        idle = asyncio.create_task(queue.idle())
        for _ in range(2):
            await settle()
            assert not idle.done()
            rig.sink.finish()
        await settle()
        assert (idle.done(), last[1].outcome) == (True, Outcome.DONE)

    run(rig, act)
