"""The documented requests: whole answers as they were looked at, and the documented shape of each, written by hand."""

from typing import Any

import pytest

from stopbell_server.world import World
from tests.server.transit_realtime.asking import tell
from tests.server.transit_realtime.goldens import CASES, FOLDER, make, read

STOP = {"id": str, "name": str, "lat": float, "lng": float}
PLACED = {"lat": float, "lng": float, "bearing": int}
RIDE = {
    "route": str,
    "vehicle_type": str,
    "direction": int,
    "destination": str,
    "board_stop": STOP,
    "alight_stop": STOP,
    "stops_count": int,
}
WALKS = {"walk_to_board_meters": int, "walk_from_alight_meters": int}
FOUND = {**STOP, "eng_name": str, "routes": [str]}
SCHEDULE = {"workday": [str], "saturday": [str], "sunday": [str], "weekend": [str]}
ROUTE = {"name": str, "long_name": str, "color": str, "type": str}
END = {"id": str, "name": str, "stop_ids": [str]}

SHAPES: dict[str, dict[str, Any]] = {
    "stop-realtime": {
        "stop": STOP,
        "arrivals": [
            {"route": str, "direction": str, "vehicle_type": str, "arrival_minutes": int, "vehicle_id": str, **PLACED}
        ],
    },
    "search": {"query": str, "stops": [FOUND]},
    "around": {
        "center_lat": float,
        "center_lng": float,
        "radius_meters": int,
        "stops": [{**FOUND, "distance_meters": int}],
    },
    "trip-direct": {
        "from": END,
        "to": END,
        "options": [{**RIDE, **WALKS}],
        "transfer_options": [],
        "map_stops": [{**STOP, "role": str}],
    },
    "trip-with-a-change": {
        "from": END,
        "to": END,
        "options": [],
        "transfer_options": [{"legs": [RIDE], "transfer_walk_meters": int, "stops_count": int, **WALKS}],
        "map_stops": [{**STOP, "role": str}],
    },
    "route-static": {"route": ROUTE, "stops": [[{**STOP, "departures": [str], "schedule": SCHEDULE}]]},
    "route-static-with-shapes": {
        "route": ROUTE,
        "stops": [[{**STOP, "departures": [str], "schedule": SCHEDULE}]],
        "shapes": [[[float]]],
    },
    "route-realtime": {
        "route_name": str,
        "destinations": [str],
        "vehicles": [
            {
                "id": str,
                "direction": int,
                "destination": str,
                "next_stop": {"id": str, "name": str, "arrival": str},
                **PLACED,
                "lowfloor": bool,
            }
        ],
    },
    "nearby-vehicles": {
        "center_lat": float,
        "center_lng": float,
        "radius_meters": int,
        "total": int,
        "vehicles": [
            {
                "id": str,
                "route": str,
                "vehicle_type": str,
                "direction": int,
                "destination": str,
                **PLACED,
                "lowfloor": bool,
                "distance_meters": int,
            }
        ],
    },
    "vehicle": {
        "vehicle_id": str,
        "route": str,
        "license_plate": str,
        **PLACED,
        "direction": int,
        "destination": str,
        "upcoming_stops": [{"id": str, "name": str, "arrival": str, "departure": str}],
    },
}


def fits(value: Any, shape: Any) -> bool:
    """Tell whether a value has a shape: every documented field and no other; null fits where one value is meant."""
    if isinstance(shape, dict):
        return value is None or (value.keys() == shape.keys() and all(fits(value[name], shape[name]) for name in shape))
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(item, shape[0]) for item in value)
    return value is None or type(value) is shape


@pytest.mark.parametrize("name", CASES)
def test_a_documented_request_gets_the_answer_that_was_looked_at(square: World, name: str) -> None:
    assert make(square, name) == read(name)


def test_no_golden_answer_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(CASES)


@pytest.mark.parametrize("name", SHAPES)
def test_the_data_has_the_documented_fields_and_no_other(square: World, name: str) -> None:
    tool, arguments = CASES[name]
    structured = tell(square, tool, **arguments).structured
    assert list(structured) == ["view", "data", "ui_blocks"]
    assert structured["view"] == "transit_realtime"
    assert fits(structured["data"], {**SHAPES[name], "updated_at": str})


@pytest.mark.parametrize("name", SHAPES)
def test_every_layer_is_a_path_to_what_has_a_place(square: World, name: str) -> None:
    tool, arguments = CASES[name]
    structured = tell(square, tool, **arguments).structured
    for block in structured["ui_blocks"]:
        paths = block["data"].get("layers", {"list": block["data"].get("source")})
        for layer, path in paths.items():
            found: Any = structured
            for key in path.split("."):
                found = found[key]
            if layer == "polylines":
                assert all(len(point) == 2 for line in found for point in line)
            else:
                assert all({"lat", "lng"} <= item.keys() for item in flatten(found))


def flatten(found: Any) -> list[dict[str, Any]]:
    """List the objects of a layer: of one object, of a list, or of a list of lists."""
    return [found] if isinstance(found, dict) else [item for part in found for item in flatten(part)]


def test_the_documented_answer_for_a_stop_is_given_word_for_word(square: World) -> None:
    told = tell(square, "get_stop_realtime", stop_id=61)
    assert told.text == "Stop «Площа Ринок»: 3 arrivals. Next: Т02 to «Пасічна» in 3 minutes."
    assert told.data["arrivals"][0] == {
        "route": "Т02",
        "direction": "Пасічна",
        "vehicle_type": "tram",
        "arrival_minutes": 3,
        "vehicle_id": "2393",
        "lat": 49.83461,
        "lng": 24.01672,
        "bearing": 60,
    }
    assert told.blocks == [
        {
            "type": "map",
            "data": {
                "center": [49.84146, 24.03227],
                "zoom": 14,
                "layers": {"stops": "data.stop", "vehicles": "data.arrivals"},
            },
        },
        {"type": "arrival_list", "data": {"source": "data.arrivals"}},
    ]


def test_instants_have_milliseconds_but_not_the_age_of_the_answer(square: World) -> None:
    data = tell(square, "get_vehicle_info", vehicle_id="5907").data
    assert (data["upcoming_stops"][0]["arrival"], data["updated_at"]) == (
        "2026-09-23T09:05:00.000Z",
        "2026-09-23T09:01:11Z",
    )
