"""How the assistant's own voice sounds: the `[speech]` table of config.toml."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

EngineWord = Literal["pyttsx3", "espeak-ng", "speech-dispatcher", "silent"]

_TimeOfDay = Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")]
_Volume = Annotated[int, Field(ge=0, le=100)] | Literal["off"]


class SpeechTable(BaseModel):
    """What may be set by hand."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    spare_engines: bool = True
    """Whether other engines of this machine speak while the chosen one is broken or has no voice for a language."""
    output_module: Annotated[str, Field(min_length=1)] | None = None
    """Of speech-dispatcher; None prefers espeak-ng's."""
    voices: dict[str, Annotated[str, Field(min_length=1)]] = Field(default_factory=dict)
    """BCP 47 tag to an engine's name of a voice, as `stopbell voice list` tells them."""
    volume_by_hour: dict[_TimeOfDay, _Volume] = Field(default_factory=dict)
    """From a local time of day on: percent of the rider's own volume, or `off` for all that nobody asked for."""
    earcons: bool = False
    """Whether a short sign is heard before what is urgent."""
    ducking: bool = False
    """Whether other sounds of this machine are lowered while the voice speaks."""
