"""From what an operator asked for to where a feed's data comes from."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from stopbell_server.domain.errors import FeedMissing, SettingsInvalid
from stopbell_server.feeds.catalogue.entries import FeedEntry, KeyNeed, KeyPlace
from stopbell_server.feeds.catalogue.reading import find_entry, load_catalogue
from stopbell_server.feeds.fetch import Key, Source

_CATALOGUE_PREFIXES = ("mdb:", "catalogue:")
_KIND_BY_CODE = {"tu": "updates", "vp": "vehicles", "sa": "alerts"}
"""Of the catalogue."""
_KIND = "(?:updates|vehicles|alerts)"
_CARRYING = re.compile(rf"({_KIND}(?:\+{_KIND})*)=")


@dataclass(frozen=True, slots=True)
class FeedSetup:
    """What `feed add` is told."""

    source: str
    """A zip, a folder, an http or https address, or `mdb:NUMBER` of the catalogue."""
    realtime: tuple[str, ...] = ()
    """Addresses or files, `alerts=` and the like before them; with a number of the catalogue they replace its."""
    keys: tuple[Key, ...] = ()
    fleet: Path | None = None
    notice: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class FeedSources:
    """Where a feed's data comes from, each source with its keys."""

    timetable: Source
    live: tuple[Source, ...] = ()
    catalogue_id: str | None = None
    mirror: str | None = None
    """Where the catalogue keeps a copy, for when the publisher does not answer."""


def resolve_sources(setup: FeedSetup) -> FeedSources:
    """Say where the data comes from; local paths become absolute.

    Keys go to every address that was given by hand. Of the catalogue's addresses each gets the keys that it
    wants; keys that none wants go to all, as the catalogue may not know.

    Raises:
        FeedMissing: no such number in the catalogue.
        SettingsInvalid: the catalogue says that a key is needed and none was named.
    """
    if not setup.source.startswith(_CATALOGUE_PREFIXES):
        live = tuple(_to_live_source(told, setup.keys) for told in setup.realtime)
        return FeedSources(_to_source(setup.source, setup.keys), live)
    entry = find_entry(load_catalogue(), setup.source)
    if entry is None:
        raise FeedMissing(f"The catalogue has no feed {setup.source}; find its number with `stopbell feed find TEXT`.")
    return _resolve_entry(entry, setup)


def _resolve_entry(entry: FeedEntry, setup: FeedSetup) -> FeedSources:
    live_entries = () if setup.realtime else entry.live
    wanted = {need.name.lower() for need in (entry.key, *(live.key for live in live_entries))}
    extra = tuple(key for key in setup.keys if key.name.lower() not in wanted)
    timetable = Source(entry.url, (*_choose_keys(entry.key, setup.keys, entry), *extra))
    live = {
        source.url: Source(
            source.url, (*_choose_keys(source.key, setup.keys, entry), *extra), _to_kinds(source.carries)
        )
        for source in live_entries
    }
    given = tuple(_to_live_source(told, setup.keys) for told in setup.realtime)
    return FeedSources(timetable, (*given, *live.values()), entry.id, entry.mirror_url)


def _choose_keys(need: KeyNeed, keys: Iterable[Key], entry: FeedEntry) -> tuple[Key, ...]:
    if need.place is KeyPlace.NOWHERE:
        return ()
    chosen = tuple(key for key in keys if key.name.lower() == need.name.lower())
    if not chosen:
        where = f"ask for one at {need.where}, " if need.where else ""
        raise SettingsInvalid(
            f"mdb:{entry.id} needs a key: {where}put it in an environment variable, "
            f"and add --{need.place.value} {need.name}=env:THAT_VARIABLE."
        )
    return chosen


def _to_live_source(told: str, keys: tuple[Key, ...]) -> Source:
    """Read a location that may be told with what it carries, such as `alerts=https://...`."""
    named = _CARRYING.match(told)
    if named is None:
        return _to_source(told, keys)
    return replace(_to_source(told[named.end() :], keys), carries=tuple(named[1].split("+")))


def _to_kinds(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(_KIND_BY_CODE[code] for code in codes if code in _KIND_BY_CODE)


def _to_source(location: str, keys: tuple[Key, ...]) -> Source:
    source = Source(location, keys)
    if source.is_remote:
        return source
    return Source(str(source.to_path().expanduser().absolute()))
