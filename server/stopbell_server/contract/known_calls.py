"""Calls that were told before, as the wire has them: waiting riders ask for the same few again and again."""

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.domain.calls import Call, CallKind

_MOST = 2048
"""So many are remembered; then it begins anew."""


class KnownCalls:
    """Remembers calls by the very object: a board gives the same one as long as nothing new is known of it."""

    def __init__(self) -> None:
        """Begin empty."""
        # The call itself is kept beside what was made of it, so that no other can get its place in memory.
        self._known: dict[tuple[int, bool, str], tuple[Call, MonitoredCall]] = {}

    def find(self, call: Call, kind: CallKind, language: str) -> MonitoredCall | None:
        """Give what was kept of this very call; None when it was not told before."""
        found = self._known.get((id(call), kind is CallKind.ARRIVALS, language))
        return found[1] if found is not None and found[0] is call else None

    def keep(self, call: Call, kind: CallKind, language: str, told: MonitoredCall) -> MonitoredCall:
        """Remember a call and give it back."""
        if len(self._known) >= _MOST:
            self._known = {}  # not cleared: another thread may be reading the old one
        self._known[id(call), kind is CallKind.ARRIVALS, language] = (call, told)
        return told
