"""How sure a time is, and what happens to a call: words that riders act on."""

from enum import Enum


class Certainty(Enum):
    """How a call's time is known. Each is a different word to the rider."""

    LIVE = "live"
    """A prediction no older than the freshness limit."""
    AGEING = "ageing"
    """A prediction that is getting old but may still be used."""
    LOST = "lost"
    """There was a prediction; it is too old. The time shown is the last one known."""
    TIMETABLE = "timetable"
    """By plan only. Not "on time": nobody has said so."""
    FREQUENCY = "frequency"
    """The plan gives only "about every N minutes" (frequencies.txt, exact_times 0)."""
    NONE = "none"
    """No time at all is known."""


class CallStatus(Enum):
    """What the vehicle does at this stop."""

    RUNNING = "running"
    CANCELLED = "cancelled"
    """The whole trip does not run."""
    SKIPPED = "skipped"
    """The trip runs but does not stop here."""
    ADDED = "added"
    """Not in the timetable."""
    REPLACED = "replaced"
    """Cancelled, and an added trip of the same line and time runs in its place."""
    ENDS_HERE = "ends-here"
    """The trip's last stop: an arrival, never a departure."""


class FeedState(Enum):
    """The state of one feed's live part as a whole."""

    LIVE = "live"
    AGEING = "ageing"
    LOST = "lost"
    ABSENT = "absent"
    """No live feed is set up."""
    NOT_YET = "not-yet"
    """A live feed is set up and nothing has arrived since the start."""
    UNMATCHED = "unmatched"
    """The live feed speaks of trips that this timetable does not know."""
    FROZEN = "frozen"
    """The feed is fetched again and again but its own clock stands still."""
    FUTURE = "future"
    """The feed's clock is more than the tolerance ahead of ours; it is not used."""
