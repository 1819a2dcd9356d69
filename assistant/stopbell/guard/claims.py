"""How a language states facts, as data: `locales/<language>/claims.toml`, checked when read."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import cast

from pydantic import BaseModel, ConfigDict, Field

from stopbell.guard.lexicon import Lexicon, fold_all
from stopbell.guard.tokens import fold, parse_tokens
from stopbell_server.phrases.catalog import find_locales
from stopbell_server.phrases.language import Language, read_language

FILE = "claims.toml"


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Idiom(_Table):
    """A way to say a time of day; `{h}` is an hour and `{m}` minutes."""

    say: str
    add: int = Field(default=0, description="Minutes to add to the hour; the minutes said are added too.")
    sub: bool = Field(default=False, description="The minutes said are taken off.")


class ClockClaims(_Table):
    """How times of day are said."""

    idioms: tuple[Idiom, ...] = ()
    hours: dict[str, int] = Field(default_factory=dict[str, int], description="Words for hours that are no numbers.")
    words: dict[str, int] = Field(default_factory=dict[str, int], description="Noon and the like, in minutes.")
    afternoon: tuple[str, ...] = ()
    morning: tuple[str, ...] = ()
    behind: tuple[str, ...] = Field(default=(), description="What makes the number before it an hour.")
    before: tuple[str, ...] = Field(default=(), description="After these, two numbers may be a time.")


class NameClaims(_Table):
    """What stands before names and labels."""

    to: tuple[str, ...]
    from_: tuple[str, ...] = Field(alias="from")
    line: tuple[str, ...]
    platform: tuple[str, ...]
    line_behind: tuple[str, ...] = ()
    platform_behind: tuple[str, ...] = ()
    vehicle: tuple[str, ...] = ()
    code: tuple[str, ...] = ()
    endings: tuple[str, ...] = Field(default=(), description="How names end that nobody told: street, station.")
    not_names: tuple[str, ...] = Field(default=(), description="What may follow those words and is no name.")
    capitals: tuple[str, ...] = Field(default=(), description="Words with capitals that are no names.")
    nouns_are_capitals: bool = False
    surely: tuple[str, ...] = Field(
        default=(), description="Where all nouns have capitals: the words after which only a name can stand."
    )
    is_inflected: bool = False


class WordClaims(_Table):
    """Small words that change what others say."""

    negations: tuple[str, ...]
    negations_behind: tuple[str, ...] = Field(default=(), description="Those that deny what stands before them.")
    doubts: tuple[str, ...]
    universals: tuple[str, ...]
    others: tuple[str, ...]
    breaks: tuple[str, ...]
    about: tuple[str, ...]
    at_most: tuple[str, ...]
    at_least: tuple[str, ...]
    offers: tuple[str, ...]
    operator: tuple[str, ...]
    only: tuple[str, ...] = ()
    and_: tuple[str, ...] = Field(default=(), alias="and")
    ranges: tuple[str, ...] = ()
    neutral: tuple[str, ...] = Field(
        default=(), description="Phrases with words in them that mean something else alone."
    )


class Claims(_Table):
    """All of one language."""

    prefixes: tuple[str, ...] = Field(default=(), description="Short words that are written together with the next.")
    units: dict[str, tuple[str, ...]]
    spans: dict[str, int]
    spans_before: dict[str, tuple[str, ...]]
    spans_behind: dict[str, tuple[str, ...]]
    claims: dict[str, tuple[str, ...]]
    never: dict[str, tuple[str, ...]]
    words: WordClaims
    names: NameClaims
    clock: ClockClaims
    numbers: dict[str, int] = Field(default_factory=dict[str, int], description="Further words for numbers.")


IdiomParts = tuple[tuple[str, ...], Idiom]
"""An idiom's words as they are compared, with its slots."""

Mark = tuple[str, str]
"""What a phrase is: its section and its key there."""


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """A language's claims and numbers, ready to be found in sentences."""

    tag: str
    claims: Claims
    language: Language
    marks: Lexicon[Mark]
    numbers: Lexicon[int]
    hours: Lexicon[int]
    idioms: tuple[IdiomParts, ...]
    not_names: frozenset[str]
    capitals: frozenset[str]


