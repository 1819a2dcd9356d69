"""A language's conventions as data: `locales/<language>/language.toml`, checked when read."""

import tomllib
from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stopbell_server.phrases.errors import CatalogError


class Table(BaseModel):
    """A section; a key that is not known is a mistake of the writer and is said."""

    model_config = ConfigDict(extra="forbid", frozen=True)


class ListTable(Table):
    """How parts of a sentence are put together."""

    comma: str
    semicolon: str = Field(description="Between parts that have commas of their own.")
    last: str = Field(description='Before the last of several, as " and ".')
    stop: str = Field(description="Ends a sentence.")
    between_items: str = Field(default="", description="Before all but the last of several; empty: the comma.")
    between_words: str = Field(default=" ", description="Empty where words are written without a blank.")
    beside_other_scripts: str = Field(
        default="", description="Where words have no blanks: what sets Latin letters apart from our own."
    )


class NumbersTable(Table):
    """Number words: our own up to 120, so that no engine has to guess gender or case."""

    plain: Annotated[tuple[str, ...], Field(min_length=121, max_length=121)]
    beyond: str = Field(description="CLDR spell-out rule set for hundreds and thousands.")
    decimal_point: str = Field(description="Between 1 and 5 in 1.5.")
    hundreds_join: str | None = Field(
        default=None, description="Between hundreds and the rest; None where the rules put both together."
    )
    joined_endings: dict[str, str] = Field(
        default_factory=dict[str, str], description="How hundreds and thousands end when a rest follows: old end, new."
    )
    forms: dict[str, dict[int, str]] = Field(
        default_factory=dict[str, dict[int, str]],
        description="By the name used in `{count:name}`: only the numbers that differ from plain.",
    )


class ClockForm(Table):
    """A time of day as it is said after some words, with the frames of the clock: which number words, and midnight."""

    hours: str = ""
    minutes: str = ""
    midnight: str
    after: tuple[str, ...] = Field(default=(), description="Words behind which names and texts take this form.")


class ClockTable(Table):
    """A time of day: as shown (CLDR pattern letters), and in words, 24 hours."""

    written: str = Field(description="The locale's short time; here, for CLDR's data takes long to load.")
    hours: str = Field(default="", description="Which number words are for {hour}; empty: plain.")
    minutes: str = Field(default="", description="Which number words are for {minute}; empty: plain.")
    midnight: str
    full_hour: str = Field(description="10 to 23.")
    full_early_hour: str = Field(description="1 to 9.")
    twelve_full_hour: str = Field(default="", description="1 to 12, before a part of the day; empty: as full_hour.")
    half_day: str = Field(default="{time} {part}", description="A time from 1 to 12 and the part of the day.")
    early: str = Field(description="Minutes 1 to 9.")
    other: str
    said: tuple[str, ...] = Field(
        default=(), description="Words that operators write behind the digits, and that the frames say already."
    )
    forms: dict[str, ClockForm] = Field(
        default_factory=dict[str, ClockForm], description="By the name used in `{clock:name}`."
    )


class DatesTable(Table):
    """Days as shown (CLDR pattern letters) and as spoken."""

    written: str
    written_year: str
    spoken: str
    spoken_year: str
    ordinals: Annotated[tuple[str, ...], Field(min_length=99, max_length=99)] = Field(
        description="1 to 99 in the form that dates take."
    )
    years: str = Field(
        description='"pairs" reads 2025 as two numbers, "cardinal" as one, "digits" as four; '
        "else a frame with {ordinal}, 2001 to 2099."
    )
    months: Annotated[tuple[str, ...], Field(min_length=12, max_length=12)]
    weekdays: Annotated[tuple[str, ...], Field(min_length=7, max_length=7)] = Field(
        description='Monday first, as in "on Monday".'
    )


class LabelsTable(Table):
    """How line numbers are read."""

    three_digits: str = Field(description='"cardinal", "pairs" for one oh one, or "digits".')
    digits: tuple[str, ...] = Field(default=(), description="Names of digits said one by one, where they differ.")
    zero_pair: str = Field(description='The zero in "one oh one".')
    vowels: str = Field(description="Letters; a short run without any is spelled out.")
    words: tuple[str, ...] = Field(description="Short words in capitals that are read, not spelled.")
    pause_after: tuple[str, ...] = Field(description="Letters that are heard as a word when words follow at once.")
    either: str = Field(description='For the "/" of 7/7A, which is one sign for a line and its variant: "or".')
    symbols: dict[str, str]


