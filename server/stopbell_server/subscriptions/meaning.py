"""What of a document is news: everything but its clock, for a minute that passes changes no fact."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, cast

from stopbell_server.domain.freshness import DEFAULT_FRESHNESS, FreshnessLimits

MOVING = frozenset(
    {
        "ageSeconds",
        "lastModified",
        "minutes",
        "minutesAgo",
        "more",
        "nextCursor",
        "now",
        "observedTime",
        "reportAgeSeconds",
        "retrievedTime",
        "sourceTime",
        "validAt",
        "windowEnd",
        "windowStart",
    }
)
"""What moves with the clock, or says again how old a fact is. `more` counts what lies beyond the last one shown: at a
busy stop it is another one every minute, and nobody hears it."""
MOVING_IN = {"monitoring": frozenset({"mentioned", "ends", "keptUntil", "recordedSince"})}
"""What moves with every word of a source only where it stands in this object."""
LONGEST = timedelta(seconds=60)
"""So long at most a document is believed to stay as it is while nothing arrives: a call comes into a board's hour by
the plan alone, which the board before does not tell."""
_LEFT_AFTER = timedelta(seconds=61)
"""When a call has surely left a board: it stays for a minute after its time."""
_AGES = frozenset({"ageSeconds", "reportAgeSeconds"})
_PLANS = frozenset({"static-plan", "definition"})
"""What no live data has a part in. The plan of a day is not among them: it is told while nothing else is known."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a document says, and for how long."""

    digest: bytes
    """Of everything that is news; two documents of the same digest say the same."""
    holds_until: datetime | None
    """When it may say something else though nothing has arrived; None for what only another timetable changes."""

    @property
    def is_gone(self) -> bool:
        """Whether there is no such document, as of a vehicle that has fallen silent."""
        return not self.digest


def to_absence(now: datetime) -> Meaning:
    """Give what stands for a document that is not there."""
    return Meaning(b"", now + LONGEST)


def to_meaning(document: Mapping[str, Any], now: datetime, limits: FreshnessLimits = DEFAULT_FRESHNESS) -> Meaning:
    """Give what a document says; `limits` are those of its feed."""
    said = json.dumps(_drop_moving(document), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return Meaning(_hash(said), None if _is_plan(document) else _find_end(document, now, limits))


def to_text_meaning(text: str) -> Meaning:
    """Give what plain text says: its every letter, which only another timetable changes."""
    return Meaning(_hash(text), None)


def _hash(said: str) -> bytes:
    return hashlib.blake2b(said.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def _is_plan(document: Mapping[str, Any]) -> bool:
    freshness: object = document.get("freshness")
    return isinstance(freshness, Mapping) and cast(Mapping[str, Any], freshness).get("temporalMeaning") in _PLANS


def _drop_moving(value: Any, within: str = "") -> Any:
    if isinstance(value, dict):
        fields, also = cast(dict[str, Any], value), MOVING_IN.get(within, frozenset[str]())
        return {
            name: _drop_moving(field, name) for name, field in fields.items() if name not in MOVING and name not in also
        }
    if isinstance(value, list):
        return [_drop_moving(item, within) for item in cast(list[Any], value)]
    return value


def _find_end(document: Mapping[str, Any], now: datetime, limits: FreshnessLimits) -> datetime:
    """Give the first instant after now at which something told here ends, begins or grows too old."""
    ages = (limits.live, limits.ageing, limits.forget)
    ends = [now + LONGEST]
    for value in _list_values(document):
        if isinstance(value, int):
            # An age is whole seconds, rounded down: a second more, and it is surely beyond the limit.
            ends.extend(now + limit - timedelta(seconds=value - 1) for limit in ages)
        elif (instant := _parse_instant(value)) is not None:
            ends.extend((instant, instant + _LEFT_AFTER))
    return min(end for end in ends if end > now)


def _list_values(value: Any, name: str = "") -> Iterator[int | str]:
    """List the ages, and every text that may be an instant of a fact."""
    if isinstance(value, dict):
        for key, field in cast(dict[str, Any], value).items():
            yield from _list_values(field, key)
    elif isinstance(value, list):
        for item in cast(Iterable[Any], value):
            yield from _list_values(item, name)
    elif isinstance(value, int if name in _AGES else str) and (name in _AGES or name not in MOVING):
        yield value


def _parse_instant(text: str) -> datetime | None:
    """Read an instant as the contract writes it, ISO 8601 with an offset."""
    if len(text) < 20 or text[4:5] != "-" or text[10:11] != "T":
        return None
    try:
        instant = datetime.fromisoformat(text)
    except ValueError:
        return None
    return instant if instant.tzinfo else None
