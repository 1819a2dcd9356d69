"""Runs of trips as they are expected now: where and when each calls, and where one may get on and off.

Only what choosing a way through the timetable needs; the calls that are shown are finished later.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import Call
from stopbell_server.domain.ids import RouteId, StopId, TripId
from stopbell_server.domain.outline import TripOutline
from stopbell_server.timetable.dated_trip import DatedTrip
from stopbell_server.timetable.prediction import NOTHING, TripPrediction


@dataclass(slots=True, eq=False)
class Run:
    """One run of a trip. Runs that stop alike share the objects for it, so that much is worked out once for all."""

    trip: TripId
    service_day: date
    start_s: int | None
    """As in `DatedTrip`."""
    route: RouteId | None
    stops: Sequence[StopId]
    """Where it calls today."""
    can_board: Sequence[bool]
    can_alight: Sequence[bool]
    base: int
    """POSIX second from which its times count."""
    arrivals: Sequence[int | None]
    departures: Sequence[int | None]
    wheelchair: Access
    """Whether one can board its vehicle, as far as this run alone says."""
    dated: DatedTrip | None = None
    """None: the timetable's own, not looked up yet."""
    prediction: TripPrediction | None = None
    is_copy: bool = False
    calls: tuple[Call, ...] = ()
    """Of a trip that only live data has: its calls as they are told."""
    headway_s: int = 0
    """Of a trip without times (frequencies.txt exact_times 0): its times are those of the template from `base` on."""

    def arrival(self, index: int) -> int | None:
        """Give when it arrives, as a POSIX second; its departure stands in."""
        seconds = self.arrivals[index]
        if seconds is None:
            seconds = self.departures[index]
        return None if seconds is None else self.base + seconds

    def departure(self, index: int) -> int | None:
        """Give when it leaves, as a POSIX second; its arrival stands in."""
        seconds = self.departures[index]
        if seconds is None:
            seconds = self.arrivals[index]
        return None if seconds is None else self.base + seconds


class Seat(NamedTuple):
    """A run at one of its calls."""

    run: Run
    place: int


def to_planned_run(outline: TripOutline, service_day: date, day_start: int) -> Run:
    """Give a run of which nothing live is known."""
    return Run(
        trip=outline.trip,
        service_day=service_day,
        start_s=None,
        route=outline.route,
        stops=outline.stops.stops,
        can_board=outline.stops.can_board,
        can_alight=outline.stops.can_alight,
        base=day_start + outline.start_s,
        arrivals=outline.times.arrivals,
        departures=outline.times.departures,
        wheelchair=outline.wheelchair,
    )


def to_live_run(
    dated: DatedTrip, outline: TripOutline, prediction: TripPrediction | None, wheelchair: Access, *, has_plan: bool
) -> Run:
    """Give a run with what live data says of its calls; a call that is skipped serves nobody.

    Without `has_plan` the plan's own times mean nothing, and only what is predicted is a time.
    """
    told = prediction.calls if prediction else (NOTHING,) * len(dated.stop_times)
    arrivals = [dated.arrival(n) if has_plan else None for n in range(len(told))]
    departures = [dated.departure(n) if has_plan else None for n in range(len(told))]
    return Run(
        trip=dated.trip.id,
        service_day=dated.service_day,
        start_s=dated.start_s,
        route=dated.trip.route,
        stops=tuple(one.assigned_stop or row.stop for one, row in zip(told, dated.stop_times, strict=True)),
        can_board=[can and not told[n].is_skipped for n, can in enumerate(outline.stops.can_board)],
        can_alight=[can and not told[n].is_skipped for n, can in enumerate(outline.stops.can_alight)],
        base=0,
        arrivals=[one.arrival if one.arrival is not None else plan for one, plan in zip(told, arrivals, strict=True)],
        departures=[
            one.departure if one.departure is not None else plan for one, plan in zip(told, departures, strict=True)
        ],
        wheelchair=wheelchair,
        dated=dated,
        prediction=prediction,
    )


def to_added_run(calls: tuple[Call, ...]) -> Run:
    """Give a run that only live data has."""
    first, last = calls[0], len(calls) - 1
    arrivals = [call.arrival.effective for call in calls]
    departures = [call.departure.effective for call in calls]
    return Run(
        trip=first.trip or TripId(""),
        service_day=first.service_day,
        start_s=first.start_s,
        route=first.route.id if first.route else None,
        stops=tuple(call.stop.id for call in calls),
        can_board=[n < last for n in range(len(calls))],
        can_alight=[n > 0 for n in range(len(calls))],
        base=0,
        arrivals=[int(one.timestamp()) if one else None for one in arrivals],
        departures=[int(one.timestamp()) if one else None for one in departures],
        wheelchair=first.access.vehicle.value,
        calls=calls,
    )
