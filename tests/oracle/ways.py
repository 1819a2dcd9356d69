"""Every way from one place to another with at most one change, found by trying all of them.

A ride is a pair of calls of one trip. A change is a pair of rides between which there is time enough. Then whatever
another way beats is dropped: it leaves no sooner, arrives no later and has no more changes.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from math import asin, ceil, cos, radians, sin, sqrt

from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.added import list_added
from tests.oracle.alerts import is_closed
from tests.oracle.dated import DatedTrip, list_dated, make_dated
from tests.oracle.live import GONE, REPLACING, Live
from tests.oracle.plan import Plan, PlannedTrip
from tests.oracle.prediction import Prediction, predict
from tests.oracle.row import ARRIVALS, DEPARTURES, Row
from tests.oracle.wire import find_date, find_time

PLACE_M = 300
CHANGE_M = 150
CHANGE_S = 120
NO_POSITION_S = 300
SPEED = 0.7
Positions = Mapping[str, tuple[float, float]]
Triple = tuple[int, int, int]
"""When one sets out, when one is there, how often one changes."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A row of transfers.txt."""

    start: str
    end: str
    from_route: str = ""
    to_route: str = ""
    from_trip: str = ""
    to_trip: str = ""
    kind: int = 0
    minimum: int | None = None


@dataclass(frozen=True, slots=True)
class Network:
    """What the oracle's plan does not hold: where stops are, and how one changes."""

    plan: Plan
    positions: Positions
    rules: tuple[Rule, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a run as it is expected now."""

    stop: str
    arrival: int | None
    departure: int | None
    can_board: bool
    can_alight: bool


@dataclass(frozen=True, slots=True)
class Run:
    """A dated trip; `headway` is not zero for one without times, whose calls are then counted from its start."""

    trip: str
    route: str
    day: date
    calls: tuple[Call, ...]
    planned: PlannedTrip | None
    headway: int = 0
    window: tuple[int, int] = (0, 0)
    """Of a trip without times: from when until before when it leaves its first stop."""


@dataclass(frozen=True, slots=True)
class Question:
    """From where to where, and when one sets out; all instants included."""

    start: str
    end: str
    first: int
    last: int
    until: int
    deadline: int | None = None


def find_meters(network: Network, one: str, other: str) -> float | None:
    """Give the straight distance."""
    if one == other:
        return 0.0
    if one not in network.positions or other not in network.positions:
        return None
    (lat_a, lon_a), (lat_b, lon_b) = network.positions[one], network.positions[other]
    half = sin(radians(lat_b - lat_a) / 2) ** 2
    half += cos(radians(lat_a)) * cos(radians(lat_b)) * sin(radians(lon_b - lon_a) / 2) ** 2
    return 2 * 6_371_008.8 * asin(sqrt(half))


def list_place(network: Network, asked: str) -> dict[str, int]:
    """Give the stops of a place with the seconds on foot to each: its own, and all within 300 metres."""
    place: dict[str, int] = {}
    for stop, found in network.plan.places.items():
        meters = find_meters(network, asked, stop)
        if found.kind in ("", "0") and meters is not None and meters <= PLACE_M:
            place[stop] = ceil(round(meters) / SPEED)
    return place | dict.fromkeys(network.plan.platforms[asked], 0)


def list_ways(network: Network, live: Live, question: Question) -> list[Triple]:
    """Give the ways that no other beats, as triples, those that leave first come first."""
    triples = set(try_all(network, live, question))
    return sorted(one for one in triples if not any(_beats(other, one) for other in triples))


def _beats(one: Triple, other: Triple) -> bool:
    return one != other and one[0] >= other[0] and one[1] <= other[1] and one[2] <= other[2]


def try_all(network: Network, live: Live, question: Question) -> Iterator[Triple]:
    """Give every way, beaten or not."""
    start, end = list_place(network, question.start), list_place(network, question.end)
    runs = list(list_runs(network.plan, live))
    latest = question.until if question.deadline is None else min(question.until, question.deadline)
    for run in runs:
        for board, leaves, add in _list_starts(network, live, question, run, start):
            for alight in range(board + 1, len(run.calls)):
                off = _find_off(network, live, run, board, alight, add)
                if off is None:
                    continue
                stop = run.calls[alight].stop
                if stop in end and (question.deadline is None or off + end[stop] <= question.deadline):
                    yield leaves, off + end[stop], 0
                for there in _go_on(network, live, runs, run, stop, off, end):
                    if there <= latest:
                        yield leaves, there, 1


def _list_starts(
    network: Network, live: Live, question: Question, run: Run, start: dict[str, int]
) -> Iterator[tuple[int, int, int]]:
    """Give where one may get on: the call, when one sets out, what to add to the run's times."""
    for place, call in enumerate(run.calls):
        if call.stop not in start or not call.can_board or call.departure is None:
            continue
        walk = start[call.stop]
        if not run.headway:
            leaves = call.departure - walk
            if question.first <= leaves <= question.last and not _is_closed(network, live, run, place, call.departure):
                yield place, leaves, 0
            continue
        opens, closes = (one + call.departure - (run.calls[0].departure or 0) for one in run.window)
        ready = max(opens, question.first + walk)
        while ready < closes and ready <= question.last + walk:
            if not _is_closed(network, live, run, place, ready):
                yield place, ready - walk, ready + run.headway - call.departure
            ready += run.headway
            if question.deadline is None:
                break


def _find_off(network: Network, live: Live, run: Run, board: int, alight: int, add: int) -> int | None:
    """Give when one gets off; None where one cannot, or the feed's times run backwards."""
    departs, call = run.calls[board].departure, run.calls[alight]
    if not call.can_alight or call.arrival is None or departs is None or call.arrival < departs:
        return None
    return None if _is_closed(network, live, run, alight, call.arrival + add) else call.arrival + add


def _is_closed(network: Network, live: Live, run: Run, place: int, instant: int) -> bool:
    return is_closed(network.plan, live, run.planned, run.day, run.calls[place].stop, instant)


def _go_on(
    network: Network, live: Live, runs: Iterable[Run], first: Run, off_at: str, off: int, end: dict[str, int]
) -> Iterator[int]:
    """Give when one is there by any other run that can be caught."""
    for run in runs:
        if run == first and not run.headway:
            continue  # of a trip by headway another vehicle comes
        for board, call in enumerate(run.calls):
            need = find_need(network, off_at, call.stop, first, run) if call.can_board else None
            if need is None or call.departure is None:
                continue
            ready, add = off + need, 0
            if run.headway:
                opens, closes = (one + call.departure - (run.calls[0].departure or 0) for one in run.window)
                ready = max(ready, opens)
                add = ready + run.headway - call.departure
                if ready >= closes:
                    continue
            elif call.departure < ready:
                continue
            if _is_closed(network, live, run, board, ready if run.headway else call.departure):
                continue
            for alight in range(board + 1, len(run.calls)):
                stop = run.calls[alight].stop
                there = _find_off(network, live, run, board, alight, add) if stop in end else None
                if there is not None:
                    yield there + end[stop]


def find_need(network: Network, one: str, other: str, first: Run, second: Run) -> int | None:
    """Give how many seconds a change takes; None where one cannot change."""
    rule = _find_rule(network, one, other, first, second)
    meters = find_meters(network, one, other)
    places = network.plan.places
    is_station = one != other and places[one].parent and places[one].parent == places[other].parent
    is_named = any(_names(network, row, one, other) for row in network.rules)
    if not is_station and not is_named and (meters is None or meters > CHANGE_M):
        return None
    walk = 0 if one == other else NO_POSITION_S if meters is None else ceil(meters / SPEED)
    match rule.kind if rule else 0:
        case 3:
            return None
        case 1:
            return walk
        case 2:
            return rule.minimum if rule and rule.minimum is not None else CHANGE_S + walk
        case _:
            return CHANGE_S + walk


def _names(network: Network, row: Rule, one: str, other: str) -> bool:
    places = network.plan.places
    return row.start in (one, places[one].parent) and row.end in (other, places[other].parent)


def _find_rule(network: Network, one: str, other: str, first: Run, second: Run) -> Rule | None:
    """Give the row that holds: trips before lines before stops, both ends before one, platforms before stations."""
    found = [
        row
        for row in network.rules
        if _names(network, row, one, other)
        and (row.from_trip == first.trip if row.from_trip else row.from_route in ("", first.route))
        and (row.to_trip == second.trip if row.to_trip else row.to_route in ("", second.route))
    ]

    def rank(row: Rule) -> tuple[int, int, int]:
        trips = bool(row.from_trip) + bool(row.to_trip)
        lines = bool(row.from_route and not row.from_trip) + bool(row.to_route and not row.to_trip)
        return trips, lines, (row.start == one) + (row.end == other)

    return max(found, key=rank, default=None)


def list_runs(plan: Plan, live: Live) -> Iterator[Run]:
    """Give every run around now, with what live data says of it."""
    for trip in plan.trips.values():
        for day in plan.list_days(live.now):
            named = [key[2] for key in live.planned if key[:2] == (trip.id, day) and key[2] is not None]
            for dated in list_dated(plan, trip, day, named):
                yield from _read_planned(plan, live, dated)
            if plan.runs_on(trip.service, day):
                for start, end, headway in trip.headways:
                    calls = make_dated(plan, trip, day, None).calls
                    window = plan.to_instant(day, start), plan.to_instant(day, end)
                    told = tuple(
                        Call(
                            one.stop,
                            one.arrival,
                            one.departure,
                            one.can_board and one is not calls[-1],
                            one.can_alight and one is not calls[0],
                        )
                        for one in calls
                    )
                    yield Run(trip.id, trip.route, day, told, trip, headway, window)
    for update in live.duplicated:
        yield from _read_copy(plan, live, update)
    for update in live.added:
        yield from _read_added(plan, live, update)


def _read_planned(plan: Plan, live: Live, dated: DatedTrip) -> Iterator[Run]:
    update = live.planned.get(dated.key)
    if update is not None and update.trip.schedule_relationship in (*GONE, *REPLACING):
        return
    said = [Prediction() for _ in dated.calls] if update is None else predict(update, dated.calls, plan.platforms)
    by_headway = bool(dated.planned.headways) and dated.key[2] not in dated.planned.starts
    yield from _to_run(plan, live, dated, said, has_plan=not by_headway)


def _to_run(
    plan: Plan, live: Live, dated: DatedTrip, said: list[Prediction], *, has_plan: bool = True
) -> Iterator[Run]:
    end = said[-1].arrival
    if end is not None and end < live.now:
        return
    last = len(said) - 1
    calls = tuple(
        Call(
            one.platform or call.stop,
            one.arrival if one.arrival is not None and not one.is_skipped else call.arrival if has_plan else None,
            one.departure if one.departure is not None and not one.is_skipped else call.departure if has_plan else None,
            call.can_board and not one.is_skipped and place < last,
            call.can_alight and not one.is_skipped and place > 0,
        )
        for place, (call, one) in enumerate(zip(dated.calls, said, strict=True))
    )
    yield Run(dated.key[0], dated.planned.route, dated.key[1], calls, dated.planned)


def _read_copy(plan: Plan, live: Live, update: rt.TripUpdate) -> Iterator[Run]:
    new, trip = update.trip_properties, plan.trips.get(update.trip.trip_id)
    start, day = find_time(new.start_time), find_date(new.start_date)
    if trip is None or start is None or not new.trip_id or day is None:
        return
    copy = make_dated(plan, trip, day, start)
    copy = replace(copy, key=(new.trip_id, day, None), planned=replace(trip, id=new.trip_id))
    yield from _to_run(plan, live, copy, predict(update, copy.calls, plan.platforms))


def _read_added(plan: Plan, live: Live, update: rt.TripUpdate) -> Iterator[Run]:
    """Give a trip with stops of its own; one without an id cannot be followed, so none is planned with it."""
    name, everywhere = update.trip.trip_id, set(plan.platforms)
    if not name:
        return
    leaving = list(list_added(update, plan, live, everywhere, DEPARTURES))
    coming = list(list_added(update, plan, live, everywhere, ARRIVALS))
    calls = [(row.stop, row.sequence, row.other_end[1], row.expected) for row in leaving]
    if coming:
        last = _to_call(coming[-1])
        calls += [last] if coming[-1].status == "ends-here" else []
    if calls:
        told = tuple(
            Call(stop, arrival, departure, n < len(calls) - 1, n > 0)
            for n, (stop, _, arrival, departure) in enumerate(calls)
        )
        day = (leaving or coming)[0].day
        route = (leaving or coming)[0].route or ""
        yield Run(name, route, day, told, plan.trips.get(name))


def _to_call(row: Row) -> tuple[str, int | None, int | None, int | None]:
    return row.stop, row.sequence, row.expected, row.other_end[1]
