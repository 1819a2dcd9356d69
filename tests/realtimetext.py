"""GTFS-Realtime feeds as plain Python values, turned into the real protobuf bytes that an agency would send.

Field names are those of gtfs-realtime.proto, enums are their names, times are POSIX seconds:

    make_updates(header=1_700_000_000, entities=[
        update("trip-1", stop(1, "north", departure={"delay": 60}), start_date="20260905"),
        vehicle("bus-7", trip="trip-1", lat=49.84, lon=24.03),
        alert(header="Lift out of order", informed_entity=[{"stop_id": "north"}]),
    ])

Nothing is checked: a broken feed is as easy to write as a good one.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from google.protobuf import json_format
from google.transit import gtfs_realtime_pb2

Fields = Mapping[str, Any]


def make_updates(*, header: int | datetime | Fields | None, entities: Sequence[Fields] = ()) -> bytes:
    """Give the bytes of one FeedMessage.

    `header` is its timestamp, or all its fields (version 2.0 unless given), or None for a feed without a header.
    An entity without `id` gets its place in the list as id.
    """
    feed = gtfs_realtime_pb2.FeedMessage()
    if header is not None:
        json_format.ParseDict({"gtfs_realtime_version": "2.0"} | _to_header(header), feed.header)
    for place, entity in enumerate(entities):
        json_format.ParseDict({"id": str(place)} | dict(entity), feed.entity.add())
    return feed.SerializePartialToString()


def _to_header(header: int | datetime | Fields) -> dict[str, Any]:
    if isinstance(header, Mapping):
        return dict(header)
    return {"timestamp": int(header.timestamp()) if isinstance(header, datetime) else header}


def update(trip: str | None, *stops: Fields, vehicle: Fields | None = None, **fields: Any) -> dict[str, Any]:
    """Give a TripUpdate entity; `fields` go to the TripDescriptor unless the TripUpdate has them."""
    own = {name: fields.pop(name) for name in ("timestamp", "delay", "trip_properties") if name in fields}
    descriptor = ({} if trip is None else {"trip_id": trip}) | fields
    body: dict[str, Any] = {"trip": descriptor, "stop_time_update": list(stops)} | own
    return {"trip_update": body if vehicle is None else body | {"vehicle": vehicle}}


def stop(sequence: int | None = None, stop_id: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give a StopTimeUpdate; `arrival` and `departure` are dicts of delay, time and uncertainty."""
    named = {"stop_sequence": sequence, "stop_id": stop_id}
    return {name: value for name, value in named.items() if value is not None} | fields


def vehicle(
    vehicle_id: str | None,
    *,
    trip: str | Fields | None = None,
    lat: float | None = None,
    lon: float | None = None,
    descriptor: Fields | None = None,
    **fields: Any,
) -> dict[str, Any]:
    """Give a VehiclePosition entity; `descriptor` adds label, plate and wheelchair access to the vehicle's id."""
    body: dict[str, Any] = {"vehicle": ({} if vehicle_id is None else {"id": vehicle_id}) | dict(descriptor or {})}
    if trip is not None:
        body["trip"] = {"trip_id": trip} if isinstance(trip, str) else dict(trip)
    if lat is not None and lon is not None:
        body["position"] = {"latitude": lat, "longitude": lon}
    return {"vehicle": body | fields}


def alert(**fields: Any) -> dict[str, Any]:
    """Give an Alert entity; text fields take a string (no language said) or a dict of language to text.

    `header`, `description`, `spoken_header` and `spoken_description` stand for the long names.
    """
    names = {
        "header": "header_text",
        "description": "description_text",
        "spoken_header": "tts_header_text",
        "spoken_description": "tts_description_text",
    }
    texts = (*names.values(), "url", "cause_detail", "effect_detail")
    body = {names.get(name, name): value for name, value in fields.items()}
    return {"alert": {name: _to_translations(value) if name in texts else value for name, value in body.items()}}


def _to_translations(text: str | Mapping[str, str]) -> dict[str, Any]:
    if isinstance(text, str):
        return {"translation": [{"text": text}]}
    return {"translation": [{"text": value, "language": language} for language, value in text.items()]}
