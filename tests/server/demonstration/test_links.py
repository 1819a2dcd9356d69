"""The documents of the demonstration city: every link leads somewhere, on a day when its vehicles run."""

import asyncio
from datetime import UTC, datetime
from pathlib import Path

from stopbell_server.app.live_world import open_world
from stopbell_server.demonstration import demonstration
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.home import Home
from stopbell_server.world import World
from tests.crawling import crawl

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)


def test_no_link_of_the_demonstration_city_is_dead(tmp_path: Path) -> None:
    async def run() -> World:
        clock = FrozenClock(NOON)
        async with demonstration(Home(tmp_path), clock, 1) as info, open_world(info.home, clock) as live:
            world = live.current()
            snapshot = world.feeds[0].snapshot
            assert snapshot is not None
            starts = [f"mobility://physical-vehicle/demo/{one.vehicle.id}" for one in snapshot.list_all_positions()]
            starts += ["mobility://transport-station/demo/market", "mobility://transport-feed/demo/provenance"]
            crawled = await crawl(world, starts, days=["2026-11-30"], most=400)
            assert crawled.faults == []
            assert len(set(crawled.types.values())) >= 13
            return world

    assert asyncio.run(run()).feeds
