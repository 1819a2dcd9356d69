"""A ride as it would be told if its vehicle kept to the trip's times and reported itself: a plan made into facts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stopbell_server.contract.arrivals import BoardData, BoardingAccess, MonitoredCall
from stopbell_server.contract.journeys import JourneyData, JourneyStop, ProgressWord
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.times import to_minutes
from stopbell_server.contract.trips import TripLeg

STAND = timedelta(seconds=15)
"""How long a vehicle stands at a stop of which the plan has one time only."""


@dataclass(frozen=True, slots=True)
class PlannedStop:
    """One stop between getting on and getting off, both included."""

    call: JourneyStop
    arrives: datetime
    departs: datetime


@dataclass(frozen=True, slots=True)
class PractisedRide:
    """One vehicle of a trip, from the stop where one gets on to the stop where one gets off."""

    leg: TripLeg
    journey: str
    stop: StopSummary
    """Where one gets on."""
    access: BoardingAccess
    """Whether one can board there."""
    stops: Sequence[PlannedStop]
    """In order; the first is where one gets on, the last where one gets off."""

    def board_at(self, now: datetime) -> BoardData:
        """Give what the board of the boarding stop would say of this vehicle."""
        first = self.stops[0]
        is_gone = now >= first.departs + STAND
        return BoardData(
            stop=self.stop, now=now.isoformat(), coverage="covered", arrivals=[] if is_gone else [self._call_at(now)]
        )

    def _call_at(self, now: datetime) -> MonitoredCall:
        leg, first = self.leg, self.stops[0]
        return MonitoredCall(
            line=leg.line,
            line_id=leg.line_id,
            mode=leg.mode,
            headsign=leg.headsign,
            destination=leg.destination,
            trip_id=self.journey,
            service_day=first.departs.date().isoformat(),
            stop_id=first.call.stop_id.split(":", 1)[-1],
            stop_sequence=first.call.stop_sequence,
            platform=first.call.platform,
            scheduled_departure=first.departs.isoformat(),
            expected_departure=first.departs.isoformat(),
            minutes=to_minutes(first.departs, now),
            certainty="live",
            status="running",
            access=self.access,
            journey=self.journey,
        )

    def journey_at(self, now: datetime, visit: str) -> JourneyData:
        """Give how far the vehicle would be, and the stop of a visit (`authority:stopId#stop_sequence`)."""
        ahead = [(stop, self._to_stop(stop, now)) for stop in self.stops]
        calls = [call for _, call in ahead if call.progress != "behind"]
        mine = next((call for stop, call in ahead if visit in _name_visits(stop.call)), None)
        return JourneyData(
            uri=self.journey,
            line=self.leg.line,
            line_id=self.leg.line_id,
            mode=self.leg.mode,
            headsign=self.leg.headsign,
            destination=self.leg.destination,
            now=now.isoformat(),
            phase="under-way",
            known_by="vehicle",
            calls=calls,
            stop=mine,
            stops_away=_count_before(calls, mine),
        )

    def _to_stop(self, stop: PlannedStop, now: datetime) -> JourneyStop:
        return stop.call.model_copy(
            update={
                "progress": self._find_progress(stop, now),
                "expected_arrival": stop.arrives.isoformat(),
                "expected_departure": stop.departs.isoformat(),
                "minutes": to_minutes(stop.arrives, now),
                "certainty": "live",
                "status": "running",
            }
        )

    def _find_progress(self, stop: PlannedStop, now: datetime) -> ProgressWord:
        if now >= stop.departs:
            return "behind"
        if now >= stop.arrives:
            return "here"
        is_next = all(now >= earlier.departs for earlier in self.stops if earlier.arrives < stop.arrives)
        return "next" if is_next else "ahead"


def _name_visits(call: JourneyStop) -> tuple[str, str]:
    return call.stop_id, f"{call.stop_id}#{call.stop_sequence}"


def _count_before(calls: Sequence[JourneyStop], mine: JourneyStop | None) -> int | None:
    """Count the stops that are still to come before the rider's; one at which it stands is not to come."""
    if mine is None or mine.progress == "behind":
        return None
    coming = [call for call in calls if call.progress != "here" or call is mine]
    return next((place for place, call in enumerate(coming) if call is mine), None)


def plan_stops(calls: Sequence[JourneyStop], leg: TripLeg) -> Sequence[PlannedStop]:
    """Take the stops of a ride from its journey, at the times that the trip tells; those without times are left out.

    Two stops in one minute, as plans have them, are spread over it, so that each can be told. Empty where the journey
    does not have both ends of the ride, or they have no times.
    """
    if leg.board is None or leg.alight is None:
        return ()
    planned: list[PlannedStop] = []
    is_on = False
    for call in calls:
        is_on = is_on or call.stop_id == leg.board.stop_id
        times = _read_times(call)
        if not is_on or times is None:
            continue
        arrives, departs = times
        if planned and arrives < planned[-1].departs + STAND:
            arrives = planned[-1].departs + STAND
        planned.append(PlannedStop(call, arrives, max(departs, arrives + STAND)))
        if call.stop_id == leg.alight.stop_id:
            return planned
    return ()


def _read_times(call: JourneyStop) -> tuple[datetime, datetime] | None:
    """Give arrival and departure: as expected now, else as planned; where there is one of the two, for both."""
    arrival = call.expected_arrival or call.expected_departure or call.scheduled_arrival or call.scheduled_departure
    departure = call.expected_departure or call.expected_arrival or call.scheduled_departure or call.scheduled_arrival
    if arrival is None or departure is None:
        return None
    return datetime.fromisoformat(arrival), datetime.fromisoformat(departure)
