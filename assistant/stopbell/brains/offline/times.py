"""Times of day in a sentence, by a grammar's idioms: where they stand, what they mean, and how sure that is."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stopbell.brains.offline.idioms import HOUR, MINUTES, Idiom, Idioms, Said
from stopbell.brains.offline.numbers import NumberKind, SaidNumber, find_numbers
from stopbell.brains.offline.tokens import Token

if TYPE_CHECKING:
    from stopbell.brains.offline.grammar import Grammar

DAY = 24 * 60
HALF_DAY = 12
LAST_HOUR = 24
LAST_MINUTE = 59
TWO_DIGITS = 2
_WRITTEN = re.compile(r"(\d{1,2})[:.h](\d{2})")
_WITH_PART = re.compile(r"(\d{1,2})([^\W\d]+)")
_FOUR_DIGITS = re.compile(r"([01]\d|2[0-3])([0-5]\d)")
_LONGEST_PART = 4
"""Words of a part of the day, or of an hour's name."""


@dataclass(frozen=True, slots=True)
class SaidTime:
    """A time of day in a sentence."""

    before: int
    """Where the word of time before it begins; where there is none, it is the start."""
    start: int
    end: int
    text: str
    """HH:MM, in the morning where nothing tells which half of the day."""
    is_either: bool
    """Whether it may be twelve hours later."""
    is_sure: bool = True
    """Whether it can be nothing else, such as a line or a stop's number."""


@dataclass(frozen=True, slots=True)
class _Match:
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


def find_times(tokens: Sequence[Token], grammar: "Grammar") -> Sequence[SaidTime]:
    """Give the times of day in a sentence, from left to right; none where the grammar has no idioms."""
    idioms = grammar.idioms
    if idioms is None or not any(_is_sign(token.folded, idioms) for token in tokens):
        return ()
    # Most words begin no time, and most sentences have none that does.
    starts = [start for start, token in enumerate(tokens) if _may_begin(token.folded, idioms, grammar)]
    if not starts:
        return ()
    finder = _Finder(tokens, grammar, idioms)
    found: list[SaidTime] = []
    for start in starts:
        if (not found or start >= found[-1].end) and (time := finder.find(start)):
            found.append(time)
    return found


def list_inner_places(tokens: Sequence[Token], grammar: "Grammar", times: Sequence[SaidTime]) -> frozenset[int]:
    """Give the places within times, and within the parts of the day said beside them: nothing else begins there."""
    if not times or grammar.idioms is None:
        return frozenset()
    inner = {place for time in times for place in range(time.start + 1, time.end)}
    folded = tuple(token.folded for token in tokens)
    for said in grammar.idioms.day_parts:
        for start in range(len(folded) - len(said) + 1):
            if folded[start : start + len(said)] == said:
                inner.update(range(start + 1, start + len(said)))
    return frozenset(inner)


def _is_sign(folded: str, idioms: Idioms) -> bool:
    return folded in idioms.signs or (folded[:1].isdigit() and not folded.isdecimal())


def _may_begin(folded: str, idioms: Idioms, grammar: "Grammar") -> bool:
    if folded in idioms.by_word or folded in idioms.hours or folded in idioms.words:
        return True
    return folded[:1].isdigit() or grammar.hear(folded, False).begins_number


