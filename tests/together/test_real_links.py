"""Documents of real feeds: every link leads somewhere, within a bounded time."""

import asyncio
import json
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest
from mcp import Client
from mcp.types import TextResourceContents

from stopbell_server.contract.uris import to_day_uri, to_feed_uri, to_stop_uri
from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.server import build_server
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.asking import load_phrasebooks
from tests.crawling import crawl

FEEDS = {
    "pair-halifax-2025-11-06/static.zip": 250,
    "pair-bart-2019-08-07/static.zip": 150,
    "pair-caltrain-2023-11-08/static.zip": 150,
    "pair-bustang-2023-03-06/static.zip": 120,
    "pair-raba-2025-06-08/static.zip": 120,
    "pair-delijn-2019/static.zip": 60,
    "pair-nyct-2024-03/static.zip": 100,
    "static-amtrak-2021/gtfs.zip": 100,
    "static-cdmx-2018/gtfs.zip": 100,
    "static-chiibus-2026/gtfs-jp.zip": 100,
    "static-ctran-flex-2025/gtfs.zip": 60,
    "static-hsr-hongkong/gtfs.zip": 100,
    "static-kobe-subway-2017/gtfs.zip": 100,
    "static-saopaulo-cut/gtfs.zip": 100,
    "static-sofia-2025-01/SofiaTraffic.zip": 100,
    "static-towada-2021/gtfs-jp.zip": 100,
    "static-transjakarta/gtfs.zip": 100,
    "static-trondheim-2019/gtfs.zip": 100,
    "static-wmata-rail-2026/gtfs.zip": 100,
}
"""How many documents of each are read."""


def open_feed(source: Path, folder: Path, live: tuple[str, ...] = (), at: datetime | None = None) -> World:
    report = import_feed(source, "real", folder, lambda stage, done, total: None)
    store = SqliteStore(report.path)
    noon = at or datetime.combine(find_day(store), datetime.min.time(), store.info.zone) + timedelta(hours=12)
    snapshot = None
    if live:
        paths = [source.with_name(name) for name in live]
        fetched = [receive(path.read_bytes(), path.name, noon, number=n) for n, path in enumerate(paths)]
        snapshot = build_snapshot(fetched, store)
    return World((FeedView(store, snapshot),), noon.astimezone(UTC))


def find_day(store: SqliteStore) -> date:
    """Find a day with service, from the middle of the timetable on."""
    first, last = store.info.first_day, store.info.last_day
    assert first is not None
    assert last is not None
    days = (first + (last - first) // 2 + timedelta(days=n) for n in range(60))
    return next((day for day in days if store.services_on(day)), first)


def list_starts(world: World) -> tuple[list[str], str]:
    """Start from two stops, a station, the feed and the day."""
    store = world.feeds[0].store
    authority, day = store.info.authority, world.now.astimezone(store.info.zone).date().isoformat()
    stops = [to_stop_uri(authority, stop) for stop in store.list_stop_ids("", 2, is_station=False)]
    stations = [to_stop_uri(authority, one, is_station=True) for one in store.list_stop_ids("", 1, is_station=True)]
    return [*stops, *stations, to_feed_uri(authority), to_day_uri(authority, day)], day


@pytest.mark.parametrize("name", FEEDS)
def test_no_link_of_a_real_feed_is_dead(corpus: Path, tmp_path: Path, name: str) -> None:
    world = open_feed(corpus / name, tmp_path)
    starts, day = list_starts(world)
    crawled = asyncio.run(crawl(world, starts, days=[day], most=FEEDS[name]))
    assert crawled.faults == []
    assert len(crawled.types) > 40


def test_no_link_is_dead_while_three_live_feeds_speak(corpus: Path, tmp_path: Path) -> None:
    world = open_feed(
        corpus / "pair-halifax-2025-11-06" / "static.zip",
        tmp_path,
        ("TripUpdates.pb", "VehiclePositions.pb", "Alerts.pb"),
        datetime(2025, 11, 6, 21, 4, 14, tzinfo=UTC),
    )
    starts, day = list_starts(world)
    snapshot = world.feeds[0].snapshot
    assert snapshot is not None
    vehicles = [f"mobility://physical-vehicle/real/{one.vehicle.id}" for one in snapshot.list_all_positions()[:60]]
    told = {one.descriptor.trip for one in snapshot.list_all_updates() if one.descriptor.trip}
    known = sorted(world.feeds[0].store.known_trips(told))
    running = [f"mobility://dated-vehicle-journey/real/{day}/{trip}" for trip in known[:80]]
    crawled = asyncio.run(crawl(world, [*starts, *vehicles, *running], days=[day], most=500))
    assert crawled.faults == []
    assert {"PhysicalVehicle", "MonitoredVehicleJourney", "DatedVehicleJourney"} <= set(crawled.types.values())


@pytest.mark.parametrize("name", ["pair-halifax-2025-11-06/static.zip", "static-sofia-2025-01/SofiaTraffic.zip"])
def test_the_hours_of_a_real_day_hold_each_of_its_journeys_once(corpus: Path, tmp_path: Path, name: str) -> None:
    world = open_feed(corpus / name, tmp_path)
    store, (_, day) = world.feeds[0].store, list_starts(world)
    held: list[str] = []

    async def gather(client: Client, uri: str) -> None:
        (content,) = (await client.read_resource(uri)).contents
        assert isinstance(content, TextResourceContents)
        links = json.loads(content.text)["relationships"]
        held.extend(one["object"] for one in links.get("members", []))
        for part in links.get("parts", []):
            await gather(client, part["object"])

    async def play() -> None:
        async with Client(build_server(world, load_phrasebooks()), cache=None) as client:
            await gather(client, f"{to_day_uri('real', day)}/journeys")

    asyncio.run(play())
    services = store.services_on(date.fromisoformat(day))
    running = [
        trip for route in store.list_routes() for trip in store.list_trips_of(route.id) if trip.service in services
    ]
    assert len(held) == len(set(held)) == len([trip for trip in running if store.list_stop_times(trip.id)])


def test_the_largest_document_and_the_slowest_are_bounded_where_there_are_most_journeys(
    corpus: Path, tmp_path: Path
) -> None:
    world = open_feed(corpus / "static-sofia-2025-01" / "SofiaTraffic.zip", tmp_path)
    _, day = list_starts(world)
    base = to_day_uri("real", day)

    async def play() -> list[tuple[float, int]]:
        told: list[tuple[float, int]] = []
        async with Client(build_server(world, load_phrasebooks()), cache=None) as client:
            for part in ("journeys", *(f"journeys/{hour:02d}" for hour in range(24)), "journeys/08%3A00"):
                began = time.process_time()
                (content,) = (await client.read_resource(f"{base}/{part}")).contents
                assert isinstance(content, TextResourceContents)
                told.append((time.process_time() - began, len(content.text)))
        return told

    told = asyncio.run(play())
    assert max(size for _, size in told) < 100_000
    # A scan of its 26,000 trips and their stop times takes seconds.
    assert max(seconds for seconds, _ in told) < 0.5
