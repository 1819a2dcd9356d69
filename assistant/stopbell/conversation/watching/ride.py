"""The vehicle that a rider is on, and the stop to get off at, as one look at the journey has them."""

from dataclasses import dataclass
from datetime import datetime
from enum import IntEnum

from stopbell_server.contract.journeys import JourneyData, JourneyStop

_NOT_STOPPING = ("skipped", "cancelled", "replaced")

LEAVING_S = 60
"""So long before the rider's stop it is called the next one even of a vehicle that reports no leaving."""


class Stage(IntEnum):
    """How far the ride is, seen from the stop to get off at; it only ever goes on."""

    FAR = 0
    SOON = 1
    NEXT = 2
    HERE = 3
    PASSED = 4


@dataclass(frozen=True, slots=True)
class Ride:
    """What to watch: one stop of one journey."""

    journey: str
    """Address of the monitored journey."""
    visit: str
    """The stop's scoped id, with its place in the journey: `authority:stopId#stop_sequence`."""
    stop: str
    """The stop's name."""
    vehicle: str | None
    """Scoped id of the vehicle, where it reports."""
    lead_stops: int
    lead_s: int

    @property
    def subject(self) -> str:
        """Give what tells this ride from other watches: a rider rides one vehicle."""
        return "ride"


def is_sure(data: JourneyData) -> bool:
    """Say whether a report of the vehicle says where it is."""
    return data.known_by == "vehicle"


def is_served(data: JourneyData, mine: JourneyStop) -> bool:
    """Say whether the journey still stops there, as far as is known."""
    return data.phase != "cancelled" and mine.status not in _NOT_STOPPING


def find_arrival(mine: JourneyStop) -> datetime | None:
    """Give when it gets to the stop: as predicted, else as planned."""
    text = mine.expected_arrival or mine.scheduled_arrival or mine.expected_departure or mine.scheduled_departure
    return datetime.fromisoformat(text) if text else None


def find_stage(ride: Ride, data: JourneyData, mine: JourneyStop, now: datetime) -> Stage:
    """Give how far the ride is, by whatever says so; `is_sure` tells how sure that is."""
    match mine.progress:
        case "behind":
            return Stage.PASSED
        case "here":
            return Stage.HERE
        case "next":
            if data.phase != "under-way":
                return Stage.FAR
            return Stage.SOON if _stands_before(data, mine, now) else Stage.NEXT
        case "due":
            return Stage.NEXT
        case "ahead":
            at = find_arrival(mine)
            is_close = at is not None and (at - now).total_seconds() <= ride.lead_s
            # Riders count the stop itself: the next one is one stop off.
            is_few = data.stops_away is not None and data.stops_away + 1 <= ride.lead_stops
            return Stage.SOON if data.phase == "under-way" and (is_close or is_few) else Stage.FAR


def _stands_before(data: JourneyData, mine: JourneyStop, now: datetime) -> bool:
    """Say whether the vehicle still stands at the stop before, with time left: the doors there are not the rider's."""
    at = find_arrival(mine)
    is_standing = any(one.progress == "here" for one in data.calls)
    return is_standing and at is not None and (at - now).total_seconds() > LEAVING_S