class _Finder:
    """Looks for times in one sentence."""

    def __init__(self, tokens: Sequence[Token], grammar: "Grammar", idioms: Idioms) -> None:
        self._tokens = tokens
        self._folded = [token.folded for token in tokens]
        self._grammar = grammar
        self._idioms = idioms
        self._numbers: dict[int, Sequence[SaidNumber]] = {}
        self._hours: dict[int, Sequence[tuple[int, int, bool]]] = {}
        self._minutes: dict[int, Sequence[tuple[int, int, bool]]] = {}

    def find(self, start: int) -> SaidTime | None:
        """Give the longest time that begins at a word."""
        matches = list(self._list_matches(start))
        if not matches:
            return None
        before, is_hour_word = self._find_before(start)
        best: SaidTime | None = None
        for match in matches:
            end, earliest, is_loose = self._find_part(match.end)
            if not self._is_time(match, start, before, is_hour_word, end, is_loose):
                continue
            if best is None or end > best.end:
                best = self._make(match, start, start if before is None else before, end, earliest)
        return best

    def _is_time(
        self, match: _Match, start: int, before: int | None, is_hour_word: bool, end: int, is_loose: bool | None
    ) -> bool:
        """Say whether what stands around leaves no doubt; `is_loose` is None where no part of the day follows."""
        if is_loose is False or not (match.needs_word or match.is_bare):
            return True
        is_alone = match.is_bare and not match.needs_word and not match.is_named and is_loose is None
        if before is None or (is_alone and not is_hour_word):
            return False
        if match.is_bare and not match.is_named and start and self._tokens[start].surface[:1].isupper():
            return False
        return is_loose is not None or not match.is_bare or self._may_end(end)

    def _may_end(self, end: int) -> bool:
        """Say whether a number may end here and be an hour: not before a name, nor before what is counted."""
        if end >= len(self._tokens) or self._tokens[end].starts_pause:
            return True
        following = self._folded[end]
        is_known = bool(self._grammar.hear(following, False).exact) or following in self._grammar.light
        return is_known and following not in self._idioms.counted

    def _make(self, match: _Match, start: int, before: int, end: int, earliest: int | None) -> SaidTime:
        hour = match.hour
        if match.has_half and earliest is None:
            earliest = self._find_day_part()
        if match.has_half and earliest is not None:
            hour = to_half(hour, earliest)
        minutes = (hour * 60 + match.minutes) % DAY
        text = f"{minutes // 60:02}:{minutes % 60:02}"
        return SaidTime(before, start, end, text, match.is_either and earliest is None, match.is_sure)

    def _list_matches(self, start: int) -> Iterator[_Match]:
        """Give all that the words here may be, without looking at what stands around."""
        token = self._folded[start]
        if written := _WRITTEN.fullmatch(token):
            hour, minutes = int(written[1]), int(written[2])
            if hour <= LAST_HOUR and minutes <= LAST_MINUTE:
                has_half = 0 < hour <= HALF_DAY
                is_either = has_half and self._idioms.is_twelve_hours and token[0] != "0"
                yield _Match(start + 1, hour, minutes, has_half, is_either, needs_word="." in token)
            return
        if joined := _WITH_PART.fullmatch(token):
            part = self._idioms.parts.get((joined[2],))
            if part is not None and 0 < int(joined[1]) <= HALF_DAY:
                yield _Match(start + 1, to_half(int(joined[1]), part), 0, has_half=False, is_either=False)
            elif joined[2] in self._idioms.joined and int(joined[1]) <= LAST_HOUR:
                hour = int(joined[1])
                yield _Match(start + 1, hour, 0, 0 < hour <= HALF_DAY, is_either=False, needs_word=True, is_sure=False)
            return
        yield from self._list_numbers(start)
        for idiom in self._idioms.by_word.get(token, ()):
            yield from self._match(idiom, start)
        if self._list_hours(start) or self._list_minutes(start):
            for idiom in self._idioms.by_number:
                yield from self._match(idiom, start)
        for said, (minutes, has_capital) in self._idioms.words.get(token, {}).items():
            is_name = start > 0 and self._tokens[start].surface[:1].isupper() and not has_capital
            if self._stands(said, start) and not is_name:
                yield _Match(start + len(said), 0, minutes, False, False, needs_word=True, is_bare=True, is_named=True)

    def _list_numbers(self, start: int) -> Iterator[_Match]:
        """Give hours that are numbers by themselves."""
        if (together := _FOUR_DIGITS.fullmatch(self._folded[start])) and self._follows(start, self._idioms.day_follows):
            hour, minutes = int(together[1]), int(together[2])
            yield _Match(start + 1, hour, minutes, False, False, needs_word=True, is_bare=True, is_sure=False)
        for end, hour, is_digits in self._list_hours(start):
            has_half = 0 < hour <= HALF_DAY
            is_either = has_half and self._folded[start][0] != "0"
            is_named = self._grammar.hours_are_ordinals and not is_digits
            yield _Match(end, hour, 0, has_half, is_either, is_bare=True, is_named=is_named)

    def _match(self, idiom: Idiom, start: int) -> Iterator[_Match]:
        """Give every way in which an idiom stands here."""
        for end, hour, minutes, is_written in self._follow(idiom, 0, start, 0, 0, is_written=False):
            added = idiom.minutes - minutes if idiom.is_before else idiom.minutes + minutes
            has_half = 0 < hour <= HALF_DAY
            is_either = has_half and not (is_written and idiom.has_whole_day)
            is_bare = idiom.needs_word and idiom.parts[-1] in (HOUR, MINUTES)
            yield _Match(end, hour, added, has_half, is_either, idiom.needs_word, is_bare)

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
            for end, value, is_digits in self._list_hours(at):
                yield from self._follow(idiom, place + 1, end, value, minutes, is_written=is_digits)
        elif part == MINUTES:
            is_whole = place > 0 and idiom.parts[place - 1] == HOUR
            for end, value, has_two_digits in self._list_minutes(at):
                if is_whole and not has_two_digits:
                    continue
                yield from self._follow(idiom, place + 1, end, hour, value, is_written=is_written)
        elif self._folded[at] in part:
            yield from self._follow(idiom, place + 1, at + 1, hour, minutes, is_written=is_written)

    def _list_hours(self, start: int) -> Sequence[tuple[int, int, bool]]:
        """Give where an hour ends that begins here, which it is, and whether it is in digits."""
        if start not in self._hours:
            named = self._idioms.hours.get(self._folded[start], {})
            found = [(start + len(said), hour, False) for said, hour in named.items() if self._stands(said, start)]
            for number in self._list_said(start):
                value = number.value
                if value is not None and value <= LAST_HOUR and self._is_hour(number):
                    found.append((start + number.length, value, number.kind is NumberKind.DIGITS))
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

    def _find_part(self, end: int) -> tuple[int, int | None, bool | None]:
        """Give where a part of the day ends that follows a time, its earliest hour, and whether it is a loose one."""
        for length in range(_LONGEST_PART, 0, -1):
            said = tuple(self._folded[end : end + length])
            for table, is_loose in ((self._idioms.parts, False), (self._idioms.loose_parts, True)):
                if said in table:
                    return end + len(said), table[said], is_loose
        return end, None, None

    def _find_day_part(self) -> int | None:
        """Give the earliest hour of a part of the day that is said anywhere: "tomorrow evening"."""
        for said, earliest in self._idioms.day_parts.items():
            if said[0] in self._folded and any(self._stands(said, place) for place in range(len(self._tokens))):
                return earliest
        return None

    def _find_before(self, start: int) -> tuple[int | None, bool]:
        """Give where the word of time begins that ends before a word, and whether an hour by itself may follow it."""
        for length in range(min(self._idioms.longest_before, start), 0, -1):
            said = tuple(self._folded[start - length : start])
            if said in self._idioms.time_follows:
                return start - length, said in self._idioms.hour_follows
        return None, False

    def _follows(self, start: int, words: frozenset[Said]) -> bool:
        return any(start >= len(said) and self._stands(said, start - len(said)) for said in words)

    def _stands(self, said: Said, start: int) -> bool:
        return tuple(self._folded[start : start + len(said)]) == said


def to_half(hour: int, earliest: int) -> int:
    """Give the hour of the day: the first that is not before the part of the day begins; twelve at night is none."""
    if earliest == 0 and hour == HALF_DAY:
        return 0
    if hour >= earliest:
        return hour
    return (hour + HALF_DAY) % LAST_HOUR if hour + HALF_DAY >= earliest else hour
