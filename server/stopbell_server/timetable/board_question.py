"""Which calls a board is asked for, and how far around its window to look for them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from stopbell_server.domain.calls import CallKind
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.service_day import list_service_days
from stopbell_server.timetable.closures import Closures, list_closures
from stopbell_server.timetable.freshness import is_usable
from stopbell_server.timetable.view import FeedView

LOOK_BACK_S = 3600
"""With live data, a trip planned up to this long ago may still come; more if the snapshot knows of more."""
LOOK_AHEAD_S = 600
"""With live data, a trip planned up to this long after the window may come within it; more if the snapshot says so."""
LONGEST_DWELL_S = 3600
"""Plans are found by departure; a call whose arrival is in the window may leave this much later."""


@dataclass(frozen=True)
class BoardQuestion:
    """Which calls are asked for."""

    view: FeedView
    stops: frozenset[StopId]
    kind: CallKind
    start: datetime
    end: datetime
    now: datetime

    @cached_property
    def has_live(self) -> bool:
        """Whether predictions may be used at all."""
        return is_usable(self.view, self.now)

    @cached_property
    def closures(self) -> Closures:
        """What alerts close, the asked stops or those that calls are moved to."""
        return list_closures(self.view, self.now)

    @cached_property
    def search_span(self) -> tuple[datetime, datetime]:
        """The planned departures to look at: late vehicles from before the window, early ones from after it."""
        back_s, ahead_s = 0, LONGEST_DWELL_S if self.kind is CallKind.ARRIVALS else 0
        snapshot = self.view.snapshot
        if self.has_live and snapshot is not None:
            back_s = max(LOOK_BACK_S, snapshot.largest_delay_s)
            ahead_s += max(LOOK_AHEAD_S, snapshot.largest_early_s)
        return self.start - timedelta(seconds=back_s), self.end + timedelta(seconds=ahead_s)

    @cached_property
    def service_days(self) -> tuple[date, ...]:
        """The service days that can have a call in the span."""
        info = self.view.store.info
        return list_service_days(*self.search_span, info.longest_s, info.zone)

    @cached_property
    def window(self) -> tuple[float, float]:
        """The asked window as POSIX seconds, both ends included."""
        return self.start.timestamp(), self.end.timestamp()

    def is_in_window(self, instant: datetime | None) -> bool:
        """Whether an effective time is in the asked window, both ends included."""
        return instant is not None and self.start <= instant <= self.end
