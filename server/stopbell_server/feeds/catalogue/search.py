"""Finding feeds by place, operator or country."""

from collections.abc import Callable
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from stopbell_server.feeds.catalogue.entries import FeedEntry
from stopbell_server.feeds.catalogue.reading import find_entry
from stopbell_server.feeds.catalogue.words import fold_words, name_countries

_GENERAL = frozenset(
    {"bus", "buses", "feed", "feeds", "gtfs", "in", "of", "public", "rail", "the", "tram", "transit", "transport"}
)
"""Words that tell little: they lift a result and never exclude one, unless nothing else was asked."""
_LONG_NAME = 12
"""Operators with more words than this are lists of operators; a hit in one says less."""

Match = Callable[[str, str], float]


@dataclass(frozen=True, slots=True)
class _Field:
    words: frozenset[str]
    weight: float


def search_catalogue(
    entries: tuple[FeedEntry, ...], text: str, *, languages: tuple[str, ...] = ("en",), limit: int = 20
) -> tuple[FeedEntry, ...]:
    """List feeds whose place, operator, region or country has all the words asked, in any order and script.

    Active feeds come first, then the better match, then feeds with live data. Words match from their beginning;
    only when nothing does, small spelling differences are allowed. `languages` are those that countries' names
    may be asked in, besides each country's own.
    """
    if (numbered := find_entry(entries, text.strip())) is not None:
        return (numbered,)
    asked = fold_words(text)
    needed = tuple(word for word in asked if word not in _GENERAL) or asked
    if not needed:
        return ()
    countries = name_countries(frozenset(entry.country for entry in entries), languages)
    fields = [(entry, _list_fields(entry, countries[entry.country])) for entry in entries]
    for match in (_match_start, _match_nearly):
        scored = [
            (entry, score)
            for entry, entry_fields in fields
            if (score := _score(entry_fields, needed, asked, match)) is not None
        ]
        if scored:
            scored.sort(key=lambda hit: (hit[0].status.rank, -hit[1], not hit[0].live, int(hit[0].id)))
            return tuple(entry for entry, _ in scored[:limit])
    return ()


def _list_fields(entry: FeedEntry, country: tuple[str, ...]) -> tuple[_Field, ...]:
    operator = fold_words(entry.operator)
    return (
        _Field(frozenset(fold_words(entry.place)), 1.0),
        _Field(frozenset(operator), 0.9 if len(operator) <= _LONG_NAME else 0.3),
        _Field(frozenset(fold_words(entry.name)), 0.8),
        _Field(frozenset(fold_words(entry.region)), 0.6),
        _Field(frozenset(country), 0.5),
    )


def _score(fields: tuple[_Field, ...], needed: tuple[str, ...], asked: tuple[str, ...], match: Match) -> float | None:
    """Add up the best hit of each word; None when a needed word has none."""
    best = {
        word: max((field.weight * match(word, own) for field in fields for own in field.words), default=0.0)
        for word in dict.fromkeys(asked)
    }
    if not all(best[word] for word in needed):
        return None
    return sum(best.values())


def _match_start(asked: str, own: str) -> float:
    """1 for the same word; less for a beginning, the less of the word was given. One or two letters must be whole."""
    if asked == own:
        return 1.0
    return 0.8 * len(asked) / len(own) if len(asked) > 2 and own.startswith(asked) else 0.0


def _match_nearly(asked: str, own: str) -> float:
    """Allow one changed letter in a short word and two in a long one, as transliterations differ."""
    allowed = 0 if len(asked) < 4 else 1 if len(asked) < 6 else 2
    distance = Levenshtein.distance(asked, own, score_cutoff=allowed)
    return 0.9 ** (distance + 1) if distance <= allowed else 0.0
