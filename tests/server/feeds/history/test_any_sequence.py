"""Whatever comes in whatever order: nothing is observed without evidence, outlives its bound, or returns."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any, cast

from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.passings import Evidence, Passing
from stopbell_server.domain.store import Store
from stopbell_server.timetable.passings import Place, Run, list_passings
from stopbell_server.world import FeedView
from tests.realtimetext import stop, update, vehicle
from tests.server.feeds.history.recording import NOON, Recording
from tests.server.feeds.realtime.tiny_store import TinyStore

KEPT_S = 1800
STOPS = 5
RUN = Run(
    TripId("t1"),
    date(2026, 11, 30),
    None,
    tuple(Place(n, StopId(f"s{n}")) for n in range(1, STOPS + 1)),
    (NOON - 600, NOON + 7200),
)


@dataclass(frozen=True)
class Report:
    """What a vehicle says, `ago` seconds before it is heard (or after)."""

    bus: str
    sequence: int
    status: str
    ago: int
    day: str | None


@dataclass(frozen=True)
class Said:
    """A time in a trip update, so many seconds before it is heard."""

    sequence: int
    ago: int
    uncertainty: int | None
    made_ago: int


@dataclass(frozen=True)
class Payload:
    """What is heard so many seconds after the one before."""

    after: int
    reports: Sequence[Report]
    said: Sequence[Said]


REPORTS = st.builds(
    Report,
    bus=st.sampled_from(["7", "8"]),
    sequence=st.integers(1, STOPS),
    status=st.sampled_from(["STOPPED_AT", "IN_TRANSIT_TO", "INCOMING_AT"]),
    ago=st.one_of(st.integers(-300, 300), st.just(5)),
    day=st.sampled_from(["20261130", "20261130", "20261129", None]),
)
SAID = st.builds(
    Said,
    sequence=st.integers(1, STOPS),
    ago=st.integers(-600, 2400),
    uncertainty=st.sampled_from([0, 0, 30, None]),
    made_ago=st.integers(0, 120),
)
PAYLOADS = st.builds(
    Payload,
    after=st.one_of(st.integers(5, 120), st.integers(300, 1500)),
    reports=st.lists(REPORTS, max_size=2, unique_by=lambda one: one.bus),
    said=st.lists(SAID, max_size=2, unique_by=lambda one: one.sequence),
)


@dataclass(frozen=True)
class Heard:
    """A report as it may be counted: no younger than the payload it came in."""

    at: int
    place: int
    stands: bool
    bus: str


class Witness:
    """Remembers all that was said, simply, and judges what is told to have been observed."""

    def __init__(self) -> None:
        self.recording = Recording(KEPT_S)
        self.view = FeedView(cast(Store, TinyStore({})))
        self.reports: list[Heard] = []
        self.certain: set[tuple[int, int]] = set()
        """Place and time of what was called certain when it had passed."""
        self.called_future_certain = False
        self.gone: set[tuple[int, Passing]] = set()
        self.told: set[tuple[int, Passing]] = set()

    def hear(self, payload: Payload) -> None:
        at = self.recording.now - NOON + payload.after
        now = NOON + at
        entities: list[dict[str, Any]] = []
        for one in payload.reports:
            trip = {"trip_id": "t1"} | ({} if one.day is None else {"start_date": one.day})
            said: dict[str, Any] = {"current_stop_sequence": one.sequence, "current_status": one.status}
            entities.append(vehicle(one.bus, trip=trip, timestamp=now - one.ago, **said))
            if one.day != "20261129":
                self.reports.append(
                    Heard(min(now - one.ago, now), one.sequence - 1, one.status == "STOPPED_AT", one.bus)
                )
        for one in payload.said:
            event = {"time": now - one.ago} | ({} if one.uncertainty is None else {"uncertainty": one.uncertainty})
            told = stop(one.sequence, departure=event)
            entities.append(update("t1", told, start_date="20261130", timestamp=now - one.made_ago))
            if one.uncertainty == 0:
                self.called_future_certain |= one.ago < -60
                if one.ago >= one.made_ago:
                    self.certain.add((one.sequence - 1, now - one.ago))
        self.recording.hear(at, *entities)
        self.judge()

    def wait(self, seconds: int) -> None:
        self.recording.now += seconds
        self.judge()

    def judge(self) -> None:
        now = self.recording.now
        view = FeedView(self.view.store, history=self.recording.history)
        passings = list_passings(view, RUN, datetime.fromtimestamp(now, UTC))
        told = set(passings.items())
        for place, passing in told:
            self.judge_one(place, passing, now)
        assert not told & self.gone
        self.told |= told
        self.gone |= {(place, one) for place, one in self.told if _to_latest(one) < now - KEPT_S}

    def judge_one(self, place: int, passing: Passing, now: int) -> None:
        assert _to_latest(passing) >= now - KEPT_S
        if passing.evidence is Evidence.RECORDED:
            assert passing.departed is not None
            assert (place, int(passing.departed.timestamp())) in self.certain
            assert not self.called_future_certain
        else:
            assert passing.departed is None
        assert passing.arrived is None
        if passing.not_after is not None:
            assert self.has_reports_around(place, passing)
        for stood in (passing.stood_from, passing.stood_until):
            if stood is not None:
                at = int(stood.timestamp())
                assert any(one.stands and (one.place, one.at) == (place, at) for one in self.reports)

    def has_reports_around(self, place: int, passing: Passing) -> bool:
        """Whether one vehicle was heard at the stop or before it, and then beyond, and since then not back."""
        assert passing.not_before is not None
        assert passing.not_after is not None
        before, after = int(passing.not_before.timestamp()), int(passing.not_after.timestamp())
        return (
            any(
                any(one.at == before and one.place <= place for one in of_bus)
                and any(one.at == after and one.place > place for one in of_bus)
                for bus in ("7", "8")
                for of_bus in ([one for one in self.reports if one.bus == bus],)
            )
            and before < after
        )


def _to_latest(passing: Passing) -> int:
    instants = (passing.departed, passing.not_after, passing.stood_until, passing.not_before)
    return max(int(one.timestamp()) for one in instants if one is not None)


@given(st.lists(PAYLOADS, min_size=1, max_size=12), st.lists(st.integers(1, 900), max_size=4))
def test_what_is_observed_was_said_and_is_gone_in_time(payloads: list[Payload], waits: list[int]) -> None:
    witness = Witness()
    for payload in payloads:
        witness.hear(payload)
    for seconds in waits:
        witness.wait(seconds)
    witness.wait(KEPT_S + 400)
    assert not witness.recording.list_sightings("t1")
    assert not witness.recording.list_stated("t1")


@given(st.lists(PAYLOADS, min_size=1, max_size=8))
def test_time_alone_observes_nothing(payloads: list[Payload]) -> None:
    witness = Witness()
    for payload in payloads:
        witness.hear(payload)
    view = FeedView(witness.view.store, history=witness.recording.history)
    at_once = list_passings(view, RUN, witness.recording.to_now())
    witness.recording.now += 600
    later = list_passings(view, RUN, witness.recording.to_now())

    assert {place for place, one in later.items() if one.is_left} <= at_once.keys() | _list_withheld(witness)


def _list_withheld(witness: Witness) -> set[int]:
    """Give the stops of which two vehicles disagree: they are told once the one behind has been silent for long."""
    buses = {one.bus for one in witness.reports}
    return set(range(STOPS)) if len(buses) > 1 else set()
