"""Stops on the wire."""

from dataclasses import replace

from stopbell_server.contract.from_stops import Place, to_stop_summary
from stopbell_server.contract.naming import Naming
from stopbell_server.domain.access import Access, AccessFact, AccessSource
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType
from tests.contract.facts import STOP, Untranslated, make_description

ENGLISH = Naming(Untranslated(), "en", "uk")


class Translated:
    """A store that knows one English name."""

    def translate(self, table: str, field: str, record: str, value: str, language: str) -> str | None:
        known = {("stops", "stop_name", "707", "en"): "Rynok\x07 Square"}
        return known.get((table, field, record, language))


def test_a_stop_crosses_with_what_tells_it_apart() -> None:
    described = make_description(
        heading=358.0,
        opposite=replace(STOP, id=StopId("708")),
        opposite_m=41.6,
        access=AccessFact(Access.YES, AccessSource.STOP),
    )
    assert to_stop_summary(described, ENGLISH).to_wire() == {
        "type": "PublicTransportStop",
        "id": "lviv:707",
        "uri": "mobility://public-transport-stop/lviv/707",
        "name": "Площа Ринок",
        "spokenName": "Площа Ринок",
        "language": "uk",
        "lat": 49.8419,
        "lng": 24.0315,
        "towards": ["Пасічна", "Вокзал"],
        "lines": ["T02", "10A"],
        "side": "north",
        "heading": 358,
        "headingSource": "stops",
        "opposite": "lviv:708",
        "oppositeMeters": 42,
        "access": {"value": "yes", "source": "stop"},
    }


def test_a_station_has_an_address_of_its_own_kind_and_its_platforms() -> None:
    station = replace(STOP, id=StopId("s"), location_type=LocationType.STATION)
    summary = to_stop_summary(make_description(stop=station, platforms=(STOP,)), ENGLISH)
    assert summary.type == "TransportStation"
    assert summary.uri == "mobility://transport-station/lviv/s"
    assert summary.platforms == ["lviv:707"]


def test_a_translated_name_goes_first_and_says_its_language() -> None:
    naming = Naming(Translated(), "en", "uk")
    spoken_by_feed = replace(STOP, spoken_name="площа Ринок")
    summary = to_stop_summary(make_description(stop=spoken_by_feed), naming)
    assert (summary.name, summary.spoken_name, summary.language) == ("Rynok Square", "Rynok Square", "en")


def test_the_feeds_own_spoken_name_is_kept_for_its_own_name() -> None:
    summary = to_stop_summary(
        make_description(stop=replace(STOP, name="пл. Ринок", spoken_name="площа Ринок")), ENGLISH
    )
    assert (summary.name, summary.spoken_name) == ("пл. Ринок", "площа Ринок")


def test_a_place_gives_the_compass_word_of_the_way_there() -> None:
    summary = to_stop_summary(make_description(distance_m=139.4), ENGLISH, place=Place(49.8419, 24.0296))
    assert (summary.distance_meters, summary.walk_bearing, summary.why) == (139, "east", "place")


def test_why_a_stop_was_found_is_told() -> None:
    coded = replace(STOP, code="0707")
    assert to_stop_summary(make_description(stop=coded, matched="0707"), ENGLISH).why == "code"
    assert to_stop_summary(make_description(stop=coded, matched="707"), ENGLISH).why == "id"
    assert to_stop_summary(make_description(stop=coded, matched="Rynok"), ENGLISH).why == "name"


def test_a_stop_without_a_position_gets_none() -> None:
    wire = to_stop_summary(
        make_description(stop=replace(STOP, lat=None, lon=None)), ENGLISH, place=Place(0, 0)
    ).to_wire()
    assert {"lat", "lng", "walkBearing", "distanceMeters"}.isdisjoint(wire)


def test_a_stop_without_a_name_is_called_by_its_id() -> None:
    assert to_stop_summary(make_description(stop=replace(STOP, name="")), ENGLISH).name == "707"
