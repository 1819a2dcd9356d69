"""How often one client may ask: a bucket for each, refilled steadily."""

from collections import OrderedDict
from dataclasses import dataclass

from stopbell_server.domain.clock import Clock

_MOST_CLIENTS = 10_000
"""So many are remembered; the one that has been silent for longest is forgotten first."""
_BURST_SHARE = 5
"""A fifth of a minute's requests may come at once: a host asks several tools for one sentence of a rider."""
_SMALLEST_BURST = 5


@dataclass(slots=True)
class _Bucket:
    left: float
    at: float


class Rates:
    """Counts requests by client."""

    def __init__(self, per_minute: int, clock: Clock) -> None:
        """Allow so many requests a minute for each client; 0 allows any number."""
        self._per_second = per_minute / 60
        self._burst = max(_SMALLEST_BURST, per_minute // _BURST_SHARE)
        self._clock = clock
        self._buckets: OrderedDict[str, _Bucket] = OrderedDict()

    def take(self, client: str) -> float:
        """Take one request; give 0 when it is allowed, else the seconds until the next one is."""
        if self._per_second == 0:
            return 0.0
        now = self._clock.monotonic()
        bucket = self._buckets.pop(client, None) or _Bucket(self._burst, now)
        bucket.left = min(self._burst, bucket.left + (now - bucket.at) * self._per_second)
        bucket.at = now
        self._buckets[client] = bucket
        if len(self._buckets) > _MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if bucket.left >= 1:
            bucket.left -= 1
            return 0.0
        return (1 - bucket.left) / self._per_second
