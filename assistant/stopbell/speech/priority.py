"""How urgent a sentence is, and which sentence may cut another short."""

from enum import IntEnum


class Priority(IntEnum):
    """P0 to P5; the smaller number is more urgent."""

    SAFETY = 0
    """The rider's own: get off here, board now, my trip is cancelled, my platform changed. Spoken to its end."""
    ANSWER = 1
    """What the rider asked for, and what the rider's keys did."""
    AT_DOOR = 2
    """A line the rider waits for is at the stop."""
    CHANGE = 3
    """Something changed on a line the rider waits for."""
    ROUTINE = 4
    """A board read by itself."""
    TIP = 5


def cuts(newer: Priority, current: Priority) -> bool:
    """Tell whether a newer sentence ends the one being spoken: the more urgent does, an equal one waits.

    Safety is never cut, not by safety either.
    """
    return newer < current
