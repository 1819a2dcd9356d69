"""Rules 11, 12, 13 and 16, and what users said of stops, names and ids."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.calls import ResolutionState
from stopbell_server.world import World
from tests.asking import ask
from tests.realtimetext import stop, update
from tests.server.rules.line import LINE, TODAY, open_line, show

STATION = {
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code
        H,Hub,49.840,24.030,1,,
        A,Hub,49.8401,24.0301,0,H,1
        B,Hub,49.8402,24.0302,0,H,2
        C,Corner,49.850,24.030,0,,
        D,Depot,49.860,24.030,0,,
        door,Hub North Door,49.8403,24.0301,2,H,
        node,,49.8404,24.0301,3,H,
        front,Front half,49.8401,24.0301,4,A,
        """
}


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ("H", ["T 12:00", "T 12:10"]),
        ("door", ["T 12:00", "T 12:10"]),
        ("node", ["T 12:00", "T 12:10"]),
        ("front", ["T 12:00"]),
        ("A", ["T 12:00"]),
    ],
)
def test_every_part_of_a_station_answers_for_where_one_boards(tmp_path: Path, asked: str, rows: list[str]) -> None:
    """Rule 11, GTFS stops.location_type: a door stands for its station, an area for its platform."""
    assert [row[:7] for row in show(open_line(tmp_path, files=STATION), asked)] == rows


def test_doors_and_nodes_are_no_stops(tmp_path: Path) -> None:
    """Rule 11, GTFS stops.location_type 2 to 4: nothing calls there, so no search by name or place offers them."""
    world = open_line(tmp_path, files=STATION)
    near = world.list_stops_near(49.8403, 24.0301, limit=20)
    named = world.find_stops("Hub North Door", limit=20)
    assert {one.stop.id for one in (*near, *named)} & {"door", "node", "front"} == set()


def test_a_platform_is_named_by_its_identifier_and_the_word_is_ours(tmp_path: Path) -> None:
    """Rule 11, GTFS stops.platform_code."""
    english, ukrainian = (
        ask(open_line(tmp_path, files=STATION), "get_arrivals", stop="test:H", language=language)
        for language in ("en", "uk")
    )
    assert english.data["arrivals"][0]["platform"] == "1"
    assert "platform 1" in english.text.casefold()
    assert "platform" not in ukrainian.text.casefold()


NAMED = {
    "stops.txt": """
        stop_id,stop_name,tts_stop_name,stop_lat,stop_lon
        A,St. John's Pl.,Saint John's Place,49.840,24.030
        B,Main St & 5th Ave,,49.845,24.030
        C,Corner,,49.850,24.030
        D,Depot,,49.860,24.030
        """,
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone,agency_lang\nA,Agency,https://example.org,Europe/Kyiv,en",
}


def test_a_name_for_the_voice_is_the_feeds_own_where_it_has_one(tmp_path: Path) -> None:
    """Rule 12, GTFS stops.tts_stop_name."""
    asked = ask(open_line(tmp_path, files=NAMED), "get_arrivals", stop="test:A", language="en")
    assert asked.text.startswith("St. John's Pl.")
    assert asked.structured["spoken"].startswith("Saint John's Place")


def test_a_name_without_one_is_read_without_short_forms(tmp_path: Path) -> None:
    """Rule 12, GTFS field "Text-to-speech"; google/transit PR#48, pelias/pelias#737, #563."""
    spoken = ask(open_line(tmp_path, files=NAMED), "get_arrivals", stop="test:B", language="en").structured["spoken"]
    assert spoken.casefold().startswith("main street and fifth avenue")


