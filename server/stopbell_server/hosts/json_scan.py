"""Finding the places of values in JSON text, so that it can be changed without touching anything else in it."""

import json
import re
from dataclasses import dataclass

from stopbell_server.domain.errors import SettingsInvalid

_DEEPEST = 200
_STRING = re.compile(r'"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"')
_PLAIN = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null")
"""RFC 8259, 3 and 6."""
_SPACE = re.compile(r"[ \t\r\n]*")
_SPACE_AND_COMMENTS = re.compile(r"(?:[ \t\r\n]+|//[^\r\n]*|/\*(?:[^*]|\*(?!/))*\*/)*")


@dataclass(frozen=True, slots=True)
class Span:
    """A value from its first character to the one after its last."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Member:
    """One key of an object, with the places of both."""

    key: str
    key_start: int
    value: Span


@dataclass(frozen=True, slots=True)
class Members:
    """The inside of an object."""

    listed: tuple[Member, ...]
    has_trailing_comma: bool
    last_end: int
    """After the last thing in it that is not white space: value, comma, comment or the opening brace."""
    brace: int
    """Where the closing brace stands."""


class JsonScan:
    """A whole text, checked to be JSON."""

    def __init__(self, text: str, *, takes_comments: bool) -> None:
        """Check the text; with `takes_comments` also comments and trailing commas are right.

        Raises:
            SettingsInvalid: it is not JSON; the message names line and column.
        """
        self.text = text
        self._gap = _SPACE_AND_COMMENTS if takes_comments else _SPACE
        self._takes_commas = takes_comments
        self._objects: dict[int, Members] = {}
        start = self._skip(0)
        self.root = Span(start, self._scan(start, 0))
        rest = self._skip(self.root.end)
        if rest != len(text):
            raise self._refuse(rest, "nothing more can follow")

    def find_members(self, span: Span) -> Members | None:
        """Give the members of the object at a place; None if another kind of value stands there."""
        return self._objects.get(span.start)

    def _skip(self, at: int) -> int:
        found = self._gap.match(self.text, at)
        return found.end() if found else at

    def _scan(self, at: int, depth: int) -> int:
        """Check the value that starts there and give its end."""
        if depth > _DEEPEST:
            raise self._refuse(at, "it is nested too deeply")
        first = self.text[at : at + 1]
        if first == "{":
            return self._scan_object(at, depth)
        if first == "[":
            return self._scan_list(at, depth)
        found = _STRING.match(self.text, at) or _PLAIN.match(self.text, at)
        if found is None:
            raise self._refuse(at, "a value is expected")
        return found.end()

    def _scan_list(self, at: int, depth: int) -> int:
        place = self._skip(at + 1)
        is_first = True
        while self.text[place : place + 1] != "]":
            if not is_first:
                place = self._pass_comma(place, "]")
                if self.text[place : place + 1] == "]":
                    break
            place = self._skip(self._scan(place, depth + 1))
            is_first = False
        return place + 1

    def _scan_object(self, at: int, depth: int) -> int:
        listed: list[Member] = []
        place, trailing, last = self._skip(at + 1), False, at + 1
        while self.text[place : place + 1] != "}":
            if listed:
                place = self._pass_comma(place, "}")
                if self.text[place : place + 1] == "}":
                    trailing = True
                    break
            key = _STRING.match(self.text, place)
            if key is None:
                raise self._refuse(place, "a key in double quotes is expected")
            colon = self._skip(key.end())
            if self.text[colon : colon + 1] != ":":
                raise self._refuse(colon, "a colon is expected")
            start = self._skip(colon + 1)
            last = self._scan(start, depth + 1)
            listed.append(Member(json.loads(key[0]), place, Span(start, last)))
            place = self._skip(last)
        inside = self.text[last:place].rstrip(" \t\r\n")
        self._objects[at] = Members(tuple(listed), trailing, last + len(inside), place)
        return place + 1

    def _pass_comma(self, place: int, closing: str) -> int:
        if self.text[place : place + 1] != ",":
            raise self._refuse(place, f"a comma or {closing} is expected")
        after = self._skip(place + 1)
        if self.text[after : after + 1] == closing and not self._takes_commas:
            raise self._refuse(place, "no comma can stand before a closing bracket")
        return after

    def _refuse(self, at: int, why: str) -> SettingsInvalid:
        line = self.text.count("\n", 0, at) + 1
        column = at - (self.text.rfind("\n", 0, at) + 1) + 1
        return SettingsInvalid(f"line {line}, column {column}: {why}")
