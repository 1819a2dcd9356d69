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


Stop = Annotated[str, BeforeValidator(to_id_text), _text("Id, pole code or name.")]
OptionalStop = Annotated[str, BeforeValidator(to_id_text), _text("Id, pole code or name.")]
OptionalRoute = Annotated[str, BeforeValidator(to_id_text), _text("Label or id.")]
OptionalTrip = Annotated[str, BeforeValidator(to_id_text), _text("Trip id.")]
OptionalJourney = Annotated[
    str,
    BeforeValidator(to_id_text),
    _text("Trip id or address."),
]
OptionalVehicle = Annotated[
    str,
    BeforeValidator(to_id_text),
    _text("Id, number on it or plate."),
]
ServiceDay = Annotated[str, _text("YYYY-MM-DD, even past midnight.")]
Stops = Annotated[int, Field(description="At most so many stops.", ge=1, le=100)]
Query = Annotated[
    str, BeforeValidator(to_id_text), Field(description="Name, code or id.", min_length=1, max_length=300)
]
Headsign = Annotated[str, _text("Headsign or later stop.")]
Authority = Annotated[str, _text("Name of a feed.")]
Mode = Annotated[ModeChoice, Field(description="tram, bus, rail …")]
Limit = Annotated[int, Field(description="At most so many.", ge=1, le=20)]
Cursor = Annotated[str, Field(description="data.nextCursor.", max_length=3000)]
Time = Annotated[str, Field(description="HH:MM or ISO 8601: by plan then.", max_length=40)]
Within = Annotated[int, Field(description="Minutes to look ahead.", ge=1, le=1440)]
Radius = Annotated[int, Field(description="Metres around.", ge=10, le=5000)]
Latitude = Annotated[float, Field(description="Degrees north.", ge=-90, le=90)]
Longitude = Annotated[float, Field(description="Degrees east.", ge=-180, le=180)]
OptionalLatitude = Annotated[
    float | None,
    Field(description="Degrees north.", ge=-90, le=90),
    WithJsonSchema({"type": "number", "minimum": -90, "maximum": 90}),
]
OptionalLongitude = Annotated[
    float | None,
    Field(description="Degrees east.", ge=-180, le=180),
    WithJsonSchema({"type": "number", "minimum": -180, "maximum": 180}),
]
Language = Annotated[str, _text("BCP 47.")]
Kind = Annotated[Literal["departures", "arrivals"], Field(description="What one can board, or what comes in.")]
Verbosity = Annotated[Literal["brief", "normal", "rich", "full"], Field(description="How much is said.")]
Accessibility = Annotated[Literal["any", "wheelchair"], Field(description="Known accessible first, none hidden.")]
Passed = Annotated[bool, Field(description="Also what was due in the last 15 minutes.")]
Access = Annotated[bool, Field(description="Accessible first, none hidden.")]
TripEnd = Annotated[str, BeforeValidator(to_id_text), _text('Stop or "lat,lng".')]
TripTime = Annotated[str, _text("HH:MM or ISO 8601.")]
ArriveBy = Annotated[bool, Field(description="Be there then.")]
