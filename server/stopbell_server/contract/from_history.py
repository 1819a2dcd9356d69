"""What was observed, as the wire has it."""

from collections.abc import Mapping
from datetime import datetime, tzinfo
from typing import Literal

from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.history import (
    EvidenceWord,
    HistoricalCall,
    HistoricalStop,
    LastPrediction,
    LastReport,
    MonitoringData,
    ObservedPassing,
)
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.times import to_clock_text, to_wire_time
from stopbell_server.contract.uris import to_uri
from stopbell_server.domain.calls import Call
from stopbell_server.domain.history import Sighting
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.monitoring import MentionedBy, Monitoring, MonitoringState
from stopbell_server.domain.network import Stop
from stopbell_server.domain.passings import Evidence, Passing
from stopbell_server.domain.realtime import StopTimeEvent, VehicleStopStatus
from stopbell_server.domain.store import FeedInfo
from stopbell_server.timetable.passings import find_place, to_run_of_calls

EVIDENCE: dict[Evidence, EvidenceWord] = {
    Evidence.RECORDED: "recorded",
    Evidence.STOOD: "stood",
    Evidence.SEEN_BEYOND: "seen-beyond",
}
_STATES: dict[MonitoringState, Literal["monitored", "lost", "ended", "not-monitored"]] = {
    MonitoringState.MONITORED: "monitored",
    MonitoringState.LOST: "lost",
    MonitoringState.ENDED: "ended",
    MonitoringState.NOT_MONITORED: "not-monitored",
}
_MENTIONS: dict[MentionedBy, Literal["vehicle", "prediction"]] = {
    MentionedBy.VEHICLE: "vehicle",
    MentionedBy.PREDICTION: "prediction",
}
_STATUSES: dict[VehicleStopStatus, Literal["incoming-at", "stopped-at", "in-transit-to"]] = {
    VehicleStopStatus.INCOMING_AT: "incoming-at",
    VehicleStopStatus.STOPPED_AT: "stopped-at",
    VehicleStopStatus.IN_TRANSIT_TO: "in-transit-to",
}


def to_history_uri(authority: str, service_day: str, trip: str, start_s: int | None) -> str:
    """Give the address of what was observed of a journey."""
    run = "" if start_s is None else f"@{to_clock_text(start_s)}"
    return to_uri("historical-passings", authority, service_day, trip + run)


def to_stop_history_uri(authority: str, stop: str) -> str:
    """Give the address of what was observed at a stop."""
    return to_uri("historical-stop-passings", authority, stop)


def to_observed(passing: Passing, zone: tzinfo) -> ObservedPassing:
    """Give a passing."""
    return ObservedPassing(
        evidence=EVIDENCE[passing.evidence],
        arrived=to_wire_time(passing.arrived, zone),
        departed=to_wire_time(passing.departed, zone),
        stood_from=to_wire_time(passing.stood_from, zone),
        stood_until=to_wire_time(passing.stood_until, zone),
        not_before=to_wire_time(passing.not_before, zone),
        not_after=to_wire_time(passing.not_after, zone),
    )


def to_monitoring(monitoring: Monitoring, journey: Journey) -> MonitoringData:
    """Give whether a journey is monitored."""
    zone, mentioned = journey.feed.zone, monitoring.mentioned
    uri = to_history_uri(journey.feed.authority, journey.service_day.isoformat(), journey.trip, journey.start_s)
    return MonitoringData(
        state=_STATES[monitoring.state],
        mentioned=to_wire_time(mentioned, zone),
        mentioned_by=_MENTIONS[monitoring.mentioned_by] if monitoring.mentioned_by else None,
        age_seconds=max(0, int((journey.now - mentioned).total_seconds())) if mentioned else None,
        ends=to_wire_time(monitoring.ends, zone),
        kept_until=to_wire_time(monitoring.kept_until, zone),
        recorded_since=to_wire_time(monitoring.recorded_since, zone),
        history=uri if monitoring.recorded_since else None,
    )


def to_last_report(monitoring: Monitoring, journey: Journey, naming: Naming) -> LastReport | None:
    """Give the last report of the vehicle that is on record; None where there is none."""
    index = monitoring.sighting_index
    stop = journey.calls[index].call.stop if index is not None else None
    return to_report(monitoring.sighting, stop, naming, journey.feed) if monitoring.sighting else None


def to_report(sighting: Sighting, stop: Stop | None, naming: Naming, feed: FeedInfo) -> LastReport:
    """Give a report with the stop that it names, where that is known."""
    zone = feed.zone
    return LastReport(
        observed_time=to_wire_time(datetime.fromtimestamp(sighting.last, zone), zone) or "",
        stop_id=to_scoped_id(feed.authority, stop.id) if stop else None,
        name=naming.name_stop(stop).written if stop else None,
        status=_STATUSES[sighting.status] if stop and sighting.status else None,
    )


def to_last_predictions(monitoring: Monitoring, journey: Journey, naming: Naming) -> list[LastPrediction]:
    """Give what was last predicted and was still to come then, stop by stop as the source named them.

    What had passed is no prediction, and delays alone are left out.
    """
    if monitoring.last_update is None:
        return []
    calls, zone = [one.call for one in journey.calls], journey.feed.zone
    places = to_run_of_calls(journey.trip, journey.service_day, journey.start_s, calls).places
    found: list[LastPrediction] = []
    for told in monitoring.last_update.update.updates:
        index = find_place(places, told.sequence, told.stop)
        times = [_find_coming(event, monitoring.last_update.made) for event in (told.arrival, told.departure)]
        if index is None or times == [None, None]:
            continue
        arrival, departure = (to_wire_time(datetime.fromtimestamp(at, zone), zone) if at else None for at in times)
        call = calls[index]
        found.append(
            LastPrediction(
                stop_id=to_scoped_id(call.authority, call.stop.id),
                name=naming.name_stop(call.stop).written,
                stop_sequence=call.sequence,
                expected_arrival=arrival,
                expected_departure=departure,
            )
        )
    return found


def _find_coming(event: StopTimeEvent | None, made: int) -> int | None:
    return event.time if event and event.time and event.time > made else None


def to_historical_stops(journey: Journey, passings: Mapping[int, Passing], naming: Naming) -> list[HistoricalStop]:
    """Give the stops of which something was observed, in the order of the journey."""
    found: list[HistoricalStop] = []
    for index, passing in sorted(passings.items()):
        call, zone = journey.calls[index].call, journey.feed.zone
        name = naming.name_stop(call.stop)
        found.append(
            HistoricalStop(
                stop_id=to_scoped_id(call.authority, call.stop.id),
                name=name.written,
                spoken_name=name.spoken,
                stop_sequence=call.sequence,
                scheduled_arrival=to_wire_time(call.arrival.scheduled, zone),
                scheduled_departure=to_wire_time(call.departure.scheduled, zone),
                passing=to_observed(passing, zone),
            )
        )
    return found


def to_historical_call(call: Call, passing: Passing, naming: Naming, zone: tzinfo) -> HistoricalCall:
    """Give one journey at a stop."""
    return HistoricalCall(
        journey=to_history_uri(call.authority, call.service_day.isoformat(), call.trip or "", call.start_s),
        line=naming.name_line(call.route) if call.route else call.route_label,
        headsign=naming.name_headsign(call.headsign, call.trip, call.sequence),
        service_day=call.service_day.isoformat(),
        stop_id=to_scoped_id(call.authority, call.stop.id),
        scheduled_arrival=to_wire_time(call.arrival.scheduled, zone),
        scheduled_departure=to_wire_time(call.departure.scheduled, zone),
        passing=to_observed(passing, zone),
    )
