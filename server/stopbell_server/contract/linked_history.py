"""What was observed as JSON-LD documents, with addresses of their own: never mixed with what holds now."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from stopbell_server.contract.envelope import Provenance, Status
from stopbell_server.contract.from_history import to_history_uri, to_stop_history_uri
from stopbell_server.contract.from_stops import to_address
from stopbell_server.contract.history import (
    HistoricalCall,
    HistoricalStop,
    LastPrediction,
    LastReport,
    MonitoringData,
)
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.contract.linked import Freshness, LinkedEntity, Relationship, drop_empty, to_urn
from stopbell_server.contract.times import to_wire_time
from stopbell_server.contract.uris import to_dated_journey_uri, to_journey_uri, to_route_uri, to_vehicle_uri
from stopbell_server.domain.calls import StopDescription
from stopbell_server.domain.journeys import Journey
from stopbell_server.domain.store import FeedInfo

_IDENTITY = ("tripId", "serviceDay", "startTime", "line", "mode", "headsign", "destination")


def to_ended_entity(
    journey: Journey,
    data: JourneyData,
    monitoring: MonitoringData,
    report: LastReport | None,
    predictions: Sequence[LastPrediction],
    provenance: Provenance,
    status: Status,
) -> LinkedEntity:
    """Give a journey whose monitoring has ended: the last word about it, of then, and nothing that holds now."""
    wire = data.to_wire()
    said: dict[str, Any] = {
        **{name: wire[name] for name in _IDENTITY if name in wire},
        "monitoring": monitoring.to_wire(),
        "status": status.to_wire(),
        "lastReport": report.to_wire() if report else None,
        "lastPredictions": [one.to_wire() for one in predictions],
    }
    return LinkedEntity(
        type=data.type,
        id=data.uri or "",
        urn=to_urn(data.type, journey.feed.authority, *_list_identity(journey, data)),
        properties={name: value for name, value in said.items() if value},
        relationships=to_journey_links(journey, data, history=monitoring.history),
        provenance=provenance,
        freshness=_to_historical(monitoring.mentioned, monitoring.age_seconds),
    )


def to_journey_history_entity(
    journey: Journey,
    data: JourneyData,
    stops: Sequence[HistoricalStop],
    monitoring: MonitoringData,
    provenance: Provenance,
    status: Status,
) -> LinkedEntity:
    """Give what was observed of a journey, stop by stop; a stop that is not there was not observed."""
    wire = data.to_wire()
    last = _find_last(one.passing.to_wire() for one in stops)
    said: dict[str, Any] = {
        **{name: wire[name] for name in _IDENTITY if name in wire},
        "passings": [one.to_wire() for one in stops],
        "stopCount": len(journey.calls),
        "recordedSince": monitoring.recorded_since,
        "now": to_wire_time(journey.now, journey.feed.zone),
        "status": status.to_wire(),
    }
    return LinkedEntity(
        type="HistoricalPassings",
        id=to_history_uri(journey.feed.authority, journey.service_day.isoformat(), journey.trip, journey.start_s),
        urn=to_urn("HistoricalPassings", journey.feed.authority, *_list_identity(journey, data)),
        properties={name: value for name, value in said.items() if value is not None},
        relationships=to_journey_links(journey, data, current=True),
        provenance=provenance,
        freshness=_to_historical(last, None),
    )


def to_stop_history_entity(
    described: StopDescription,
    name: str,
    calls: Sequence[HistoricalCall],
    frame: Mapping[str, Any],
    provenance: Provenance,
    status: Status,
) -> LinkedEntity:
    """Give what was observed at a stop, the latest first."""
    authority, stop = described.feed.authority, described.stop.id
    return LinkedEntity(
        type="HistoricalStopPassings",
        id=to_stop_history_uri(authority, stop),
        urn=to_urn("HistoricalStopPassings", authority, stop),
        properties={
            "name": name,
            "passings": [one.to_wire() for one in calls],
            **{key: value for key, value in frame.items() if value is not None},
            "status": status.to_wire(),
        },
        relationships={"stop": [Relationship(object=to_address(authority, described.stop), name=name)]},
        provenance=provenance,
        freshness=_to_historical(_find_last(one.passing.to_wire() for one in calls), None),
    )


def to_lost_vehicle_entity(
    feed: FeedInfo, vehicle: str, report: LastReport, journey: str, provenance: Provenance, status: Status
) -> LinkedEntity:
    """Give a vehicle that has not been heard of for so long that its place is not known: its last report, of then."""
    return LinkedEntity(
        type="PhysicalVehicle",
        id=to_vehicle_uri(feed.authority, vehicle),
        urn=to_urn("PhysicalVehicle", feed.authority, vehicle),
        properties={"lastReport": report.to_wire(), "status": status.to_wire()},
        relationships={"lastJourney": [Relationship(object=journey)]},
        provenance=provenance,
        freshness=_to_historical(report.observed_time, None),
    )


def to_journey_links(
    journey: Journey, data: JourneyData, *, history: str | None = None, current: bool = False
) -> dict[str, list[Relationship]]:
    """Give what a journey stays tied to, whatever becomes of its monitoring: its plan, its line, its stops."""
    authority, day = journey.feed.authority, journey.service_day.isoformat()
    run = f"@{data.start_time}" if data.start_time else ""
    monitored = to_journey_uri(authority, day, journey.trip + run)
    line = Relationship(object=to_route_uri(authority, data.line_id), name=data.line) if data.line_id else None
    return drop_empty(
        {
            "datedJourney": [Relationship(object=to_dated_journey_uri(authority, day, journey.trip + run))],
            "monitoredJourney": [Relationship(object=monitored)] if current else [],
            "history": [Relationship(object=history)] if history else [],
            "route": [line] if line else [],
            "stops": [
                Relationship(object=to_address(authority, one.call.stop), name=stop.name)
                for one, stop in zip(journey.calls, data.calls, strict=True)
            ],
        }
    )


def _list_identity(journey: Journey, data: JourneyData) -> tuple[str, ...]:
    start = (data.start_time,) if data.start_time else ()
    return (journey.service_day.isoformat(), journey.trip, *start)


def _to_historical(valid_at: str | None, age_s: int | None) -> Freshness:
    """Say that something was so at an instant, and may be so no longer."""
    return Freshness(
        temporal_meaning="historical", valid_at=valid_at, age_seconds=age_s, stale=False, last_modified=valid_at
    )


def _find_last(passings: Any) -> str | None:
    """Give the last instant that was observed."""
    instants = [value for one in passings for name, value in one.items() if name != "evidence"]
    return max(instants, key=datetime.fromisoformat, default=None)
