"""A grammar's tables for times of day that are said with words around the numbers: "half past {h}", "um {h} Uhr"."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from stopbell.brains.offline.grammar_file import Clock

HOUR, MINUTES = "{h}", "{m}"
EITHER = "|"
"""Between words of which an idiom may have any."""

Value = TypeVar("Value")
Said: TypeAlias = tuple[str, ...]
"""Folded words, one after the other."""
Part: TypeAlias = str | frozenset[str]
"""The hour, the minutes, or the words that may stand there."""


@dataclass(frozen=True, slots=True)
class Idiom:
    """One way to say a time."""

    parts: tuple[Part, ...]
    minutes: int
    """Minutes to be added to the hour."""
    is_before: bool
    """Whether the minutes said are those before the hour."""
    needs_word: bool
    """Whether it is a time only behind a word of time: "ten to eight" may be a line and where it goes."""
    has_whole_day: bool
    """Whether an hour in digits is one of 24: "8 Uhr"."""


@dataclass(frozen=True, slots=True)
class Idioms:
    """All that a grammar knows of such times."""

    by_word: Mapping[str, tuple[Idiom, ...]]
    """Idioms by the word with which they begin."""
    by_number: tuple[Idiom, ...]
    """Those that begin with the hour or the minutes."""
    hours: Mapping[str, Mapping[Said, int]]
    """Words for hours beside the numbers of the grammar, by the first of them."""
    words: Mapping[str, Mapping[Said, tuple[int, bool]]]
    """Noon and midnight, by the first word: in minutes, and whether it is always written with a capital."""
    parts: Mapping[Said, int]
    """Parts of the day right behind an hour, and the earliest hour that each means."""
    loose_parts: Mapping[Said, int]
    """The same where the hour needs a word of time before it."""
    day_parts: Mapping[Said, int]
    """The same, said anywhere in the sentence."""
    hour_follows: frozenset[Said]
    """Words of time behind which even a number by itself is an hour."""
    named_hour_follows: frozenset[Said]
    """Those behind which such an hour is one of `hours`."""
    never_follows: frozenset[Said]
    """What ends as a word of time and is none."""
    time_follows: frozenset[Said]
    """All words of time."""
    day_follows: frozenset[Said]
    """Those behind which four digits are a time: "by 1830"."""
    end_follows: frozenset[Said]
    """Those behind which a time is an end: "before seven"."""
    counted: frozenset[str]
    """Words that are counted, or numbered: a number before one of these is no hour."""
    signs: frozenset[str]
    """Words of which each time has one, digits with a colon aside."""
    is_twelve_hours: bool
    """Whether a written 5:30 may be in the afternoon."""
    longest_before: int
    """Words in the longest word of time."""


def to_idioms(file: Clock, fold: Callable[[str], str]) -> Idioms | None:
    """Prepare a grammar's tables; None where it has no idioms."""
    if not file.idioms:
        return None

    def split(text: str) -> Said:
        return tuple(fold(word) for word in text.split())

    def prepare(words: Mapping[str, int]) -> Mapping[Said, int]:
        return {split(word): value for word, value in words.items()}

    idioms = tuple(
        Idiom(
            tuple(_to_part(word, fold) for word in one.say.split()),
            one.add,
            one.sub,
            one.behind_word,
            one.whole_day,
        )
        for one in file.idioms
    )
    hour_follows, named, never, others = (
        frozenset(map(split, texts))
        for texts in (file.hour_follows, file.named_hour_follows, file.never_follows, file.time_follows)
    )
    words = {split(word): (value, word[:1].isupper()) for word, value in file.words.items()}
    parts, loose = prepare(file.parts), prepare(file.loose_parts)
    return Idioms(
        by_word=_by_word(idioms),
        by_number=tuple(idiom for idiom in idioms if isinstance(idiom.parts[0], str)),
        hours=_by_first(prepare(file.hours)),
        words=_by_first(words),
        parts=parts,
        loose_parts=loose,
        day_parts=prepare(file.day_parts),
        hour_follows=hour_follows,
        named_hour_follows=named,
        never_follows=never,
        time_follows=hour_follows | named | others,
        day_follows=frozenset(map(split, file.day_follows)),
        end_follows=frozenset(map(split, file.end_follows)),
        counted=frozenset(map(fold, file.counted)),
        signs=_list_signs(idioms, [*hour_follows, *named, *others], [*parts, *loose]),
        is_twelve_hours=file.twelve_hours,
        longest_before=max(map(len, hour_follows | named | others | never), default=0),
    )


def _to_part(word: str, fold: Callable[[str], str]) -> Part:
    return word if word in (HOUR, MINUTES) else frozenset(map(fold, word.split(EITHER)))


def _by_word(idioms: Iterable[Idiom]) -> Mapping[str, tuple[Idiom, ...]]:
    found: dict[str, tuple[Idiom, ...]] = {}
    for idiom in idioms:
        first = idiom.parts[0]
        for word in first if isinstance(first, frozenset) else ():
            found[word] = (*found.get(word, ()), idiom)
    return found


def _by_first(said: Mapping[Said, Value]) -> Mapping[str, Mapping[Said, Value]]:
    found: dict[str, dict[Said, Value]] = {}
    for words, value in said.items():
        found.setdefault(words[0], {})[words] = value
    return found


def _list_signs(idioms: Iterable[Idiom], before: Iterable[Said], parts: Iterable[Said]) -> frozenset[str]:
    """Give one word, at least, of each time that there may be."""
    said = {word for idiom in idioms for part in idiom.parts if isinstance(part, frozenset) for word in part}
    return frozenset(said | {words[0] for words in before} | {words[0] for words in parts})
