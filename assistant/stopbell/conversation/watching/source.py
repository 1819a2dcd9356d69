"""Whether live data comes in for what is watched: that it stops is told, and that it is back; silence says nothing."""

from stopbell.announcer.event import Event
from stopbell.conversation.watching.lookout import Lookout
from stopbell.conversation.watching.watch import Watch
from stopbell_server.contract.envelope import Provenance

_COMING = ("live", "ageing")


class Source:
    """The live data that a watch rests on, as its answers say."""

    def __init__(self) -> None:
        """Know nothing yet: a place that never had live data loses none."""
        self._has_come = False
        self._is_missed = False
        """Whether the rider was told that it has stopped."""
        self._losses = 0

    def notice(self, provenance: Provenance, watch: Watch, lookout: Lookout, *, is_due: bool = True) -> list[Event]:
        """Tell once that it has stopped, and once that it is back; the one not before it is due, the other after it."""
        is_coming = provenance.live_state in _COMING
        self._has_come = self._has_come or is_coming
        if is_coming != self._is_missed or not (self._has_come and (is_due or is_coming)):
            return []
        self._is_missed = not is_coming
        self._losses += self._is_missed
        message_id = "watch.source_back" if is_coming else "watch.source_lost"
        return [
            lookout.make_event(
                "error",
                f"{watch.subject} source",
                f"{message_id} {self._losses}",
                lambda book: book.say(message_id, what=watch.name(book)),
                lasts=True,
            )
        ]
