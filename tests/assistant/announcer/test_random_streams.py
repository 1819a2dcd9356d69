"""Whatever comes in whatever order: nothing is lost without a reason, nothing is old, nothing at the same time."""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell.announcer.fate import Fate
from stopbell.announcer.ranking import rank
from stopbell.announcer.said import FRESH
from stopbell.speech.priority import Priority
from stopbell_server.phrases.phrase import Line
from tests.assistant.announcer.booth import Booth, make_event
from tests.assistant.speech.fakes import settle


@dataclass(frozen=True)
class Happening:
    """Something that a watch notices; true for so many seconds, or for ever."""

    kind: str
    subject: str
    milestone: int
    is_own: bool
    lasts: bool
    true_s: float | None

    @property
    def is_safety(self) -> bool:
        return rank(self.kind, is_own=self.is_own) is Priority.SAFETY


EVENTS = st.builds(
    Happening,
    kind=st.sampled_from(["call", "alert", "arriving", "board", "cancelled", "alight", "notice", "practice"]),
    subject=st.sampled_from(["a", "b", "c", "d", "e", "f"]),
    milestone=st.integers(0, 40),
    is_own=st.booleans(),
    lasts=st.booleans(),
    true_s=st.one_of(st.none(), st.floats(0, 30)),
)
STEPS = st.one_of(
    EVENTS,
    EVENTS,
    st.sampled_from(["answer", "label", "hush", "stop", "pause", "resume", "repeat", "sound ends", "sound ends"]),
    st.floats(0.1, 20),
)


@dataclass
class Play:
    """One stream, step by step, with what must hold after each."""

    booth: Booth = field(default_factory=Booth)
    announced: int = 0

    async def take(self, step: Happening | str | float) -> None:
        announcer = self.booth.announcer
        match step:
            case Happening():
                self.announce(step)
            case float() | int():
                await self.booth.go(step)
            case "answer":
                announcer.answer([Line("answer.", "answer.")], "en")
            case "label":
                announcer.label("label.", "en")
            case "sound ends":
                self.booth.sink.finish()
            case _:
                getattr(announcer, step)()
        await settle()

    def announce(self, what: Happening) -> None:
        self.announced += 1
        number, begun, clock = self.announced, self.booth.clock.seconds, self.booth.clock
        mark = "Safety" if what.is_safety else "Event"

        def tell() -> str | None:
            if what.true_s is not None and clock.seconds > begun + what.true_s:
                return None
            return f"{mark} {number} as of {clock.seconds}."

        event = make_event(
            tell,
            kind=what.kind,
            subject=what.subject,
            milestone=str(what.milestone),
            is_own=what.is_own,
            lasts=what.lasts,
        )
        self.booth.announcer.announce(event)


def list_told(words: str) -> list[float]:
    """Give the instants at which the facts in a text were true."""
    return [float(told.split(" ", 1)[0].rstrip(".")) for told in words.split(" as of ")[1:]]


def is_of_now(begun: Sequence[tuple[float, str]]) -> bool:
    """Say whether the last of all sounds told what was true as it began, or was asked for again."""
    *before, (at, words) = begun
    if all(told == at for told in list_told(words)):
        return True
    is_repeat = words in (earlier for _, earlier in before)
    is_fresh = all(at - told < FRESH.total_seconds() for told in list_told(words))
    return is_repeat and (is_fresh or before[-1][1].startswith("Said "))


@settings(max_examples=120, deadline=None)
@given(st.lists(STEPS, max_size=60))
def test_every_stream_keeps_its_promises(steps: list[Happening | str | float]) -> None:
    async def run() -> Play:
        play = Play()
        async with play.booth.open():
            for step in steps:
                await play.take(step)
                check_now(play)
            play.booth.announcer.resume()
            await settle()
            await play.booth.run_dry()
        return play

    play = asyncio.run(run())
    counts: Counter[Fate] = play.booth.announcer.ledgers.voice.counts
    assert sum(counts.values()) == play.announced, "each event ends once, and with a reason"
    assert counts[Fate.CLOSED] == 0


def check_now(play: Play) -> None:
    sink, announcer = play.booth.sink, play.booth.announcer
    assert sink.most_at_once <= 1, "two at once"
    assert all(is_of_now(sink.begun[: place + 1]) for place in range(len(sink.begun))), "what is said is old"
    if announcer.is_urgent:
        assert sink.playing is not None
        assert sink.playing.startswith("Safety"), "a matter of safety waits for something else"


@settings(max_examples=60, deadline=None)
@given(st.lists(EVENTS, min_size=1, max_size=30), st.integers(1, 5))
def test_a_matter_of_safety_is_heard_after_at_most_the_others_before_it(events: list[Happening], every: int) -> None:
    """No stream of events keeps it waiting: only those that are said already, or wait about other things."""

    async def run() -> None:
        play = Play()
        async with play.booth.open() as booth:
            for number, event in enumerate(events):
                await play.take(event)
                if number % every == 0:
                    await booth.finish()
            before = {event.subject for event in events if event.is_safety}
            begun = len(booth.sink.begun)
            booth.announcer.announce(make_event("Safety last.", kind="alight", subject="ride", is_own=True))
            await settle()
            for _ in range(len(before) + 2):
                if any(words == "Safety last." for _, words in booth.sink.begun[begun:]):
                    return
                await booth.finish()
            raise AssertionError(f"not heard after {len(before) + 1} others")

    asyncio.run(run())


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(EVENTS, st.just("sound ends"), st.floats(0.1, 20), st.just("label")), max_size=50))
def test_what_lasts_and_is_true_is_never_too_late_or_too_much(steps: list[Happening | str | float]) -> None:
    """Data that is lost is told, however much else is said, unless something newer about the same is."""

    async def run() -> Booth:
        play = Play()
        async with play.booth.open() as booth:
            for step in steps:
                await play.take(step)
            booth.announcer.announce(make_event("No contact.", subject="lost", lasts=True))
            for step in steps:
                await play.take(step)
            await booth.run_dry()
        return play.booth

    booth = asyncio.run(run())
    ledger = booth.announcer.ledgers.voice
    assert not [one for one in ledger.unsaid if one.event.lasts and one.fate in (Fate.LATE, Fate.CROWDED)]
    heard = " ".join(words for _, words in booth.sink.begun)
    assert "No contact." in heard
