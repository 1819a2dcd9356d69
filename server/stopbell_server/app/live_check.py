"""Asking live sources once, to tell an operator how well they fit the timetable."""

from collections.abc import Iterator, Sequence

from stopbell_server.domain.clock import Clock
from stopbell_server.domain.snapshot import SnapshotHealth
from stopbell_server.domain.store import Store
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.fetch import Fetcher, Source
from stopbell_server.feeds.realtime import FeedSnapshot
from stopbell_server.feeds.refresh import Refresher

_WAIT_S = 20


async def check_live(sources: Sequence[Source], store: Store, fetcher: Fetcher, clock: Clock) -> tuple[str, ...]:
    """Fetch each source once and say what came and how it fits; nothing is kept, and failures are lines too."""
    if not sources:
        return ("No live data is set up: answers will be by timetable.",)
    async with Refresher(sources, fetcher, lambda: store, clock) as refresher:
        snapshot = await refresher.refresh_once(_WAIT_S)
    return tuple(to_clean_text(line) for line in _describe(snapshot))


def _describe(snapshot: FeedSnapshot) -> Iterator[str]:
    health = snapshot.health
    for source in health.sources:
        if source.failure:
            yield f"Live source {source.failure}."
        else:
            at = (
                f", of {source.header_time:%Y-%m-%d %H:%M:%S} UTC"
                if source.header_time
                else ", without a time of its own"
            )
            yield f"Live source {source.source}: {source.kind.replace('+', ' and ')}{at}."
    if any(source.failure is None for source in health.sources):
        yield _describe_content(snapshot, health)
        if health.matched:
            late_min, early_min = snapshot.largest_delay_s // 60, snapshot.largest_early_s // 60
            yield f"Live data: the latest vehicle is {late_min} min late, the earliest {early_min} min early."
    for problem, count in sorted(health.problems.items()):
        yield f"Live data, {problem.replace('-', ' ')}: {count:,} times."


def _describe_content(snapshot: FeedSnapshot, health: SnapshotHealth) -> str:
    fits = f" ({health.matched:,} fit the timetable)" if health.updates else ""
    return (
        f"Live data: {health.updates:,} trip updates{fits}, {len(snapshot.list_all_positions()):,} vehicles, "
        f"{len(snapshot.alerts):,} alerts."
    )
