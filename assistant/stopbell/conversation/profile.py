"""What the rider wants kept: language, stop, voice, how much to say. Readable JSON, replaced as a whole."""

import json
import os
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stopbell.conversation.errors import ProfileError
from stopbell.speech.settings import FASTEST_WPM, SLOWEST_WPM

VoiceMode = Literal["reader", "self", "off"]
Verbosity = Literal["brief", "normal", "rich", "full"]
TimesWord = Literal["automatic", "clock", "minutes"]
PaceWord = Literal["slow", "normal", "fast"]
VERBOSITIES: tuple[Verbosity, ...] = ("brief", "normal", "rich", "full")


class SavedStop(BaseModel):
    """A stop by its scoped id, with the name under which the rider knows it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    id: str
    name: str


class SavedPlace(BaseModel):
    """Where the rider says to be, by setting."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    latitude: Annotated[float, Field(ge=-90, le=90)]
    longitude: Annotated[float, Field(ge=-180, le=180)]
    accuracy_meters: Annotated[int, Field(gt=0)] = 100


class Favourite(BaseModel):
    """What the rider saved under a name: a stop, or a line at it."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    name: str
    stop: SavedStop
    route: str = ""
    """Label of a line; empty: all that leaves there."""
    destination: str = ""
    """Where it is to go; empty: anywhere."""


class PlanWish(BaseModel):
    """A line at a stop in a part of the day, of which the rider wants to know when one is cancelled."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    stop: SavedStop
    route: str = ""
    """The line's label; empty: any."""
    mode: str = ""
    """Kind of vehicle, by the contract's word; empty: any."""
    days: Literal["daily", "weekdays", "weekend", "once"] = "daily"
    day: str | None = None
    """YYYY-MM-DD, only for `once`."""
    begins: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] = "00:00"
    """HH:MM, the rider's own time."""
    ends: Annotated[str, Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")] = "23:59"


class Profile(BaseModel):
    """Everything kept of one rider. Keys of a later version are left alone when reading."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    is_set_up: bool = False
    """Whether the first-run questions have been asked; skipped ones count."""
    language: str | None = None
    """BCP 47 tag; None follows the language of each question."""
    voice: VoiceMode | None = None
    """None: as the face decides."""
    verbosity: Verbosity = "normal"
    rate_wpm: Annotated[int, Field(ge=SLOWEST_WPM, le=FASTEST_WPM)] | None = None
    """Words a minute of our own voice; None: as the voice has it."""
    volume: Annotated[int, Field(ge=0, le=100)] | None = None
    """Of our own voice; None: as loud as it is."""
    times: TimesWord = "automatic"
    """Whether times are told in minutes or by the clock."""
    has_half_day_clock: bool = False
    """Whether hours go from one to twelve."""
    needs_low_floor: bool = False
    walking_pace: PaceWord = "normal"
    walking_limit_meters: Annotated[int, Field(gt=0)] | None = None
    """The longest walk the rider wants; None: any."""
    feed: str | None = None
    """The city's feed by name; None: any."""
    home_stop: SavedStop | None = None
    place: SavedPlace | None = None
    favourites: tuple[Favourite, ...] = ()
    plans: tuple[PlanWish, ...] = ()
    """What is watched for cancellations whenever the assistant runs."""
    keeps_recent_stops: bool = True
    recent_stops: tuple[SavedStop, ...] = ()
    """Stops used last, the latest first."""


class ProfileStore:
    """One profile in one file."""

    def __init__(self, path: Path) -> None:
        """Use this file; its folder is made when something is first written."""
        self._path = path

    def load(self) -> Profile:
        """Read the profile; a new one when there is none yet.

        Raises:
            ProfileError: the file is there but cannot be read or understood.
        """
        try:
            return Profile.model_validate_json(self._path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return Profile()
        except (OSError, ValidationError, UnicodeDecodeError) as error:
            raise ProfileError(f"{self._path} cannot be used as a profile: {error}. Mend or remove it.") from error

    def save(self, profile: Profile) -> None:
        """Replace the file; a reader sees the old profile or the new one, never half of either.

        Raises:
            ProfileError: the folder cannot be written.
        """
        content = json.dumps(profile.model_dump(mode="json", exclude_none=True), ensure_ascii=False, indent=2) + "\n"
        staged = self._path.with_name(f".{self._path.name}.{os.getpid()}")
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            descriptor = os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            staged.replace(self._path)
        except OSError as error:
            with suppress(OSError):
                staged.unlink()
            raise ProfileError(f"{self._path} cannot be written: {error.strerror}.") from error

    def erase(self) -> tuple[str, ...]:
        """Remove everything in the rider's folder; give the names of what was there.

        Raises:
            ProfileError: something cannot be removed.
        """
        return erase_folder(self._path.parent)


def erase_folder(folder: Path) -> tuple[str, ...]:
    """Remove all that is kept of a rider; give the names of what was there, in their order.

    Raises:
        ProfileError: something cannot be removed.
    """
    names: list[str] = []
    try:
        for path in sorted(folder.iterdir()) if folder.is_dir() else ():
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
            names.append(path.name)
    except OSError as error:
        raise ProfileError(f"{error.filename} cannot be removed: {error.strerror}.") from error
    return tuple(names)


class KeptInMemory:
    """A profile that nobody keeps, for a single question."""

    def __init__(self, profile: Profile | None = None) -> None:
        """Begin with a profile, or a new one."""
        self._profile = profile or Profile()

    def load(self) -> Profile:
        """Give the profile."""
        return self._profile

    def save(self, profile: Profile) -> None:
        """Take the profile until the program ends."""
        self._profile = profile

    def erase(self) -> tuple[str, ...]:
        """Forget the profile."""
        self._profile = Profile()
        return ()
