"""The arguments that tools share: flat types, plain schemas, each with its meaning and unit.

Where a number is optional its schema is that of the number: a client leaves it out, or sends null.
"""

from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, WithJsonSchema

ModeChoice = Literal[
    "any",
    "tram",
    "metro",
    "rail",
    "bus",
    "ferry",
    "cable-tram",
    "aerial-lift",
    "funicular",
    "trolleybus",
    "monorail",
    "coach",
    "taxi",
    "other",
]


def to_id_text(value: Any) -> Any:
    """Take an integer where an id is asked for; anything else is left to be judged as text."""
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _text(description: str) -> Any:
    return Field(description=description, max_length=300)


_STOP = "authority:stopId, mobility:// address, pole code or name in any script"

Stop = Annotated[str, BeforeValidator(to_id_text), _text(f"The stop or station: {_STOP}.")]
OptionalStop = Annotated[str, BeforeValidator(to_id_text), _text(f"A stop or station: {_STOP}.")]
OptionalRoute = Annotated[str, BeforeValidator(to_id_text), _text("Line: label or authority:routeId. Empty: all.")]
OptionalTrip = Annotated[
    str, BeforeValidator(to_id_text), _text("A trip: authority:tripId, or the tripId of a call. Empty: none.")
]
OptionalJourney = Annotated[
    str,
    BeforeValidator(to_id_text),
    _text("A trip: mobility:// address (of a call), authority:tripId or tripId."),
]
OptionalVehicle = Annotated[
    str,
    BeforeValidator(to_id_text),
    _text("A vehicle: id (authority:vehicleId), mobility:// address, number on it, or plate."),
]
ServiceDay = Annotated[str, _text("YYYY-MM-DD the trip belongs to, even past midnight. Empty: around now.")]
Stops = Annotated[int, Field(description="At most so many stops.", ge=1, le=100)]
Query = Annotated[
    str, BeforeValidator(to_id_text), Field(description="Name, code or id.", min_length=1, max_length=300)
]
Headsign = Annotated[str, _text("Where it goes: headsign or later stop, in any language.")]
Authority = Annotated[str, _text("Name of one feed. Empty: all feeds.")]
Mode = Annotated[ModeChoice, Field(description="Kind of vehicle: tram, bus, trolleybus, metro, rail, ferry …")]
Limit = Annotated[int, Field(description="At most so many.", ge=1, le=20)]
Within = Annotated[int, Field(description="Minutes from now to look ahead.", ge=1, le=1440)]
Radius = Annotated[int, Field(description="Metres around the point.", ge=10, le=5000)]
Latitude = Annotated[float, Field(description="Degrees north, WGS 84.", ge=-90, le=90)]
Longitude = Annotated[float, Field(description="Degrees east, WGS 84.", ge=-180, le=180)]
OptionalLatitude = Annotated[
    float | None,
    Field(description="Degrees north, WGS 84, with longitude.", ge=-90, le=90),
    WithJsonSchema({"type": "number", "minimum": -90, "maximum": 90}),
]
OptionalLongitude = Annotated[
    float | None,
    Field(description="Degrees east, WGS 84, with latitude.", ge=-180, le=180),
    WithJsonSchema({"type": "number", "minimum": -180, "maximum": 180}),
]
Language = Annotated[str, _text("BCP 47 tag.")]
Kind = Annotated[
    Literal["departures", "arrivals"], Field(description="departures: what one can board. arrivals: what comes in.")
]
Verbosity = Annotated[
    Literal["brief", "normal", "rich", "full"], Field(description="How much is said; the data is the same.")
]
Accessibility = Annotated[
    Literal["any", "wheelchair"], Field(description="wheelchair: known to be wheelchair accessible first.")
]
Passed = Annotated[bool, Field(description="true: also what was due in the last 15 minutes.")]
Access = Annotated[bool, Field(description="true: known low floor or accessible first, then unknown; none is hidden.")]
