"""Times of day said in words where these are written without blanks: "下午三点半" is 15:30, by a grammar's tables."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from stopbell.brains.offline.grammar_file import Clock
from stopbell.brains.offline.numbers import NumberWords, find_numbers
from stopbell.brains.offline.tokens import Token, split_unspaced

_WRITTEN = re.compile(r"(\d{1,2})[:.](\d{2})")
_HOURS = 24
_HALF_DAY = 12

Said = tuple[str, ...]
"""Folded words, one after the other."""


@dataclass(frozen=True, slots=True)
class ClockTimes:
    """A grammar's words for times of day, the longest first."""

    hour: Mapping[Said, int]
    """Words behind the hour; the values mean nothing."""
    minute: Mapping[Said, int]
    fractions: Mapping[Said, int]
    """Minutes."""
    parts: Mapping[Said, int]
    """The earliest hour that each part of the day means."""


def to_clock_times(file: Clock, fold: Callable[[str], str], *, is_unspaced: bool) -> ClockTimes | None:
    """Prepare a grammar's table; None where it is empty."""

    def prepare(words: Mapping[str, int]) -> Mapping[Said, int]:
        said = {tuple(map(fold, split_unspaced(word) if is_unspaced else word.split())): words[word] for word in words}
        return dict(sorted(said.items(), key=lambda item: -len(item[0])))

    if not file.hour:
        return None
    hour, minute = dict.fromkeys(file.hour, 0), dict.fromkeys(file.minute, 0)
    return ClockTimes(prepare(hour), prepare(minute), prepare(file.fractions), prepare(file.parts))


def find_clock(tokens: Sequence[Token], start: int, clock: ClockTimes, numbers: NumberWords) -> tuple[int, str] | None:
    """Give the longest time of day that begins at a word: how many words, and HH:MM."""
    position, earliest = _skip(tokens, start, clock.parts)
    if position >= len(tokens):
        return None
    if written := _WRITTEN.fullmatch(tokens[position].folded):
        hour, minute, end = int(written[1]), int(written[2]), position + 1
    else:
        after, said = _find_number(tokens, position, numbers, _HOURS)
        end, is_hour = _skip(tokens, after, clock.hour)
        if said is None or is_hour is None:
            return None
        hour, (end, minute) = said, _find_minutes(tokens, end, clock, numbers)
    return end - start, f"{_to_hour(hour, earliest):02}:{minute:02}"


def leaves_half_open(text: str, tokens: Sequence[Token], clock: ClockTimes, numbers: NumberWords) -> bool:
    """Say whether a time of day that was heard may be twelve hours later: in words, with no part of the day."""
    if not 0 < int(text[:2]) <= _HALF_DAY:
        return False
    heard = {place: find_clock(tokens, place, clock, numbers) for place in range(len(tokens))}
    starts = [place for place, found in heard.items() if found and found[1] == text]
    return bool(starts) and not any(
        _WRITTEN.fullmatch(tokens[place].folded) or _skip(tokens, place, clock.parts)[1] is not None for place in starts
    )


def _find_minutes(tokens: Sequence[Token], position: int, clock: ClockTimes, numbers: NumberWords) -> tuple[int, int]:
    """Give where the minutes end, and how many they are; none said is the full hour."""
    end, fraction = _skip(tokens, position, clock.fractions)
    if fraction is not None:
        return end, fraction
    after, said = _find_number(tokens, position, numbers, 59)
    end, is_named = _skip(tokens, after, clock.minute)
    # A small number without its word is the next thing that is said, such as a line.
    if said is None or (is_named is None and said < 10 and after - position < 2):
        return position, 0
    return end, said


def _find_number(tokens: Sequence[Token], position: int, numbers: NumberWords, most: int) -> tuple[int, int | None]:
    """Give where the longest number ends that is not too large, and its value."""
    end, largest = position, None
    for number in find_numbers(tokens, position, numbers):
        value = number.value if number.value is not None else int(number.label) if number.pieces[0] == 0 else None
        if value is not None and value <= most:
            end, largest = position + number.length, value
    return end, largest


def _skip(tokens: Sequence[Token], position: int, table: Mapping[Said, int]) -> tuple[int, int | None]:
    """Give where an entry of a table ends that stands here, and its value; the longest comes first."""
    for said, value in table.items():
        if tuple(token.folded for token in tokens[position : position + len(said)]) == said:
            return position + len(said), value
    return position, None


def _to_hour(hour: int, earliest: int | None) -> int:
    """Give the hour of the day: the first that is not before the part of the day begins."""
    if earliest == 0 and hour == _HALF_DAY:
        return 0
    if not earliest or hour >= earliest:
        return hour % _HOURS
    if hour + 12 >= earliest:
        return (hour + 12) % _HOURS
    return hour
