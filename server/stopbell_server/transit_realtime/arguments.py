"""The documented arguments; an id may be an integer, as it stands on the pole, or text."""

from typing import Annotated

from pydantic import BeforeValidator, Field

from stopbell_server.tools.inputs import to_id_text

StopId = Annotated[
    str,
    BeforeValidator(to_id_text),
    Field(description="Stop: its id from other tools, or the code on the pole.", min_length=1, max_length=300),
]
RouteName = Annotated[
    str,
    BeforeValidator(to_id_text),
    Field(description="Line: its short name in either script, or its id.", min_length=1, max_length=300),
]
OptionalRoute = Annotated[
    str,
    BeforeValidator(to_id_text),
    Field(description="Only this line: its short name or id. Left out: all.", max_length=300),
]
VehicleId = Annotated[
    str,
    BeforeValidator(to_id_text),
    Field(description="Vehicle: its id from other tools.", min_length=1, max_length=300),
]
Query = Annotated[
    str, BeforeValidator(to_id_text), Field(description="Name in any script, or a code.", min_length=2, max_length=300)
]
Latitude = Annotated[float, Field(description="Degrees north, WGS 84.", ge=-90, le=90)]
Longitude = Annotated[float, Field(description="Degrees east, WGS 84.", ge=-180, le=180)]
StopLimit = Annotated[int, Field(description="At most so many, 1 to 25.", ge=1, le=25)]
VehicleLimit = Annotated[int, Field(description="At most so many, 1 to 50.", ge=1, le=50)]
StopRadius = Annotated[int, Field(description="Metres around the point, 50 to 3000.", ge=50, le=3000)]
VehicleRadius = Annotated[int, Field(description="Metres around the point, 100 to 1000.", ge=100, le=1000)]
Shapes = Annotated[bool, Field(description="true: also a polyline for each direction.")]
