"""When a stop was planned to be reached, for trips that tell only when they will be there."""

from datetime import UTC, datetime, timedelta

from google.transit import gtfs_realtime_pb2

from stopbell_server.domain.service_day import DAY_S, to_day_start
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime.plan_memory import TripPlan
from stopbell_server.feeds.realtime.values import find_day_seconds, find_service_day, to_text


class PlannedInstants:
    """Puts planned times on the right service day."""

    def __init__(self, store: Store, header_time: datetime | None) -> None:
        """Date trips without start_date by the predicted time; `header_time` tells around which day."""
        self._info = store.info
        self._header_time = header_time
        self._day_starts: dict[str, int | None] = {}
        self._near_day_starts: tuple[int, ...] = ()

    def find(
        self,
        message: gtfs_realtime_pb2.TripUpdate,
        update: gtfs_realtime_pb2.TripUpdate.StopTimeUpdate,
        plan: TripPlan,
        posix: int,
    ) -> int | None:
        """Give the planned instant, in POSIX seconds, that the prediction `posix` is about; None without one."""
        planned_s = plan.find_time(*to_place(update))
        if planned_s is None:
            return None
        if plan.is_frequency:
            start_s = find_day_seconds(message.trip.start_time)
            if start_s is None:
                return None
            planned_s += start_s - plan.first_s
        day_start = self._find_day_start(to_text(message.trip.start_date) or "")
        if day_start is None:
            day_start = min(self._list_near_day_starts(posix), key=lambda start: abs(posix - start - planned_s))
        return day_start + planned_s

    def _find_day_start(self, start_date: str) -> int | None:
        if start_date not in self._day_starts:
            day = find_service_day(start_date)
            self._day_starts[start_date] = int(to_day_start(day, self._info.zone).timestamp()) if day else None
        return self._day_starts[start_date]

    def _list_near_day_starts(self, posix: int) -> tuple[int, ...]:
        if not self._near_day_starts:
            info = self._info
            today = (self._header_time or datetime.fromtimestamp(posix, UTC)).astimezone(info.zone).date()
            days = (today + timedelta(days=n) for n in range(-(info.longest_s // DAY_S) - 1, 2))
            self._near_day_starts = tuple(int(to_day_start(day, info.zone).timestamp()) for day in days)
        return self._near_day_starts


def to_place(update: gtfs_realtime_pb2.TripUpdate.StopTimeUpdate) -> tuple[int | None, str]:
    """Give the sequence, None when not given, and the stop id, empty when not given."""
    sequence = update.stop_sequence if update.HasField("stop_sequence") else None
    return sequence, to_text(update.stop_id) or ""
