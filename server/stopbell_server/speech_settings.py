"""How the assistant's own voice sounds: the `[speech]` table of config.toml, and STOPBELL_SPEECH_… over it."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

EngineWord = Literal["pyttsx3", "espeak-ng", "speech-dispatcher", "silent"]

_PREFIX = "STOPBELL_SPEECH_"


def _split(value: Any) -> Any:
    """Read `key=value` with semicolons between, as a variable has it; names of voices have commas and blanks."""
    if not isinstance(value, str):
        return value
    pairs = (part.partition("=") for part in value.split(";") if part.strip())
    return {key.strip(): told.strip() for key, _, told in pairs}


_TimeOfDay = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
_Volume = Annotated[int, Field(ge=0, le=100)] | Literal["off"]


class SpeechTable(BaseModel):
    """What may be set; a field's variable is STOPBELL_SPEECH_ and its name. Tables are written `key=value;…` there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    spare_engines: bool = True
    """Whether other engines of this machine speak while the chosen one is broken or has no voice for a language."""
    output_module: Annotated[str, Field(min_length=1)] | None = None
    """Of speech-dispatcher; None prefers espeak-ng's."""
    voices: Annotated[dict[str, Annotated[str, Field(min_length=1)]], BeforeValidator(_split)] = Field(
        default_factory=dict
    )
    """BCP 47 tag to an engine's name of a voice, as `stopbell voice list` tells them."""
    volume_by_hour: Annotated[dict[_TimeOfDay, _Volume], BeforeValidator(_split)] = Field(default_factory=dict)
    """From a local time of day on: percent of the rider's own volume, or `off` for all that nobody asked for."""
    earcons: bool = False
    """Whether a short sign is heard before what is urgent."""
    ducking: bool = False
    """Whether other sounds of this machine are lowered while the voice speaks."""


def list_speech_variables(environment: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """List what the environment sets: variable, field, text."""
    found = [(f"{_PREFIX}{field.upper()}", field) for field in SpeechTable.model_fields]
    return [(variable, field, text) for variable, field in found if (text := environment.get(variable, "").strip())]
