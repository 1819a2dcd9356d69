"""When to ask a source again: steady while it works, further and further apart while it does not."""

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pace:
    """Spans between two fetches of one source, in seconds."""

    interval_s: float = 30
    """GTFS Realtime best practices: feeds are renewed about every 30 seconds."""
    longest_s: float = 300
    """The largest span after failures: a rider should not be without live data much longer than the feed is."""
    shortest_s: float = 1

    def find_wait(self, failures: int, retry_after_s: float | None, random: Callable[[], float]) -> float:
        """Give the span to the next fetch after `failures` in a row.

        Full jitter, so that many programs that lost the same server do not come back together; a tenth of
        it while all is well. What the server asks for with Retry-After is the least.
        """
        if failures == 0:
            return self.interval_s * (0.9 + 0.2 * random())
        reach_s = min(self.longest_s, self.interval_s * 2.0 ** min(failures, 32))
        return max(self.shortest_s, random() * reach_s, retry_after_s or 0)


STEADY = Pace()
