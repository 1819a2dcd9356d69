"""The last word of a source about a trip that it speaks of no more, kept as the bytes it came in."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime

from stopbell_server.domain.history import LastUpdate
from stopbell_server.feeds.realtime.trip_facts import parse_trip_update
from stopbell_server.feeds.realtime.trip_index import TripIndex

MOST_BYTES = 8_000_000
_LONGEST = 100_000
"""Of one update, in bytes: a trip with a thousand stops."""


@dataclass(frozen=True, slots=True)
class KeptUpdate:
    """Not yet converted: hardly any is ever asked for."""

    content: bytes
    cap: int
    """The time of the payload that it stood in: it is no younger than this."""

    def to_fact(self) -> LastUpdate:
        """Convert it."""
        update, cap = parse_trip_update(self.content), datetime.fromtimestamp(self.cap, UTC)
        made = min(update.timestamp or cap, cap)
        return LastUpdate(replace(update, timestamp=made), int(made.timestamp()))


Found = Mapping[str, tuple[KeptUpdate, ...]]


@dataclass(frozen=True, slots=True)
class Kept:
    """Replaced whole, never changed."""

    found: Found = field(default_factory=dict[str, tuple[KeptUpdate, ...]])
    """By trip_id."""
    size: int = 0
    """In bytes."""


def keep_gone(kept: Kept, old: TripIndex, new: TripIndex, cap: int) -> Kept:
    """Keep what `old`, of the time `cap`, says of trips that `new` does not name, and drop what is spoken of again."""
    gone = old.by_trip.keys() - new.by_trip.keys()
    back = kept.found.keys() & new.by_trip.keys()
    if not gone and not back:
        return kept
    found, size = dict(kept.found), kept.size
    for trip in back:
        size -= _count(found.pop(trip))
    for trip in gone:
        contents = (old.decoded.updates[place].SerializeToString() for place in old.list_places(trip))
        size -= _count(found.pop(trip, ()))
        found[trip] = tuple(KeptUpdate(content, cap) for content in contents if len(content) <= _LONGEST)
        size += _count(found[trip])
    return Kept(found, size)


def forget_updates(kept: Kept, before: int) -> tuple[Kept, int]:
    """Leave out what is older, and the oldest of too many bytes; gives also what was lost so, as for vehicles."""
    found = {trip: updates for trip, updates in kept.found.items() if any(one.cap >= before for one in updates)}
    size, lost = sum(map(_count, found.values())), 0
    for trip in sorted(found, key=lambda trip: _find_newest(found[trip])) if size > MOST_BYTES else ():
        if size <= MOST_BYTES:
            break
        gone = found.pop(trip)
        size -= _count(gone)
        lost = max(lost, _find_newest(gone))
    return Kept(found, size), lost


def _count(updates: tuple[KeptUpdate, ...]) -> int:
    return sum(len(one.content) for one in updates)


def _find_newest(updates: tuple[KeptUpdate, ...]) -> int:
    return max((one.cap for one in updates), default=0)
