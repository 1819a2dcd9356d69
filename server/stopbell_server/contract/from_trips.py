"""Trips of the domain as the wire has them. What is not known is left out."""

from collections.abc import Callable, Iterator
from datetime import tzinfo

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.from_calls import to_monitored_call
from stopbell_server.contract.from_station_inside import STEP_FREE
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.trips import (
    ConnectionWord,
    LapsedDeparture,
    LapseWord,
    TripAccessCounts,
    TripCall,
    TripChange,
    TripEnd,
    TripLeg,
    TripOption,
    TripPlanData,
)
from stopbell_server.contract.words import ACCESS, to_access_fact
from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import AlertMatch, Call, CallKind
from stopbell_server.domain.itineraries import Change, Itinerary, Lapse, Lapsed, Ride, TripPlan
from stopbell_server.domain.network import Stop
from stopbell_server.domain.transfers import TransferKind

LAPSES: dict[Lapse, LapseWord] = {
    Lapse.CANCELLED: "cancelled",
    Lapse.DOES_NOT_STOP_HERE: "does-not-stop-here",
    Lapse.DOES_NOT_STOP_THERE: "does-not-stop-there",
    Lapse.NOT_REACHED: "not-reached",
}
CONNECTIONS: dict[TransferKind, ConnectionWord] = {
    TransferKind.TIMED: "vehicle-waits",
    TransferKind.IN_SEAT: "stay-on-board",
    TransferKind.MUST_RE_BOARD: "get-off-and-on",
}

Side = Callable[[Stop], str | None]
"""Gives the compass word for the way vehicles leave a stop, where a stop of its name is opposite."""
Header = Callable[[AlertMatch], str | None]


def to_trip_plan_data(
    plan: TripPlan,
    ends: tuple[TripEnd, TripEnd],
    naming: Naming,
    side: Side,
    header: Header,
    *,
    access_filter: bool,
) -> TripPlanData:
    """Give a whole plan; `ends` are origin and destination, as they were understood."""
    zone = plan.feed.zone
    teller = _Teller(plan, ends[1], naming, side, header, zone)
    return TripPlanData(
        origin=ends[0],
        destination=ends[1],
        now=to_wire_time(plan.now, zone),
        arrive_by=to_wire_time(plan.arrive_by, zone),
        searched_from=to_wire_time(plan.first, zone),
        searched_to=to_wire_time(plan.last, zone),
        coverage=plan.coverage.value,
        access_filter=True if access_filter else None,
        options=[teller.to_option(one) for one in plan.itineraries],
        more=plan.more,
        access_counts=TripAccessCounts(
            yes=plan.access[Access.YES], no=plan.access[Access.NO], unknown=plan.access[Access.UNKNOWN]
        ),
        lapsed=[teller.to_lapsed(one) for one in plan.lapsed],
    )


