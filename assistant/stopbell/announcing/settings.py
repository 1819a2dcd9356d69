"""What an operator sets: in a file, by flags over it. docs/stop-announcements.md explains each key."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import time
from pathlib import Path
from typing import Annotated, Any, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from stopbell.announcing.errors import AnnouncingInvalid
from stopbell.speech.settings import FASTEST_WPM, SLOWEST_WPM
from stopbell.speech.volume_hours import VolumeByHour, VolumeHours, parse_volume_hours

_Text = Annotated[str, Field(min_length=1)]


class AnnouncingSettings(BaseModel):
    """One run's settings; a key that is not known is refused, so that a slip of the pen is not lost."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    stops: Annotated[tuple[_Text, ...], Field(min_length=1, max_length=8)]
    """Scoped ids, codes or names; each must mean one stop."""
    languages: Annotated[tuple[_Text, ...], Field(min_length=1, max_length=4)] = ("en",)
    """In the order in which they are said."""
    rate_wpm: Annotated[int, Field(ge=SLOWEST_WPM, le=FASTEST_WPM)] = 150
    tone: bool = False
    """Whether a short sign comes before each announcement."""
    volume_by_hour: VolumeByHour = Field(default_factory=dict)
    """From a time of day at the stop on: percent, or `off`. Empty: 100 all day."""
    board_every_min: Annotated[int, Field(ge=1, le=24 * 60)] | None = None
    """Read the next departures so often; None: never by itself."""
    wav: _Text | None = None
    """Folder for WAV files, in place of the sound device."""
    keep: Annotated[int, Field(ge=1, le=100_000)] = 500
    """So many announcements stay in that folder."""
    text: _Text | None = None
    """File for the text; standard output has it too."""

    @field_validator("stops", "languages", mode="before")
    @classmethod
    def _to_tuple(cls, value: Any) -> Any:
        return tuple(cast("list[Any]", value)) if isinstance(value, list) else value

    @field_validator("stops", "languages")
    @classmethod
    def _each_once(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if twice := next((one for one in value if value.count(one) > 1), None):
            raise ValueError(f"{twice!r} stands there twice; leave one out")
        return value

    @property
    def hours(self) -> VolumeHours:
        """The volume by the hour."""
        return parse_volume_hours(self.volume_by_hour)


def read_settings(path: Path | None, flags: Mapping[str, Any], languages: Sequence[str]) -> AnnouncingSettings:
    """Read the file, if there is one, and put the flags that are not None over it.

    Args:
        path: TOML, or None.
        flags: by key of the file.
        languages: BCP 47 tags that there are sentences for.

    Raises:
        AnnouncingInvalid: with the key, the value and what to write instead.
    """
    values = _read_file(path) if path is not None else {}
    given = {key: value for key, value in flags.items() if value is not None}
    try:
        made = AnnouncingSettings.model_validate({**values, **given})
    except ValidationError as error:
        raise AnnouncingInvalid(_explain(error, path, given)) from error
    for tag in made.languages:
        if tag not in languages:
            raise AnnouncingInvalid(
                f"languages: there are no sentences in {tag!r}; use some of {', '.join(languages)}."
            )
    return made


def to_hours(volume: int | None, quiet: str | None) -> dict[str, int | str] | None:
    """Give `volume_by_hour` for the flags: one volume, and hours of silence such as `22:00-06:00`; None for neither.

    Raises:
        AnnouncingInvalid: the hours are not understood.
    """
    if quiet is None:
        return None if volume is None else {"00:00": volume}
    begins, dash, ends = quiet.partition("-")
    try:
        first, last = (time.fromisoformat(text.strip()) for text in (begins, ends))
    except ValueError:
        dash = ""
        first = last = time()
    if not dash or first == last:
        raise AnnouncingInvalid(f"--quiet is {quiet!r}, not two times of day; write for example 22:00-06:00.")
    return {f"{first:%H:%M}": "off", f"{last:%H:%M}": 100 if volume is None else volume}


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise AnnouncingInvalid(f"{path} cannot be read: {error.strerror}.") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise AnnouncingInvalid(f"{path} is not valid TOML: {error}; correct that place.") from error


def _explain(error: ValidationError, path: Path | None, flags: Mapping[str, Any]) -> str:
    first = error.errors(include_url=False)[0]
    key = ".".join(str(part) for part in first["loc"][:2]) or "the settings"
    top = str(first["loc"][0]) if first["loc"] else ""
    origin = f"{path}, " if path is not None and top not in flags else ""
    if first["type"] == "missing" and top == "stops":
        return 'No stop is named; give --stop, or write stops = ["…"] into the file.'
    if first["type"] == "extra_forbidden":
        known = ", ".join(AnnouncingSettings.model_fields)
        return f"{origin}{key}: there is no such key; known are {known}."
    message = first["msg"].removeprefix("Value error, ")
    return f"{origin}{key}: {message}; it is {first['input']!r}."
