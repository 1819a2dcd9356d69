"""Merging members into JSON text: whatever else stands there stays as it was, to the last space."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, cast

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.hosts.json_scan import JsonScan, Member, Members, Span

_DEFAULT_INDENT = "  "


def merge_json(text: str, wanted: Mapping[str, Any], *, takes_comments: bool) -> str:
    """Put members into the object that the text holds; objects are merged, other values replaced.

    An empty text counts as an empty object, and so does null where an object is wanted. Of a key that occurs twice
    the last counts, as for readers of JSON.

    Raises:
        SettingsInvalid: the text is not JSON or not an object where one is needed; the message has no file name.
    """
    if not text.strip():
        return json.dumps(wanted, indent=2, ensure_ascii=False) + "\n"
    scan = JsonScan(text, takes_comments=takes_comments)
    edits = _list_edits(scan, _Style.of(scan), scan.root, wanted, ())
    for edit in sorted(edits, key=lambda edit: edit.place.start, reverse=True):
        text = text[: edit.place.start] + edit.text + text[edit.place.end :]
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


@dataclass(frozen=True, slots=True)
class _Edit:
    """A text to be put in place of another; none overlaps another."""

    place: Span
    text: str


def _list_edits(
    scan: JsonScan, style: "_Style", span: Span, wanted: Mapping[str, Any], path: tuple[str, ...]
) -> Iterator[_Edit]:
    members = scan.find_members(span)
    if members is None:
        if scan.text[span.start : span.end] != "null":
            raise SettingsInvalid(f"{'.'.join(path) or 'the whole'} is not an object in braces")
        yield _replace(scan.text, span, wanted, style)
        return
    missing: dict[str, Any] = {}
    for key, value in wanted.items():
        member = _find(members, key)
        if member is None:
            missing[key] = value
        elif isinstance(value, Mapping):
            yield from _list_edits(scan, style, member.value, cast("Mapping[str, Any]", value), (*path, key))
        elif not _is_equal(scan.text[member.value.start : member.value.end], value):
            yield _replace(scan.text, member.value, value, style)
    if missing:
        yield from _insert(scan.text, span, members, missing, style)


def _is_equal(text: str, value: Any) -> bool:
    try:
        return bool(json.loads(text) == value)
    except ValueError:
        return False


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


def _replace(text: str, span: Span, value: Any, style: _Style) -> _Edit:
    return _Edit(span, style.write(value, _find_line_indent(text, span.start)))


def _insert(text: str, span: Span, members: Members, missing: Mapping[str, Any], style: _Style) -> Iterator[_Edit]:
    """Put members behind the last thing in an object, be it a comment; the comma goes behind the last value."""
    outer = _find_line_indent(text, span.start)
    inner = outer + style.indent
    lead = ""
    if members.listed and not members.has_trailing_comma:
        end = members.listed[-1].value.end
        if end == members.last_end:
            lead = ","
        else:
            yield _Edit(Span(end, end), ",")
    written = ",".join(
        f"{style.newline}{inner}{json.dumps(key, ensure_ascii=False)}: {style.write(value, inner)}"
        for key, value in missing.items()
    )
    closing = text[members.last_end : members.brace]
    if "\n" not in closing:
        closing = style.newline + outer
    yield _Edit(Span(members.last_end, members.brace), lead + written + closing)
