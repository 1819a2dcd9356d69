"""From a way that was found to what a rider hears of it."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime

from stopbell_server.domain.calls import Call, Times
from stopbell_server.domain.certainty import Certainty
from stopbell_server.domain.itineraries import Change, Itinerary, Lapse, Lapsed, Ride
from stopbell_server.domain.network import Stop
from stopbell_server.timetable.dated_call import DatedCall
from stopbell_server.timetable.fastest import Search
from stopbell_server.timetable.finished_call import finish_call
from stopbell_server.timetable.prediction import NOTHING
from stopbell_server.timetable.prospects import Prospect
from stopbell_server.timetable.run_book import RunBook
from stopbell_server.timetable.runs import Run
from stopbell_server.timetable.station_change import find_station_way
from stopbell_server.timetable.ways import Hop, Way

_EARLY_S = 600
"""So much before its plan a vehicle may leave and still be looked at."""
_MOST_LATE = 12
"""So many late runs are looked at for changes that they miss."""


def finish_way(book: RunBook, search: Search, way: Way) -> Itinerary:
    """Look up names, access, vehicles and the state of live data for what is shown."""
    zone = book.view.store.info.zone
    return Itinerary(
        rides=tuple(_finish_hop(book, hop) for hop in way.hops),
        change=_finish_change(book, search, way),
        walk_to_m=way.walk_to,
        walk_from_m=way.walk_from,
        leaves=datetime.fromtimestamp(way.leaves, zone),
        arrives=datetime.fromtimestamp(way.arrives, zone),
    )


def _finish_hop(book: RunBook, hop: Hop) -> Ride:
    run, board, alight = hop
    between = [n for n in range(board + 1, alight) if not _is_skipped(run, n)]
    before = _find_stop(book, run, between[-1]) if between else None
    return Ride(finish_run_call(book, run, board), finish_run_call(book, run, alight), len(between) + 1, before)


def _is_skipped(run: Run, place: int) -> bool:
    return run.prediction is not None and run.prediction.calls[place].is_skipped


def _find_stop(book: RunBook, run: Run, place: int) -> Stop:
    if run.calls:
        return run.calls[place].stop
    stop = run.stops[place]
    return book.view.store.find_stop(stop) or Stop(stop, stop)


def finish_run_call(book: RunBook, run: Run, place: int) -> Call:
    """Give one call of a run as a board would have it."""
    dated = book.to_dated(run)
    if run.calls or dated is None:
        return run.calls[place]
    plan = DatedCall.at(book.view.store, dated, place)
    told = run.prediction.calls[place] if run.prediction else NOTHING
    call, _ = finish_call(book.question, plan, run.prediction, told, is_copy=run.is_copy)
    if not run.headway_s:
        return call
    # Its clock times are those of a template, and mean nothing (frequencies.txt exact_times).
    return replace(
        call, arrival=Times(), departure=Times(), certainty=Certainty.FREQUENCY, headway_s=run.headway_s, start_s=None
    )


def _finish_change(book: RunBook, search: Search, way: Way) -> Change | None:
    if way.link is None:
        return None
    first, second = way.hops
    off, on = first.run.arrival(first.alight), second.run.departure(second.board)
    has_times = not first.run.headway_s and not second.run.headway_s
    wait_s = on - off if has_times and on is not None and off is not None else None
    need_s = wait_s - way.slack_s if wait_s is not None else way.link.need_s
    start, end = _find_stop(book, first.run, first.alight), _find_stop(book, second.run, second.board)
    return Change(
        walk_m=way.link.meters,
        need_s=need_s,
        wait_s=wait_s,
        rule=way.rule,
        inside=find_station_way(book.view, start, end, book.now),
        lapsed=_find_lapsed(book, search, way, need_s),
    )


def _find_lapsed(book: RunBook, search: Search, way: Way, need_s: int) -> Lapsed | None:
    """Find the vehicle of the same line that one would change to by plan, and that live data takes away."""
    first, second = way.hops
    dated = book.to_dated(first.run)
    planned_off = dated.arrival(first.alight) if dated else None
    off, on = first.run.arrival(first.alight), second.run.departure(second.board)
    if planned_off is None or off is None or on is None or way.link is None or first.run.headway_s:
        return None
    found: list[tuple[int, Lapsed]] = []
    for hop in search.list_onward(way.link.to, planned_off + need_s - _EARLY_S, off + need_s):
        leaves, plan = hop.run.departure(hop.board), _find_planned(book, hop)
        if hop.run.route != second.run.route or plan is None or leaves is None or hop.run is second.run:
            continue
        if planned_off + need_s <= plan < on and leaves < off + need_s:
            found.append((plan, Lapsed(finish_run_call(book, hop.run, hop.board), Lapse.NOT_REACHED)))
    for prospect in book.not_reaching:
        for place, plan in _list_calls_before(prospect, way.link.to):
            if prospect.plan.trip.route == second.run.route and planned_off + need_s <= plan < on:
                call = DatedCall.at(book.view.store, prospect.plan.dated, place).planned
                is_cancelled = prospect.prediction is not None and prospect.prediction.is_cancelled
                why = Lapse.CANCELLED if is_cancelled else Lapse.DOES_NOT_STOP_THERE
                found.append((plan, Lapsed(call, why)))
    return min(found, key=lambda one: one[0])[1] if found else None


def _find_planned(book: RunBook, hop: Hop) -> int | None:
    """Give when a run leaves by plan; the run itself may have other times."""
    if hop.run.prediction is None:
        return hop.run.departure(hop.board)
    dated = book.to_dated(hop.run)
    return dated.departure(hop.board) if dated else None


def _list_calls_before(prospect: Prospect, stop: str) -> Iterator[tuple[int, int]]:
    """Yield the earlier calls of a planned trip at a stop, each with when it leaves by plan."""
    dated = prospect.plan.dated
    for place in range(prospect.plan.index):
        leaves = dated.departure(place)
        if dated.stop_times[place].stop == stop and leaves is not None:
            yield place, leaves


def find_broken(book: RunBook, search: Search, best: Way) -> Lapsed | None:
    """Find a change that by plan is sooner there than the best way, and that live data breaks."""
    found: list[tuple[int, Lapsed]] = []
    late = [seat for leaves, seat, _ in search.firsts if leaves <= best.leaves and seat.run.prediction is not None]
    for run, board in late[:_MOST_LATE]:
        dated = book.to_dated(run)
        planned = dated.departure(board) if dated else None
        # What by plan had left before one sets out was never to be reached.
        is_planned = planned is not None and planned >= search.first
        for alight, links in search.list_transfers(run, board) if is_planned else ():
            planned_off, off = dated.arrival(alight) if dated else None, run.arrival(alight)
            if planned_off is None or off is None or off <= planned_off:
                continue
            for link in links:
                for hop in search.list_onward(link.to, planned_off + link.need_s - _EARLY_S, off + link.need_s):
                    there = hop.run.arrival(hop.alight)
                    plan, leaves = _find_planned(book, hop), hop.run.departure(hop.board)
                    if there is None or plan is None or leaves is None or hop.run is run:
                        continue
                    there += search.walk_from[hop.run.stops[hop.alight]]
                    is_broken = planned_off + link.need_s <= plan and leaves < off + link.need_s
                    if is_broken and there < best.arrives:
                        found.append((there, Lapsed(finish_run_call(book, hop.run, hop.board), Lapse.NOT_REACHED)))
    return min(found, key=lambda one: one[0])[1] if found else None


def list_lapsed(book: RunBook, search: Search, until: datetime) -> tuple[Lapsed, ...]:
    """List direct departures that the timetable has and that live data takes away, as they would leave."""
    found: dict[tuple[object, ...], tuple[int, Lapsed]] = {}
    for prospect in book.not_leaving:
        plan = prospect.plan
        ends = {row.stop for row in plan.dated.stop_times[plan.index + 1 :]}
        if plan.departure is not None and not ends.isdisjoint(search.end):
            is_cancelled = prospect.prediction is not None and prospect.prediction.is_cancelled
            why = Lapse.CANCELLED if is_cancelled else Lapse.DOES_NOT_STOP_HERE
            key = (plan.trip_id, plan.service_day, plan.start_s)
            found.setdefault(key, (plan.departure, Lapsed(plan.planned, why)))
    for _, seat, _ in search.firsts:
        run, leaves = seat.run, seat.run.departure(seat.place)
        if (
            leaves is not None
            and run.prediction is not None
            and run.dated is not None
            and _passes_by(search, run, seat.place)
        ):
            key = (run.trip, run.service_day, run.start_s)
            found.setdefault(key, (leaves, Lapsed(finish_run_call(book, run, seat.place), Lapse.DOES_NOT_STOP_THERE)))
    ordered = sorted(found.values(), key=lambda one: one[0])
    return tuple(lapsed for leaves, lapsed in ordered if datetime.fromtimestamp(leaves, UTC) <= until)


def _passes_by(search: Search, run: Run, board: int) -> bool:
    """Whether it would have gone to the end, and live data says that it does not stop there."""
    planned = [row.stop for row in run.dated.stop_times] if run.dated else []
    ends = [n for n in range(board + 1, len(planned)) if planned[n] in search.end]
    return bool(ends) and all(_is_skipped(run, n) for n in ends)
