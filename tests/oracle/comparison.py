"""Asks product and oracle the same question and says where they differ."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random

from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.world import RouteRef, World
from tests.oracle.alerts import Told, list_line_alerts, list_stop_alerts, list_trip_alerts
from tests.oracle.board import list_calls
from tests.oracle.live import Live, read_live
from tests.oracle.pairs import EXCLUDED, TRIES, Moment, Pair, find_instant, list_instants, read_capture, stamp_anew
from tests.oracle.plan import Plan
from tests.oracle.plan_reading import read_plan
from tests.oracle.product import AUTHORITY, Product, list_rows, list_told, open_product
from tests.oracle.row import ARRIVALS, DEPARTURES, Row


@dataclass(frozen=True, slots=True)
class Verdict:
    """How product and oracle compare at one stop and instant."""

    where: str
    rows: int
    live_rows: int
    """Rows that live data has a say in."""
    differences: tuple[str, ...]
    excused: frozenset[str]
    """Trips that differ and are left out."""


def compare_pair(pair: Pair, folder: Path, target: Path) -> Iterator[Verdict]:
    """Compare the boards of a pair at all of its moments."""
    plan, product = read_plan(folder / pair.timetable), open_product(folder / pair.timetable, target)
    excluded = {trip for of, trip in EXCLUDED if of == pair.folder}
    moments = (*pair.moments, *list_instants(plan, pair.nights))
    for moment in moments:
        live, world = _open_both(moment, folder, plan, product)
        stops = sorted(stop for stop, platforms in plan.platforms.items() if any(p in plan.visits for p in platforms))
        Random(f"{pair.folder} {moment}").shuffle(stops)
        asked = dict.fromkeys([*pair.first, *stops])
        kinds = cycle((DEPARTURES, DEPARTURES, ARRIVALS))
        verdicts = (
            compare_stop(plan, live, world, stop, excluded, kind)
            for stop, kind in zip(list(asked)[: pair.stops * TRIES], kinds, strict=False)
        )
        yield from islice((verdict for verdict in verdicts if verdict.rows), pair.stops)


def _open_both(moment: Moment, folder: Path, plan: Plan, product: Product) -> tuple[Live, World]:
    content = (folder / moment.live).read_bytes() if moment.live else b""
    feed = read_capture(content)
    now = find_instant(moment, feed, plan.zone)
    if moment.live is None:
        return read_live(None, plan, now), product.open_world([], now)
    if moment.at is not None:
        content = stamp_anew(feed, now)
    live = read_live(read_capture(content).SerializePartialToString(), plan, now)
    return live, product.open_world([content], now)


def compare_stop(
    plan: Plan, live: Live, world: World, stop: str, excluded: Collection[str] = (), kind: str = DEPARTURES
) -> Verdict:
    """Compare whole rows and their order. Calls whose planned time the reference leaves open are left out."""
    ours, theirs = (
        [row for row in rows if not plan.is_interpolated(row.trip, row.sequence)]
        for rows in (list_calls(plan, live, stop, kind), list_rows(world, stop, kind))
    )
    differing = [*_list_lacking(ours, theirs, "oracle"), *_list_lacking(theirs, ours, "product")]
    differences = [line for trip, line in differing if trip not in excluded]
    times = [row.effective for row in theirs if row.effective]
    if times != sorted(times):
        differences.append("the product's rows are out of order")
    return Verdict(
        where=f"{stop} at {live.now}",
        rows=max(len(ours), len(theirs)),
        live_rows=sum(row.certainty != "timetable" for row in ours),
        differences=tuple(f"{stop} at {live.now}: {line}" for line in differences),
        excused=frozenset(trip for trip, _ in differing if trip in excluded),
    )


def _list_lacking(rows: Sequence[Row], others: Sequence[Row], name: str) -> Iterator[tuple[str, str]]:
    """List the trips and lines that the others lack."""
    lines = Counter((row.trip, str(row)) for row in rows) - Counter((row.trip, str(row)) for row in others)
    return ((trip, f"only by the {name}: {line}") for trip, line in lines.elements())


def list_other_alerts(plan: Plan, live: Live, world: World) -> Iterator[str]:
    """Say where the alerts of stops, lines and trips differ."""
    view = world.feeds[0]
    for stop in sorted(plan.platforms):
        theirs = world.list_alerts(stop=StopRef(AUTHORITY, StopId(stop)))
        yield from _compare_told(f"stop {stop}", list_stop_alerts(plan, live, stop), list_told(theirs))
    for line in sorted(plan.lines):
        route = view.store.find_route(RouteId(line))
        theirs = world.list_alerts(route=RouteRef(AUTHORITY, route)) if route else ()
        yield from _compare_told(f"line {line}", list_line_alerts(plan, live, line), list_told(theirs))
    for trip in sorted(plan.trips):
        theirs = world.list_alerts(trip=(AUTHORITY, TripId(trip)))
        yield from _compare_told(f"trip {trip}", list_trip_alerts(plan, live, trip), list_told(theirs))


def _compare_told(where: str, ours: Iterable[Told], theirs: Iterable[Told]) -> Iterator[str]:
    left, right = Counter(ours), Counter(theirs)
    yield from (f"{where}: only the oracle tells {told}" for told in (left - right).elements())
    yield from (f"{where}: only the product tells {told}" for told in (right - left).elements())
