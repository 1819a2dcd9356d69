"""Which rule holds for a change from one vehicle to another (GTFS transfers.txt)."""

from dataclasses import dataclass

from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.store import Store
from stopbell_server.domain.transfers import Transfer


@dataclass(frozen=True, slots=True)
class TransferEnd:
    """The call at which one gets off, or on."""

    stop: StopId
    route: RouteId | None = None
    trip: TripId | None = None


def find_transfer(store: Store, arriving: TransferEnd, departing: TransferEnd) -> Transfer | None:
    """Give the rule that holds between two calls; None: the feed has none, which neither allows nor forbids it.

    Of all rows that fit, the most specific holds (GTFS transfers.txt, "Specificity of a transfer"): trips before
    routes before stops, both ends before one. A row for a station holds for all its platforms (from_stop_id); one for
    the platform itself goes before it. Of equal rows the first in the file holds.
    """
    from_places, to_places = _list_places(store, arriving.stop), _list_places(store, departing.stop)
    fitting = [
        row
        for row in store.list_transfers_from(from_places, arriving.trip)
        if _fits(arriving, from_places, row.from_stop, row.from_route, row.from_trip)
        and _fits(departing, to_places, row.to_stop, row.to_route, row.to_trip)
    ]
    return max(fitting, key=lambda row: _to_specificity(row, arriving, departing), default=None)


def _list_places(store: Store, stop: StopId) -> tuple[StopId, ...]:
    """List the stop, and its station."""
    found = store.find_stop(stop)
    return (stop, found.parent) if found and found.parent else (stop,)


def _fits(
    end: TransferEnd, places: tuple[StopId, ...], stop: StopId | None, route: RouteId | None, trip: TripId | None
) -> bool:
    """Whether all that a row names of one end is so; a trip goes before its route (from_trip_id)."""
    if stop is not None and stop not in places:
        return False
    if trip is not None:
        return trip == end.trip
    return route is None or route == end.route


def _to_specificity(row: Transfer, arriving: TransferEnd, departing: TransferEnd) -> tuple[int, int, int]:
    """Give ends with a trip, then ends with a route alone, then ends that name the very platform."""
    trips = (row.from_trip is not None) + (row.to_trip is not None)
    routes = (row.from_trip is None and row.from_route is not None) + (row.to_trip is None and row.to_route is not None)
    return trips, routes, (row.from_stop == arriving.stop) + (row.to_stop == departing.stop)
