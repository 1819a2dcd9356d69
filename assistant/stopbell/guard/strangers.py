"""Names in a sentence that no tool told: capitals in the middle, and whatever stands where a name should."""

from collections.abc import Iterator, Sequence

from stopbell.guard.claims import Vocabulary
from stopbell.guard.elements import Element, ElementKind
from stopbell.guard.facts import StatedFact
from stopbell.guard.tokens import fold

_SHORTEST = 3
_BRACKETS = frozenset("()[]（）")


def find_strangers(elements: Sequence[Element], words: Vocabulary) -> Iterator[StatedFact]:
    """Give each word that must be a name and is none of the conversation's."""
    for place, element in enumerate(elements):
        if element.kind is not ElementKind.WORD or element.tokens[0].folded in words.capitals:
            continue
        if _is_stranger(elements, place, words):
            yield StatedFact("stranger", element.surface, element.start, element.end)


def _is_stranger(elements: Sequence[Element], place: int, words: Vocabulary) -> bool:
    element, names = elements[place], words.claims.names
    surface = element.surface
    before = elements[place - 1] if place else None
    is_capital = surface[:1].isupper()
    keys = ("surely",) if names.nouns_are_capitals else ("to", "from")
    is_introduced = before is not None and any(before.has("names", key) for key in keys)
    if is_introduced and element.tokens[0].folded not in words.not_names:
        has_case = surface[:1].lower() != surface[:1].upper()
        if is_capital or not has_case:
            return True
    if not is_capital or len(surface) < _SHORTEST or _begins_sentence(elements, place):
        return False
    if names.nouns_are_capitals:
        return fold(surface).endswith(tuple(fold(ending) for ending in names.endings))
    return True


def _begins_sentence(elements: Sequence[Element], place: int) -> bool:
    """Tell whether a capital is there only because something begins."""
    return place == 0 or (elements[place - 1].is_strong and elements[place - 1].surface not in _BRACKETS)
