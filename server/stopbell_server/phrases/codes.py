"""Why an answer is not a plain one, and what to do next: a sentence for every code of the contract."""

import re
from collections.abc import Mapping
from datetime import date

from stopbell_server.contract.codes import Code
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.times import tell_minutes
from stopbell_server.phrases.wording import Value, Wording

_LABELS = frozenset({"line", "lines"})
_NAMES = frozenset({"stop", "feed", "asked"})
_DATES = frozenset({"first_day", "last_day", "date"})

_RANGE = re.compile(r"(-?[0-9]+) … (-?[0-9]+)")

PLAIN = ".plain"
"""Ends the id of a sentence that needs no value; said when a value of the fuller one is not known."""


def tell_code(words: Wording, code: Code, values: Mapping[str, Value | None]) -> Phrase:
    """Give the sentence of a code: the fuller one where all its values are known, else the plain one."""
    return from_lines((_tell(words, f"code.{code.value}", values),), code.value)


def tell_remedy(words: Wording, code: Code, values: Mapping[str, Value | None]) -> Phrase:
    """Give what to do next."""
    return from_lines((_tell(words, f"remedy.{code.value}", values),), "remedy")


def _tell(words: Wording, message_id: str, values: Mapping[str, Value | None]) -> Line:
    known = {name: _prepare(words, name, value) for name, value in values.items() if value not in (None, "", 0)}
    if words.has(message_id) and words.names_of(message_id) <= known.keys():
        return words.line(message_id, **known)
    return words.line(message_id + PLAIN)


def _prepare(words: Wording, name: str, value: Value | None) -> Value:
    """Give a value with its spoken form, by what its name says it is."""
    if name == "minutes" and isinstance(value, int):
        return tell_minutes(words, value)
    if not isinstance(value, str):
        return value if value is not None else ""
    if name in _NAMES:
        return words.name(value)
    if bounds := _RANGE.fullmatch(value):
        return words.line("bounds.range", least=_tell_bound(words, bounds[1]), most=_tell_bound(words, bounds[2]))
    if name in _LABELS:
        return words.chain([words.label(label) for label in value.split(", ")])
    if name in _DATES:
        return words.clock.tell_date(date.fromisoformat(value), with_year=True)
    return Line(value, words.names.read_text(value))


def _tell_bound(words: Wording, number: str) -> Value:
    """Give a number in words; a sign alone would not be heard."""
    return words.line("bounds.minus", number=int(number[1:])) if number.startswith("-") else int(number)
