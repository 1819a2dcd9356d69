"""Listing the feeds of a home."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from stopbell_server.app.outcome import describe_content
from stopbell_server.app.registry import FeedRecord, find_record, list_feed_names
from stopbell_server.domain.errors import StopbellError
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.fetch import Source
from stopbell_server.home import Home
from stopbell_server.store.library import Library


@dataclass(frozen=True, slots=True)
class FeedSummary:
    """One feed as an operator lists it."""

    name: str
    title: str
    """Publisher, or the name when it cannot be read."""
    lines: tuple[str, ...]
    is_usable: bool


def list_feeds(home: Home, environment: Mapping[str, str] = os.environ) -> tuple[FeedSummary, ...]:
    """List all feeds by name; one that cannot be opened is listed with the reason."""
    return tuple(_summarize(home, name, environment) for name in list_feed_names(home))


def _summarize(home: Home, name: str, environment: Mapping[str, str]) -> FeedSummary:
    try:
        record = find_record(home, name)
        store = Library(home.feeds_folder).open_current(name)
    except StopbellError as error:
        return FeedSummary(name, name, (f"{name}: cannot be used. {error}",), is_usable=False)
    store.close()
    details = tuple(f"  {to_clean_text(line)}" for line in _describe(record, environment)) if record else ()
    first = to_clean_text(f"{name}: {describe_content(store.info)}")
    return FeedSummary(name, store.info.title or name, (first, *details), is_usable=True)


def _describe(record: FeedRecord, environment: Mapping[str, str]) -> Iterator[str]:
    number = f" (mdb:{record.catalogue_id})" if record.catalogue_id else ""
    yield f"Timetable from {record.source.shown}{number}, loaded {record.updated:%Y-%m-%d %H:%M} UTC."
    for source in record.realtime:
        yield f"Live data from {source.shown}."
    if not record.realtime:
        yield "No live data."
    yield from dict.fromkeys(_describe_keys(record.source, *record.realtime, environment=environment))
    if record.has_fleet:
        yield "With a fleet file."
    for language, sentence in record.notice.items():
        yield f"Said with every answer ({language}): {sentence}"


def _describe_keys(*sources: Source, environment: Mapping[str, str]) -> Iterator[str]:
    for source in sources:
        for key in source.keys:
            state = "set" if environment.get(key.variable, "").strip() else "not set"
            yield f"Key for the {key.place} {key.name}: environment variable {key.variable}, {state}."
