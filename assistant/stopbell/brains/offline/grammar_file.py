"""The shape of `grammar.toml`, as a translator writes it."""

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stopbell.brains.offline.errors import GrammarError

Texts = Annotated[list[str], Field(default_factory=list)]


class Section(BaseModel):
    """A part of the file; a key that is not known is refused, because it is a slip of the pen."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class Spelling(Section):
    """Which differences in writing do not matter."""

    light: Texts
    """Words that may be missing or added without changing what is meant."""
    polite: Texts
    """Patterns that may stand before or after a request."""
    particles: Texts
    """Small words that may end a control word, where a language puts them behind nearly everything."""
    joining: Texts
    """Words between two requests."""
    elided: Texts
    """What an apostrophe binds to the next word, without the apostrophe."""
    folds: dict[str, str] = Field(default_factory=dict)
    """Letters written for one another."""
    same: dict[str, str] = Field(default_factory=dict)
    """Words written for one another; the right side may be several words, the left one with an apostrophe ("we're")."""
    unspaced: bool = False
    """Whether words are written without blanks. Patterns may have them all the same: each sign counts as a word."""


class Framing(Section):
    """What may stand around a request or a control word in a longer sentence."""

    openings: Texts
    """Patterns with which a request begins within a sentence ("tell me", "when"); none of them is part of a name."""
    negating: Texts
    """Words that unsay what follows them: "you need not tell me when"."""
    emphatic: Texts
    """Patterns that lend weight to a control word and mean nothing beside it."""


class Numbers(Section):
    """Number words, cardinals and ordinals also of several words; `*` at the end stands for all words beginning so."""

    cardinals: dict[str, int] = Field(default_factory=dict)
    ordinals: dict[str, int] = Field(default_factory=dict)
    nicknames: dict[str, int] = Field(default_factory=dict)
    """Words for a line by its number."""
    multipliers: list[int] = Field(default_factory=list[int])
    units: dict[str, int] = Field(default_factory=dict)
    """Words that multiply the digit before them, where numbers are built so; then digits alone are said one by one."""
    joining: Texts
    """Words between hundreds and the rest ("a hundred and forty")."""
    lines_are_ordinals: bool = False
    """Whether riders name a line by an ordinal ("the eleventh")."""
    hours_are_ordinals: bool = False
    """Whether an ordinal is an hour where a time is waited for ("o dziewiątej")."""


class Lines(Section):
    """How line labels are said."""

    letters: dict[str, str] = Field(default_factory=dict)
    """Spoken names of letters."""
    never_letters: Texts
    """Single letters that are words and never part of a label."""
    capitals: Texts
    """Single letters that are words, and part of a label only as capitals or at the end of what is said."""
    endings: Texts
    """What is written behind digits that stand for a word, also behind a hyphen or an apostrophe ("245er", "46-го")."""


class Case(Section):
    """A case, by the words that want it."""

    after: Texts
    alone: dict[str, str]
    """Endings of a name of one word, and how the base form ends."""


class ClockIdiom(Section):
    """A way to say a time of day, with `{h}` for the hour and `{m}` for minutes, `a|b` for any of some words."""

    say: str
    add: int = 0
    """Minutes to be added to the hour, or taken from it."""
    sub: bool = False
    """Whether the minutes said are those before the hour."""
    behind_word: bool = False
    """Whether it is a time only behind a word of time, because it may be something else."""
    whole_day: bool = False
    """Whether an hour in digits is then one of 24 hours, and never twelve hours later."""


class Clock(Section):
    """How times of day are said in words, beside the written 14:05; empty where they are not.

    Where words are written without blanks, an hour is known by the word behind it: `hour`, `minute`, `fractions`.
    Elsewhere by `idioms`, and by the words of time before it.
    """

    hour: Texts
    """Words behind the hour."""
    minute: Texts
    """Words behind the minutes; they may be missing."""
    fractions: dict[str, int] = Field(default_factory=dict)
    """Words behind the hour's word, and the minutes that they mean."""
    parts: dict[str, int] = Field(default_factory=dict)
    """Parts of the day, and the earliest hour that each means: right behind the hour, in a table with `hour` before it.
    With 0, twelve is midnight."""
    idioms: tuple[ClockIdiom, ...] = ()
    hours: dict[str, int] = Field(default_factory=dict)
    """Words for hours beside the number words."""
    words: dict[str, int] = Field(default_factory=dict)
    """Words for noon and midnight, in minutes; with a capital where they always have one."""
    loose_parts: dict[str, int] = Field(default_factory=dict)
    """Parts of the day behind an hour that has a word of time before it: "the 7 in the morning" is a line."""
    day_parts: dict[str, int] = Field(default_factory=dict)
    """Parts of the day that count wherever they stand: "tomorrow evening"."""
    hour_follows: Texts
    """Words of time, behind which a number by itself is an hour: "by seven"."""
    named_hour_follows: Texts
    """Those behind which an hour by itself is one of `hours`, and no other number."""
    never_follows: Texts
    """Words that end as a word of time and are none: "I am at 7" is a place."""
    time_follows: Texts
    """Words that may stand before a time, and before much else: "for"."""
    day_follows: Texts
    """Those words before four digits that are a time: "by 1830"."""
    end_follows: Texts
    """Those words before the end of a time: "before seven" asks for what comes until then."""
    counted: Texts
    """Words before which a number is no hour: "by 7 stops"."""
    twelve_hours: bool = False
    """Whether 5:30, written without a zero before it, may be in the afternoon."""


