"""What words mean, and what is told beside every resource."""

import json
from pathlib import Path
from typing import Any

import pytest

from stopbell_server.contract.envelope import PROFILE
from stopbell_server.world import World
from tests.asking import play
from tests.realtimetext import make_updates, stop, update
from tests.server.resources.reading import read, read_document
from tests.town import with_live

MODEL = "mobility://semantic-model/stopbell/1.0"
MAPPING = "mobility://semantic-mapping/stopbell/1.0"
CONTEXT = "mobility://vocabulary-context/stopbell/1.0"


def read_json(world: World, uri: str) -> dict[str, Any]:
    return json.loads(read(world, uri).text)


def test_the_model_defines_types_with_templates_that_are_offered(town: World) -> None:
    model = read_document(town, MODEL)
    templates = play(town, lambda client: client.list_resource_templates()).resource_templates
    offered = {one.uri_template for one in templates}
    types = {one["name"]: one for one in model["types"]}
    assert {
        "PublicTransportRoute",
        "PublicTransportStop",
        "TransportStation",
        "ServiceJourney",
        "JourneyPattern",
        "PhysicalVehicle",
        "OperatingDay",
        "DatedVehicleJourney",
        "MonitoredVehicleJourney",
    } <= types.keys()
    assert {one["template"] for one in types.values() if "template" in one} <= offered
    assert all(one["meaning"] and one["id"] == f"{MODEL}#{name}" for name, one in types.items())
    assert {kind for one in types.values() for kind in one["temporalMeanings"]} <= model["temporalMeanings"].keys()


def test_every_type_is_described_by_a_schema_that_is_served(town: World) -> None:
    for one in read_document(town, MODEL)["types"]:
        address, _, name = one["describedBy"].partition("#/$defs/")
        described = read_json(town, address)["$defs"][name]
        assert all(field.get("description") for field in described["properties"].values() if "$ref" not in field)


@pytest.mark.parametrize(
    "uri",
    [
        "mobility://public-transport-route/town/r10",
        "mobility://public-transport-route/town/r10/stops",
        "mobility://service-journey/town/f1",
        "mobility://dated-vehicle-journey/town/2026-11-30/t4",
        "mobility://operating-day/town/2026-11-30",
        "mobility://operating-day/town/2026-11-30/journeys/12",
        "mobility://transport-feed/town/provenance",
        "mobility://stop-alerts/town/S",
    ],
)
def test_properties_are_those_that_the_schema_describes(town: World, uri: str) -> None:
    document = read_document(town, uri)
    types = {one["name"]: one["describedBy"] for one in read_document(town, MODEL)["types"]}
    address, _, name = types[document["type"]].partition("#/$defs/")
    described = read_json(town, address)["$defs"][name]
    assert document["properties"].keys() <= described["properties"].keys()
    assert set(described.get("required", ())) <= document["properties"].keys()


def test_relations_join_types_that_are_defined(town: World) -> None:
    model = read_document(town, MODEL)
    types = {one["name"] for one in model["types"]}
    for one in model["relations"]:
        assert one["begins"], one["name"]
        assert {*one["begins"], *one["leads"]} <= types, one["name"]


def test_the_model_is_words_alone_and_knows_no_protocol_or_store() -> None:
    import stopbell_server.contract.semantic_mapping as mapping
    import stopbell_server.contract.semantic_model as model

    for module in (model, mapping):
        imported = {getattr(one, "__module__", "") for one in vars(module).values() if isinstance(one, type)}
        assert imported <= {module.__name__, "dataclasses"}


def test_the_mapping_is_versioned_as_every_provenance_names_it(town: World) -> None:
    mapping = read_document(town, MAPPING)
    stop = read_document(town, "mobility://public-transport-stop/town/b1")
    assert mapping["version"] == stop["provenance"]["profile"] == PROFILE
    targets = {one["target"] for one in mapping["identities"]}
    identified = {one["name"] for one in read_document(town, MODEL)["types"]}
    assert {"PublicTransportStop", "DatedVehicleJourney", "PhysicalVehicle"} <= targets & identified


def test_the_context_has_every_relation_as_a_link(town: World) -> None:
    context = read_json(town, CONTEXT)["@context"]
    group = context["relationships"]
    assert (context["@version"], group["@id"], context["properties"]["@id"]) == (1.1, "@nest", "@nest")
    assert group["@context"] == {
        one["name"]: {"@id": one["id"], "@container": "@list" if one["ordered"] else "@set"}
        for one in read_document(town, MODEL)["relations"]
    }
    assert context["object"]["@type"] == "@id"


