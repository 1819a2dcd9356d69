"""Merging members into JSON text: whatever else stands there stays as it was, to the last space."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.hosts.json_scan import JsonScan, Member, Members, Span

_DEFAULT_INDENT = "  "


def merge_json(text: str, wanted: Mapping[str, Any], *, takes_comments: bool) -> str:
    """Put members into the object that the text holds; objects are merged, other values replaced.

    An empty text counts as an empty object. Of a key that occurs twice the last counts, as for readers of JSON.

    Raises:
        SettingsInvalid: the text is not JSON or not an object where one is needed; the message has no file name.
    """
    if not text.strip():
        return json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"
    for path, value in _list_leaves(wanted):
        text = _put(text, path, value, takes_comments=takes_comments)
    return text


def has_member(text: str, path: tuple[str, ...], *, takes_comments: bool) -> bool:
    """Whether the object that the text holds has a member there.

    Raises:
        SettingsInvalid: the text is not JSON.
    """
    scan = JsonScan(text, takes_comments=takes_comments)
    span = scan.root
    for key in path:
        members = scan.find_members(span)
        member = _find(members, key) if members else None
        if member is None:
            return False
        span = member.value
    return True


def _list_leaves(wanted: Mapping[str, Any], above: tuple[str, ...] = ()) -> list[tuple[tuple[str, ...], Any]]:
    leaves: list[tuple[tuple[str, ...], Any]] = []
    for key, value in wanted.items():
        inner = cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else None
        leaves.extend(_list_leaves(inner, (*above, key)) if inner else [((*above, key), cast("Any", value))])
    return leaves


def _put(text: str, path: tuple[str, ...], value: Any, *, takes_comments: bool) -> str:
    scan = JsonScan(text, takes_comments=takes_comments)
    style = _Style.of(scan)
    span = scan.root
    for depth, key in enumerate(path):
        members = scan.find_members(span)
        member = _find(members, key) if members else None
        if members is None:
            if text[span.start : span.end] != "null":
                raise SettingsInvalid(f"{'.'.join(path[:depth]) or 'the whole'} is not an object in braces")
            return _replace(text, span, _nest(path[depth:], value), style)
        if member is None:
            return _insert(text, span, members, key, _nest(path[depth + 1 :], value), style)
        span = member.value
    is_same = scan.find_members(span) is not None if value == {} else _is_equal(text[span.start : span.end], value)
    return text if is_same else _replace(text, span, value, style)


def _is_equal(text: str, value: Any) -> bool:
    try:
        return bool(json.loads(text) == value)
    except ValueError:
        return False


def _nest(path: tuple[str, ...], value: Any) -> Any:
    for key in reversed(path):
        value = {key: value}
    return value


def _find(members: Members, key: str) -> Member | None:
    return next((member for member in reversed(members.listed) if member.key == key), None)


@dataclass(frozen=True, slots=True)
class _Style:
    """How the text is laid out."""

    indent: str
    newline: str

    @classmethod
    def of(cls, scan: JsonScan) -> "_Style":
        members = scan.find_members(scan.root)
        first = members.listed[0].key_start if members and members.listed else 0
        indent = _find_line_indent(scan.text, first)
        return cls(indent or _DEFAULT_INDENT, "\r\n" if "\r\n" in scan.text else "\n")

    def write(self, value: Any, outer: str) -> str:
        lines = json.dumps(value, indent=self.indent, ensure_ascii=False).split("\n")
        return (self.newline + outer).join(lines)


def _find_line_indent(text: str, at: int) -> str:
    """Give the white space that the line of a place begins with."""
    begin = text.rfind("\n", 0, at) + 1
    found = re.compile(r"[ \t]*").match(text, begin, at)
    return found[0] if found else ""


def _replace(text: str, span: Span, value: Any, style: _Style) -> str:
    written = style.write(value, _find_line_indent(text, span.start))
    return text[: span.start] + written + text[span.end :]


def _insert(text: str, span: Span, members: Members, key: str, value: Any, style: _Style) -> str:
    outer = _find_line_indent(text, span.start)
    inner = outer + style.indent
    comma = members.listed[-1].value.end if members.listed and not members.has_trailing_comma else None
    written = f"{style.newline}{inner}{json.dumps(key, ensure_ascii=False)}: {style.write(value, inner)}"
    closing = text[members.last_end : members.brace]
    if "\n" not in closing:
        closing = style.newline + outer
    head = text[: members.last_end] if comma is None else f"{text[:comma]},{text[comma : members.last_end]}"
    return head + written + closing + text[members.brace :]
