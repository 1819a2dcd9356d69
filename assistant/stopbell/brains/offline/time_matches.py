"""What some words may be as a time of day, by a grammar's idioms, without looking at what stands around them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stopbell.brains.offline.idioms import HOUR, MINUTES, Idiom, Idioms, Said
from stopbell.brains.offline.numbers import NumberKind, SaidNumber, find_numbers
from stopbell.brains.offline.tokens import Token

if TYPE_CHECKING:
    from stopbell.brains.offline.grammar import Grammar

HALF_DAY = 12
LAST_HOUR = 24
LAST_MINUTE = 59
TWO_DIGITS = 2
_WRITTEN = re.compile(r"(\d{1,2})[:.h](\d{2})")
_WITH_PART = re.compile(r"(\d{1,2})([^\W\d]+)")
_FOUR_DIGITS = re.compile(r"([01]\d|2[0-3])([0-5]\d)")


@dataclass(frozen=True, slots=True)
class Match:
    """What some words may be: an hour of 0 to 24 and the minutes to add, before the half of the day is known."""

    end: int
    hour: int
    minutes: int
    has_half: bool
    """Whether a part of the day may put it twelve hours later."""
    is_either: bool
    """Whether it may be twelve hours later where no part of the day is told."""
    needs_word: bool = False
    """Whether a word of time must stand before it."""
    is_bare: bool = False
    """Whether it is a number by itself, or ends so."""
    is_named: bool = False
    """Whether it is the name of an hour, and no number for anything else."""
    is_sure: bool = True
    is_of_two_numbers: bool = False
    """Whether it begins and ends with a number, and is no time unless a word of time says so."""

    @property
    def is_alone(self) -> bool:
        """Whether it is an hour and nothing more."""
        return self.is_bare and not self.needs_word


@dataclass(frozen=True, slots=True)
class _Hour:
    """An hour that some words are."""

    end: int
    value: int
    is_written: bool
    """Whether it is in digits."""
    is_named: bool


class MatchLister:
    """Lists what the words of one sentence may be."""

    def __init__(self, tokens: Sequence[Token], grammar: "Grammar", idioms: Idioms) -> None:
        """Take the sentence, and the idioms of its grammar."""
        self._tokens = tokens
        self._folded = [token.folded for token in tokens]
        self._grammar = grammar
        self._idioms = idioms
        self._numbers: dict[int, Sequence[SaidNumber]] = {}
        self._hours: dict[int, Sequence[_Hour]] = {}
        self._minutes: dict[int, Sequence[tuple[int, int, bool]]] = {}

    def stands(self, said: Said, start: int) -> bool:
        """Say whether some words stand at a place."""
        return tuple(self._folded[start : start + len(said)]) == said

    def list_matches(self, start: int) -> Iterator[Match]:
        """Give all that the words here may be, without looking at what stands around."""
        token = self._folded[start]
        if written := _WRITTEN.fullmatch(token):
            hour, minutes = int(written[1]), int(written[2])
            if hour <= LAST_HOUR and minutes <= LAST_MINUTE:
                has_half = 0 < hour <= HALF_DAY
                is_either = has_half and self._idioms.is_twelve_hours and token[0] != "0"
                yield Match(start + 1, hour, minutes, has_half, is_either, needs_word="." in token)
            return
        if joined := _WITH_PART.fullmatch(token):
            part = self._idioms.parts.get((joined[2],))
            if part is not None and 0 < int(joined[1]) <= HALF_DAY:
                yield Match(start + 1, to_half(int(joined[1]), part), 0, has_half=False, is_either=False)
            for idiom in self._idioms.by_number:
                yield from self._match_idiom(idiom, start)
            return
        yield from self._list_numbers(start)
        for idiom in self._idioms.by_word.get(token, ()):
            yield from self._match_idiom(idiom, start)
        if self._list_hours(start) or self._list_minutes(start):
            for idiom in self._idioms.by_number:
                yield from self._match_idiom(idiom, start)
        for said, (minutes, has_capital) in self._idioms.words.get(token, {}).items():
            is_name = start > 0 and self._tokens[start].surface[:1].isupper() and not has_capital
            if self.stands(said, start) and not is_name:
                yield Match(start + len(said), 0, minutes, False, False, needs_word=True, is_bare=True, is_named=True)

    def _list_numbers(self, start: int) -> Iterator[Match]:
        """Give hours that are numbers by themselves."""
        if (together := _FOUR_DIGITS.fullmatch(self._folded[start])) and self._follows(start, self._idioms.day_follows):
            hour, minutes = int(together[1]), int(together[2])
            yield Match(start + 1, hour, minutes, False, False, needs_word=True, is_bare=True, is_sure=False)
        for hour in self._list_hours(start):
            has_half = 0 < hour.value <= HALF_DAY
            is_either = has_half and self._folded[start][0] != "0"
            yield Match(hour.end, hour.value, 0, has_half, is_either, is_bare=True, is_named=hour.is_named)

    def _match_idiom(self, idiom: Idiom, start: int) -> Iterator[Match]:
        """Give every way in which an idiom stands here."""
        for end, hour, minutes, is_written in self._follow(idiom, 0, start, 0, 0, is_written=False):
            added = idiom.minutes - minutes if idiom.is_before else idiom.minutes + minutes
            has_half = 0 < hour <= HALF_DAY
            is_either = has_half and not (is_written and idiom.has_whole_day)
            is_bare = idiom.needs_word and idiom.parts[-1] in (HOUR, MINUTES)
            is_of_two = is_bare and idiom.parts[0] == MINUTES
            yield Match(end, hour, added, has_half, is_either, idiom.needs_word, is_bare, is_of_two_numbers=is_of_two)

    def _follow(
        self, idiom: Idiom, place: int, at: int, hour: int, minutes: int, *, is_written: bool
    ) -> Iterator[tuple[int, int, int, bool]]:
        """Give where the rest of an idiom ends, with its hour, its minutes, and whether the hour is in digits."""
        if place == len(idiom.parts):
            yield at, hour, minutes, is_written
            return
        if at >= len(self._tokens) or (place and self._tokens[at].starts_pause):
            return
        part = idiom.parts[place]
        if part == HOUR:
            for said in self._list_hours(at):
                yield from self._follow(idiom, place + 1, said.end, said.value, minutes, is_written=said.is_written)
            joined = _WITH_PART.fullmatch(self._folded[at])
            following = idiom.parts[place + 1] if place + 1 < len(idiom.parts) else frozenset[str]()
            # The marks for numbers are texts, and "h" is in one of them.
            words = frozenset[str]() if isinstance(following, str) else following
            if joined and int(joined[1]) <= LAST_HOUR and joined[2] in words:
                yield from self._follow(idiom, place + 2, at + 1, int(joined[1]), minutes, is_written=True)
        elif part == MINUTES:
            is_whole = place > 0 and idiom.parts[place - 1] == HOUR
            for end, value, has_two_digits in self._list_minutes(at):
                if is_whole and not has_two_digits:
                    continue
                yield from self._follow(idiom, place + 1, end, hour, value, is_written=is_written)
        elif self._folded[at] in part:
            yield from self._follow(idiom, place + 1, at + 1, hour, minutes, is_written=is_written)

    def _list_hours(self, start: int) -> Sequence[_Hour]:
        """Give the hours that begin here."""
        if start not in self._hours:
            named = self._idioms.hours.get(self._folded[start], {}).items()
            found = [
                _Hour(start + len(said), hour, is_written=False, is_named=True)
                for said, hour in named
                if self.stands(said, start)
            ]
            for number in self._list_said(start):
                value = number.value
                if value is not None and value <= LAST_HOUR and self._is_hour(number):
                    is_written = number.kind is NumberKind.DIGITS
                    found.append(_Hour(start + number.length, value, is_written, is_named=False))
            self._hours[start] = found
        return self._hours[start]

    def _is_hour(self, number: SaidNumber) -> bool:
        """Say whether a number may be an hour: where hours are ordinals, their names are in a table of their own."""
        if number.kind is NumberKind.DIGITS:
            return len(str(number.pieces[0])) <= TWO_DIGITS
        return number.kind is NumberKind.CARDINAL and not self._grammar.hours_are_ordinals

    def _list_minutes(self, start: int) -> Sequence[tuple[int, int, bool]]:
        """Give where minutes end that begin here, how many, and whether they have the two digits they have in 7:05."""
        if start not in self._minutes:
            self._minutes[start] = [
                (start + number.length, int(number.label), len(number.label) == TWO_DIGITS)
                for number in self._list_said(start)
                if number.kind in (NumberKind.DIGITS, NumberKind.CARDINAL)
                and (number.value is not None or (number.pieces[0] == 0 and len(number.label) == TWO_DIGITS))
                and int(number.label) <= LAST_MINUTE
            ]
        return self._minutes[start]

    def _list_said(self, start: int) -> Sequence[SaidNumber]:
        """Give the numbers that begin here."""
        if start not in self._numbers:
            self._numbers[start] = list(find_numbers(self._tokens, start, self._grammar.numbers))
        return self._numbers[start]

    def _follows(self, start: int, words: frozenset[Said]) -> bool:
        return any(start >= len(said) and self.stands(said, start - len(said)) for said in words)


def to_half(hour: int, earliest: int) -> int:
    """Give the hour of the day: the first that is not before the part of the day begins; twelve at night is none."""
    if earliest == 0 and hour == HALF_DAY:
        return 0
    if hour >= earliest:
        return hour
    return (hour + HALF_DAY) % LAST_HOUR if hour + HALF_DAY >= earliest else hour
