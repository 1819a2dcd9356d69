"""Which half of the day a rider means who says "half past five": the one that comes next, by the rider's clock."""

from datetime import datetime, timedelta

from stopbell.brains.brain import Intent

HALF_DAY = 12
MINUTES_A_DAY = 1440
_ANY_DAY = frozenset({"today", "weekdays", "weekend"})
"""Words for days that leave it open; on any other day that is named, it is the morning."""


def settle_time(intent: Intent, now: datetime, *, lately: timedelta = timedelta()) -> str | None:
    """Give the time of an intent as HH:MM, with its half of the day where nothing told it; None without a time.

    Args:
        intent: `half` stands in it where the time may be twelve hours later.
        now: in the zone of the stop.
        lately: a time that is over for no longer still comes next.
    """
    clock = intent.text("time")
    if clock is None or intent.text("half") is None:
        return clock
    morning = int(clock[:2]) % HALF_DAY
    match intent.text("when"):
        case "morning":
            hour = morning
        case "tonight":
            # Twelve at night is the end of this day.
            hour = morning + HALF_DAY if morning else 0
        case when if when is not None and when not in _ANY_DAY:
            hour = morning or HALF_DAY
        case _:
            hour = _find_next(morning, int(clock[3:]), now - lately)
    return f"{hour:02}:{clock[3:]}"


def _find_next(morning: int, minute: int, now: datetime) -> int:
    """Give the hour of the two that comes first after an instant."""
    passed = now.hour * 60 + now.minute
    return min((morning, morning + HALF_DAY), key=lambda hour: (hour * 60 + minute - passed) % MINUTES_A_DAY)
