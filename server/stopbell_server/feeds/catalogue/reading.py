"""Reading the bundled tables."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from importlib import resources

from stopbell_server.feeds.catalogue.entries import EntryStatus, FeedEntry, KeyNeed, KeyPlace, LiveEntry

CATALOGUE_DATE = "2026-08"
"""Month of the tables, for people to judge their age."""

_KEY_PLACES = {"1": KeyPlace.PARAMETER, "2": KeyPlace.HEADER}


def load_catalogue() -> tuple[FeedEntry, ...]:
    """Read all timetables of the catalogue in order of their numbers, each with its living realtime sources."""
    live_by_feed: dict[str, list[LiveEntry]] = defaultdict(list)
    for row in _rows("realtime.tsv"):
        entry = _to_live(row)
        if entry.status.rank < EntryStatus.INACTIVE.rank:
            for feed in entry.static_ids:
                live_by_feed[feed].append(entry)
    return tuple(_to_feed(row, tuple(live_by_feed[row["id"]])) for row in _rows("static.tsv"))


def find_entry(entries: tuple[FeedEntry, ...], asked: str) -> FeedEntry | None:
    """Give the timetable with this number, written `734`, `mdb:734` or `catalogue:734`; None when there is none.

    The number of a realtime source stands for the first timetable that it belongs to.
    """
    number = asked.removeprefix("mdb:").removeprefix("catalogue:").removeprefix("mdb-")
    for entry in entries:
        if entry.id == number:
            return entry
    return next((entry for entry in entries if any(live.id == number for live in entry.live)), None)


def _rows(file: str) -> Iterator[Mapping[str, str]]:
    text = resources.files("stopbell_server.feeds.catalogue").joinpath(file).read_text(encoding="utf-8")
    lines = text.split("\n")
    columns = lines[0].split("\t")
    for line in lines[1:]:
        if line:
            yield dict(zip(columns, line.split("\t"), strict=True))


def _to_live(row: Mapping[str, str]) -> LiveEntry:
    return LiveEntry(
        id=row["id"],
        status=EntryStatus(row["status"] or "active"),
        static_ids=tuple(part for part in row["static_ids"].split("+") if part),
        carries=tuple(row["entity_types"].split("+")),
        url=row["url"],
        key=_to_key(row),
    )


def _to_feed(row: Mapping[str, str], live: tuple[LiveEntry, ...]) -> FeedEntry:
    return FeedEntry(
        id=row["id"],
        status=EntryStatus(row["status"] or "active"),
        operator=row["provider"],
        name=row["name"],
        country=row["country"],
        region=row["subdivision"],
        place=row["municipality"],
        url=row["url"],
        mirror=row["mirror"],
        licence=row["license_url"],
        key=_to_key(row),
        live=live,
    )


def _to_key(row: Mapping[str, str]) -> KeyNeed:
    place = _KEY_PLACES.get(row["auth_type"])
    return KeyNeed(place, row["auth_parameter"], row["auth_info"]) if place else KeyNeed()
