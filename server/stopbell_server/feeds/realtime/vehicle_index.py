"""The vehicle positions of one source, found by trip and by vehicle, converted when asked."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from stopbell_server.domain.realtime import VehiclePosition
from stopbell_server.feeds.realtime.decoding import DecodedFeed
from stopbell_server.feeds.realtime.values import find_own_id, to_text
from stopbell_server.feeds.realtime.vehicle_facts import to_position


@dataclass(frozen=True, slots=True)
class VehicleIndex:
    """Places are positions in the feed."""

    decoded: DecodedFeed
    made_by: datetime | None
    """No position may claim to be younger than this; None when the snapshot's own time says it for all."""
    by_trip: Mapping[str, list[int]]
    by_vehicle: Mapping[str, int]
    repeated: int
    """Vehicle ids that occur more than once (gtfs-realtime-validator rule E052)."""
    _facts: dict[int, VehiclePosition] = field(default_factory=dict[int, VehiclePosition])

    def list_facts(self, places: Iterable[int]) -> tuple[VehiclePosition, ...]:
        """Convert the positions at these places; the same place always gives the same object."""
        return tuple(self._facts.get(place) or self._convert(place) for place in places)

    def _convert(self, place: int) -> VehiclePosition:
        fact = to_position(self.decoded.vehicles[place])
        if self.made_by is not None:
            fact = replace(fact, timestamp=min(fact.timestamp or self.made_by, self.made_by))
        return self._facts.setdefault(place, fact)


def index_vehicles(decoded: DecodedFeed, made_by: datetime | None) -> VehicleIndex:
    """Index the positions; of several with one vehicle id the one with the newest timestamp is found."""
    by_trip: dict[str, list[int]] = {}
    by_vehicle: dict[str, int] = {}
    repeated = 0
    for place, message in enumerate(decoded.vehicles):
        trip, vehicle = to_text(message.trip.trip_id), find_own_id(message.vehicle.id)
        if trip:
            by_trip.setdefault(trip, []).append(place)
        if vehicle:
            other = by_vehicle.get(vehicle)
            repeated += other is not None
            if other is None or message.timestamp >= decoded.vehicles[other].timestamp:
                by_vehicle[vehicle] = place
    return VehicleIndex(decoded, made_by, by_trip, by_vehicle, repeated)
