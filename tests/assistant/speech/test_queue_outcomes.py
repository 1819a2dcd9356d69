"""Whatever happens in whatever order: one sentence at a time, and exactly one outcome for each."""

import asyncio
import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from stopbell.speech.errors import NoDeviceError, PlaybackError, SynthesisError
from stopbell.speech.priority import Priority, cuts
from stopbell.speech.utterance import Outcome, Utterance
from tests.assistant.speech.fakes import FakeEngine, Rig, settle

KEYS = st.sampled_from([None, None, "7", "10", "answer"])
PRIORITIES = st.sampled_from(list(Priority))


class QueueMachine(RuleBasedStateMachine):
    """Sentences, stops, breakages and time in any order, against one queue."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.rig = Rig(spare=FakeEngine("spare"))
        self.queue = self.rig.make_queue()
        self.said: list[Utterance] = []
        self.ends: dict[int, list[Outcome]] = {}
        self.watches: list[asyncio.Task[None]] = []
        self.loop.run_until_complete(self.queue.__aenter__())

    def turn(self, turns: int) -> None:
        self.loop.run_until_complete(settle(turns))

    def watch(self, utterance: Utterance) -> None:
        ends = self.ends[len(self.said)] = []
        self.said.append(utterance)

        async def note() -> None:
            ends.append(await utterance.wait())

        self.watches.append(self.loop.create_task(note()))

    @rule(key=KEYS, priority=PRIORITIES, ttl_s=st.sampled_from([None, 5.0]), turns=st.integers(0, 12))
    def say(self, key: str | None, priority: Priority, ttl_s: float | None, turns: int) -> None:
        words = f"sentence number {len(self.said)}"
        self.watch(self.queue.say(words, "en", key=key, priority=priority, ttl_s=ttl_s))
        self.turn(turns)

    @rule(turns=st.integers(0, 12))
    def repeat(self, turns: int) -> None:
        if (utterance := self.queue.repeat()) is not None:
            self.watch(utterance)
        self.turn(turns)

    @rule(turns=st.integers(0, 12))
    def stop(self, turns: int) -> None:
        self.queue.stop()
        assert self.rig.sink.playing is None
        assert all(utterance.outcome is not None for utterance in self.said)
        self.turn(turns)

    @rule(turns=st.integers(0, 12))
    def hush(self, turns: int) -> None:
        self.queue.hush()
        left = [one.priority for one in self.said if one.outcome is None]
        assert set(left) <= {Priority.SAFETY}
        self.turn(turns)

    @rule(turns=st.integers(0, 12))
    def finish_the_sound(self, turns: int) -> None:
        self.rig.sink.finish()
        self.turn(turns)

    @rule(seconds=st.floats(0.5, 40))
    def wait(self, seconds: float) -> None:
        self.rig.clock.seconds += seconds

    @rule(error=st.sampled_from([SynthesisError("engine"), None]))
    def break_or_mend_the_engine(self, error: SynthesisError | None) -> None:
        self.rig.engine.broken = error

    @rule(error=st.sampled_from([SynthesisError("spare"), None]))
    def break_or_mend_the_spare(self, error: SynthesisError | None) -> None:
        assert self.rig.spare is not None
        self.rig.spare.broken = error

    @rule(error=st.sampled_from([NoDeviceError("no device"), PlaybackError("device"), None]))
    def break_or_mend_the_device(self, error: PlaybackError | None) -> None:
        self.rig.sink.broken = error

    @precondition(lambda self: self.rig.sink.playing is not None)
    @rule()
    def unplug_while_it_plays(self) -> None:
        self.rig.sink.fail(PlaybackError("unplugged"))
        self.turn(5)

    @invariant()
    def one_sound_at_a_time(self) -> None:
        assert self.rig.sink.most_at_once <= 1

    @invariant()
    def an_end_never_changes(self) -> None:
        for index, utterance in enumerate(self.said):
            assert len(self.ends[index]) <= 1
            assert all(end is utterance.outcome for end in self.ends[index])

    @invariant()
    def of_one_key_only_the_newest_is_still_to_be_heard_and_safety_to_its_end(self) -> None:
        for key in {one.key for one in self.said if one.key is not None}:
            left = [one for one in self.said if one.key == key and one.outcome is None]
            assert len(left) <= 1 or any(one.priority is Priority.SAFETY for one in left[:-1])

    @invariant()
    def safety_is_replaced_by_safety_alone(self) -> None:
        for index, one in enumerate(self.said):
            if one.priority is Priority.SAFETY and one.outcome is Outcome.REPLACED:
                newer = [other.priority for other in self.said[index + 1 :] if other.key == one.key]
                assert Priority.SAFETY in newer

    @invariant()
    def safety_is_never_cut(self) -> None:
        assert not [one for one in self.said if one.priority is Priority.SAFETY and one.outcome is Outcome.CUT]

    @invariant()
    def what_would_have_begun_too_late_was_never_heard(self) -> None:
        expired = {one.words for one in self.said if one.outcome is Outcome.EXPIRED}
        assert not expired & set(self.rig.sink.heard)

    @invariant()
    def what_waits_could_not_cut_what_is_spoken(self) -> None:
        self.turn(25)
        playing = next((one for one in self.said if one.words == self.rig.sink.playing and one.outcome is None), None)
        if playing is not None:
            waiting = [one for one in self.said if one.outcome is None and one is not playing]
            assert not any(cuts(one.priority, playing.priority) for one in waiting if one.words != playing.words)

    def teardown(self) -> None:
        self.loop.run_until_complete(self.queue.__aexit__(None, None, None))
        self.turn(5)
        assert all(len(ends) == 1 for ends in self.ends.values())
        assert len(self.ends) == len(self.said)
        assert not asyncio.all_tasks(self.loop)
        self.loop.close()


QueueMachine.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
test_every_sentence_ends_exactly_once_in_any_order = QueueMachine.TestCase


@given(st.lists(st.tuples(PRIORITIES, st.integers(0, 9)), min_size=1, max_size=6), st.integers(0, 60))
@settings(max_examples=300, deadline=None)
def test_a_stop_at_any_instant_leaves_silence(said: list[tuple[Priority, int]], ticks: int) -> None:
    async def scene() -> None:
        rig = Rig()
        async with rig.make_queue() as queue:
            utterances: list[Utterance] = []
            for priority, turns in said:
                utterances.append(queue.say(f"sentence {len(utterances)}", "en", priority=priority))
                await settle(turns)
            finisher = asyncio.create_task(finish_each_sound(rig))
            await settle(ticks)
            queue.stop()
            heard_until_stop = len(rig.sink.heard)
            assert rig.sink.playing is None
            assert all(utterance.outcome is not None for utterance in utterances)
            await settle(60)
            assert len(rig.sink.heard) == heard_until_stop
            finisher.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await finisher

    asyncio.run(scene())


async def finish_each_sound(rig: Rig) -> None:
    """Let each sound last three turns of the loop."""
    while True:
        await settle(3)
        rig.sink.finish()