TRANSLATED = {
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon
        A,Вокзал,49.840,24.030
        B,Ринок,49.845,24.030
        C,Міст,49.850,24.030
        D,Озеро,49.860,24.030
        """,
    "trips.txt": "route_id,service_id,trip_id,trip_headsign\nR,daily,T,Озеро",
    "stop_times.txt": LINE.replace("stop_sequence", "stop_sequence,stop_headsign").replace("B,2", "B,2,Через міст"),
    "translations.txt": """
        table_name,field_name,language,translation,record_id,record_sub_id,field_value
        stops,stop_name,en,Station,,,Вокзал
        stops,stop_name,en,Main Railway Station,A,,
        trips,trip_headsign,en,Lake,,,Озеро
        stop_times,stop_headsign,en,Over the bridge,,,Через міст
        """,
}


def test_a_translation_of_the_record_beats_one_of_the_value(tmp_path: Path) -> None:
    """Rule 13, GTFS translations.record_id and field_value."""
    assert ask(open_line(tmp_path, files=TRANSLATED), "get_arrivals", stop="test:A", language="en").text.startswith(
        "Main Railway Station"
    )


@pytest.mark.parametrize(("place", "headsign"), [("A", "Lake"), ("B", "Over the bridge")])
def test_headsigns_are_told_in_the_riders_language(tmp_path: Path, place: str, headsign: str) -> None:
    """Rule 13, GTFS translations.table_name trips and stop_times."""
    asked = ask(open_line(tmp_path, files=TRANSLATED), "get_arrivals", stop=f"test:{place}", language="en")
    assert asked.data["arrivals"][0]["headsign"] == headsign


def test_a_value_that_differs_is_not_translated(tmp_path: Path) -> None:
    """Rule 13, GTFS translations.field_value: it matches exactly, and what is not translated stays as it is."""
    asked = ask(open_line(tmp_path, files=TRANSLATED), "get_arrivals", stop="test:B", language="en")
    assert asked.data["stop"]["name"] == "Ринок"


def test_a_feed_in_several_languages_still_has_translations(tmp_path: Path) -> None:
    """Rule 13, GTFS feed_info.feed_lang mul."""
    info = "feed_publisher_name,feed_publisher_url,feed_lang\nPublisher,https://example.org,mul"
    world = open_line(tmp_path, files=TRANSLATED | {"feed_info.txt": info})
    assert ask(world, "get_arrivals", stop="test:A", language="en").data["stop"]["name"] == "Main Railway Station"


ODD_IDS = ["NA", "nan", "None", "null", "007", "40_40_1121", "a:b", "test:B", "with blank", "%7E/..", "Ж"]


@pytest.mark.parametrize("odd", ODD_IDS)
def test_an_id_is_opaque(tmp_path: Path, odd: str) -> None:
    """Rule 16, GTFS field type ID; ipea/gtfstools#87, OneBusAway/maglev#791, OneBusAway/watchdog#140."""
    world = open_line(tmp_path, files={"stop_times.txt": LINE.replace(",B,2", f",{odd},2")})
    assert show(world, odd) == ["T 12:10 running timetable"]
    found = world.resolve_stop(f"test:{odd}").found
    assert found is not None
    assert found.stop.id == odd


@pytest.fixture
def two_cities(tmp_path: Path) -> World:
    """Two feeds with the same ids, one of them with a live feed."""
    one = open_line(tmp_path, update("T", stop(1, departure={"delay": 120}), **TODAY), authority="one")
    two = open_line(tmp_path, files={"stop_times.txt": LINE.replace("12:00:00,A", "12:01:00,A")}, authority="two")
    return World((*one.feeds, *two.feeds), one.now)


def test_what_one_feed_predicts_does_not_touch_the_same_id_in_another(two_cities: World) -> None:
    """Rule 16; OpenTripPlanner#648."""
    assert show(two_cities, "A", authority="one") == ["T 12:02 running live"]
    assert show(two_cities, "A", authority="two") == ["T 12:01 running timetable"]


def test_an_id_that_two_feeds_have_is_a_choice(two_cities: World) -> None:
    """Rule 16: never a silent pick."""
    resolution = two_cities.resolve_stop("A")
    assert resolution.state is ResolutionState.AMBIGUOUS
    assert [one.feed.authority for one in resolution.candidates] == ["one", "two"]


def test_a_scoped_id_means_its_feed(two_cities: World) -> None:
    """Rule 16."""
    found = two_cities.resolve_stop("two:A").found
    assert found is not None
    assert found.feed.authority == "two"


def open_names(tmp_path: Path, *names: str, positions: tuple[str, ...] = (), **files: str) -> World:
    """Give a world whose line calls at stops of these names; 500 m apart unless their positions are given."""
    ids = "ABCDEFGH"
    places = positions or tuple(f"49.{8400 + 50 * n},24.03" for n in range(len(names)))
    rows = "".join(f'{ids[n]},"{name}",{places[n]}\n' for n, name in enumerate(names))
    times = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(
        f"T,12:{n}0:00,12:{n}0:00,{ids[n]},{n}\n" for n in range(len(names))
    )
    tables: Any = {"stops.txt": f"stop_id,stop_name,stop_lat,stop_lon\n{rows}", "stop_times.txt": times}
    return open_line(tmp_path, files=tables | files)


@pytest.mark.parametrize(
    ("name", "typed"),
    [
        ("Děčín", "Decin"),
        ("Rzeszów", "rzeszow"),
        ("Plzeň hl.n.", "plzen hl n"),
        ("Třebíč", "trebic"),
        ("Łódź", "lodz"),
        ("Malmö C", "malmo c"),
        ("Malmö C", "malmoe c"),
        ("Weißenhöhe", "weissenhoehe"),
        ("O’Hare", "O'Hare"),
        ("O'Hare", "O`Hare"),
        ("O'Hare", "ohare"),
        ("148th St", "148 St"),
        ("Main Street", "Main St"),
    ],
)
def test_a_name_is_found_as_people_type_it(tmp_path: Path, name: str, typed: str) -> None:
    """OpenRailwayMap#53, iRail/stations PR#140, osmandapp/OsmAnd#5954, pelias#319, TransitTalk/Transit-Talk#213,
    OpenTripPlanner PR#5997."""
    world = open_names(tmp_path, name, "Elsewhere", "Far Away")
    assert [one.stop.id for one in world.find_stops(typed, limit=1)] == ["A"]


def test_namesakes_far_apart_are_not_one_stop(tmp_path: Path) -> None:
    """public-transport/transitous#2330, vingerha/gtfs2 PR#211, #213, #215: a name is a label."""
    world = open_names(tmp_path, "Mill", "Bridge", "Mill", positions=("49.80,24.0", "49.85,24.0", "49.90,24.0"))
    resolution = world.resolve_stop("Mill")
    assert {one.stop.id for one in resolution.candidates} == {"A", "C"}
    assert resolution.state is ResolutionState.AMBIGUOUS


def test_the_two_sides_of_a_street_are_told_apart_by_where_they_go(tmp_path: Path) -> None:
    """google/transit#645, stadtnavi/digitransit-ui#664, OneBusAway/onebusaway-ios#530."""
    times = LINE + "    U,12:00:00,12:00:00,D,1\n    U,12:10:00,12:10:00,E,2\n    U,12:20:00,12:20:00,A,3\n"
    stops = """
        stop_id,stop_name,stop_lat,stop_lon
        A,South End,49.830,24.030
        B,Bridge,49.8400,24.0300
        C,Mill,49.850,24.030
        D,North End,49.860,24.030
        E,Bridge,49.8401,24.0303
        """
    world = open_line(tmp_path, files={"stop_times.txt": times, "stops.txt": stops})
    towards = {
        one.stop.id: [toward.headsign for toward in one.towards] for one in world.resolve_stop("Bridge").candidates
    }
    assert towards == {"B": ["North End"], "E": ["South End"]}
