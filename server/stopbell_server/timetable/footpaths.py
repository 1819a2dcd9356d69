"""Where one may change from one stop to another, how far that is, and how long it takes at least.

Distances are as the crow flies: no feed says where the pavements are. So times on foot are generous, and told as
distances, never as a way.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.store import Store
from stopbell_server.domain.transfers import Transfer, TransferKind
from stopbell_server.timetable.geo import to_distance_m
from stopbell_server.timetable.runs import Run
from stopbell_server.timetable.transfers import TransferEnd, find_transfer

CHANGE_M = 150
"""So far apart two stops are still one place to change at, where the feed does not say so itself."""
CHANGE_S = 120
"""To get off, find the stop and get on, where the feed gives no time for it."""
METERS_A_SECOND = 0.7
"""A slow walk, over a straight line that no pavement follows."""
_UNKNOWN_WAY_S = 300
"""On foot between platforms of one station whose places are not known."""
_CELL_DEGREES = 0.0025
"""Wider than `CHANGE_M` in both directions up to a latitude of 57 degrees; beyond, two cells aside are looked at."""


class Link(NamedTuple):
    """A way on foot to where one may get on."""

    to: StopId
    meters: float | None
    """Straight; None where a position is missing."""
    need_s: int
    """From getting off until one can get on."""
    rule: Transfer | None
    """What the feed says of changing between these two stops, whatever the lines."""
    is_by_line: bool
    """The feed has rules for single lines or trips between these stops: `Footpaths.find_need` knows them."""


def to_walk_s(meters: float | None) -> int:
    """Give how long a straight distance takes on foot, in seconds, rounded up."""
    return _UNKNOWN_WAY_S if meters is None else int(-(-meters // METERS_A_SECOND))


class Footpaths:
    """Ways on foot between the stops of one feed, as far as a question needs them."""

    def __init__(self, store: Store) -> None:
        """Read from this timetable."""
        self._store = store
        self._needs: dict[object, tuple[int, Transfer | None] | None] = {}

    def link(self, froms: Iterable[StopId], tos: Iterable[StopId]) -> dict[StopId, list[Link]]:
        """Give for each stop where one gets off the stops, of those, where one may go on from."""
        aims = {stop: found for stop in tos if (found := self._store.find_stop(stop))}
        starts = {stop: found for stop in froms if (found := self._store.find_stop(stop))}
        near = _Near(aims.values())
        rules = self._list_rules(starts.values(), aims)
        links: dict[StopId, list[Link]] = {}
        for start in starts.values():
            ends = {end.id: meters for end, meters in near.list_from(start)}
            for end in rules.get(start.id, ()):
                ends.setdefault(end, _to_meters(start, aims[end]))
            found = [
                link
                for end, meters in ends.items()
                if (link := self._to_link(start.id, end, meters, rules.get(start.id, {}).get(end, ()))) is not None
            ]
            if found:
                links[start.id] = found
        return links

    def find_need(self, start: StopId, link: Link, arriving: Run, departing: Run) -> tuple[int, Transfer | None] | None:
        """Give the seconds that a change between two runs needs, and the rule; None: it is not possible."""
        key = (start, link.to, arriving.route, arriving.trip, departing.route, departing.trip)
        if key not in self._needs:
            rule = find_transfer(
                self._store,
                TransferEnd(start, arriving.route, arriving.trip),
                TransferEnd(link.to, departing.route, departing.trip),
            )
            self._needs[key] = _to_need(rule, start == link.to, link.meters)
        return self._needs[key]

    def _to_link(self, start: StopId, end: StopId, meters: float | None, rows: Iterable[Transfer]) -> Link | None:
        is_by_line = any(row.from_route or row.to_route or row.from_trip or row.to_trip for row in rows)
        rule = None
        if rows:
            rule = find_transfer(self._store, TransferEnd(start), TransferEnd(end))
        need = _to_need(rule, start == end, meters)
        if need is None:
            return Link(end, meters, 0, rule, is_by_line=True) if is_by_line else None
        return Link(end, meters, need[0], rule, is_by_line=is_by_line)

    def _list_rules(
        self, starts: Iterable[Stop], aims: Mapping[StopId, Stop]
    ) -> dict[StopId, dict[StopId, list[Transfer]]]:
        """Give the rows of transfers.txt between these stops; a row for a station holds for its platforms."""
        of_station: dict[StopId, list[StopId]] = defaultdict(list)
        for stop in aims.values():
            if stop.parent:
                of_station[stop.parent].append(stop.id)
        members: dict[StopId, list[StopId]] = defaultdict(list)
        for stop in starts:
            members[stop.id].append(stop.id)
            if stop.parent:
                members[stop.parent].append(stop.id)
        found: dict[StopId, dict[StopId, list[Transfer]]] = defaultdict(lambda: defaultdict(list))
        for row in self._store.list_transfers_from(members):
            if row.from_stop is None or row.to_stop is None:
                continue
            ends = [row.to_stop] if row.to_stop in aims else []
            for end in (*ends, *of_station.get(row.to_stop, ())):
                for start in members.get(row.from_stop, ()):
                    found[start][end].append(row)
        return found


def _to_need(rule: Transfer | None, is_here: bool, meters: float | None) -> tuple[int, Transfer | None] | None:
    """Give how long a change takes at least (transfers.txt transfer_type); None: it is not possible."""
    walk_s = 0 if is_here else to_walk_s(meters)
    if rule is None or rule.kind in (TransferKind.RECOMMENDED, TransferKind.MUST_RE_BOARD):
        return CHANGE_S + walk_s, rule
    if rule.kind is TransferKind.NOT_POSSIBLE:
        return None
    if rule.kind is TransferKind.MINIMUM_TIME:
        return (rule.minimum_s if rule.minimum_s is not None else CHANGE_S + walk_s), rule
    return (0 if rule.kind is TransferKind.IN_SEAT else walk_s), rule


class _Near:
    """Stops by where they are."""

    def __init__(self, stops: Iterable[Stop]) -> None:
        self._cells: dict[tuple[int, int], list[Stop]] = defaultdict(list)
        self._of_station: dict[StopId, list[Stop]] = defaultdict(list)
        self._own: dict[StopId, Stop] = {}
        for stop in stops:
            self._own[stop.id] = stop
            if stop.lat is not None and stop.lon is not None:
                self._cells[_to_cell(stop.lat, stop.lon)].append(stop)
            if stop.parent and stop.location_type is LocationType.STOP:
                self._of_station[stop.parent].append(stop)

    def list_from(self, start: Stop) -> Iterator[tuple[Stop, float | None]]:
        """Yield the stops that are near, or in the same station, each with its straight distance."""
        own = self._own.get(start.id)
        if own is not None:
            yield own, 0.0
        inside = self._of_station.get(start.parent, ()) if start.parent else ()
        for stop in inside:
            if stop.id != start.id:
                yield stop, _to_meters(start, stop)
        if start.lat is None or start.lon is None:
            return
        row, column = _to_cell(start.lat, start.lon)
        for near_row in (row - 1, row, row + 1):
            for near_column in range(column - 2, column + 3):
                for stop in self._cells.get((near_row, near_column), ()):
                    if stop.id == start.id or (stop.parent and stop.parent == start.parent):
                        continue
                    meters = to_distance_m(start.lat, start.lon, stop.lat or 0.0, stop.lon or 0.0)
                    if meters <= CHANGE_M:
                        yield stop, meters


def _to_meters(start: Stop, end: Stop) -> float | None:
    if start.id == end.id:
        return 0.0
    if start.lat is None or start.lon is None or end.lat is None or end.lon is None:
        return None
    return to_distance_m(start.lat, start.lon, end.lat, end.lon)


def _to_cell(lat: float, lon: float) -> tuple[int, int]:
    return int(lat // _CELL_DEGREES), int(lon // _CELL_DEGREES)
