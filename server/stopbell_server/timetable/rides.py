"""Lines from one place to another by the way they stop, without times: direct, or with one change."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from stopbell_server.domain.ids import RouteId, StopId
from stopbell_server.domain.network import Boarding, LocationType, PatternStop, Route, Stop
from stopbell_server.domain.store import Store
from stopbell_server.timetable.directions_of_line import list_ways
from stopbell_server.timetable.geo import to_distance_m

WALK_M = 300
"""All stops so near to the asked one are the same place: the two ways of a line stop across the street."""
_CHANGE_M = 150
_METERS_PER_STOP = 150
"""A walk of so many metres weighs as much as one stop more."""
_CHANGE_STOPS = 5
"""A change weighs as much as so many stops."""
_MOST_CHANGES = 3
_MOST_STOPS_OF_PLACE = 200
_CELL_DEGREES = 0.0025
"""Wider than `_CHANGE_M` in both directions up to a latitude of 57 degrees; beyond, two cells aside are looked at."""

Place = Mapping[StopId, int]
"""The stops of a place with the walk to each from the asked stop, in metres, as the crow flies."""


@dataclass(frozen=True, slots=True)
class Ride:
    """One line from a stop to a later one."""

    route: Route
    direction: int
    destination: StopId
    """The last stop."""
    board: StopId
    alight: StopId
    stops: int
    """How many stops further one gets off."""


@dataclass(frozen=True, slots=True)
class Trip:
    """One ride or two, with the walks before, between and after, in metres."""

    rides: tuple[Ride, ...]
    walk_to: int
    walk_from: int
    walk_between: int = 0

    @property
    def cost(self) -> float:
        """What to rank by, in stops."""
        walks = (self.walk_to + self.walk_from + self.walk_between) / _METERS_PER_STOP
        return sum(ride.stops for ride in self.rides) + walks + _CHANGE_STOPS * (len(self.rides) - 1)


@dataclass(frozen=True, slots=True)
class _Path:
    route: Route
    direction: int
    calls: tuple[PatternStop, ...]

    @property
    def key(self) -> tuple[RouteId, int]:
        return self.route.id, self.direction

    def ride(self, board: int, alight: int) -> Ride:
        calls = self.calls
        return Ride(self.route, self.direction, calls[-1].stop, calls[board].stop, calls[alight].stop, alight - board)

    def list_boardings(self) -> Iterator[tuple[int, StopId]]:
        """Yield the calls where one may get on; the last one is none."""
        for index, call in enumerate(self.calls[:-1]):
            if call.pickup is not Boarding.NOT_AVAILABLE:
                yield index, call.stop

    def list_alightings(self) -> Iterator[tuple[int, StopId]]:
        """Yield the calls where one may get off; the first one is none."""
        for index, call in enumerate(self.calls[1:], 1):
            if call.drop_off is not Boarding.NOT_AVAILABLE:
                yield index, call.stop


def list_place(store: Store, stop: Stop) -> Place:
    """Give the stops of the place of a stop or station, each with the walk to it; its own stops are no walk."""
    own = [platform.id for platform in store.list_platforms(stop.id)] or [stop.id]
    place = {} if stop.lat is None or stop.lon is None else _list_around(store, stop.lat, stop.lon)
    return {**place, **dict.fromkeys(own, 0)}


def _list_around(store: Store, lat: float, lon: float) -> dict[StopId, int]:
    near = store.list_stops_near(lat, lon, WALK_M, _MOST_STOPS_OF_PLACE)
    return {stop.id: round(meters) for stop, meters in near if stop.location_type is LocationType.STOP}


def find_trips(store: Store, start: Place, end: Place, today: date) -> tuple[list[Trip], list[Trip]]:
    """Give direct trips, one for each line and direction, and those with one change; the best first.

    Changes are given where no direct line goes, or where they are better than every direct one.
    """
    from_start, to_end = store.list_routes_at(start), store.list_routes_at(end)
    routes = {route.id: route for route in (*from_start, *to_end)}
    paths = {route_id: _list_paths(store, route, today) for route_id, route in routes.items()}
    leaving = [path for route in from_start for path in paths[route.id]]
    reaching = [path for route in to_end for path in paths[route.id]]
    direct = _keep_best(trip for path in leaving for trip in _list_direct(path, start, end))
    known = {(trip.rides[0].route.id, trip.rides[0].direction) for trip in direct}
    changes = _list_changes(
        store,
        [path for path in leaving if path.key not in known],
        [path for path in reaching if path.key not in known],
        start,
        end,
    )
    limit = direct[0].cost if direct else float("inf")
    return direct, [trip for trip in _keep_best(changes) if trip.cost < limit][:_MOST_CHANGES]


def _list_paths(store: Store, route: Route, today: date) -> list[_Path]:
    found: list[_Path] = []
    for direction, way in enumerate(list_ways(store, [route], today)):
        patterns = {id(run.outline.stops): run.trip.id for run in way.runs}
        found += [_Path(route, direction, store.list_pattern(trip)) for trip in patterns.values()]
    return found


def _keep_best(trips: Iterable[Trip]) -> list[Trip]:
    """Keep the best trip of each line and direction, or of each pair of them."""
    best: dict[tuple[tuple[RouteId, int], ...], Trip] = {}
    for trip in trips:
        key = tuple((ride.route.id, ride.direction) for ride in trip.rides)
        if key not in best or trip.cost < best[key].cost:
            best[key] = trip
    return sorted(best.values(), key=lambda trip: (trip.cost, [ride.route.line for ride in trip.rides]))


def _list_direct(path: _Path, start: Place, end: Place) -> Iterator[Trip]:
    alightings = [(index, stop) for index, stop in path.list_alightings() if stop in end]
    for board, stop in path.list_boardings():
        if stop in start:
            for alight, last in alightings:
                if alight > board:
                    yield Trip((path.ride(board, alight),), start[stop], end[last])


def _list_changes(
    store: Store, leaving: Sequence[_Path], reaching: Sequence[_Path], start: Place, end: Place
) -> Iterator[Trip]:
    onward = _Onward(store, reaching, end)
    for path in leaving:
        for ride, walk_to in _list_first_rides(path, start):
            for second, walk_from, walk_between in onward.list_from(ride.alight):
                if second.route.id != path.route.id:
                    yield Trip((ride, second), walk_to, walk_from, walk_between)


def _list_first_rides(path: _Path, start: Place) -> Iterator[tuple[Ride, int]]:
    """Yield for each later stop the best ride there, with the walk to where it begins."""
    boardings = [(index, stop) for index, stop in path.list_boardings() if stop in start]
    for alight, _ in path.list_alightings():
        before = [(start[stop] / _METERS_PER_STOP - index, index, stop) for index, stop in boardings if index < alight]
        if before:
            _, board, stop = min(before)
            yield path.ride(board, alight), start[stop]


class _Onward:
    """The second rides, found by the place where they begin."""

    def __init__(self, store: Store, reaching: Sequence[_Path], end: Place) -> None:
        self._store = store
        self._cells: dict[tuple[int, int], list[tuple[Stop, Ride, int]]] = defaultdict(list)
        for path in reaching:
            alightings = [(index, stop) for index, stop in path.list_alightings() if stop in end]
            for board, stop_id in path.list_boardings():
                after = [
                    (end[last] / _METERS_PER_STOP + index, index, last) for index, last in alightings if index > board
                ]
                stop = store.find_stop(stop_id)
                if after and stop is not None and stop.lat is not None and stop.lon is not None:
                    _, alight, last = min(after)
                    self._cells[_to_cell(stop.lat, stop.lon)].append((stop, path.ride(board, alight), end[last]))

    def list_from(self, stop_id: StopId) -> Iterator[tuple[Ride, int, int]]:
        """Yield rides on from a stop, with the walk after them and the walk to them."""
        here = self._store.find_stop(stop_id)
        if here is None or here.lat is None or here.lon is None:
            return
        row, column = _to_cell(here.lat, here.lon)
        for near_row in (row - 1, row, row + 1):
            for near_column in range(column - 2, column + 3):
                for stop, ride, walk_from in self._cells.get((near_row, near_column), ()):
                    meters = to_distance_m(here.lat, here.lon, stop.lat or 0.0, stop.lon or 0.0)
                    if meters <= _CHANGE_M:
                        yield ride, walk_from, round(meters)


def _to_cell(lat: float, lon: float) -> tuple[int, int]:
    return int(lat // _CELL_DEGREES), int(lon // _CELL_DEGREES)
