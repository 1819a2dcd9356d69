"""What an application writes to a terminal, cut into text and sequences."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Kind = Literal["text", "control", "csi", "osc", "string", "escape"]

_WHOLE = re.compile(
    r"(?P<text>[^\x00-\x1f\x7f-\x9f]+)"
    r"|\x1b\[(?P<csi>[0-?]*[ -/]*[@-~])"
    r"|\x1b\](?P<osc>[^\x07\x1b]*)(?:\x07|\x1b\\)"
    r"|\x1b(?P<string>[PX^_][^\x1b]*)\x1b\\"
    r"|\x1b(?P<escape>[ -/]*[0-OQ-WYZ\\`-~])"
    r"|(?P<control>[\x00-\x1a\x1c-\x1f\x7f-\x9f])"
)
_BEGUN = re.compile(r"\x1b(?:\[[0-?]*[ -/]*|\][^\x07\x1b]*\x1b?|[PX^_][^\x1b]*\x1b?|[ -/]*)?\Z")
LONGEST_BEGUN = 1 << 20
"""Characters of a sequence without an end that are kept; a longer one is no sequence."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of output."""

    kind: Kind
    body: str
    """Text, a control character, or a sequence without its introducer and terminator."""
    raw: str
    """As it was written."""


class Stream:
    """Cuts output; a sequence that is not finished waits for the next writing."""

    def __init__(self) -> None:
        """Begin with nothing waiting."""
        self._begun = ""

    def cut(self, data: str) -> Iterator[Piece]:
        """Give the pieces of what was written, in order. An escape that begins nothing known is dropped."""
        data, self._begun = self._begun + data, ""
        at = 0
        while at < len(data):
            match = _WHOLE.match(data, at)
            if match is not None:
                kind = match.lastgroup
                if kind in ("text", "control", "csi", "osc", "string", "escape"):
                    yield Piece(kind, match[kind], match[0])
                at = match.end()
            elif _BEGUN.match(data, at) and len(data) - at < LONGEST_BEGUN:
                self._begun = data[at:]
                return
            else:
                at += 1
