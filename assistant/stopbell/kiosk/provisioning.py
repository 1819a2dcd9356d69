"""Everything that an operator sets of one kiosk, in one file; docs/kiosk.md explains each key."""

from datetime import datetime, time
from typing import Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from stopbell.kiosk.keys import KEYS, Key
from stopbell.speech.settings import FASTEST_WPM, SLOWEST_WPM
from stopbell.speech.volume_hours import VolumeByHour, VolumeHours, parse_volume_hours

Percent = Annotated[int, Field(ge=0, le=100)]
Priority = Literal["urgent", "normal", "tip"]
LanguageTag = Annotated[str, Field(pattern=r"^[A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*$")]
_Latitude = Annotated[float, Field(ge=-90, le=90)]
_Longitude = Annotated[float, Field(ge=-180, le=180)]


def to_tuple(value: Any) -> Any:
    """Give a list of the file as a tuple, since nothing here changes; anything else as it is."""
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value


class _Table(BaseModel):
    """A table of the file: a key that is not known is refused, so that a slip of the pen is not lost."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class InputTable(_Table):
    """`[input]`: keys and button."""

    mode: Literal["keypad", "one-button", "both"] = "both"
    keys: dict[str, str] = Field(default_factory=lambda: {"/": "#"})
    """Further characters that stand for a key."""
    button: Annotated[str, Field(min_length=1)] = " \r\n"
    """What the one button sends: any of these characters."""
    debounce_s: Annotated[float, Field(ge=0, le=2)] = 0.35
    """A key that is held, or pressed again sooner, counts once."""
    hold_s: Annotated[float, Field(ge=0.3, le=10)] = 1.0
    release_s: Annotated[float, Field(ge=0.05, le=2)] = 0.35
    wait_s: Annotated[float, Field(ge=1, le=60)] | None = None
    """Waiting so long after a choice was told chooses it; None: only holding does."""

    @field_validator("keys")
    @classmethod
    def _stand_for_keys(cls, keys: dict[str, str]) -> dict[str, str]:
        for character, key in keys.items():
            if len(character) != 1 or key not in KEYS:
                raise ValueError(f"{character!r} = {key!r}: write one character, and one of {' '.join(KEYS)}")
        return keys

    @property
    def extra_keys(self) -> dict[str, Key]:
        """Further characters with the key that each stands for."""
        return {character: key for character, text in self.keys.items() for key in KEYS if key == text}


class PlaceTable(_Table):
    """`[place]`: where the kiosk stands and which way one looks from it."""

    heading: Annotated[float, Field(ge=0, lt=360)] | None = None
    """Degrees from north in which one looks with one's back to the kiosk; None: no directions by the clock face."""
    latitude: _Latitude | None = None
    longitude: _Longitude | None = None
    """None: where the first stop is."""

    @model_validator(mode="after")
    def _both_or_none(self) -> Self:
        if (self.latitude is None) != (self.longitude is None):
            raise ValueError("latitude and longitude must be given together")
        return self


class Landmark(_Table):
    """`[[landmarks]]`: a place that directions tell."""

    name: str | dict[LanguageTag, str]
    latitude: _Latitude
    longitude: _Longitude


class SessionTable(_Table):
    """`[session]`: how long a rider may be silent. Less than twenty seconds to answer is not allowed by law."""

    idle_s: Annotated[float, Field(ge=20, le=600)] = 45
    warning_s: Annotated[float, Field(ge=20, le=600)] = 20
    waiting_s: Annotated[float, Field(ge=20, le=3600)] = 300
    """In place of `idle_s` while the rider waits to be told that a vehicle comes."""


