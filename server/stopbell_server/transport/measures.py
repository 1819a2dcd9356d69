"""What is counted while serving, and how OpenMetrics says it."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8"
_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


@dataclass(slots=True)
class _Latency:
    counts: list[int] = field(default_factory=lambda: [0] * (len(_BOUNDS_S) + 1))
    total_s: float = 0.0


class Measures:
    """Counts of one server. Labels are words of ours only, never what a client sent."""

    def __init__(self) -> None:
        """Begin at nought."""
        self.open_requests = 0
        """Requests that are being answered now."""
        self.open_streams = 0
        """Streams on which clients listen now."""
        self.subscribed = 0
        """Resources that clients are told of, each client counted for itself."""
        self._answers: Counter[tuple[str, str]] = Counter()
        self._latencies: dict[str, _Latency] = {}
        self._refusals: Counter[str] = Counter()

    def count_answer(self, subject: str, outcome: str, seconds: float) -> None:
        """Count an answer: `subject` is a tool, or a method of the protocol."""
        self._answers[subject, outcome] += 1
        latency = self._latencies.setdefault(subject, _Latency())
        latency.counts[bisect_left(_BOUNDS_S, seconds)] += 1
        latency.total_s += seconds

    def count_refusal(self, reason: str) -> None:
        """Count a request that did not reach the protocol."""
        self._refusals[reason] += 1

    def to_openmetrics(self, ages: Iterable[tuple[str, int | None]]) -> str:
        """Write everything; `ages` are the feeds with the age of their live data in seconds, None without any."""
        told = tuple(ages)
        lines = [
            *_head("stopbell_answers", "counter", "Answers by tool or method, and outcome."),
            *(
                f'stopbell_answers_total{{subject="{subject}",outcome="{outcome}"}} {count}'
                for (subject, outcome), count in sorted(self._answers.items())
            ),
            *_head("stopbell_answer_seconds", "histogram", "Time to an answer.", unit="seconds"),
            *(line for name, latency in sorted(self._latencies.items()) for line in _list_buckets(name, latency)),
            *_head("stopbell_refusals", "counter", "Requests refused before the protocol, by reason."),
            *(f'stopbell_refusals_total{{reason="{reason}"}} {n}' for reason, n in sorted(self._refusals.items())),
            *_head("stopbell_open_requests", "gauge", "Requests being answered now."),
            f"stopbell_open_requests {self.open_requests}",
            *_head("stopbell_open_streams", "gauge", "Streams of changes that are open now."),
            f"stopbell_open_streams {self.open_streams}",
            *_head("stopbell_subscriptions", "gauge", "Resources that clients are told of."),
            f"stopbell_subscriptions {self.subscribed}",
            *_head("stopbell_feed_loaded", "gauge", "The feeds that answer."),
            *(f'stopbell_feed_loaded{{feed="{feed}"}} 1' for feed, _ in told),
            *_head("stopbell_live_age_seconds", "gauge", "Age of a feed's newest live data.", unit="seconds"),
            *(f'stopbell_live_age_seconds{{feed="{feed}"}} {age}' for feed, age in told if age is not None),
            "# EOF",
        ]
        return "\n".join(lines) + "\n"


def _head(name: str, kind: str, told: str, unit: str = "") -> list[str]:
    lines = [f"# TYPE {name} {kind}", f"# HELP {name} {told}"]
    return [*lines, f"# UNIT {name} {unit}"] if unit else lines


def _list_buckets(subject: str, latency: _Latency) -> list[str]:
    """Write a histogram: each bucket counts all that took no longer than its bound."""
    lines: list[str] = []
    count = 0
    for bound, own in zip((*_BOUNDS_S, "+Inf"), latency.counts, strict=True):
        count += own
        lines.append(f'stopbell_answer_seconds_bucket{{subject="{subject}",le="{bound}"}} {count}')
    lines.append(f'stopbell_answer_seconds_count{{subject="{subject}"}} {count}')
    lines.append(f'stopbell_answer_seconds_sum{{subject="{subject}"}} {latency.total_s:.6f}')
    return lines