class _Teller:
    """What all options of one plan share."""

    def __init__(self, plan: TripPlan, end: TripEnd, naming: Naming, side: Side, header: Header, zone: tzinfo) -> None:
        self._plan, self._end, self._naming, self._side, self._header, self._zone = (
            plan,
            end,
            naming,
            side,
            header,
            zone,
        )

    def to_option(self, itinerary: Itinerary) -> TripOption:
        minutes = round((itinerary.arrives - itinerary.leaves).total_seconds() / 60)
        between = itinerary.change.walk_m if itinerary.change else 0.0
        timed = itinerary.has_times
        return TripOption(
            departs=to_wire_time(itinerary.leaves, self._zone) if timed else None,
            arrives=to_wire_time(itinerary.arrives, self._zone) if timed else None,
            total_minutes=minutes if timed else None,
            at_most_minutes=None if timed else minutes,
            changes=len(itinerary.rides) - 1,
            walk_meters=itinerary.walk_to_m + itinerary.walk_from_m + round(between or 0.0),
            access=ACCESS[itinerary.access],
            legs=list(self._list_legs(itinerary)),
            change=self._to_change(itinerary.change) if itinerary.change else None,
        )

    def _list_legs(self, itinerary: Itinerary) -> Iterator[TripLeg]:
        for place, ride in enumerate(itinerary.rides):
            meters = itinerary.walk_to_m if place == 0 else itinerary.change.walk_m if itinerary.change else 0
            if meters is None or meters:
                name = self._naming.name_stop(ride.board.stop).written
                yield TripLeg(kind="walk", meters=None if meters is None else round(meters), to=name)
            yield self._to_ride(ride)
        if itinerary.walk_from_m:
            yield TripLeg(kind="walk", meters=itinerary.walk_from_m, to=self._end.name)

    def _to_ride(self, ride: Ride) -> TripLeg:
        like = self._tell(ride.board, CallKind.DEPARTURES)
        before = self._naming.name_stop(ride.before) if ride.before else None
        return TripLeg(
            kind="ride",
            line=like.line,
            line_id=like.line_id,
            mode=like.mode,
            headsign=like.headsign,
            destination=like.destination,
            board=self._to_call(ride.board, CallKind.DEPARTURES),
            alight=self._to_call(ride.alight, CallKind.ARRIVALS),
            stops=ride.stops,
            after=before.written if before else None,
            after_spoken=before.spoken if before else None,
            access=ACCESS[ride.access],
            boarding=like.access,
            vehicle_label=like.vehicle_label,
            journey=like.journey,
        )

    def _tell(self, call: Call, kind: CallKind) -> MonitoredCall:
        return to_monitored_call(
            call, kind, self._naming, self._zone, self._plan.now, clock_ok=self._plan.live.clock_ok
        )

    def _to_call(self, call: Call, kind: CallKind) -> TripCall:
        wire, name = self._tell(call, kind), self._naming.name_stop(call.stop)
        is_arrival = kind is CallKind.ARRIVALS
        scheduled = (wire.scheduled_arrival, wire.scheduled_departure)
        expected = (wire.expected_arrival, wire.expected_departure)
        return TripCall(
            stop_id=to_scoped_id(call.authority, call.stop.id),
            name=name.written,
            spoken_name=name.spoken,
            platform=call.stop.platform,
            side=None if is_arrival else self._side(call.stop),
            scheduled=(scheduled[0] or scheduled[1]) if is_arrival else (scheduled[1] or scheduled[0]),
            expected=(expected[0] or expected[1]) if is_arrival else (expected[1] or expected[0]),
            certainty=wire.certainty,
            age_seconds=wire.age_seconds,
            minutes=wire.minutes,
            approximate=wire.approximate,
            headway_minutes=wire.headway_minutes,
            status=wire.status,
            boarding=wire.boarding,
            access=to_access_fact(call.access.stop),
        )

    def _to_change(self, change: Change) -> TripChange:
        kind = change.rule.kind if change.rule else TransferKind.RECOMMENDED
        inside = change.inside
        headers = (self._header(match) for match in inside.closed_by) if inside else ()
        return TripChange(
            meters=None if change.walk_m is None else round(change.walk_m),
            wait_minutes=None if change.wait_s is None else max(0, change.wait_s // 60),
            need_minutes=-(-change.need_s // 60),
            connection=CONNECTIONS.get(kind, "not-guaranteed"),
            step_free=STEP_FREE[inside.step_free] if inside else None,
            closed_by=[header for header in headers if header],
            lapsed=self.to_lapsed(change.lapsed) if change.lapsed else None,
        )

    def to_lapsed(self, lapsed: Lapsed) -> LapsedDeparture:
        like = self._tell(lapsed.call, CallKind.DEPARTURES)
        headsign = like.headsign or like.destination
        return LapsedDeparture(
            line=like.line,
            headsign=drop_label(headsign, like.line) if headsign else None,
            scheduled=like.scheduled_departure or like.scheduled_arrival or like.expected_departure,
            why=LAPSES[lapsed.why],
        )
