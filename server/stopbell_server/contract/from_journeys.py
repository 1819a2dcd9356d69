"""Journeys of the domain as the wire has them. What is not known is left out."""

from dataclasses import replace
from datetime import datetime, tzinfo

from stopbell_server.contract.from_calls import to_monitored_call
from stopbell_server.contract.from_stops import Place, to_scoped_id
from stopbell_server.contract.from_vehicles import to_vehicle_summary
from stopbell_server.contract.journeys import (
    ActiveJourneySummary,
    JourneyData,
    JourneyStop,
    PhaseWord,
    ProgressWord,
    SourceWord,
)
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.times import to_clock_text, to_wire_time
from stopbell_server.contract.uris import to_journey_uri, to_wire_id
from stopbell_server.contract.words import to_access_fact
from stopbell_server.domain.calls import CallKind
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.journeys import ActiveJourney, Journey, JourneyCall, Phase, Progress, Source

PROGRESSES: dict[Progress, ProgressWord] = {
    Progress.BEHIND: "behind",
    Progress.DUE: "due",
    Progress.HERE: "here",
    Progress.NEXT: "next",
    Progress.AHEAD: "ahead",
}
PHASES: dict[Phase, PhaseWord] = {
    Phase.NOT_STARTED: "not-started",
    Phase.UNDER_WAY: "under-way",
    Phase.ENDED: "ended",
    Phase.CANCELLED: "cancelled",
    Phase.UNKNOWN: "unknown",
}
SOURCES: dict[Source, SourceWord] = {
    Source.VEHICLE: "vehicle",
    Source.PREDICTION: "prediction",
    Source.TIMETABLE: "timetable",
    Source.NOTHING: "nothing",
}
_NOT_STOPPING = frozenset({CallStatus.CANCELLED, CallStatus.SKIPPED, CallStatus.REPLACED})
_PAST = frozenset({Progress.BEHIND, Progress.DUE})


def to_journey_data(journey: Journey, naming: Naming, *, limit: int | None, clock_ok: bool) -> JourneyData:
    """Give a journey with at most `limit` of its stops, from where it is; None gives them all, from the first."""
    zone = journey.feed.zone
    first = 0 if limit is None else find_start(journey)
    end = len(journey.calls) if limit is None else min(len(journey.calls), first + limit)
    shown = journey.calls[first:end]
    main = journey.calls[journey.next_index if journey.next_index is not None else -1].call
    like = to_monitored_call(main, _to_kind(main.is_last), naming, zone, journey.now, clock_ok=clock_ok)
    return JourneyData(
        uri=to_uri_of(journey),
        trip_id=to_wire_id(journey.trip),
        service_day=journey.service_day.isoformat(),
        start_time=None if journey.start_s is None else to_clock_text(journey.start_s),
        line=like.line,
        line_id=like.line_id,
        mode=like.mode,
        headsign=like.headsign,
        destination=like.destination,
        now=to_wire_time(journey.now, zone),
        phase=PHASES[journey.phase],
        known_by=SOURCES[journey.known_by],
        delay_seconds=like.delay_seconds if journey.next_index is not None else None,
        vehicle=to_vehicle_summary(journey.vehicle, naming, clock_ok=clock_ok) if journey.vehicle else None,
        vehicle_label=like.vehicle_label,
        calls=[to_journey_stop(one, naming, zone, journey.now, clock_ok=clock_ok) for one in shown],
        last=to_journey_stop(journey.calls[-1], naming, zone, journey.now, clock_ok=clock_ok)
        if end < len(journey.calls)
        else None,
        before=first,
        more=len(journey.calls) - end,
        skipped=_list_skipped(journey, naming),
    )


