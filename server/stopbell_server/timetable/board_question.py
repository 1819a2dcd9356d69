"""Which calls a board is asked for, and how far around its window to look for them."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import cached_property

from stopbell_server.domain.calls import CallKind
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.service_day import list_service_days
from stopbell_server.domain.snapshot import USUAL_EARLY_S, USUAL_LATE_S
from stopbell_server.timetable.closures import list_closures
from stopbell_server.timetable.freshness import is_usable
from stopbell_server.timetable.live import Closures
from stopbell_server.timetable.view import FeedView

FARTHEST = timedelta(hours=12)
"""A trip may be this late or early and still be believed; see `prediction.CREDIBLE_DELAY_S`."""


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
        """The planned times to look at: late vehicles from before the window, early ones from after it.

        Trips that are farther from their plan are told apart by `Snapshot.list_far`.
        """
        back_s, ahead_s = (USUAL_LATE_S, USUAL_EARLY_S) if self.has_live else (0, 0)
        return self.start - timedelta(seconds=back_s), self.end + timedelta(seconds=ahead_s)

    @cached_property
    def service_days(self) -> tuple[date, ...]:
        """The service days that can have a call in the span."""
        info = self.view.store.info
        return list_service_days(*self.search_span, info.longest_s, info.zone)

    @cached_property
    def far_days(self) -> tuple[date, ...]:
        """The service days of trips that live data moves into the window from wherever they may be believed."""
        info = self.view.store.info
        return list_service_days(self.start - FARTHEST, self.end + FARTHEST, info.longest_s, info.zone)

    @cached_property
    def now_posix(self) -> float:
        """The moment of asking as POSIX seconds."""
        return self.now.timestamp()

    @cached_property
    def window(self) -> tuple[float, float]:
        """The asked window as POSIX seconds, both ends included."""
        return self.start.timestamp(), self.end.timestamp()

    def is_in_window(self, instant: datetime | None) -> bool:
        """Whether an effective time is in the asked window, both ends included."""
        return instant is not None and self.start <= instant <= self.end
