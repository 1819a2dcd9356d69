"""What a vehicle does after the last call of a trip: it may go on as another one (transfers.txt, block_id)."""

from collections.abc import Iterator
from datetime import date, timedelta

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import StopTime, Trip
from stopbell_server.domain.store import Store
from stopbell_server.domain.transfers import Continuation, ContinuationSource, TransferKind
from stopbell_server.timetable.transfers import TransferEnd, find_transfer


def find_continuation(store: Store, trip: TripId, service_day: date) -> Continuation | None:
    """Give what the vehicle of a dated trip goes on as; None when nothing is said, or several things are.

    A transfer of type 4 goes before block_id (GTFS transfers.txt, "Linked trips"). A block is told only where no
    transfer of type 5 or 3 says that one must get off.
    """
    found = list_continuations(store, trip, service_day)
    return found[0] if len(found) == 1 else None


def list_continuations(store: Store, trip: TripId, service_day: date) -> tuple[Continuation, ...]:
    """List all that is said, by departure: a train that is parted goes on as several."""
    own, stop_times = store.find_trip(trip), store.list_stop_times(trip)
    # Runs by frequency have no times of their own that another trip could follow.
    if own is None or own.is_frequency or not stop_times or stop_times[-1].arrival_s is None:
        return ()
    linked = sorted(_list_linked(store, own, stop_times, service_day), key=lambda one: one.departure_s)
    if linked:
        return tuple(linked)
    following = _find_in_block(store, own, stop_times[-1], service_day)
    return (following,) if following else ()


def _list_linked(
    store: Store, own: Trip, stop_times: tuple[StopTime, ...], service_day: date
) -> Iterator[Continuation]:
    begins_s = stop_times[0].departure_s or 0
    for row in store.list_transfers_from((), own.id):
        if row.kind is not TransferKind.IN_SEAT or row.to_trip is None:
            continue
        following, departure_s = store.find_trip(row.to_trip), _find_start(store, row.to_trip)
        if following is None or departure_s is None:
            continue
        # It may belong to the day after (GTFS transfers.txt, "Linked trips").
        day = service_day if departure_s > begins_s else service_day + timedelta(days=1)
        if following.service in store.services_on(day):
            yield Continuation(following, day, departure_s, ContinuationSource.TRANSFER)


def _find_in_block(store: Store, own: Trip, last: StopTime, service_day: date) -> Continuation | None:
    """Give the next trip of the block on this day: the same vehicle makes them all (GTFS trips.txt, block_id)."""
    if own.block is None or last.arrival_s is None:
        return None
    starts = [
        (start, trip) for trip in store.list_block(own.block, service_day) if (start := _find_start(store, trip.id))
    ]
    later = [(start, trip) for start, trip in starts if start >= last.arrival_s and trip.id != own.id]
    first = min((start for start, _ in later), default=None)
    following = [trip for start, trip in later if start == first]
    if first is None or len(following) != 1 or _must_get_off(store, own, last, following[0]):
        return None
    return Continuation(following[0], service_day, first, ContinuationSource.BLOCK)


def _must_get_off(store: Store, own: Trip, last: StopTime, following: Trip) -> bool:
    first = store.list_stop_times(following.id)[0]
    rule = find_transfer(
        store, TransferEnd(last.stop, own.route, own.id), TransferEnd(first.stop, following.route, following.id)
    )
    return rule is not None and rule.kind in (TransferKind.MUST_RE_BOARD, TransferKind.NOT_POSSIBLE)


def _find_start(store: Store, trip: TripId) -> int | None:
    stop_times = store.list_stop_times(trip)
    return stop_times[0].departure_s if stop_times else None
