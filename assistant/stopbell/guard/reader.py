"""A sentence is read into the facts that it states, by a language's claims and the names of the conversation."""

from collections.abc import Sequence
from dataclasses import replace

from stopbell.guard.claims import Vocabulary
from stopbell.guard.elements import Element, ElementKind, parse_elements
from stopbell.guard.facts import NOTHING, Reading, StatedFact, Value
from stopbell.guard.links import find_links
from stopbell.guard.names import NameBook
from stopbell.guard.numbers import NumberReader
from stopbell.guard.strangers import find_strangers
from stopbell.guard.tokens import parse_tokens

REACH = 7
"""Parts of a sentence over which a "not" reaches what it denies."""
SHORT_REACH = 2
"""The same for what has no opposite: "no 10A", but "if you do not catch the 10A"."""
_CERTAINTIES = frozenset({"live", "ageing", "lost", "timetable", "none"})
_OPPOSITE = "_no"
_COUNTED = frozenset({"departure", "alert", "line", "change", "option", "vehicle", "lift"})
_QUOTES = '«»“”„"『』「」'
_ENDS_OF_QUESTIONS = "?？؟"


def read_sentence(text: str, words: Vocabulary, names: NameBook) -> Reading:
    """Give the facts of a sentence in order, each with where it stands."""
    links = list(find_links(text))
    bare = text
    for start, end, _ in links:
        bare = bare[:start] + " " * (end - start) + bare[end:]
    elements = parse_elements(parse_tokens(bare), words, names)
    reader = _Reader(elements, words)
    facts = reader.read()
    facts += [StatedFact("link", link, start, end) for start, end, link in links]
    facts += find_strangers(elements, words)
    facts.sort(key=lambda fact: fact.start)
    return Reading(
        text=text,
        facts=tuple(facts),
        is_question=text.rstrip(" \"'»”)」』").endswith(tuple(_ENDS_OF_QUESTIONS)),
        is_offer=_has(elements, "offers"),
        is_for_all=_has(elements, "universals"),
        names_another=_has(elements, "others"),
        is_operators=_has(elements, "operator") or any(sign in text for sign in _QUOTES),
    )


def _has(elements: Sequence[Element], key: str) -> bool:
    return any(("words", key) in element.marks for element in elements)


