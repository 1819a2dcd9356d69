"""The parts of a sentence that mean something: names, labels, numbers, times, and phrases of the language's claims."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from stopbell.guard.claims import IdiomParts, Mark, Vocabulary
from stopbell.guard.names import NameBook
from stopbell.guard.tokens import STRONG, Token, TokenKind

_SLOTS = frozenset({"{h}", "{m}"})
HALF_DAY = 720
DAY = 1440


class ElementKind(Enum):
    """What an element is."""

    MARK = "mark"
    NUMBER = "number"
    CLOCK = "clock"
    DECIMAL = "decimal"
    LABEL = "label"
    NAME = "name"
    WORD = "word"
    SEPARATOR = "separator"


@dataclass(frozen=True, slots=True)
class Element:
    """One part of a sentence."""

    kind: ElementKind
    tokens: Sequence[Token]
    marks: frozenset[Mark] = frozenset()
    number: int = 0
    is_word: bool = False
    """Whether a number is said in words."""
    label: str = ""
    """The line that a label or a number may be."""
    ids: frozenset[str] = frozenset()
    minutes: tuple[int, ...] = ()
    """Of a time of day: minutes after midnight; two where it may be before or after noon."""

    @property
    def start(self) -> int:
        """First character."""
        return self.tokens[0].start

    @property
    def end(self) -> int:
        """Character behind the last."""
        return self.tokens[-1].end

    @property
    def surface(self) -> str:
        """As it was written, without what stands between its words."""
        return " ".join(token.surface for token in self.tokens)

    @property
    def is_strong(self) -> bool:
        """Whether it separates more than a comma does."""
        return self.kind is ElementKind.SEPARATOR and self.tokens[0].surface in STRONG

    def has(self, section: str, key: str) -> bool:
        """Tell whether it is a phrase of a section and key."""
        return (section, key) in self.marks

    def find(self, section: str) -> str | None:
        """Give the key under which it stands in a section."""
        return next((key for name, key in self.marks if name == section), None)


def parse_elements(tokens: Sequence[Token], words: Vocabulary, names: NameBook) -> tuple[Element, ...]:
    """Take a sentence apart, always the longest part first."""
    elements: list[Element] = []
    place = 0
    said = {token.folded for token in tokens}
    idioms = [
        (parts, idiom) for parts, idiom in words.idioms if said.issuperset(part for part in parts if part not in _SLOTS)
    ]
    while place < len(tokens):
        element = _parse_element(tokens, place, words, names, idioms)
        elements.append(element)
        place += len(element.tokens)
    return tuple(elements)


def _parse_element(
    tokens: Sequence[Token], place: int, words: Vocabulary, names: NameBook, idioms: Sequence[IdiomParts]
) -> Element:
    token = tokens[place]
    if token.kind is TokenKind.SEPARATOR:
        return Element(ElementKind.SEPARATOR, (token,))
    if token.kind is TokenKind.CLOCK:
        return _to_clock(token)
    if token.kind is TokenKind.DECIMAL:
        return Element(ElementKind.DECIMAL, (token,))
    name = names.find_name(tokens, place, is_inflected=words.claims.names.is_inflected)
    taken, marks = words.marks.find(tokens, place)
    count, value = _find_number(tokens, place, words)
    label = names.find_label(tokens, place)
    if (idiom := _find_idiom(tokens, place, words, idioms)) and len(idiom.tokens) > max(
        taken, name.length if name else 0
    ):
        return idiom
    if label and label[0] > max(taken, count, name.length if name else 0):
        return Element(ElementKind.LABEL, tokens[place : place + label[0]], label=label[1])
    if name and not name.is_whole and _states_something(tokens[place : place + name.length], words):
        name = None
    if (
        name
        and name.length >= max(taken, count)
        and not _is_ordinary(tokens[place : place + name.length], words, is_whole=name.is_whole)
    ):
        return Element(ElementKind.NAME, tokens[place : place + name.length], ids=name.ids)
    if label and label[0] >= max(taken, count) and not label[1].isdecimal():
        return Element(ElementKind.LABEL, tokens[place : place + label[0]], label=label[1])
    is_unit = any(section in ("units", "spans") for section, _ in marks)
    if count and (count > taken or (count == taken and not is_unit)):
        said = tokens[place : place + count]
        known = label[1] if label and label[0] == count else ""
        return Element(ElementKind.NUMBER, said, number=value, is_word=token.kind is not TokenKind.NUMBER, label=known)
    if taken:
        return Element(ElementKind.MARK, tokens[place : place + taken], marks=frozenset(marks))
    if any(character.isdigit() for character in token.surface):
        return Element(ElementKind.LABEL, (token,), label=token.folded.upper())
    return Element(ElementKind.WORD, (token,))


def _is_ordinary(said: Sequence[Token], words: Vocabulary, *, is_whole: bool) -> bool:
    """Tell whether all of what looks like a name has a meaning of its own, as "platform 2" and a first "All" have."""
    place = 0
    while place < len(said):
        taken = max(words.marks.find(said, place)[0], _find_number(said, place, words)[0])
        if not taken:
            return False
        place += taken
    return not is_whole or said[0].surface[:1].islower() or (len(said) > 1 and said[-1].kind is TokenKind.NUMBER)


def _states_something(said: Sequence[Token], words: Vocabulary) -> bool:
    """Tell whether a part of a name is itself a claim: feeds may hide sentences in names."""
    for place, token in enumerate(said):
        taken, marks = words.marks.find(said, place)
        if any(section == "never" for section, _ in marks):
            return True
        if any(section == "claims" for section, _ in marks) and (taken > 1 or not token.surface[:1].isupper()):
            return True
    return False


def _find_number(tokens: Sequence[Token], place: int, words: Vocabulary) -> tuple[int, int]:
    if tokens[place].kind is TokenKind.NUMBER:
        return 1, int(tokens[place].surface)
    taken, values = words.numbers.find(tokens, place)
    return taken, values[0] if values else 0


def _to_clock(token: Token) -> Element:
    digits = "".join(character if character.isdigit() else " " for character in token.surface).split()
    return Element(ElementKind.CLOCK, (token,), minutes=(int(digits[0]) % 24 * 60 + int(digits[1]),))


def _find_idiom(tokens: Sequence[Token], place: int, words: Vocabulary, idioms: Sequence[IdiomParts]) -> Element | None:
    best: Element | None = None
    for pattern, idiom in idioms:
        found = _match_idiom(tokens, place, pattern, words)
        if found is None or (best is not None and len(best.tokens) >= found[0]):
            continue
        taken, hour, minutes, is_ambiguous = found
        at = hour * 60 + (-minutes if idiom.sub else minutes) + idiom.add
        values = (
            (at % DAY, (at + HALF_DAY) % DAY)
            if is_ambiguous and hour <= 12 and not idiom.add >= HALF_DAY
            else (at % DAY,)
        )
        best = Element(ElementKind.CLOCK, tokens[place : place + taken], minutes=values)
    return best


def _match_idiom(
    tokens: Sequence[Token], place: int, pattern: Sequence[str], words: Vocabulary
) -> tuple[int, int, int, bool] | None:
    at, hour, minutes, is_digits = place, 0, 0, False
    for part in pattern:
        if at >= len(tokens) or tokens[at].kind is TokenKind.SEPARATOR:
            return None
        if part not in _SLOTS:
            if tokens[at].folded != part:
                return None
            at += 1
            continue
        taken, value = _find_number(tokens, at, words)
        if part == "{h}":
            named, hours = words.hours.find(tokens, at)
            if named and named >= taken:
                taken, value = named, hours[0]
            hour = value
        else:
            minutes = value
        is_digits = is_digits or tokens[at].kind is TokenKind.NUMBER
        if not taken or value > 59 or (part == "{h}" and value > 24):
            return None
        at += taken
    if len(pattern) == 3 and pattern[0] == "{m}" and is_digits:
        return None  # "3 to 5" and "10 past 2nd Street" are no times of day
    return at - place, hour, minutes, not is_digits or hour <= 12
