"""Times of day in a sentence, by a grammar's idioms: where they stand, what they mean, and how sure that is."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stopbell.brains.offline.idioms import Idioms, Said
from stopbell.brains.offline.time_matches import HALF_DAY, Match, MatchLister, to_half
from stopbell.brains.offline.tokens import Token

if TYPE_CHECKING:
    from stopbell.brains.offline.grammar import Grammar

DAY = 24 * 60
_LONGEST_PART = 4
"""Words of a part of the day."""


@dataclass(frozen=True, slots=True)
class SaidTime:
    """A time of day in a sentence."""

    before: int
    """Where the word of time before it begins; where there is none, it is the start."""
    start: int
    end: int
    text: str
    """HH:MM, as it was said where nothing tells which half of the day."""
    is_either: bool
    """Whether it may be twelve hours later."""
    is_sure: bool = True
    """Whether it can be nothing else, such as a line or a stop's number."""


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
        self._lister = MatchLister(tokens, grammar, idioms)

    def find(self, start: int) -> SaidTime | None:
        """Give the longest time that begins at a word."""
        matches = list(self._lister.list_matches(start))
        if not matches:
            return None
        before = self._find_before(start)
        begin = start - len(before) if before else start
        best: SaidTime | None = None
        for match in matches:
            end, earliest, is_loose = self._find_part(match.end)
            if not self._is_time(match, start, before, end, is_loose):
                continue
            if best is None or end > best.end:
                best = self._make(match, start, begin, end, earliest)
        return best

    def _is_time(self, match: Match, start: int, before: Said, end: int, is_loose: bool | None) -> bool:
        """Say whether what stands around leaves no doubt; `is_loose` is None where no part of the day follows."""
        if is_loose is False or not (match.needs_word or match.is_bare):
            return True
        if not before or (match.is_alone and is_loose is None and not self._may_stand_alone(match, before)):
            return False
        if match.is_bare and not match.is_named and start and self._tokens[start].surface[:1].isupper():
            return False
        if match.is_of_two_numbers and before not in self._idioms.hour_follows:
            # "From 9 to 11", "von 8 nach 12": two lines, two stops, two times.
            return False
        return is_loose is not None or not match.is_bare or self._may_end(end)

    def _may_stand_alone(self, match: Match, before: Said) -> bool:
        is_named = match.is_named and before in self._idioms.named_hour_follows
        return is_named or before in self._idioms.hour_follows

    def _may_end(self, end: int) -> bool:
        """Say whether a number may end here and be an hour: not before a name, nor before what is counted."""
        if end >= len(self._tokens) or self._tokens[end].starts_pause:
            return True
        following = self._folded[end]
        is_known = bool(self._grammar.hear(following, False).exact) or following in self._grammar.light
        return is_known and following not in self._idioms.counted

    def _make(self, match: Match, start: int, before: int, end: int, earliest: int | None) -> SaidTime:
        hour = match.hour
        if match.has_half and earliest is None:
            earliest = self._find_day_part()
        is_before_noon = earliest == 0 and hour == HALF_DAY and match.minutes < 0
        if match.has_half and earliest is not None and not is_before_noon:
            hour = to_half(hour, earliest)
        minutes = (hour * 60 + match.minutes) % DAY
        text = f"{minutes // 60:02}:{minutes % 60:02}"
        return SaidTime(before, start, end, text, match.is_either and earliest is None, match.is_sure)

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
            if said[0] in self._folded and any(self._lister.stands(said, place) for place in range(len(self._tokens))):
                return earliest
        return None

    def _find_before(self, start: int) -> Said:
        """Give the word of time that ends before a word; nothing where none does."""
        for length in range(min(self._idioms.longest_before, start), 0, -1):
            said = tuple(self._folded[start - length : start])
            if said in self._idioms.never_follows:
                return ()
            if said in self._idioms.time_follows:
                return said
        return ()