class SpeechTable(_Table):
    """`[speech]`: the voice as every session begins with it."""

    engine: Annotated[str, Field(min_length=1)] = "pyttsx3"
    rate_wpm: Annotated[int, Field(ge=SLOWEST_WPM, le=FASTEST_WPM)] = 150
    volume: Percent = 65
    volume_by_hour: VolumeByHour = Field(default_factory=dict)
    """From a time of day on, in place of `volume`, round the clock; `off` is silent until a rider makes it louder."""
    wav_folder: str | None = None
    """For trials: write WAV files there, and play nothing."""

    @property
    def hours(self) -> VolumeHours:
        """The volume by the hour; without steps `volume` holds all day."""
        return parse_volume_hours(self.volume_by_hour)

    def find_volume(self, at: time) -> int:
        """Give how loud a session begins at a time of day."""
        if not self.volume_by_hour:
            return self.volume
        return round(100 * (self.hours.find_share(at) or 0.0))


class ScreenTable(_Table):
    """`[screen]`: the board."""

    refresh_s: Annotated[float, Field(ge=5, le=120)] = 10
    """How often the board is asked for again."""
    page_s: Annotated[float, Field(ge=3, le=60)] = 8
    """How long a page stays where not everything fits."""
    height_cm: Annotated[float, Field(gt=0)] | None = None
    distance_cm: Annotated[float, Field(gt=0)] | None = None
    """Of the visible screen, and of the reader from it: then letters that are too small are reported."""


class Message(_Table):
    """`[[messages]]`: a sentence of the operator's."""

    text: str | dict[LanguageTag, str]
    priority: Priority = "normal"
    begins: datetime | None = None
    ends: datetime | None = None
    """Not included. None: until it is taken out of the file."""
    stops: tuple[str, ...] = ()
    """Scoped ids of the stops it is about; none: all of this kiosk."""

    @field_validator("stops", mode="before")
    @classmethod
    def _to_tuple(cls, value: Any) -> Any:
        return to_tuple(value)

    @model_validator(mode="after")
    def _make_sense(self) -> Self:
        for moment in (self.begins, self.ends):
            if moment is not None and moment.tzinfo is None:
                raise ValueError("begins and ends need an offset, for example 2026-12-01T18:00:00+02:00")
        if self.begins and self.ends and self.ends <= self.begins:
            raise ValueError("ends must be later than begins")
        if not self.text or (isinstance(self.text, dict) and not all(self.text.values())):
            raise ValueError("text must not be empty")
        return self


class HealthTable(_Table):
    """`[health]`: where the kiosk can be asked how it is."""

    listen: str | None = "127.0.0.1:8787"
    """[HOST:]PORT; "" in the file: nowhere."""
    open: bool = False
    """Whether other machines may ask; needed for any address but this machine's own."""

    @field_validator("listen", mode="after")
    @classmethod
    def _empty_is_none(cls, value: str | None) -> str | None:
        return value or None


class Provisioning(_Table):
    """The whole file."""

    stops: Annotated[tuple[str, ...], Field(min_length=1, max_length=9)]
    """Names, codes or scoped ids; the first is the one the kiosk stands at."""
    languages: Annotated[tuple[LanguageTag, ...], Field(min_length=1)] = ("en",)
    """The first is that of the silent board and of every session's first words."""
    verbosity: Literal["brief", "normal", "rich", "full"] = "normal"
    input: InputTable = Field(default_factory=InputTable)
    place: PlaceTable = Field(default_factory=PlaceTable)
    landmarks: tuple[Landmark, ...] = ()
    session: SessionTable = Field(default_factory=SessionTable)
    speech: SpeechTable = Field(default_factory=SpeechTable)
    screen: ScreenTable = Field(default_factory=ScreenTable)
    messages: tuple[Message, ...] = ()
    health: HealthTable = Field(default_factory=HealthTable)
    feeds: dict[str, Any] = Field(default_factory=dict)
    """`[feeds.NAME]` as in config.toml: where timetables come from when the kiosk has none yet."""

    @field_validator("stops", "languages", "landmarks", "messages", mode="before")
    @classmethod
    def _to_tuple(cls, value: Any) -> Any:
        return to_tuple(value)

    @field_validator("stops", "languages")
    @classmethod
    def _each_once(cls, value: tuple[str, ...]) -> tuple[str, ...]:
        if len(set(value)) != len(value) or not all(one.strip() for one in value):
            raise ValueError("each must be there once, and none may be empty")
        return value
