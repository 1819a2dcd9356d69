"""That live data has stopped, and that it comes again: each told once."""

from stopbell.announcing.announcement import Announcement
from stopbell.announcing.lookouts import FirstLookout

_COMING = ("live", "ageing")
_SUDDEN = ("absent", "not-yet")
"""What a source is called that says nothing at all; after it has spoken, that is a loss like others."""


class SourceNews:
    """The live data of one stop, as its boards say. A stop that never had any loses none."""

    def __init__(self, subject: str) -> None:
        """Take what its news is about."""
        self._subject = subject
        self._is_coming: bool | None = None
        """None: nothing has come yet."""
        self._losses = 0

    def notice(self, live_state: str, lookout: FirstLookout) -> list[Announcement]:
        """Give what there is to say about a board's `liveState`; nothing while it stays as it was."""
        is_coming = live_state in _COMING
        was_coming, self._is_coming = self._is_coming, is_coming or (None if self._is_coming is None else False)
        if was_coming is None or was_coming == is_coming:
            return []
        self._losses += not is_coming
        told = "lost" if live_state in _SUDDEN else live_state
        milestone = f"{'back' if is_coming else 'lost'} {self._losses}"
        return [lookout.make_event("error", self._subject, milestone, lambda book: book.freshness(told))]
