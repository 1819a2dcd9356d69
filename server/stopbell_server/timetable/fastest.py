"""Direct rides and rides with one change that no other one beats: later off, sooner there, with fewer changes."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.transfers import Transfer
from stopbell_server.timetable.footpaths import Footpaths, Link, to_walk_s
from stopbell_server.timetable.run_book import RunBook
from stopbell_server.timetable.runs import Run, Seat
from stopbell_server.timetable.ways import NEVER, Accepts, Hop, Place, Span, Way, accept_all, keep_unbeaten


class _Onward(NamedTuple):
    """The runs that one may get on at a stop to reach the end, in order of departure."""

    departures: list[int]
    hops: list[Hop]
    arrivals: list[int]
    """When one is at the end."""
    best: list[int]
    """At each place the place from there on that arrives first."""


class Search:
    """One search between two places."""

    def __init__(self, book: RunBook, start: Place, end: Place, span: Span, accepts: Accepts = accept_all) -> None:
        """Say what is asked; nothing is looked up before `find`."""
        self._book, self._start, self.end, self._span, self._accepts = book, start, end, span, accepts
        self._walk_to = {stop: to_walk_s(meters) for stop, meters in start.items()}
        self.walk_from = {stop: to_walk_s(meters) for stop, meters in end.items()}
        """Seconds on foot from where one gets off, by stop."""
        self._footpaths = Footpaths(book.view.store)
        self._onward: dict[StopId, _Onward | None] = {}
        self._links: Mapping[StopId, Sequence[Link]] = {}
        self._waiting: dict[StopId, list[tuple[list[Seat], int]]] = {}
        self._repeated: dict[StopId, list[tuple[Seat, int, int, int]]] = defaultdict(list)
        self.firsts: list[tuple[int, Seat, int]] = []
        """Where one may get on first: when one sets out, the call, what to add to the run's times; the last first."""
        self._exits: dict[tuple[int, int], list[int]] = {}
        self._transfers: dict[tuple[int, int], list[tuple[int, Sequence[Link]]]] = {}

    def find(self) -> list[Way]:
        """Give the ways that no other one beats, of equal ones one; those that leave first come first."""
        self.firsts = sorted(self._list_firsts(), key=lambda one: -one[0])
        self._join(self.firsts)
        return keep_unbeaten(self._list_ways())

    @property
    def first(self) -> int:
        """The earliest POSIX second at which one sets out."""
        return self._span.first

    def list_onward(self, stop: StopId, first: int, last: int) -> Iterator[Hop]:
        """Yield the runs that leave a stop for the end from one POSIX second to before another."""
        onward = self._find_onward(stop)
        if onward is not None:
            yield from onward.hops[bisect_left(onward.departures, first) : bisect_left(onward.departures, last)]

    def _list_ways(self) -> Iterator[Way]:
        """Yield direct rides, and changes that may be worth more; from the last one that leaves to the first."""
        direct = sooner = NEVER
        for leaves, seat, first_s in self.firsts:
            for way in self._ride_on(leaves, seat, first_s):
                if way.arrives <= direct and way.arrives <= self._span.deadline:
                    direct = way.arrives
                    sooner = min(sooner, direct)
                    yield way
            best: Way | None = None
            for way in self._change(leaves, seat, first_s, sooner):
                if best is None or (way.arrives, way.ease) < (best.arrives, best.ease):
                    best = way
                    sooner = min(sooner, way.arrives)
            if best is not None:
                yield best

    def _list_firsts(self) -> list[tuple[int, Seat, int]]:
        """List where one may get on first: when one sets out, the call, and what to add to the run's times."""
        book, span, stops = self._book, self._span, frozenset(self._start)
        farthest = max(self._walk_to.values(), default=0)
        found: list[tuple[int, Seat, int]] = []
        for seat in book.list_leaving(stops, span.first, span.last + farthest):
            departs = seat.run.departure(seat.place)
            walk_s = self._walk_to.get(seat.run.stops[seat.place])
            if departs is not None and walk_s is not None and span.first <= departs - walk_s <= span.last:
                found.append((departs - walk_s, seat, 0))
        for seat, from_s, to_s in book.list_repeated(stops, span.first, span.last + farthest):
            run, walk_s = seat.run, self._walk_to[seat.run.stops[seat.place]]
            begins = run.departure(seat.place)
            readies = range(max(from_s, span.first + walk_s), min(to_s, span.last + walk_s + 1), run.headway_s)
            # Whoever must be there by some time may set out later than at once.
            for ready in readies if span.deadline < NEVER else readies[:1]:
                if begins is not None and run.can_board[seat.place] and not book.is_closed(run, seat.place, ready):
                    # Nobody knows when it comes: at the latest after its headway.
                    found.append((ready - walk_s, seat, ready + run.headway_s - begins))  # noqa: PERF401 # clearer so
        return found

    def _ride_on(self, leaves: int, seat: Seat, add_s: int) -> Iterator[Way]:
        run, board = seat
        key = (id(run.stops), board)
        exits = self._exits.get(key)
        if exits is None:
            exits = self._exits[key] = [
                n for n in range(board + 1, len(run.stops)) if run.stops[n] in self.end and run.can_alight[n]
            ]
        departs = run.departure(board)
        for alight in exits:
            arrives = run.arrival(alight)
            if arrives is None or departs is None or arrives < departs or not self._accepts(run, board, alight):
                continue
            if self._book.is_closed(run, alight, arrives + add_s):
                continue
            last = run.stops[alight]
            yield Way(
                leaves,
                arrives + add_s + self.walk_from[last],
                (Hop(run, board, alight),),
                self._start[run.stops[board]],
                self.end[last],
            )

    def _join(self, firsts: Sequence[tuple[int, Seat, int]]) -> None:
        """Work out at which stops a first run meets one that reaches the end, and which those are."""
        span, stops = self._span, frozenset(self.end)
        until = min(span.until, span.deadline)
        upward: dict[tuple[int, int], list[Seat]] = defaultdict(list)
        for seat in self._book.list_reaching(stops, span.first, until):
            if seat.run.stops[seat.place] in self.end:
                upward[id(seat.run.stops), seat.place].append(seat)
        calls: dict[StopId, list[tuple[list[Seat], int]]] = defaultdict(list)
        for seats in upward.values():
            run, alight = seats[0]
            for board in range(alight):
                if run.can_board[board]:
                    calls[run.stops[board]].append((seats, board))
        for seat, from_s, to_s in self._book.list_repeated(stops, span.first, until):
            run, alight = seat
            shift = run.departure(alight) or 0
            for board in range(alight):
                leaves = run.departure(board)
                if run.can_alight[alight] and run.can_board[board] and leaves is not None:
                    start = run.stops[board]
                    calls.setdefault(start, [])
                    self._repeated[start].append((seat, board, from_s - shift + leaves, to_s - shift + leaves))
        downward = {(id(seat.run.stops), seat.place): seat for _, seat, _ in firsts}
        reached = {
            seat.run.stops[n]
            for seat in downward.values()
            for n in range(seat.place + 1, len(seat.run.stops))
            if seat.run.can_alight[n]
        }
        self._links = self._footpaths.link(reached, calls)
        self._waiting = calls

    def _find_onward(self, stop: StopId) -> _Onward | None:
        if stop not in self._onward:
            self._onward[stop] = self._read_onward(stop)
        return self._onward[stop]

    def _read_onward(self, stop: StopId) -> _Onward | None:
        """Put the runs that leave a stop for the end in order; the best from each on is worked out once."""
        until = min(self._span.until, self._span.deadline)
        rows: list[tuple[int, int, int, Hop]] = []
        has_closures = bool(self._book.question.closures)
        for seats, board in self._waiting.get(stop, ()):
            for run, alight in seats:
                leaves, arrives = run.departure(board), run.arrival(alight)
                if leaves is None or arrives is None or arrives < leaves:
                    continue
                there = arrives + self.walk_from[run.stops[alight]]
                if there > until or not self._accepts(run, board, alight):
                    continue
                if has_closures and self._book.is_closed(run, board, leaves):
                    continue
                rows.append((leaves, there, len(rows), Hop(run, board, alight)))
        if not rows:
            return None
        rows.sort()
        arrivals = [row[1] for row in rows]
        best = list(range(len(rows)))
        for place in range(len(rows) - 2, -1, -1):
            if arrivals[best[place + 1]] < arrivals[place]:
                best[place] = best[place + 1]
        return _Onward([row[0] for row in rows], [row[3] for row in rows], arrivals, best)

    def _change(self, leaves: int, seat: Seat, add_s: int, sooner: int) -> Iterator[Way]:
        run, board = seat
        departs = run.departure(board)
        if departs is None:
            return
        for alight, links in self.list_transfers(run, board):
            arrives = run.arrival(alight)
            if arrives is None or arrives < departs or arrives + add_s >= sooner:
                continue
            if not self._accepts(run, board, alight) or self._book.is_closed(run, alight, arrives + add_s):
                continue
            for link in links:
                for hop, rule, need_s, off, there in self._catch(run, alight, arrives + add_s, link, sooner):
                    if hop.run is run or there > min(self._span.until, self._span.deadline):
                        continue
                    sooner = min(sooner, there)
                    yield Way(
                        leaves,
                        there,
                        (Hop(run, board, alight), hop),
                        self._start[run.stops[board]],
                        self.end[hop.run.stops[hop.alight]],
                        link,
                        rule,
                        off - arrives - add_s - need_s,
                    )

    def list_transfers(self, run: Run, board: int) -> list[tuple[int, Sequence[Link]]]:
        """List the later calls of a run at which one may change, with the ways on foot from there."""
        key = (id(run.stops), board)
        found = self._transfers.get(key)
        if found is None:
            found = self._transfers[key] = [
                (n, self._links[run.stops[n]])
                for n in range(board + 1, len(run.stops))
                if run.can_alight[n] and run.stops[n] in self._links
            ]
        return found

    def _catch(
        self, run: Run, alight: int, arrives: int, link: Link, sooner: int
    ) -> Iterator[tuple[Hop, Transfer | None, int, int, int]]:
        """Yield runs to go on with: the run, the rule, the seconds needed, when it leaves, when one is there."""
        onward = self._find_onward(link.to)
        if onward is not None and not link.is_by_line:
            place = bisect_left(onward.departures, arrives + link.need_s)
            if place < len(onward.best):
                place = onward.best[place]
                if onward.arrivals[place] <= sooner:
                    yield onward.hops[place], link.rule, link.need_s, onward.departures[place], onward.arrivals[place]
        elif onward is not None:
            for place in range(bisect_left(onward.departures, arrives), len(onward.hops)):
                hop, leaves, there = onward.hops[place], onward.departures[place], onward.arrivals[place]
                need = self._footpaths.find_need(run.stops[alight], link, run, hop.run) if there <= sooner else None
                if need is not None and leaves >= arrives + need[0]:
                    yield hop, need[1], need[0], leaves, there
        yield from self._catch_repeated(run, alight, arrives, link, sooner)

    def _catch_repeated(
        self, run: Run, alight: int, arrives: int, link: Link, sooner: int
    ) -> Iterator[tuple[Hop, Transfer | None, int, int, int]]:
        """Yield trips without times: the next one leaves at the latest after its headway."""
        for seat, board, from_s, to_s in self._repeated.get(link.to, ()):
            other, leaves, there = seat.run, seat.run.departure(board), seat.run.arrival(seat.place)
            need = self._footpaths.find_need(run.stops[alight], link, run, other)
            if need is None or leaves is None or there is None or there < leaves:
                continue
            off = max(arrives + need[0], from_s)
            there = off + other.headway_s + there - leaves + self.walk_from[other.stops[seat.place]]
            hop = Hop(other, board, seat.place)
            if off < to_s and there <= sooner and self._accepts(*hop) and not self._book.is_closed(other, board, off):
                yield hop, need[1], need[0], off + other.headway_s, there
