"""Once per subject and milestone: whatever was told, or is about to be, is not told again."""

from collections import OrderedDict

from stopbell.announcer.event import Event
from stopbell.announcer.fate import Fate

_REMEMBERED = 500
_SETTLED = frozenset({Fate.SAID, Fate.SHOWN, Fate.ECHO, Fate.CROWDED})
"""After any other end the same milestone may be told when it comes again."""


class Once:
    """Remembers the milestones of the last subjects."""

    def __init__(self) -> None:
        """Remember nothing."""
        self._keys: OrderedDict[tuple[str, str], None] = OrderedDict()

    def take(self, event: Event) -> bool:
        """Remember an event; tell whether it is new."""
        key = (event.subject, event.milestone)
        if key in self._keys:
            return False
        self._keys[key] = None
        while len(self._keys) > _REMEMBERED:
            self._keys.popitem(last=False)
        return True

    def settle(self, event: Event, fate: Fate) -> None:
        """Take how it ended: what was not told may come again."""
        if fate not in _SETTLED:
            self._keys.pop((event.subject, event.milestone), None)
