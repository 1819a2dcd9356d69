"""What was said: the last answers and events, to be said again."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stopbell.speech.scripts import SpokenPart
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks

HISTORY = 20
FRESH = timedelta(seconds=60)
"""What is repeated later than this is said with its age: its minutes are not those of now."""


@dataclass(frozen=True, slots=True)
class Said:
    """What was said, or would have been if there were a voice."""

    at: datetime
    lines: tuple[Line, ...]
    """The separate facts, as they are shown."""
    parts: tuple[SpokenPart, ...]
    """All of it for a voice, by language."""
    closing: int = 0
    """How many of the last lines are no facts and only tell that it is over."""

    @property
    def last_part(self) -> "Said":
        """Give its last fact alone."""
        facts = self.lines[: len(self.lines) - self.closing]
        if not facts:
            return self
        last = facts[-1]
        return Said(self.at, (last,), (SpokenPart(last.spoken, self.parts[-1].language),))

    def say_again(self, books: Phrasebooks, now: datetime) -> "Said":
        """Give it to be said once more, after its age where it is not fresh any more."""
        age = now - self.at
        if age < FRESH:
            return self
        language = self.parts[0].language
        since = books.pick(language).say("face.said_ago", count=age // timedelta(minutes=1))
        return Said(self.at, (*since.lines, *self.lines), (SpokenPart(since.spoken, language), *self.parts))


class History:
    """The last ones, oldest first."""

    def __init__(self) -> None:
        """Begin with none."""
        self._said: deque[Said] = deque(maxlen=HISTORY)

    @property
    def entries(self) -> tuple[Said, ...]:
        """All that is kept."""
        return tuple(self._said)

    @property
    def last(self) -> Said | None:
        """What was said last; None: nothing yet."""
        return self._said[-1] if self._said else None

    def add(self, said: Said) -> None:
        """Keep one more."""
        self._said.append(said)

    def go_on(self, lines: Sequence[Line], part: SpokenPart) -> None:
        """Make more of the last one: an answer that comes in parts is one entry."""
        if self._said:
            last = self._said[-1]
            self._said[-1] = Said(last.at, (*last.lines, *lines), (*last.parts, part))
