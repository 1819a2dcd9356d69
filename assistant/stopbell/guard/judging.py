"""Whether a row says what a statement says: each fact by its own rule, all of them by the same row."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from stopbell.guard.documents import is_within
from stopbell.guard.elements import DAY
from stopbell.guard.facts import Span, StatedFact
from stopbell.guard.rows import Learned, Row
from stopbell_server.contract.times import to_minutes

FRESH = timedelta(seconds=45)
"""So long after it came a result's own count of minutes holds; later they are counted anew."""
LIVE_S = 90
"""Older data is not live any more; see the server's table of freshness."""
AGEING_S = 180
FAR = 20
"""From so many minutes on a time may be rounded to five, and told as a range."""
WIDEST = 10
_UNITS = frozenset({"stop", "change", "total", "wait", "headway", "number", "age", "delay", "window"})
_COUNTS = frozenset({"departure", "alert", "line", "option", "vehicle", "platform", "lift"})
_STATES_AT_ONCE = {"cancelled": "cancelled", "skipped": "stops_here", "replaced": "replaced"}
"""What must be said with any time of a call of such a status."""
_TIMES = frozenset({"due", "clock"})


@dataclass(frozen=True, slots=True)
class Moment:
    """When a sentence is checked, and what was learned until then."""

    now: datetime
    learned: tuple[Learned, ...]

    def is_fresh(self, answer: int) -> bool:
        """Tell whether a result has come so lately that its own count of minutes holds."""
        return self.now - self.learned[answer].at <= FRESH

    def count_minutes(self, row: Row) -> set[int]:
        """Give the minutes that may be told of a row now: as it counted them while it is fresh, and counted anew."""
        learned = self.learned[row.answer]
        passed = self.now - learned.at
        allowed = set(row.minutes) if passed <= FRESH else set[int]()
        if learned.now is not None and (passed > FRESH or not row.minutes):
            for instant in row.instants:
                if (minutes := to_minutes(instant, learned.now + passed)) is not None:
                    allowed.add(minutes)
        return allowed

    def find_certainty(self, row: Row) -> str:
        """Give how sure a row's times are by now: live data grows old."""
        passed = (self.now - self.learned[row.answer].at).total_seconds()
        if row.certainty not in ("live", "ageing") or passed <= FRESH.total_seconds():
            return row.certainty
        age = (row.age_s or 0) + passed
        return "live" if row.certainty == "live" and age <= LIVE_S else "ageing" if age <= AGEING_S else "lost"


def entails(row: Row, fact: StatedFact, moment: Moment) -> bool:
    """Tell whether a row says one fact."""
    kind, value = fact.kind, fact.value
    if isinstance(value, frozenset):
        told = row.known[kind] if kind in ("to", "from") else row.known["to"] | row.known["from"]
        return not told.isdisjoint(value) and not fact.is_denied
    if fact.is_denied:
        return kind == "platform" and value in row.known["platform_planned"]
    if kind == "due" and isinstance(value, Span):
        return _is_due(row, value, moment)
    if kind == "clock" and isinstance(value, tuple):
        return any(one % DAY in row.known["clock"] for one in value)
    if kind == "certainty":
        return _is_certain(row, str(value), moment)
    if kind in _COUNTS and isinstance(value, Span):
        return any(isinstance(count, int) and is_within(value, count) for count in row.known[f"count_{kind}"])
    if isinstance(value, Span):
        return _is_quantity(row, kind, value, moment)
    return value in row.known[kind]


def _is_due(row: Row, span: Span, moment: Moment) -> bool:
    if row.certainty in ("lost", "frequency") or (row.certainty == "none" and not row.minutes):
        return False
    for minutes in moment.count_minutes(row):
        if span.bound == "most" and minutes <= span.high <= minutes + 2:
            return True
        if span.bound == "least" and minutes - 2 <= span.low <= minutes:
            return True
        if span.bound:
            continue
        is_far = minutes >= FAR or row.is_shaky
        if span.low == span.high:
            slack = max(2, row.uncertainty_s // 60) if span.is_about and is_far else 0
            if abs(minutes - span.low) <= slack:
                return True
        elif span.low <= minutes <= span.high and is_far and span.high - span.low <= WIDEST:
            return True
    return False


def _is_certain(row: Row, said: str, moment: Moment) -> bool:
    certainty = moment.find_certainty(row)
    if said in ("timetable", "none"):
        return said in row.known["certainty"]
    return said == certainty


def _is_quantity(row: Row, kind: str, span: Span, moment: Moment) -> bool:
    if kind == "meter" or kind == "kilometer":
        return _is_distance(row, span.low * (1000 if kind == "kilometer" else 1))
    if kind in ("age", "second"):
        age = row.age_s
        if age is None:
            return False
        passed = (moment.now - moment.learned[row.answer].at).total_seconds()
        said = span.low * (60 if kind == "age" else 1)
        return age - 30 <= said <= age + passed + 60 if kind == "age" else abs(said - age) <= passed + 5
    told = {value for value in row.known[kind] if isinstance(value, int)}
    slack = 2 if span.is_about and kind in ("total", "wait", "window") else 0
    return (
        any(span.low - slack <= value <= span.high + slack for value in told)
        if slack
        else any(is_within(span, value) and span.low == span.high for value in told)
    )


def _is_distance(row: Row, said: int) -> bool:
    """Tell whether a distance is told, as it is or rounded as phrases round it."""
    for meters in row.known["meter"]:
        step = 5 if isinstance(meters, int) and meters < 50 else 10 if isinstance(meters, int) and meters < 200 else 50
        if isinstance(meters, int) and abs(meters - said) <= (step if meters < 1000 else 100 if said % 1000 else 500):
            return True
    return False


def needs_state(row: Row, kinds: frozenset[str]) -> bool:
    """Tell whether a statement gives a time of a call that does not come, and does not say so."""
    state = _STATES_AT_ONCE.get(row.status)
    if state is None or kinds.isdisjoint(_TIMES):
        return False
    return state not in kinds and not (row.status == "skipped" and "cancelled" in kinds)
