"""The file in which a city's names are given the way they are to be heard: one a line, and what is wrong with it.

# Leicester is said "Lester" here.
Leicester Sq = Lester Square
en: Houston St = Howston Street
"""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from stopbell.clean_line import to_clean_line

LONGEST_LINE = 400
MOST_LINES = 5000

_TAGGED = re.compile(r"([a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*):\s+(.*)")


@dataclass(frozen=True, slots=True)
class Entry:
    """How a name, or a word of one, is to be heard."""

    written: str
    """As the feed or the board has it."""
    heard: str
    """What the voice is given in its place."""
    language: str | None
    """BCP 47 tag of the sentences that it is for; None is all."""
    place: str
    """File and line, for whoever asks where it comes from."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A line that is left out."""

    place: str
    why: str
    """What is wrong and what to write, in English, for whoever keeps the file."""

    @property
    def sentence(self) -> str:
        """All of it."""
        return f"{self.place} is left out: {self.why}"


class _Misread(Exception):  # noqa: N818  # it ends in a fault
    """A line is no entry; carries the sentence."""


def parse_lexicon(text: str, origin: str) -> tuple[tuple[Entry, ...], tuple[Fault, ...]]:
    """Parse a file's text; `origin` names the file. Blank lines and those that begin with # are no entries."""
    entries: dict[tuple[str, str | None], Entry] = {}
    faults: list[Fault] = []
    for number, line in _number_lines(text):
        place = f"{origin}, line {number}"
        if number > MOST_LINES:
            faults.append(Fault(f"{origin}, from line {number} on", f"a file has at most {MOST_LINES} lines."))
            break
        try:
            entry = _parse_line(line, place)
            if earlier := entries.get(key := (entry.written.casefold(), entry.language)):
                raise _Misread(f"{entry.written!r} stands in {earlier.place.rpartition(', ')[2]} already; keep one.")
        except _Misread as error:
            faults.append(Fault(place, str(error)))
        else:
            entries[key] = entry
    return tuple(entries.values()), tuple(faults)


def _number_lines(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), 1):
        bare = line.strip()
        if bare and not bare.startswith("#"):
            yield number, bare


def _parse_line(line: str, place: str) -> Entry:
    if len(line) > LONGEST_LINE:
        raise _Misread(f"it has {len(line)} characters; at most {LONGEST_LINE} are read.")
    if any(unicodedata.category(character) == "Cc" and character != "\t" for character in line):
        raise _Misread("it has a control character; write plain text.")
    if "=" not in line:
        raise _Misread('it has no "="; write the name, = and how it is heard.')
    if line.count("=") > 1:
        raise _Misread('it has more than one "="; write one name a line.')
    tagged = _TAGGED.fullmatch(line)
    language, pair = (tagged[1], tagged[2]) if tagged else (None, line)
    written, heard = (to_clean_line(side) for side in pair.split("=", 1))
    if not any(character.isalnum() for character in written):
        raise _Misread('there is no name before the "=".')
    if not any(character.isalnum() for character in heard):
        raise _Misread('there is nothing to hear behind the "="; a name cannot be silent.')
    return Entry(written, heard, language, place)