@cache
def find_vocabulary(language: str, folder: Path | None = None) -> Vocabulary | None:
    """Read a language's claims, by its tag or its broader language; None where it has none."""
    root = folder or find_locales()
    for tag in dict.fromkeys((language, language.partition("-")[0])):
        path = root / tag / FILE if tag else root / "none"
        if path.is_file() and (root / tag / "language.toml").is_file():
            claims = Claims.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
            return _build(tag, claims, read_language(root / tag / "language.toml"))
    return None


def list_claim_languages(folder: Path | None = None) -> tuple[str, ...]:
    """Give the tags of all languages that have claims."""
    return tuple(sorted(path.parent.name for path in (folder or find_locales()).glob(f"*/{FILE}")))


_SECTIONS = ("units", "spans_before", "spans_behind", "claims", "never")
_NOT_MARKS = frozenset({"idioms", "endings", "not_names", "capitals"})


def _build(tag: str, claims: Claims, language: Language) -> Vocabulary:
    hours: Lexicon[int] = Lexicon()
    for word, hour in claims.clock.hours.items():
        hours.add(word, hour)
    return Vocabulary(
        tag=tag,
        claims=claims,
        language=language,
        marks=_list_marks(claims, language),
        numbers=_list_numbers(claims, language),
        hours=hours,
        idioms=tuple((_split_idiom(idiom.say), idiom) for idiom in claims.clock.idioms),
        not_names=fold_all(claims.names.not_names),
        capitals=fold_all(claims.names.capitals) | fold_all((language.name,)),
    )


def _list_marks(claims: Claims, language: Language) -> Lexicon[Mark]:
    marks: Lexicon[Mark] = Lexicon()
    for section in _SECTIONS:
        table: dict[str, tuple[str, ...]] = getattr(claims, section)
        _add_all(marks, section, table)
        for prefix in claims.prefixes:
            _add_all(marks, section, {key: tuple(prefix + phrase for phrase in table[key]) for key in table})
    for section in ("words", "names", "clock"):
        part: BaseModel = getattr(claims, section)
        for key in type(part).model_fields:
            value: object = getattr(part, key)
            if isinstance(value, tuple) and key not in _NOT_MARKS:
                _add_all(marks, section, {key.rstrip("_"): cast("tuple[str, ...]", value)})
    for phrase, minutes in claims.spans.items():
        marks.add(phrase, ("spans", str(minutes)))
    marks.add(language.list.last, ("words", "and"))
    marks.add(language.names.range_word, ("words", "ranges"))
    for compass, word in language.compass.items():
        marks.add(word, ("compass", compass))
    for section, words in (("weekday", language.dates.weekdays), ("month", language.dates.months)):
        _add_all(marks, section, {str(number): (word,) for number, word in enumerate(words, 1)})
    return marks


def _add_all(marks: Lexicon[Mark], section: str, table: Mapping[str, tuple[str, ...]]) -> None:
    for key, phrases in table.items():
        for phrase in phrases:
            marks.add(phrase, (section, key))


def _list_numbers(claims: Claims, language: Language) -> Lexicon[int]:
    numbers: Lexicon[int] = Lexicon()
    units = fold_all(unit for phrases in claims.units.values() for unit in phrases)
    for value, words in enumerate(language.numbers.plain):
        numbers.add(words, value)
    for form in language.numbers.forms.values():
        for value, words in form.items():
            if units.isdisjoint(token.folded for token in parse_tokens(words)):  # "ثلاث دقائق" has its unit in it
                numbers.add(words, value)
    for words, value in claims.numbers.items():
        numbers.add(words, value)
    return numbers


def _split_idiom(say: str) -> tuple[str, ...]:
    parts: list[str] = []
    for word in say.replace("{", " {").replace("}", "} ").split():
        parts += [word] if word in ("{h}", "{m}") else [token.folded for token in parse_tokens(word)] or [fold(word)]
    return tuple(parts)
