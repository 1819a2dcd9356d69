"""What the catalogue says of one feed."""

from dataclasses import dataclass
from enum import Enum

_MIRROR = "https://storage.googleapis.com/storage/v1/b/mdb-latest/o/{}.zip?alt=media"


class KeyPlace(Enum):
    """Where a publisher wants its key."""

    NOWHERE = "nowhere"
    PARAMETER = "parameter"
    """In the address's query."""
    HEADER = "header"


class EntryStatus(Enum):
    """What the catalogue knows of a feed's life, best first."""

    ACTIVE = "active"
    """Said to be active, or nothing said against it."""
    DEVELOPMENT = "development"
    INACTIVE = "inactive"
    DEPRECATED = "deprecated"

    @property
    def rank(self) -> int:
        """Order from the most to the least useful; inactive and deprecated are equally late."""
        return {"active": 0, "development": 1}.get(self.value, 2)


@dataclass(frozen=True, slots=True)
class KeyNeed:
    """Whether a source wants a key, where, and who gives it."""

    place: KeyPlace = KeyPlace.NOWHERE
    name: str = ""
    """Name of the header or the query parameter; empty when the catalogue does not say."""
    where: str = ""
    """Page on which a key is asked for; empty when the catalogue does not say."""


@dataclass(frozen=True, slots=True)
class LiveEntry:
    """One realtime source."""

    id: str
    status: EntryStatus
    static_ids: tuple[str, ...]
    carries: tuple[str, ...]
    """Any of `tu`, `vp`, `sa`."""
    url: str
    key: KeyNeed


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One timetable with the realtime sources that belong to it."""

    id: str
    status: EntryStatus
    operator: str
    name: str
    """What tells feeds of one operator apart; often empty."""
    country: str
    """ISO 3166-1 alpha-2."""
    region: str
    place: str
    """Municipality; often empty."""
    url: str
    mirror: str
    """Name of the Mobility Database's copy; empty when it keeps none."""
    licence: str
    """Address of the terms; empty when the catalogue does not say."""
    key: KeyNeed
    live: tuple[LiveEntry, ...] = ()
    """Realtime sources that are not marked inactive or deprecated."""

    @property
    def mirror_url(self) -> str | None:
        """Address of the Mobility Database's own copy of the last version it saw."""
        return _MIRROR.format(self.mirror) if self.mirror else None
