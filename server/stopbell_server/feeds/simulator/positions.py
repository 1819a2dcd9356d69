"""Where a played run's vehicle is: on straight lines from stop to stop."""

from dataclasses import dataclass
from datetime import UTC, datetime
from math import atan2, cos, degrees, hypot, pi, radians, sin

from stopbell_server.domain.network import Stop
from stopbell_server.domain.realtime import Occupancy, Vehicle, VehiclePosition, VehicleStopStatus
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.chance import Chance
from stopbell_server.feeds.simulator.runs import Run
from stopbell_server.feeds.simulator.scenario import Fate
from stopbell_server.feeds.simulator.updates import Played, to_descriptor

_STANDS_BEFORE_S = 5
_STANDS_AFTER_S = 10
_INCOMING_S = 30
_METRES_PER_DEGREE = 111_195
_CROWDS = (
    Occupancy.EMPTY,
    Occupancy.MANY_SEATS_AVAILABLE,
    Occupancy.FEW_SEATS_AVAILABLE,
    Occupancy.STANDING_ROOM_ONLY,
    Occupancy.CRUSHED_STANDING_ROOM_ONLY,
)


@dataclass(frozen=True, slots=True)
class _Place:
    lat: float | None
    lon: float | None
    bearing: float | None = None
    speed: float | None = None


def to_position(chance: Chance, store: Store, played: Played, vehicle: Vehicle) -> VehiclePosition:
    """Give the vehicle's report, as of the instant when it was last heard of."""
    run = played.run
    planned = played.reported - played.motion.delay_at(played.reported)
    index, status = _find_next(played, planned)
    tells_stop = chance.share("tells stop", run.key) >= 0.1
    place = _to_place(store, run, planned)
    return VehiclePosition(
        vehicle=vehicle,
        descriptor=to_descriptor(run, played.part.fate),
        lat=place.lat,
        lon=place.lon,
        bearing=place.bearing,
        speed=0 if status is VehicleStopStatus.STOPPED_AT else place.speed,
        sequence=run.stops[index].sequence if tells_stop else None,
        stop=run.stops[index].stop if tells_stop else None,
        status=status if tells_stop else None,
        timestamp=datetime.fromtimestamp(played.reported, UTC),
        occupancy=_to_occupancy(chance, run, played.reported),
    )


def to_idle_position(store: Store, vehicle: Vehicle, run: Run, now: int) -> VehiclePosition:
    """Give the report of a vehicle that runs no trip: it drives along a run's stops, to and fro."""
    length = max(1, run.end - run.start)
    along = now % (2 * length)
    place = _to_place(store, run, run.start + (along if along < length else 2 * length - along))
    return VehiclePosition(vehicle=vehicle, lat=place.lat, lon=place.lon, timestamp=datetime.fromtimestamp(now, UTC))


def is_out(played: Played, now: int) -> bool:
    """Whether the vehicle reports a place: from ten minutes before its start to its end; a lost one keeps its last."""
    if played.part.fate is Fate.LOST:
        return True
    is_over = played.run.end + played.motion.delay_at(played.reported) < played.reported
    return played.run.start - 600 <= now and not is_over


def _find_next(played: Played, planned: float) -> tuple[int, VehicleStopStatus]:
    """Give the call that the vehicle stands at or goes to next, leaving out skipped ones."""
    stops = played.run.stops
    for index, stop in enumerate(stops):
        if played.is_skipped(index):
            continue
        if planned < stop.arrival - _INCOMING_S and index:
            return index, VehicleStopStatus.IN_TRANSIT_TO
        if planned < stop.arrival - _STANDS_BEFORE_S and index:
            return index, VehicleStopStatus.INCOMING_AT
        if planned < stop.departure + _STANDS_AFTER_S:
            return index, VehicleStopStatus.STOPPED_AT
    return len(stops) - 1, VehicleStopStatus.STOPPED_AT


def _to_place(store: Store, run: Run, planned: float) -> _Place:
    """Give the place on the plan's way at a planned instant."""
    for here, there in zip(run.stops, run.stops[1:], strict=False):
        if planned < there.arrival:
            share = max(0.0, planned - here.departure) / max(1, there.arrival - here.departure)
            return _between(
                store.find_stop(here.stop), store.find_stop(there.stop), share, there.arrival - here.departure
            )
    end = store.find_stop(run.stops[-1].stop)
    return _Place(end.lat, end.lon) if end else _Place(None, None)


def _between(here: Stop | None, there: Stop | None, share: float, duration_s: float) -> _Place:
    if here is None or there is None or here.lat is None or here.lon is None or there.lat is None or there.lon is None:
        return _Place(None, None)
    north = (there.lat - here.lat) * _METRES_PER_DEGREE
    east = (there.lon - here.lon) * _METRES_PER_DEGREE * cos(radians(here.lat))
    return _Place(
        lat=here.lat + (there.lat - here.lat) * share,
        lon=here.lon + (there.lon - here.lon) * share,
        bearing=degrees(atan2(east, north)) % 360,
        speed=hypot(north, east) / max(1.0, duration_s),
    )


def _to_occupancy(chance: Chance, run: Run, instant: int) -> Occupancy | None:
    """Let a vehicle fill and empty slowly; one in four does not count its riders."""
    if chance.share("counts", run.key) < 0.25:
        return None
    turn = instant / 2400 + chance.share("crowd", run.key)
    return _CROWDS[round((len(_CROWDS) - 1) * (0.5 + 0.5 * sin(2 * pi * turn)))]