def test_definitions_use_no_word_that_only_groups(town: World) -> None:
    for uri in (MODEL, MAPPING):
        assert not {"properties", "relationships"} & read_document(town, uri).keys()


def test_every_document_names_the_context_that_is_served(town: World) -> None:
    for uri in (MODEL, MAPPING, "mobility://transport-feeds/all/loaded", "mobility://stop-board/town/b1"):
        assert read_json(town, uri)["@context"] == CONTEXT


def test_every_resource_says_for_whom_it_is_and_how_important(town: World) -> None:
    resources = play(town, lambda client: client.list_resources()).resources
    templates = play(town, lambda client: client.list_resource_templates()).resource_templates
    for one in (*resources, *templates):
        assert one.annotations, one.name
        assert one.annotations.audience, one.name
        assert one.annotations.priority is not None, one.name


def test_definitions_say_in_the_list_when_they_last_changed(town: World) -> None:
    resources = {str(one.uri): one for one in play(town, lambda client: client.list_resources()).resources}
    for uri in (MODEL, MAPPING, CONTEXT):
        annotations = resources[uri].annotations
        assert annotations is not None
        assert annotations.last_modified == read_document(town, MODEL)["freshness"]["lastModified"]


@pytest.mark.parametrize(
    "uri",
    [
        "mobility://public-transport-stop/town/b1",
        "mobility://public-transport-route/town/r10",
        "mobility://operating-day/town/2026-11-30",
        "mobility://stop-board/town/b1",
        "mobility://dated-vehicle-journey/town/2026-11-30/t1",
        "mobility://transport-feed/town/provenance",
        "mobility://transport-feeds/all/loaded",
    ],
)
def test_beside_what_is_read_stands_when_it_last_changed(town: World, uri: str) -> None:
    content = read(town, uri)
    assert content.meta == {"lastModified": json.loads(content.text)["freshness"]["lastModified"]}


def test_live_data_without_a_time_of_its_own_leaves_open_when_it_changed(town: World) -> None:
    told = update("t1", stop(2, "b1", departure={"delay": 60}), start_date="20261130")
    timeless = with_live(town, [make_updates(header=0, entities=[told])])
    content = read(timeless, "mobility://stop-board/town/b1")
    assert json.loads(content.text)["provenance"]["standard"] == "GTFS+GTFS-Realtime"
    assert "lastModified" not in json.loads(content.text)["freshness"]
    assert content.meta is None


def test_without_live_data_a_board_last_changed_with_its_timetable(town: World) -> None:
    planned = with_live(town, None)
    stop_meta, board_meta = (
        read(planned, f"mobility://{kind}/town/b1").meta for kind in ("public-transport-stop", "stop-board")
    )
    assert stop_meta == board_meta
    assert board_meta is not None


def test_the_text_of_a_board_says_beside_it_when_live_data_last_changed(town: World) -> None:
    assert read(town, "mobility://stop-board-text/town/b1").meta == {"lastModified": "2026-11-30T12:00:00+02:00"}


def test_a_plan_names_the_timetable_alone_as_its_source(town: World) -> None:
    plan = read_document(town, "mobility://public-transport-route/town/r10")["provenance"]
    now = read_document(town, "mobility://dated-vehicle-journey/town/2026-11-30/t1")["provenance"]
    assert (plan["standard"], plan.get("sourceTime")) == ("GTFS", None)
    assert (now["standard"], now["sourceTime"]) == ("GTFS+GTFS-Realtime", "2026-11-30T12:00:00+02:00")


def test_a_feed_tells_its_live_sources_and_no_address_of_them(town: World) -> None:
    content = read(town, "mobility://transport-feed/town/provenance")
    told = json.loads(content.text)["properties"]
    assert [one["carries"] for one in told["liveSources"]] == [["updates"], ["vehicles"], ["alerts"]]
    assert (told["matchedUpdates"], told["allUpdates"]) == (4, 4)
    assert "source-0" not in content.text


def test_every_template_and_every_kind_of_time_is_documented(town: World) -> None:
    page = (Path(__file__).parents[3] / "docs" / "resources.md").read_text(encoding="utf-8")
    templates = play(town, lambda client: client.list_resource_templates()).resource_templates
    listed = play(town, lambda client: client.list_resources()).resources
    for template in {one.uri_template.removesuffix("/{hour}") for one in templates}:
        assert f"`{template}`" in page
    for one in listed:
        assert str(one.uri).replace("/town/", "/<authority>/") in page or not str(one.uri).startswith("mobility://")
    used = {kind for one in read_document(town, MODEL)["types"] for kind in one["temporalMeanings"]}
    assert all(f"| `{kind}` |" in page for kind in used)
