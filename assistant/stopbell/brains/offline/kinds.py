"""How slots are heard: the kind of value that each one waits for."""

from collections.abc import Mapping

KINDS: Mapping[str, str] = {
    "route": "line",
    "count": "count",
    "within_min": "count",
    "lead_min": "count",
    "lead_stops": "count",
    "value": "count",
    "option": "number",
    "destination": "name",
    "origin": "name",
    "stop": "name",
    "station": "name",
    "place": "name",
    "name": "name",
    "time": "clock",
    "deadline": "clock",
    "coordinates": "coordinates",
    "latitude": "decimal",
    "longitude": "decimal",
}
"""How a slot is heard when its pattern does not say; slots that are not here have their values in the grammar."""

NAME = "name"
"""The kind that nearly every word can be."""
