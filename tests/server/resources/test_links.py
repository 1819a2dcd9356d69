"""Every link of the town's documents leads somewhere, to what the model says it leads to."""

import asyncio
import json
from datetime import timedelta
from pathlib import Path

import pytest

from stopbell_server.contract.linked_vocabulary import CONTEXT_URI
from stopbell_server.contract.semantic_model import RELATIONS
from stopbell_server.world import World
from tests.crawling import Crawled, crawl
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.server.resources.reading import read_document
from tests.town import NOON_AT, NOON_POSIX, TOWN, open_town, with_live

STARTS = (
    "mobility://public-transport-stop/town/b1",
    "mobility://transport-station/town/S",
    "mobility://transport-feed/town/provenance",
    "mobility://physical-vehicle/town/high-1",
)
DAYS = ("2026-11-30", "2026-12-01")


@pytest.fixture(scope="module")
def crawled(town: World) -> Crawled:
    """Read all that can be reached, but for other days."""
    return asyncio.run(crawl(town, STARTS, days=DAYS, most=2000, keeps_to_days=True))


def test_no_link_is_dead_and_every_document_is_what_it_should_be(crawled: Crawled) -> None:
    assert crawled.faults == []


def test_every_kind_of_thing_is_reached_from_a_stop_a_feed_and_a_vehicle(crawled: Crawled) -> None:
    assert set(crawled.types.values()) >= {
        "AlertList",
        "DatedVehicleJourney",
        "JourneyCollection",
        "JourneyPattern",
        "MonitoredVehicleJourney",
        "OperatingDay",
        "PhysicalVehicle",
        "PublicTransportRoute",
        "PublicTransportStop",
        "ServiceJourney",
        "StopBoard",
        "StopCollection",
        "TransportFeed",
        "TransportStation",
    }


def test_every_relation_of_the_model_is_met(crawled: Crawled) -> None:
    assert {one.name for one in RELATIONS} - {relation for _, relation, _ in crawled.ways} <= {
        "parts",
        "history",
        "operatingDays",
        "runs",
    }


def test_no_address_depends_on_where_a_row_stands_in_the_feed(tmp_path: Path, crawled: Crawled) -> None:
    turned = {}
    for name in ("stops.txt", "routes.txt", "trips.txt", "stop_times.txt", "frequencies.txt"):
        head, *rows = TOWN[name].strip().splitlines()
        turned[name] = "\n".join([head, *reversed(rows)])
    again = asyncio.run(crawl(open_town(tmp_path, files=turned), STARTS, days=DAYS, most=2000, keeps_to_days=True))
    assert again.faults == []
    assert again.types == crawled.types


def test_every_thing_keeps_address_and_name_while_all_live_data_changes(town: World, crawled: Crawled) -> None:
    told = update("t1", stop(2, "b1", departure={"delay": 420}), start_date="20261130")
    seen = vehicle("high-1", trip="t1", lat=49.85, lon=24.031, timestamp=NOON_POSIX + 50)
    later = with_live(
        town,
        [make_updates(header=NOON_POSIX + 60, entities=one) for one in ([told], [seen])],
        at=NOON_AT + timedelta(minutes=1),
    )
    chosen = {kind: uri for uri, kind in crawled.types.items()}
    chosen["MonitoredVehicleJourney"] = "mobility://monitored-vehicle-journey/town/2026-11-30/t1"
    chosen["PhysicalVehicle"] = "mobility://physical-vehicle/town/high-1"
    for uri in chosen.values():
        before, after = read_document(town, uri), read_document(later, uri)
        assert [before[part] for part in ("id", "urn", "type")] == [after[part] for part in ("id", "urn", "type")]
        if before["freshness"]["temporalMeaning"] == "current":
            assert before["freshness"]["validAt"] != after["freshness"]["validAt"]


def test_what_is_read_twice_says_the_same(town: World, crawled: Crawled) -> None:
    for uri in list(crawled.types)[:12]:
        first, second = (json.dumps(read_document(town, uri)) for _ in range(2))
        assert first == second
        assert f'"{CONTEXT_URI}"' in first