class Names(Section):
    """What belongs to a name, and how it is inflected in a sentence; see `naming.NameForms`."""

    never_last: Texts
    """Words with which no name ends: what follows them belongs to it."""
    generic: Texts
    """Words for a stop that are said beside its name and no part of it; with a capital where they always have one."""
    after: Texts
    """Words that inflect the name behind them."""
    kept: Texts
    """Words that only look inflected."""
    nouns: dict[str, str] = Field(default_factory=dict)
    """Whole words, and their base form."""
    endings: dict[str, str] = Field(default_factory=dict)
    """Endings of any word, and how the base form ends."""
    alone: dict[str, str] = Field(default_factory=dict)
    """Endings of a name of one word."""
    cases: tuple[Case, ...] = ()
    """Further endings of a name of one word behind some of the words that inflect it."""
    agreeing: dict[str, dict[str, str]] = Field(default_factory=dict)
    """Endings of a word beside a noun, by how that noun's base form ends; "" for all others."""


class Rule(Section):
    """Ways to say one intent."""

    intent: str
    say: list[str]
    set: dict[str, str | int | list[str]] = Field(default_factory=dict)
    """Slots that these ways always give."""
    guess: bool = True
    """Whether its words, said in any order, may be taken for it; False where they are said for much else too."""
    only: Literal["on-board", "choosing"] | None = None
    """The moment in which the rule holds; absent: always."""


class GrammarFile(Section):
    """A whole grammar."""

    language: str
    spelling: Spelling
    framing: Framing = Field(default_factory=lambda: Framing.model_validate({}))
    numbers: Numbers
    lines: Lines
    clock: Clock = Field(default_factory=lambda: Clock.model_validate({}))
    names: Names = Field(default_factory=lambda: Names.model_validate({}))
    lists: dict[str, list[str]] = Field(default_factory=dict)
    slots: dict[str, dict[str, list[str]]] = Field(default_factory=dict)
    """For each slot its values, and for each value how it is said."""
    controls: list[Rule]
    """Whole utterances that win over everything else."""
    intents: list[Rule]


def read_grammar_file(path: Path) -> GrammarFile:
    """Read one grammar.

    Raises:
        GrammarError: not TOML, or not in the shape above; names the file and the key.
    """
    try:
        return GrammarFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (tomllib.TOMLDecodeError, ValidationError) as error:
        raise GrammarError(f"{path}: {error}") from error
