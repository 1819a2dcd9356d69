"""A sentence's facts are put together into statements, and each must be said whole by one row."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from stopbell.guard.facts import SUBJECTS, Reading, StatedFact
from stopbell.guard.judging import Moment, entails, needs_state
from stopbell.guard.rows import Row

_TIMES = frozenset({"due", "clock"})
_ONCE = frozenset({"line", "to", "due", "clock", "certainty", "platform", "status", "cancelled", "headway"})
"""Kinds of which one statement has only one: a second begins the next statement."""
_NOT_COMING = frozenset({"cancelled", "skipped", "replaced"})
_NOT_SPLIT = frozenset({"stranger", "link", "never", "unread"})
MOST_FACTS = 40


@dataclass(frozen=True, slots=True)
class Statement:
    """Facts that belong together, with the subject taken over from before."""

    facts: tuple[StatedFact, ...]
    subject: tuple[StatedFact, ...] = ()

    @property
    def kinds(self) -> frozenset[str]:
        """Kinds of its own facts."""
        return frozenset(fact.kind for fact in self.facts)

    @property
    def whole(self) -> tuple[StatedFact, ...]:
        """What is taken over, and its own facts."""
        return (*self.subject, *self.facts)

    @property
    def is_bare(self) -> bool:
        """Whether it only names something."""
        return self.kinds <= SUBJECTS


@dataclass(frozen=True, slots=True)
class Match:
    """A statement and the rows that say it."""

    statement: Statement
    rows: tuple[Row, ...]


@dataclass(frozen=True, slots=True)
class Focus:
    """What was spoken of last: a sentence that names nothing goes on about it."""

    subject: tuple[StatedFact, ...] = ()
    rows: tuple[Row, ...] = ()
    kinds: frozenset[str] = frozenset()
    """What was said of it besides its name."""


NO_FOCUS = Focus()


class Matcher:
    """Looks for one way to read a sentence in which each statement is said by a row."""

    def __init__(self, rows: Sequence[Row], moment: Moment, focus: Focus = NO_FOCUS) -> None:
        """Take the rows of the conversation, and what the sentences before spoke of."""
        self._rows = rows
        self._moment = moment
        self._focus = focus

    def match(self, reading: Reading) -> tuple[Match, ...] | None:
        """Give the statements of a sentence with their rows; None where no reading holds."""
        facts = reading.facts[:MOST_FACTS]
        if len(reading.facts) > MOST_FACTS or any(fact.kind in _NOT_SPLIT for fact in facts):
            return None
        focus = NO_FOCUS if reading.names_another else self._focus
        if found := self._match_from(facts, 0, focus, (), is_for_all=reading.is_for_all):
            return found
        return self._match_pairs(facts)

    def _match_from(
        self,
        facts: tuple[StatedFact, ...],
        start: int,
        focus: Focus,
        waiting: tuple[tuple[StatedFact, ...], ...],
        *,
        is_for_all: bool,
    ) -> tuple[Match, ...] | None:
        """Match what follows a place; `waiting` are lines that were named before and share what comes next."""
        if start == len(facts):
            return ()
        for end in _list_ends(facts, start):
            own = facts[start:end]
            if start == 0 and end < len(facts) and not _has_subject(own) and _has_subject(facts[end:]):
                continue  # what comes first must say of whom it speaks, or the rest would say it of anybody
            statement = Statement(own, inherit(own, focus.subject))
            rows = self._find_rows(statement, is_for_all=is_for_all)
            if focus.rows and not is_for_all and _goes_on(statement, focus, is_same_sentence=start > 0):
                rows = tuple(row for row in rows if any(row is one for one in focus.rows))
            if not rows or (waiting and not statement.is_bare and not self._is_shared(statement, waiting)):
                continue
            next_focus = Focus(_to_subject(statement), rows, statement.kinds)
            names_line = "line" in statement.kinds
            now_waiting = (*waiting, *([own] if names_line else [])) if statement.is_bare and end < len(facts) else ()
            rest = self._match_from(facts, end, next_focus, now_waiting, is_for_all=is_for_all)
            if rest is not None:
                return (Match(statement, rows), *rest)
        return None

    def _find_rows(self, statement: Statement, *, is_for_all: bool) -> tuple[Row, ...]:
        whole = statement.whole
        rows = tuple(
            row
            for row in self._rows
            if all(entails(row, fact, self._moment) for fact in whole) and not needs_state(row, statement.kinds)
        )
        if rows and is_for_all and not statement.kinds <= SUBJECTS and not statement.kinds & _TIMES:
            return rows if self._holds_for_all(statement, rows) else ()
        return rows

    def _holds_for_all(self, statement: Statement, rows: Sequence[Row]) -> bool:
        """Tell whether all calls that the subject may mean have what is said of all, in one result."""
        subject = [fact for fact in statement.whole if fact.kind in SUBJECTS]
        for answer in dict.fromkeys(row.answer for row in rows):
            meant = [
                row
                for row in self._rows
                if row.answer == answer and row.call is not None and row.status not in _NOT_COMING
                and all(entails(row, fact, self._moment) for fact in subject)
            ]  # fmt: skip
            if all(entails(row, fact, self._moment) for row in meant for fact in statement.facts):
                return True
        return False

    def _is_shared(self, statement: Statement, waiting: tuple[tuple[StatedFact, ...], ...]) -> bool:
        """Tell whether what is said of the last line holds for the lines named before it as well."""
        if statement.kinds.isdisjoint({"line"}):
            return True
        others = tuple(fact for fact in statement.whole if fact.kind not in SUBJECTS)
        return all(bool(self._find_rows(Statement((*named, *others)), is_for_all=False)) for named in waiting)

    def _match_pairs(self, facts: tuple[StatedFact, ...]) -> tuple[Match, ...] | None:
        """Read "the 2 to Zoo and the 7 to Port in 3 and 14 minutes" as pairs."""
        times = [fact for fact in facts if fact.kind in _TIMES]
        subjects = _list_subjects(facts, times[0].start) if times else []
        if len(subjects) < 2 or len(subjects) != len(times):
            return None
        rest = tuple(fact for fact in facts if fact.kind not in (*SUBJECTS, *_TIMES))
        if sum(len(subject) for subject in subjects) + len(times) + len(rest) != len(facts):
            return None
        matches: list[Match] = []
        for subject, time in zip(subjects, times, strict=True):
            statement = Statement((*subject, time, *rest))
            if not (rows := self._find_rows(statement, is_for_all=False)):
                return None
            matches.append(Match(statement, rows))
        return tuple(matches)


def _list_subjects(facts: Sequence[StatedFact], end: int) -> list[tuple[StatedFact, ...]]:
    """List what is named before a place: each line with where it goes."""
    subjects: list[tuple[StatedFact, ...]] = []
    for fact in facts:
        if fact.start < end and fact.kind == "line":
            subjects.append((fact,))
        elif fact.start < end and fact.kind in SUBJECTS and subjects:
            subjects[-1] = (*subjects[-1], fact)
    return subjects


def _goes_on(statement: Statement, focus: Focus, *, is_same_sentence: bool) -> bool:
    """Tell whether a statement speaks of the very thing of the one before, not only of another on the same line.

    Within a sentence only what is said a second time, such as another time, may be said of another one.
    """
    if not statement.kinds.isdisjoint(SUBJECTS):
        return False
    return statement.kinds.isdisjoint(focus.kinds if is_same_sentence else _TIMES)


def _list_ends(facts: Sequence[StatedFact], start: int) -> Iterator[int]:
    """Give where a statement that begins at a place may end, the longest first."""
    seen: set[str] = set()
    last = start
    ends: list[int] = []
    for place in range(start, len(facts)):
        fact = facts[place]
        if place > start:
            if fact.kind in _ONCE and fact.kind in seen:
                ends.append(place)
                break
            if fact.begins_clause:
                ends.append(place)
        seen.add(fact.kind)
        last = place
    else:
        ends.append(last + 1)
    yield from reversed(ends)


def _has_subject(facts: Sequence[StatedFact]) -> bool:
    return any(fact.kind in SUBJECTS for fact in facts)


def inherit(own: Sequence[StatedFact], subject: tuple[StatedFact, ...]) -> tuple[StatedFact, ...]:
    """Give what a statement takes over: where it is; the line unless it names one; where to only with the line."""
    kinds = {fact.kind for fact in own}
    if "line" in kinds:
        kept = {"from"} if any(fact.kind == "line" for fact in subject) else {"from", "to", "name"}
        return tuple(fact for fact in subject if fact.kind in kept - kinds)
    return tuple(fact for fact in subject if fact.kind not in kinds and not (fact.kind == "name" and kinds & SUBJECTS))


def _to_subject(statement: Statement) -> tuple[StatedFact, ...]:
    return tuple(replace(fact, begins_clause=False) for fact in statement.whole if fact.kind in SUBJECTS)
