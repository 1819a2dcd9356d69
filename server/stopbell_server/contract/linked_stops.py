"""Stops, stations and boards as JSON-LD documents."""

from collections.abc import Iterable

from stopbell_server.contract.arrivals import BoardData
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_stops import is_station
from stopbell_server.contract.linked import LinkedEntity, Relationship, drop_empty, to_urn
from stopbell_server.contract.linked_alerts import to_alerts_uri
from stopbell_server.contract.linked_times import to_current_freshness, to_plan_freshness
from stopbell_server.contract.stops import StopData, StopSummary
from stopbell_server.contract.uris import to_board_uri, to_part_uri, to_route_uri, to_stop_uri
from stopbell_server.contract.words import STOP_TYPES
from stopbell_server.domain.calls import StopDescription
from stopbell_server.domain.network import Route

_IN_RELATIONSHIPS = frozenset({"type", "id", "uri", "platforms", "opposite", "station", "lat", "lng"})


def to_stop_entity(
    described: StopDescription, data: StopData, routes: Iterable[Route], provenance: Provenance
) -> LinkedEntity:
    """Give a stop or station as an entity: a statement of the plan, which holds for the whole timetable."""
    stop, authority = described.stop, described.feed.authority
    summary = _require(data.stop)
    location = {"lat": stop.lat, "lng": stop.lon} if stop.lat is not None and stop.lon is not None else None
    properties = {
        **{name: value for name, value in summary.to_wire().items() if name not in _IN_RELATIONSHIPS},
        "stopType": STOP_TYPES[stop.location_type],
        **({"location": location} if location else {}),
        **({"description": data.description} if data.description else {}),
        **({} if is_station(stop) else {"collections": {"journeys": _to_journeys_template(summary.uri)}}),
    }
    return LinkedEntity(
        type=summary.type,
        id=summary.uri,
        urn=to_urn(summary.type, authority, stop.id),
        properties=properties,
        relationships=drop_empty(
            {
                "parentStation": _to_station(described),
                "platforms": [Relationship(object=one.uri, name=one.platform or one.name) for one in data.platforms],
                "opposite": [Relationship(object=to_stop_uri(authority, described.opposite.id))]
                if described.opposite
                else [],
                "servedRoutes": [
                    Relationship(object=to_route_uri(authority, route.id), name=route.line) for route in routes
                ],
                "board": [Relationship(object=to_board_uri(authority, stop.id))],
                "alerts": [Relationship(object=to_alerts_uri("stop", authority, stop.id))],
            }
        ),
        provenance=provenance,
        freshness=to_plan_freshness(described.feed),
    )


def to_board_entity(described: StopDescription, data: BoardData, provenance: Provenance) -> LinkedEntity:
    """Give the current board of a stop; its address stays while everything on it changes."""
    authority, stop = described.feed.authority, described.stop
    summary = _require(data.stop)
    properties = data.to_wire()
    for name in ("type", "stop"):
        properties.pop(name, None)
    return LinkedEntity(
        type="StopBoard",
        id=to_board_uri(authority, stop.id),
        urn=to_urn("StopBoard", authority, stop.id),
        properties=properties,
        relationships=drop_empty(
            {
                "stop": [Relationship(object=summary.uri, name=summary.name)],
                "journeys": [Relationship(object=uri, name=line) for uri, line in _list_journeys(data).items()],
            }
        ),
        provenance=provenance,
        freshness=to_current_freshness(provenance, described.feed, data.now),
    )


def _to_station(described: StopDescription) -> list[Relationship]:
    station = described.station
    if station is None:
        return []
    uri = to_stop_uri(described.feed.authority, station.id, is_station=is_station(station))
    return [Relationship(object=uri, name=station.name)]


def _to_journeys_template(uri: str) -> str:
    """Give the template of the journeys that call at a stop; a station's are those of its platforms."""
    return f"{to_part_uri(uri, 'journeys')}/{{date}}/{{hour}}"


def _list_journeys(data: BoardData) -> dict[str, str | None]:
    """Give the journeys on a board, each once, with what riders call the line."""
    return {call.journey: call.line for call in data.arrivals if call.journey}


def _require(summary: StopSummary | None) -> StopSummary:
    if summary is None:
        raise ValueError("a stop's entity needs its summary")
    return summary
