"""What was said: the last answers and events, to be said again."""

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stopbell.speech.scripts import SpokenPart
from stopbell_server.phrases.phrase import Line

HISTORY = 20


@dataclass(frozen=True, slots=True)
class Said:
    """What was said, or would have been if there were a voice."""

    at: datetime
    lines: tuple[Line, ...]
    """The separate facts, as they are shown."""
    parts: tuple[SpokenPart, ...]
    """All of it for a voice, by language."""

    @property
    def last_part(self) -> "Said":
        """Give its last fact alone."""
        if not self.lines:
            return self
        last = self.lines[-1]
        return Said(self.at, (last,), (SpokenPart(last.spoken, self.parts[-1].language),))


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