def to_active_summary(
    active: ActiveJourney, naming: Naming, *, clock_ok: bool, place: Place | None = None
) -> ActiveJourneySummary:
    """Give a journey that is under way, in short; with a place, also how far from it its vehicle was seen."""
    journey, call, zone = active.journey, active.next_call, active.journey.feed.zone
    like = to_monitored_call(call, _to_kind(call.is_last), naming, zone, journey.now, clock_ok=clock_ok)
    index = journey.next_index
    following = None if index is None else journey.calls[index]
    seen = replace(journey.vehicle, distance_m=active.distance_m) if place and journey.vehicle else None
    vehicle = to_vehicle_summary(seen, naming, clock_ok=clock_ok, place=place) if seen else None
    return ActiveJourneySummary(
        uri=to_uri_of(journey),
        trip_id=to_wire_id(journey.trip),
        service_day=journey.service_day.isoformat(),
        start_time=None if journey.start_s is None else to_clock_text(journey.start_s),
        line=like.line,
        mode=like.mode,
        headsign=like.headsign,
        destination=like.destination,
        known_by=SOURCES[journey.known_by],
        next=to_journey_stop(following, naming, zone, journey.now, clock_ok=clock_ok) if following else None,
        at_stop=to_journey_stop(active.at_stop, naming, zone, journey.now, clock_ok=clock_ok)
        if active.at_stop
        else None,
        delay_seconds=like.delay_seconds if following else None,
        vehicle_id=to_scoped_id(journey.feed.authority, like.vehicle_id) if like.vehicle_id else None,
        vehicle_label=like.vehicle_label,
        distance_meters=vehicle.distance_meters if vehicle else None,
        walk_bearing=vehicle.walk_bearing if vehicle else None,
        report_age_seconds=vehicle.age_seconds if vehicle else None,
        report_certainty=vehicle.certainty if vehicle else None,
        access=like.access.vehicle,
        low_floor=like.access.low_floor,
    )


def count_stops_until(journey: Journey, place: int) -> int | None:
    """Count the stops that are made before the call at this place, from the next one on; None where that is unknown."""
    first, one = journey.next_index, journey.calls[place]
    if first is None or place < first or one.call.status in _NOT_STOPPING:
        return None
    return sum(journey.calls[n].call.status not in _NOT_STOPPING for n in range(first, place))


def find_start(journey: Journey) -> int:
    """Give the place of the first stop that is not past; of the last one when all are."""
    here = next((n for n, one in enumerate(journey.calls) if one.progress not in _PAST), None)
    return len(journey.calls) - 1 if here is None else here


def to_uri_of(journey: Journey) -> str:
    """Give a journey's address, the one that calls carry too."""
    run = "" if journey.start_s is None else f"@{to_clock_text(journey.start_s)}"
    return to_journey_uri(journey.feed.authority, journey.service_day.isoformat(), journey.trip + run)


def to_journey_stop(one: JourneyCall, naming: Naming, zone: tzinfo, now: datetime, *, clock_ok: bool) -> JourneyStop:
    """Give one stop; minutes are told only to stops that are not past."""
    call, name = one.call, naming.name_stop(one.call.stop)
    wire = to_monitored_call(call, _to_kind(call.is_last), naming, zone, now, clock_ok=clock_ok)
    return JourneyStop(
        stop_id=to_scoped_id(call.authority, call.stop.id),
        name=name.written,
        spoken_name=name.spoken,
        stop_sequence=call.sequence,
        platform=call.stop.platform,
        progress=PROGRESSES[one.progress],
        scheduled_arrival=wire.scheduled_arrival,
        expected_arrival=wire.expected_arrival,
        observed_arrival=wire.observed_arrival,
        scheduled_departure=wire.scheduled_departure,
        expected_departure=wire.expected_departure,
        observed_departure=wire.observed_departure,
        minutes=None if one.progress in _PAST else wire.minutes,
        age_seconds=wire.age_seconds,
        certainty=wire.certainty,
        status=wire.status,
        approximate=wire.approximate,
        headway_minutes=wire.headway_minutes,
        access=to_access_fact(call.access.stop),
    )


def _to_kind(is_arrival: bool) -> CallKind:
    return CallKind.ARRIVALS if is_arrival else CallKind.DEPARTURES


def _list_skipped(journey: Journey, naming: Naming) -> list[str]:
    """List where it does not stop, of what is not past; a cancelled journey stops nowhere and lists none."""
    return [
        naming.name_stop(one.call.stop).written
        for one in journey.calls
        if one.call.status is CallStatus.SKIPPED and one.progress is Progress.AHEAD
    ]
