"""Offering feeds of the catalogue, each with the command that adds it."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from stopbell_server.app.registry import find_record, list_feed_names, propose_name
from stopbell_server.domain.errors import StopbellError
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.catalogue.entries import EntryStatus, FeedEntry, KeyNeed, KeyPlace
from stopbell_server.feeds.catalogue.reading import load_catalogue
from stopbell_server.feeds.catalogue.search import search_catalogue
from stopbell_server.feeds.catalogue.words import fold_words, name_country
from stopbell_server.home import Home
from stopbell_server.phrases.phrasebooks import Phrasebooks

_CARRIED = {"tu": "arrivals", "vp": "vehicles", "sa": "alerts"}
_OPERATOR_LENGTH = 80


@dataclass(frozen=True, slots=True)
class Offer:
    """One feed of the catalogue."""

    name: str
    """The name proposed for the feed."""
    source: str
    """What `feed add` takes as its source."""
    title: str
    """Operator, place and country, as one line."""
    line: str
    """The title with its number, live data, licence and key, as one line."""
    options: tuple[str, ...]
    """What `feed add` must be told of keys."""
    is_active: bool
    """Whether the catalogue knows nothing against its use."""

    @property
    def is_keyless(self) -> bool:
        """Whether it can be added as it is, without asking anybody for a key."""
        return not self.options

    @property
    def arguments(self) -> tuple[str, ...]:
        """What to pass to `stopbell` to add it."""
        return ("feed", "add", self.name, self.source, *self.options)

    @property
    def command(self) -> str:
        """The whole command as one types it."""
        return shlex.join(("stopbell", *self.arguments))


def find_feeds(home: Home, text: str, *, languages: Sequence[str] | None = None, limit: int = 20) -> tuple[Offer, ...]:
    """List feeds of the catalogue for a place, an operator, a country or a number, best first.

    Countries may be named in `languages`, by default those that answers are given in, and in their own.
    """
    spoken = Phrasebooks.load().languages if languages is None else tuple(languages)
    entries = search_catalogue(load_catalogue(), text, languages=spoken, limit=limit)
    loaded = dict(_list_loaded(home))
    taken = set(list_feed_names(home))
    offers: list[Offer] = []
    for entry in entries:
        name = loaded.get(entry.id) or _propose_free_name(entry, taken)
        taken.add(name)
        note = f" Added already as {name}." if entry.id in loaded else ""
        offers.append(_to_offer(entry, name, note))
    return tuple(offers)


def _to_offer(entry: FeedEntry, name: str, note: str) -> Offer:
    title = _name(entry)
    return Offer(
        name=name,
        source=f"mdb:{entry.id}",
        title=title,
        line=f"{title}. {_describe(entry)}{note}",
        options=_list_key_options(entry, name),
        is_active=entry.status is EntryStatus.ACTIVE,
    )


def list_key_needs(entry: FeedEntry) -> tuple[KeyNeed, ...]:
    """List the different keys that the timetable and its live sources want."""
    needs = (entry.key, *(live.key for live in entry.live))
    return tuple(dict.fromkeys(need for need in needs if need.place is not KeyPlace.NOWHERE))


def _list_loaded(home: Home) -> Iterable[tuple[str, str]]:
    for name in list_feed_names(home):
        try:
            record = find_record(home, name)
        except StopbellError:
            continue
        if record and record.catalogue_id:
            yield record.catalogue_id, name


def _propose_free_name(entry: FeedEntry, taken: set[str]) -> str:
    """Name the feed after its place, then after what tells it apart, then by a number."""
    short = propose_name(" ".join(fold_words(entry.place or entry.operator)[:3]))
    longer = propose_name(f"{short} {' '.join(fold_words(entry.name)[:2])}")
    for name in (short, longer, f"{short}-{entry.id}"):
        if name not in taken:
            return name
    return f"mdb-{entry.id}"


def _list_key_options(entry: FeedEntry, name: str) -> tuple[str, ...]:
    variable = name.upper().replace("-", "_") + "_KEY"
    variable = variable if variable[0].isalpha() else f"FEED_{variable}"
    options = dict.fromkeys((f"--{need.place.value}", f"{need.name}=env:{variable}") for need in list_key_needs(entry))
    return tuple(part for option in options for part in option)


def _name(entry: FeedEntry) -> str:
    who = (_shorten(entry.operator), entry.name, entry.place, entry.region, name_country(entry.country))
    return to_clean_text(", ".join(dict.fromkeys(part for part in who if part)))


def _describe(entry: FeedEntry) -> str:
    carried = [word for kind, word in _CARRIED.items() if any(kind in live.carries for live in entry.live)]
    sentences = [
        f"mdb:{entry.id}",
        f"Live {', '.join(carried)}" if carried else "No live data",
        f"Licence (see {entry.licence})" if entry.licence else "Licence not stated",
        _describe_keys(list_key_needs(entry)),
    ]
    if entry.status is not EntryStatus.ACTIVE:
        sentences.append(f"Marked {entry.status.value}")
    return to_clean_text(". ".join(sentences) + ".")


def _describe_keys(needs: tuple[KeyNeed, ...]) -> str:
    if not needs:
        return "No key needed"
    where = next((need.where for need in needs if need.where), "")
    return f"Key needed (from {where})" if where else "Key needed"


def _shorten(operator: str) -> str:
    """Keep long lists of operators to one line that can be listened to."""
    if len(operator) <= _OPERATOR_LENGTH:
        return operator
    return operator[:_OPERATOR_LENGTH].rpartition(",")[0].strip() + " and others"
