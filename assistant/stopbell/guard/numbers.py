"""Numbers of a sentence: minutes of which kind, counts of what, lines, platforms, times of day."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stopbell.guard.elements import DAY, HALF_DAY, Element, ElementKind
from stopbell.guard.facts import Span, Value

_TIMES = {"minute": 1, "hour": 60}
_CLOSE_UNITS = frozenset({"minute", "hour", "second", "day", "meter", "kilometer", "foot", "percent", "money"})
_FILLERS = 2
"""Words that may stand between a number and what it counts: "two more low-floor trams"."""
_HYPHENS = "-–—"


@dataclass(frozen=True, slots=True)
class FoundNumbers:
    """Facts of a number or a list of them: kind, value, index of the last element of each; and how many are taken."""

    facts: tuple[tuple[str, Value, int], ...]
    taken: int


@dataclass(slots=True)
class NumberReader:
    """Says what the numbers of one sentence are."""

    elements: Sequence[Element]
    _taken: set[int] = field(default_factory=set[int])

    def is_taken(self, place: int) -> bool:
        """Tell whether a phrase has been read as a part of a number already."""
        return place in self._taken

    def read(self, place: int) -> FoundNumbers:
        """Read the number at a place, with the others of its list."""
        element = self.elements[place]
        unit_at, unit = self._find_unit(place)
        if unit not in _CLOSE_UNITS and (kind := self._find_label_word(place)) is not None:
            return FoundNumbers(((kind, _to_label(element), place),), 1)
        if clock := self._find_clock(place):
            return clock
        if month := self._find_month(place):
            return month
        if unit and unit_at is not None:
            if element.is_word and element.number == 1 and unit not in _CLOSE_UNITS and unit != "stop":
                return FoundNumbers((), 1)  # "one bus" is a bus
            return self._read_quantities([place], unit_at, unit)
        if (listed := self._find_list(place)) and listed[2]:
            return self._read_quantities(listed[0], listed[1], listed[2])
        if element.kind is ElementKind.DECIMAL:
            hour, _, minute = element.surface.replace(",", ".").partition(".")
            if len(minute) == 2 and int(hour) < 24 and int(minute) < 60:
                return FoundNumbers((("clock", self.to_half(place, int(hour) * 60 + int(minute)), place),), 1)
            return FoundNumbers((("number", element.surface, place),), 1)
        if element.label and not element.is_word:
            return FoundNumbers((("line", element.label, place),), 1)
        if element.is_word and element.number <= 2:
            return FoundNumbers((), 1)  # "one of them", "the two": too common to be a fact
        return FoundNumbers((("number", str(element.number), place),), 1)

    def read_span(self, place: int, minutes: int) -> FoundNumbers:
        """Read a span that is said without a number, as "half an hour"."""
        kind, last = self._find_role(place, place)
        return FoundNumbers(((kind, self._to_span(place, minutes, minutes), last),), 1)

    def to_label_kind(self, place: int) -> str:
        """Tell what a label names: a line, or a platform or vehicle where a word before it says so."""
        return self._find_label_word(place) or "line"

    def to_half(self, place: int, minutes: int | None = None) -> Value:
        """Give the minutes of day that a clock time may mean."""
        values = self.elements[place].minutes if minutes is None else (minutes,)
        following = self._get(place + 1)
        if following and following.has("clock", "afternoon"):
            self._taken.add(place + 1)
            return tuple((value + HALF_DAY) % DAY if value < HALF_DAY else value for value in values)
        if following and following.has("clock", "morning"):
            self._taken.add(place + 1)
            return tuple(value % HALF_DAY for value in values)
        return values

    def _get(self, place: int) -> Element | None:
        return self.elements[place] if 0 <= place < len(self.elements) else None

    def _find_unit(self, place: int) -> tuple[int | None, str]:
        """Give the unit of a number: close behind it, or with a word or two between for what is counted."""
        for at in range(place + 1, min(place + 2 + _FILLERS, len(self.elements))):
            element = self.elements[at]
            if unit := element.find("units"):
                return (at, unit) if at == place + 1 or unit not in _CLOSE_UNITS else (None, "")
            is_filler = element.kind is ElementKind.WORD or element.find("claims") or element.find("words") == "others"
            if not is_filler or element.find("words") == "and":
                return None, ""
        return None, ""

    def _find_label_word(self, place: int) -> str | None:
        """Tell whether a word beside a number or label says that it is a line, a platform, a vehicle or a code."""
        element = self.elements[place]
        before, behind = self._get(place - 1), self._get(place + 1)
        if before is not None and before.kind is ElementKind.SEPARATOR and before.surface in ":：":
            before = self._get(place - 2)
        for key in ("platform", "vehicle", "code"):
            if before is not None and before.has("names", key):
                return key
        if behind is not None and behind.has("names", "platform_behind"):
            return "platform"
        if element.kind is ElementKind.DECIMAL:
            return None
        if behind is not None and behind.has("names", "line_behind"):
            return "line"
        if before is not None and before.has("names", "line") and (not element.is_word or element.label):
            return "line"
        return None

    def _find_list(self, place: int) -> tuple[list[int], int, str] | None:
        """Give the numbers of a list whose last one has a unit: "3, 14 and 26 minutes"."""
        numbers, at = [place], place + 1
        while (element := self._get(at)) is not None:
            if element.kind is ElementKind.NUMBER:
                if self._find_label_word(at) and self._find_unit(at)[1] not in _CLOSE_UNITS:
                    return None
                numbers.append(at)
                unit_at, unit = self._find_unit(at)
                if unit and unit_at is not None and unit_at == at + 1:
                    return numbers, unit_at, unit
            elif not (
                (element.kind is ElementKind.SEPARATOR and element.surface in ",،、，;" + _HYPHENS)
                or element.has("words", "and")
                or element.has("words", "ranges")
                or element.has("names", "to")
                or element.has("words", "about")
                or element.has("words", "others")
            ):
                return None
            at += 1
        return None

    def _read_quantities(self, numbers: list[int], unit_at: int, unit: str) -> FoundNumbers:
        self._taken.add(unit_at)
        if self.elements[numbers[0]].kind is ElementKind.DECIMAL or unit not in _TIMES:
            kind, last = (unit, unit_at) if unit != "second" else self._find_role(numbers[0], unit_at, "second")
            values = [self._to_number(number) for number in numbers]
            return self._to_facts(kind, numbers, values, last)
        kind, last = self._find_role(numbers[0], unit_at)
        values = [self._to_number(number) * _TIMES[unit] for number in numbers]
        if unit == "hour":
            last, extra = self._find_minutes_behind(unit_at)
            values[-1] += extra
            kind = self._find_role(numbers[0], last)[0]
        return self._to_facts(kind, numbers, values, last)

    def _to_facts(self, kind: str, numbers: list[int], values: list[int], last: int) -> FoundNumbers:
        taken = last - numbers[0] + 1
        if len(numbers) == 2 and self._is_range(numbers[0], numbers[1]):
            return FoundNumbers(((kind, self._to_span(numbers[0], *sorted(values)), last),), taken)
        facts = [
            (kind, self._to_span(number, value, value), last) for number, value in zip(numbers, values, strict=True)
        ]
        return FoundNumbers(tuple(facts), taken)

    def _is_range(self, first: int, second: int) -> bool:
        between = self.elements[first + 1 : second]
        if not between:
            return True
        before = self._get(first - 1)
        if before is not None and before.has("words", "ranges"):
            return True
        only = between[0]
        return len(between) == 1 and (
            only.has("words", "ranges") or only.has("names", "to") or only.surface in _HYPHENS
        )

    def _find_minutes_behind(self, hours_at: int) -> tuple[int, int]:
        """Give the minutes that follow hours: "1 hour and 5 minutes"."""
        at = hours_at + 1
        if (joined := self._get(at)) is not None and joined.has("words", "and"):
            at += 1
        number, unit = self._get(at), self._get(at + 1)
        if number is None or unit is None or number.kind is not ElementKind.NUMBER or not unit.has("units", "minute"):
            return hours_at, 0
        self._taken.add(at + 1)
        return at + 1, number.number

    def _to_number(self, place: int) -> int:
        element = self.elements[place]
        if element.kind is ElementKind.DECIMAL:
            return round(float(element.surface.replace(",", ".")))
        return element.number

    def _to_span(self, place: int, low: int, high: int) -> Span:
        is_about, bound = False, ""
        for at in (place - 1, place - 2):
            before = self._get(at)
            if before is None or before.kind is not ElementKind.MARK:
                break
            is_about = is_about or before.has("words", "about")
            bound = bound or (
                "most" if before.has("words", "at_most") else "least" if before.has("words", "at_least") else ""
            )
        behind = self._get(place + 2)
        is_about = is_about or (behind is not None and behind.has("words", "about"))
        return Span(low, high, is_about, bound)  # type: ignore[arg-type]

    def _find_role(self, first: int, last: int, usual: str = "due") -> tuple[str, int]:
        """Tell what a span of time is: until something, late, ago, every so often, in all, to wait."""
        for at in range(last + 1, last + 3):
            element = self._get(at)
            if element is None:
                break
            if role := element.find("spans_behind"):
                self._taken.update(range(last + 1, at + 1))
                return role, at
            if element.kind is not ElementKind.WORD:
                break
        for at in range(first - 1, max(-1, first - 4), -1):
            element = self.elements[at]
            if role := element.find("spans_before"):
                self._taken.add(at)
                return role, last
            is_small = element.kind is ElementKind.WORD or element.find("words") in ("about", "at_most", "at_least")
            if not is_small and element.find("units") is None:
                break
        return usual, last

    def _find_clock(self, place: int) -> FoundNumbers | None:
        """Read "14 Uhr" and "14 Uhr 05": an hour with its word, and minutes perhaps."""
        element, behind = self.elements[place], self._get(place + 1)
        if element.kind is not ElementKind.NUMBER or behind is None or not behind.has("clock", "behind"):
            return None
        before = self._get(place - 1)
        is_span = behind.find("units") is not None and not (before is not None and before.has("clock", "before"))
        if element.number > 24 or is_span:
            return None
        minutes, taken = 0, 2
        following = self._get(place + 2)
        if following is not None and following.kind is ElementKind.NUMBER and following.number < 60:
            unit = self._find_unit(place + 2)[1]
            if not unit:
                minutes, taken = following.number, 3
        self._taken.add(place + 1)
        value = element.number % 24 * 60 + minutes
        return FoundNumbers((("clock", self.to_half(place + taken - 1, value), place + taken - 1),), taken)

    def _find_month(self, place: int) -> FoundNumbers | None:
        for at in (place + 1, place - 1):
            near = self._get(at)
            if near is not None and (month := near.find("month")):
                self._taken.add(at)
                first, last = min(place, at), max(place, at)
                return FoundNumbers(
                    (("date", f"{month}-{self.elements[place].number}", last),),
                    last - place + 1 if first == place else 1,
                )
        return None


def _to_label(element: Element) -> str:
    return element.label or element.surface.replace(" ", "").upper()
