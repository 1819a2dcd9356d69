"""A caller whose token names feeds reads, lists and completes as though no others were loaded."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from mcp import MCPError
from mcp.types import ResourceTemplateReference

from stopbell_server.transport.callers import CALLER, Caller, SeenSource
from stopbell_server.world import World
from tests.asking import play
from tests.crawling import Crawled, crawl
from tests.server.resources.reading import read
from tests.town import open_town

PARTS = {
    "authority": "other",
    "routeId": "r10",
    "stopId": "b1",
    "stationId": "S",
    "journeyId": "t1",
    "date": "2026-11-30",
    "hour": "12",
    "vehicleId": "high-1",
}


@pytest.fixture(scope="module")
def whole(town: World, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give two feeds that are alike but for their names."""
    other = open_town(tmp_path_factory.mktemp("other"), authority="other")
    return World((*town.feeds, *other.feeds), town.now)


@pytest.fixture
def seen(whole: World) -> Iterator[SeenSource]:
    """Ask as a caller that may see the town alone."""
    token = CALLER.set(Caller("kiosk", frozenset({"town"})))
    yield SeenSource(whole)
    CALLER.reset(token)


def list_addresses(world: World) -> list[str]:
    """Fill every template that is offered with things of the other feed that are there."""
    pattern = world.feeds[-1].store.list_patterns_of(world.feeds[-1].store.list_routes()[0].id)[0].id
    templates = [one.uri_template for one in play(world, lambda c: c.list_resource_templates()).resource_templates]
    addresses: list[str] = []
    for template in templates:
        uri = template
        for name, value in {**PARTS, "patternId": pattern}.items():
            uri = uri.replace(f"{{{name}}}", value)
        assert "{" not in uri, f"a template with a new part: {template}"
        addresses.append(uri)
    return addresses


def test_nothing_of_a_feed_beyond_the_token_can_be_read(whole: World, seen: SeenSource) -> None:
    addresses = list_addresses(whole)
    assert len(addresses) > 20
    for uri in addresses:
        with pytest.raises(MCPError) as refused:
            read(seen, uri)
        assert "town" in str(refused.value) or "other" in str(refused.value)
        assert "b2" not in str(refused.value)


def test_the_same_can_be_read_where_the_token_allows_it(whole: World) -> None:
    token = CALLER.set(Caller("desk", frozenset({"other"})))
    try:
        for uri in list_addresses(whole):
            if "historical" not in uri:
                assert read(SeenSource(whole), uri).text
    finally:
        CALLER.reset(token)


def test_only_feeds_of_the_token_are_named_listed_and_completed(seen: SeenSource) -> None:
    with pytest.raises(MCPError) as refused:
        read(seen, "mobility://public-transport-route/other/r10")
    assert "Loaded: town." in str(refused.value)
    feeds = json.loads(read(seen, "mobility://transport-feeds/all/loaded").text)["feeds"]
    assert [one["id"] for one in feeds] == ["mobility://transport-feed/town/provenance"]
    for name, template in (
        ("authority", "mobility://public-transport-route/{authority}/{routeId}"),
        ("routeId", "mobility://public-transport-route/{authority}/{routeId}"),
    ):
        reference = ResourceTemplateReference(type="ref/resource", uri=template)
        for typed, given in (("", {}), ("r", {"authority": "other"}), ("other", {})):
            done = play(
                seen,
                lambda client, reference=reference, name=name, typed=typed, given=given: client.complete(
                    reference, {"name": name, "value": typed}, context_arguments=given
                ),
            ).completion
            assert set(done.values) <= {"town", "r10", "r7"}
            assert not (given and done.values)


def test_no_link_leads_out_of_the_feeds_of_the_token(seen: SeenSource) -> None:
    crawled: Crawled = asyncio.run(
        crawl(seen, ["mobility://public-transport-stop/town/b1"], days=["2026-11-30"], most=200)
    )
    assert crawled.faults == []
    assert all("/other/" not in uri for uri in crawled.types)


def test_a_resource_knows_no_more_than_the_world_it_is_given(tmp_path: Path) -> None:
    with pytest.raises(MCPError, match="Loaded: none"):
        read(World((), open_town(tmp_path).now), "mobility://public-transport-route/town/r10")