class Abbreviation(Table):
    """What a short form stands for, by where it stands in its part of the name. Empty: leave it alone there."""

    short: str = Field(description="Without regard to case; a final full stop in the name is optional.")
    first: str = ""
    middle: str = ""
    last: str = ""
    always: str = ""
    dotted: bool = Field(default=False, description="Only when its full stop is written.")
    exact: bool = Field(default=False, description="Only in these capitals.")
    compass: bool = Field(default=False, description="A point of the compass: may follow a whole street's name.")


class UnitWords(Table):
    """What a unit is called after a number; words by CLDR's plural classes."""

    form: str = Field(default="", description="Which number words go with it.")
    one: str = ""
    few: str = ""
    many: str = ""
    other: str


class UnitCase(UnitWords):
    """The same in the case that some words before the number ask for."""

    words: tuple[str, ...] = Field(description="In small letters: in, nach, seit.")


class Unit(UnitWords):
    """A unit behind a number: written short, or a whole word that only says which number words go with it."""

    after: UnitCase | None = None

    def is_short(self, written: str) -> bool:
        """Tell whether a unit is written short, so that a full stop behind it may end no sentence."""
        return written != self.other


class NamesTable(Table):
    """How names of stops and destinations are read."""

    breaks: dict[str, str] = Field(description="Signs that separate the parts of a name, and what to say for them.")
    connectors: tuple[str, ...] = Field(description="Words that separate the parts of a name, and are said.")
    after: tuple[str, ...] = Field(description="Words before which a street's name ends: Main St Station.")
    symbols: dict[str, str] = Field(description="Signs, and words with signs in them; capitals do not matter.")
    initialisms: tuple[str, ...] = Field(
        default=(), description="Spelled out in names that are all capitals, though they could be read."
    )
    ordinal_endings: dict[str, tuple[tuple[str, str], ...]] = Field(
        description="Ending after a number: how the ordinal of [dates] changes, (old end, new end)."
    )
    abbreviations: tuple[Abbreviation, ...]
    strangers: tuple[Abbreviation, ...] = Field(
        default=(), description="Short forms of languages without tables that nobody could take for a word of ours."
    )
    endings: dict[str, str] = Field(
        default_factory=dict[str, str], description="Short forms at the end of a longer word, with the full stop: str."
    )
    regnal: tuple[str, ...] = Field(
        default=(), description="Names, in small letters, after which a Roman numeral is an ordinal of [dates]."
    )
    days_are_ordinals: bool = Field(
        default=False, description='Whether a number before a month\'s name is an ordinal of [dates]: "8 Березня".'
    )
    four_digits: str = Field(default="pairs", description='1945 in a name or a text: "pairs", or "cardinal".')
    reads_strangers: bool = Field(
        default=True, description="Numbers in names of a language without tables, in our script, take our words."
    )
    toward_words: tuple[str, ...] = Field(default=(), description='Words for "to" with which headsigns begin.')
    range_word: str = Field(description="In running text: for the hyphen of 10-15.")
    before_number: dict[str, str] = Field(
        default_factory=dict[str, str], description="In running text: short forms before a number."
    )
    units: dict[str, Unit] = Field(description="In running text: what stands short after a number.")


class Language(Table):
    """Everything about a language that is not a sentence."""

    tag: str
    name: str = Field(description="What its speakers call it.")
    locale: str = Field(description="CLDR locale for clock and dates.")
    script: str = Field(description="First word of the Unicode names of its letters, as LATIN.")
    apostrophes: str = Field(description="Characters that are spoken as an apostrophe.")
    list: ListTable
    numbers: NumbersTable
    clock: ClockTable
    dates: DatesTable
    compass: dict[str, str] = Field(description="From the contract's eight words.")
    letters: dict[str, str] = Field(description="Names of letters, upper case; look-alikes are folded before.")
    labels: LabelsTable
    names: NamesTable


def read_language(path: Path) -> Language:
    """Read one `language.toml`.

    Raises:
        CatalogError: not readable, or a key is missing, unknown or of the wrong kind.
    """
    try:
        return Language.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError) as error:
        problem = _explain(error) if isinstance(error, ValidationError) else str(error)
        raise CatalogError(f"{path}: {problem}") from error


def _explain(error: ValidationError) -> str:
    """Name each faulty key and what is wrong with it."""
    return "; ".join(f"{'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}" for fault in error.errors())
