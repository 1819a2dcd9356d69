"""Every link of the town's documents leads somewhere, to what the model says it leads to."""

import asyncio
import json

import pytest

from stopbell_server.contract.linked_vocabulary import CONTEXT_URI
from stopbell_server.contract.semantic_model import RELATIONS
from stopbell_server.world import World
from tests.crawling import Crawled, crawl
from tests.server.resources.reading import read_document

STARTS = (
    "mobility://public-transport-stop/town/b1",
    "mobility://transport-station/town/S",
    "mobility://transport-feed/town/provenance",
    "mobility://physical-vehicle/town/high-1",
)
DAYS = ("2026-11-30", "2026-12-01")


@pytest.fixture(scope="module")
def crawled(town: World) -> Crawled:
    """Read all that can be reached, some two hundred days of the timetable aside."""
    return asyncio.run(crawl(town, STARTS, days=DAYS, most=900))


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
    assert {one.name for one in RELATIONS} - {relation for _, relation, _ in crawled.ways} <= {"parts", "history"}


def test_what_is_read_twice_says_the_same(town: World, crawled: Crawled) -> None:
    for uri in [one for one in crawled.types if not one.startswith("mobility://operating-day/")][:12]:
        first, second = (json.dumps(read_document(town, uri)) for _ in range(2))
        assert first == second
        assert f'"{CONTEXT_URI}"' in first
