"""What a rider's board would see of a simulation: its bytes, decoded again, beside the plan."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import StopTime
from stopbell_server.domain.realtime import StopTimeEvent, StopTimeUpdate, TripUpdate
from stopbell_server.domain.service_day import to_instant
from stopbell_server.domain.snapshot import Snapshot
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.feeds.realtime_writer import encode_alerts, encode_positions, encode_updates
from stopbell_server.feeds.simulator.simulator import Simulator


@dataclass(frozen=True, slots=True)
class Departure:
    """A call that one may leave from, as planned and as told."""

    update: TripUpdate
    told: StopTimeUpdate
    planned: datetime

    @property
    def expected(self) -> datetime | None:
        """By the prediction; None without one."""
        return to_expected(self.told.departure, self.planned)


def observe(simulator: Simulator, store: Store, now: datetime) -> Snapshot:
    """Give the snapshot that a client has after fetching all three parts at this instant."""
    payloads = (
        encode_updates(now, simulator.list_updates(now)),
        encode_positions(now, simulator.list_positions(now)),
        encode_alerts(now, simulator.list_alerts(now)),
    )
    return build_snapshot([receive(payload, "simulated", now, n) for n, payload in enumerate(payloads)], store)


def list_departures(snapshot: Snapshot, store: Store, now: datetime) -> tuple[Departure, ...]:
    """List the departures, of planned trips that updates speak of, that are told or else planned for the next hour."""
    found = (one for update in snapshot.list_all_updates() for one in _list_of(update, store))
    return tuple(one for one in found if now <= (one.expected or one.planned) <= now + timedelta(hours=1))


def to_expected(event: StopTimeEvent | None, planned: datetime) -> datetime | None:
    """Give the predicted instant; time wins over delay."""
    if event is None:
        return None
    if event.time is not None:
        return datetime.fromtimestamp(event.time, UTC)
    return planned + timedelta(seconds=event.delay_s) if event.delay_s is not None else None


def list_planned(store: Store, day: date, trip: TripId) -> tuple[tuple[StopTime, datetime], ...]:
    """List a trip's calls with their planned departures."""
    rows = store.list_stop_times(trip)
    return tuple((row, to_instant(day, row.departure_s or 0, store.info.zone)) for row in rows)


def _list_of(update: TripUpdate, store: Store) -> Iterator[Departure]:
    trip, day = update.descriptor.trip, update.descriptor.start_date
    assert trip is not None
    assert day is not None
    if update.descriptor.start_s is not None:
        return
    told = {stop.sequence: stop for stop in update.updates}
    for row, planned in list_planned(store, day, trip)[:-1]:
        yield Departure(update, told.get(row.sequence, StopTimeUpdate()), planned)