class _Reader:
    """Walks through the parts of one sentence."""

    def __init__(self, elements: Sequence[Element], words: Vocabulary) -> None:
        self._elements = elements
        self._words = words
        self._facts: list[StatedFact] = []
        self._numbers = NumberReader(elements)
        self._denied_at: int | None = None
        self._begins_clause = True
        self._clause_start = 0
        """Index of the first fact of the clause."""
        self._clause_before = 0
        self._is_doubted = False

    def read(self) -> list[StatedFact]:
        place = 0
        while place < len(self._elements):
            place += max(1, self._read_element(place))
        self._end_clause()
        return self._facts

    def _read_element(self, place: int) -> int:
        element = self._elements[place]
        match element.kind:
            case ElementKind.SEPARATOR:
                self._begins_clause = True
                self._end_clause()
            case ElementKind.NUMBER | ElementKind.DECIMAL:
                found = self._numbers.read(place)
                for kind, value, last in found.facts:
                    self._add(kind, value, element.start, self._elements[last].end, place)
                return found.taken
            case ElementKind.CLOCK:
                self._add("clock", self._numbers.to_half(place), element.start, element.end, place)
            case ElementKind.LABEL:
                self._add(self._numbers.to_label_kind(place), element.label, element.start, element.end, place)
            case ElementKind.NAME:
                self._add(self._find_role(place), element.ids, element.start, element.end, place)
            case ElementKind.MARK:
                return self._read_mark(place, element)
            case ElementKind.WORD:
                pass
        return 1

    def _read_mark(self, place: int, element: Element) -> int:
        if span := element.find("spans"):
            found = self._numbers.read_span(place, int(span))
            for kind, value, last in found.facts:
                self._add(kind, value, element.start, self._elements[last].end, place)
            return found.taken
        if element.has("words", "negations"):
            self._denied_at = place
        if element.has("words", "negations_behind") and len(self._facts) > self._clause_start:
            self._facts[-1] = _deny(self._facts[-1])
        if element.has("words", "doubts"):
            self._is_doubted = True
        if element.has("words", "breaks"):
            self._begins_clause = True
            self._end_clause()
        if element.has("words", "and"):
            self._begins_clause = True
        self._read_claims(place, element)
        return 1

    def _read_claims(self, place: int, element: Element) -> None:
        is_denied = self._denied_at is not None and place - self._denied_at <= REACH
        if key := element.find("never"):
            self._add("never", key, element.start, element.end, place)
        elif key := element.find("claims"):
            self._add_claim(key, element, place)
        elif (unit := element.find("units")) in _COUNTED and is_denied and unit and not self._numbers.is_taken(place):
            self._denied_at = None
            self._add(unit, NOTHING, element.start, element.end, place)
        elif (word := element.find("clock")) == "words":
            self._add("unread", word, element.start, element.end, place)
        for section in ("weekday", "compass"):
            if (key := element.find(section)) and not self._numbers.is_taken(place):
                self._add(section, key, element.start, element.end, place)

    def _add_claim(self, key: str, element: Element, place: int) -> None:
        if self._numbers.is_taken(place):
            return
        kind, value = key, "yes"
        if key in _CERTAINTIES:
            kind, value = "certainty", key
        elif key.endswith(_OPPOSITE):
            kind, value = key.removesuffix(_OPPOSITE), "no"
        elif key == "now":
            kind, value = "due", "now"
        fact_value = NOTHING if value == "now" else value
        self._add(kind, fact_value, element.start, element.end, place)

    def _add(self, kind: str, value: Value, start: int, end: int, place: int) -> None:
        fact = StatedFact(
            kind,
            value,
            start,
            end,
            begins_clause=self._begins_clause,
        )
        reach = REACH if value in ("yes", "no") or kind == "certainty" else SHORT_REACH
        if self._denied_at is not None and place - self._denied_at <= reach and kind not in ("to", "from", "name"):
            fact = _deny(fact)
            self._denied_at = None
        self._facts.append(fact)
        self._begins_clause = False

    def _end_clause(self) -> None:
        """Doubt covers a whole clause: what is said in it is not known."""
        is_carried = False
        if self._is_doubted:
            places = self._list_polar(self._clause_start) or self._list_polar(self._clause_before)
            for place in places:
                self._facts[place] = replace(self._facts[place], value="unknown", is_denied=False)
            is_carried = not places  # "possibly, it is accessible"
        self._clause_before, self._clause_start = self._clause_start, len(self._facts)
        self._is_doubted = is_carried
        self._denied_at = None

    def _list_polar(self, start: int) -> list[int]:
        return [place for place in range(start, len(self._facts)) if self._facts[place].value in ("yes", "no")]

    def _find_role(self, place: int) -> str:
        """Tell whether a name is where something goes or where it is; `name` where no word says."""
        for before in range(place - 1, max(-1, place - 3), -1):
            element = self._elements[before]
            if element.has("names", "to"):
                return "name" if element.has("names", "from") else "to"
            if element.has("names", "from"):
                return "to" if before and self._elements[before - 1].has("names", "to") else "from"
            if element.kind is not ElementKind.WORD and not (
                element.kind is ElementKind.SEPARATOR and element.surface in ":："
            ):
                break
        return "name"


def _deny(fact: StatedFact) -> StatedFact:
    """Give the opposite of a statement; what has none is marked as denied."""
    if fact.value in ("yes", "no"):
        return replace(fact, value="no" if fact.value == "yes" else "yes")
    return replace(fact, is_denied=not fact.is_denied)
