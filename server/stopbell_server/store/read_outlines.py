"""Many trips at once as live data is compared with them; trips share the objects for their stops and their times."""

from collections.abc import Iterable
from weakref import WeakValueDictionary

from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.outline import PlannedStops, PlannedTimes, TripOutline
from stopbell_server.store.database import Database
from stopbell_server.store.packing import unpack
from stopbell_server.store.read_stops import ACCESS_BY_CODE
from stopbell_server.store.schema import DROP_OFF_SHIFT, NO_TIME, PICKUP_BITS

_TRIPS = """SELECT t.trip_id, r.route_id, t.pattern, t.timing, t.start, t.is_frequency,
    t.wheelchair FROM trips t JOIN routes r ON r.id = t.route WHERE t.trip_id IN (%s)"""

_NOT_AVAILABLE = 1
"""pickup_type and drop_off_type: no boarding, no getting off."""


class OutlineReader:
    """Reads trips, patterns and timings as compiled; a pattern is read once as long as somebody holds it."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self._stops = WeakValueDictionary[int, PlannedStops]()
        self._times = WeakValueDictionary[int, PlannedTimes]()
        self._no_stops, self._no_times = PlannedStops((), ()), PlannedTimes((), ())

    def list_outlines(self, trips: Iterable[TripId]) -> tuple[TripOutline, ...]:
        """List those of these trips that trips.txt has, in no particular order."""
        rows = self._database.rows_for(_TRIPS, trips)
        stops = self._list_stops({pattern for _, _, pattern, *_ in rows if pattern is not None})
        times = self._list_times({timing for _, _, _, timing, *_ in rows if timing is not None})
        return tuple(
            TripOutline(
                trip,
                route,
                stops.get(pattern, self._no_stops),
                times.get(timing, self._no_times),
                start or 0,
                is_frequency=bool(is_frequency),
                wheelchair=ACCESS_BY_CODE[wheelchair],
            )
            for trip, route, pattern, timing, start, is_frequency, wheelchair in rows
        )

    def _list_stops(self, patterns: set[int]) -> dict[int, PlannedStops]:
        known = {number: stops for number in patterns if (stops := self._stops.get(number)) is not None}
        missing = patterns - known.keys()
        rows = self._database.rows_for("SELECT id, stops, sequences, flags FROM patterns WHERE id IN (%s)", missing)
        numbers = {number: unpack(stops) for number, stops, *_ in rows}
        asked = {stop for found in numbers.values() for stop in found}
        ids: dict[int, StopId] = dict(self._database.rows_for("SELECT id, stop_id FROM stops WHERE id IN (%s)", asked))
        for number, _, sequences, flags in rows:
            stops = tuple(ids[stop] for stop in numbers[number])
            counted = tuple(unpack(sequences)) if sequences else tuple(range(1, len(stops) + 1))
            known[number] = self._stops[number] = PlannedStops(stops, counted, *_to_boarding(flags))
        return known

    def _list_times(self, timings: set[int]) -> dict[int, PlannedTimes]:
        known = {number: times for number in timings if (times := self._times.get(number)) is not None}
        rows = self._database.rows_for("SELECT id, times FROM timings WHERE id IN (%s)", timings - known.keys())
        for number, blob in rows:
            times = [None if time == NO_TIME else time for time in unpack(blob)]
            known[number] = self._times[number] = PlannedTimes(tuple(times[::2]), tuple(times[1::2]))
        return known


def _to_boarding(flags: bytes) -> tuple[tuple[bool, ...], tuple[bool, ...]]:
    """Say where one may get on and off; never on at the last stop, nor off at the first (GTFS stop_times.txt)."""
    last = len(flags) - 1
    on = tuple(place < last and flag & PICKUP_BITS != _NOT_AVAILABLE for place, flag in enumerate(flags))
    off = tuple(
        bool(place) and flag >> DROP_OFF_SHIFT & PICKUP_BITS != _NOT_AVAILABLE for place, flag in enumerate(flags)
    )
    return on, off
