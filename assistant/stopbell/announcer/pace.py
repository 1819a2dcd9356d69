"""How densely one may talk unasked: a breath between two events, and not the same words twice within a minute."""

from collections import OrderedDict
from collections.abc import Callable

from stopbell.speech.priority import Priority

GAP_S = 4.0
"""Between two events that nobody asked for; what is at the door, or a matter of safety, does not wait for it."""
ECHO_S = 60.0
_REMEMBERED = 50


class Pace:
    """Minds when something was last told, and in which words."""

    def __init__(self, monotonic: Callable[[], float]) -> None:
        """Take a clock in monotonic seconds."""
        self._monotonic = monotonic
        self._ended: float | None = None
        self._words: OrderedDict[str, float] = OrderedDict()

    def note_end(self) -> None:
        """Note that an event has just been told."""
        self._ended = self._monotonic()

    def wait_s(self, priority: Priority) -> float:
        """Give how long an event of this priority must still wait, in seconds; 0: not at all."""
        if self._ended is None or priority <= Priority.AT_DOOR:
            return 0.0
        return max(0.0, self._ended + GAP_S - self._monotonic())

    def note_words(self, spoken: str) -> None:
        """Note what was said, to its end."""
        words = spoken.casefold()
        self._words.pop(words, None)
        self._words[words] = self._monotonic()
        while len(self._words) > _REMEMBERED:
            self._words.popitem(last=False)

    def is_echo(self, spoken: str) -> bool:
        """Tell whether the same words were said less than a minute ago."""
        said = self._words.get(spoken.casefold())
        return said is not None and self._monotonic() - said < ECHO_S
