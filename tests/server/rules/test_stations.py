"""Rule 15: ways inside stations, and what closed lifts do to them."""

from pathlib import Path
from typing import Any

import pytest

from stopbell_server.contract.stops import StopResult
from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.domain.station_ways import StationInside, Way
from stopbell_server.world import World
from tests.asking import ask, load_phrasebooks
from tests.realtimetext import Fields, alert
from tests.server.rules.line import open_line, to_posix

HEADER = (
    "pathway_id,from_stop_id,to_stop_id,pathway_mode,is_bidirectional,length,traversal_time,stair_count,max_slope,"
    "min_width,signposted_as,reversed_signposted_as"
)
STOPS = """
    stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code,wheelchair_boarding,level_id,stop_access
    H,Hub,49.840,24.030,1,,,,,
    B,Hub,49.8401,24.0301,0,H,1,,low,
    P,Hub,49.8402,24.0302,0,H,2,,low,
    door,Hub - Market Street,49.8403,24.0301,2,H,,,ground,
    back,Hub - Mill Lane,49.8404,24.0301,2,H,,{back},ground,
    top,,49.8404,24.0301,3,H,,,ground,
    foot,,49.8404,24.0301,3,H,,,low,
    area,Front,49.8402,24.0302,4,P,,,low,
    A,A,49.85,24.03,0,,,,,
    C,C,49.86,24.03,0,,,,,
    D,D,49.87,24.03,0,,,,,
    """
LEVELS = "level_id,level_index,level_name\nground,0,Street\nlow,-1,Tracks"
LIFT = ("w1,door,top,1,1,12,,,,,,", "l,top,foot,5,1,,,,,,To trains,To street", "w2,foot,B,1,1,40,,,,,,")
STAIRS = "s,back,B,2,1,,,-24,,,,"


def open_hub(tmp_path: Path, *rows: str, alerts: tuple[Fields, ...] = (), back: str = "", **files: str) -> World:
    """Give a station of two platforms and two doors with these pathways, at noon."""
    tables = {
        "stops.txt": STOPS.format(back=back),
        "levels.txt": LEVELS,
        "pathways.txt": "\n".join((HEADER, *rows)),
        **{f"{name}.txt": text for name, text in files.items()},
    }
    return open_line(tmp_path, *alerts, files=tables)


def look(world: World, stop: str = "B") -> StationInside:
    """Give the ways to a stop."""
    inside = world.describe_inside(StopRef(Authority("test"), StopId(stop)))
    assert inside is not None
    return inside


def show(way: Way) -> list[str]:
    """Give a way as text: each part with its heading, levels and stairs."""
    return [
        " ".join(
            str(part)
            for part in (step.mode.name.lower(), step.heading and step.heading.value, step.levels, step.stairs)
            if part
        )
        for step in way.steps
    ]


@pytest.mark.parametrize(
    ("mode", "name", "step_free"),
    [
        (1, "walkway", "yes"),
        (2, "stairs", "no"),
        (3, "moving_walkway", "yes"),
        (4, "escalator", "no"),
        (5, "lift", "yes"),
        (6, "fare_gate", "yes"),
        (7, "exit_gate", "yes"),
    ],
)
def test_there_are_seven_kinds_of_pathway(tmp_path: Path, mode: int, name: str, step_free: str) -> None:
    """Rule 15, GTFS pathways.pathway_mode: stairs and escalators are no step-free way."""
    inside = look(open_hub(tmp_path, f"x,door,B,{mode},1,,,,,,,"))
    assert inside.platforms[0].step_free.value == step_free
    assert [step.split()[0] for step in show(inside.ways[0])] == [name]


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ("x,door,B,2,1,,,-24,,,,", ["stairs down 24"]),
        ("x,B,door,2,1,,,24,,,,", ["stairs down 24"]),
        ("x,door,B,2,1,,,24,,,,", ["stairs up 24"]),
        ("x,door,B,2,1,,,,,,,", ["stairs down 1"]),
        ("x,door,B,5,1,,,,,,,", ["lift down 1"]),
        ("x,B,door,5,1,,,,,,,", ["lift down 1"]),
        ("x,door,B,4,0,,,,,,,", ["escalator down 1"]),
    ],
)
def test_stairs_turn_round_with_the_way(tmp_path: Path, row: str, expected: list[str]) -> None:
    """Rule 15, GTFS pathways.stair_count: positive is up from the first end; without it levels tell the direction."""
    (way,) = [way for way in look(open_hub(tmp_path, row)).ways if way.entrance.stop.id == "door"]
    shown = show(way)
    assert [line.replace("down 1 24", "down 24").replace("up 1 24", "up 24") for line in shown] == expected


@pytest.mark.parametrize(
    ("row", "sign"), [("x,door,B,1,1,,,,,,Trains,Street", "Trains"), ("x,B,door,1,1,,,,,,Street,Trains", "Trains")]
)
def test_signs_are_those_of_the_direction_walked(tmp_path: Path, row: str, sign: str) -> None:
    """Rule 15, GTFS pathways.signposted_as and reversed_signposted_as."""
    (way,) = look(open_hub(tmp_path, row)).ways
    assert way.steps[0].sign == sign


@pytest.mark.parametrize("row", ["x,B,door,1,0,,,,,,,", "x,B,door,7,1,,,,,,,"], ids=["one way", "exit gate"])
def test_what_leads_out_alone_leads_nobody_in(tmp_path: Path, row: str) -> None:
    """Rule 15, GTFS pathways.is_bidirectional; exit gates never let in."""
    inside = look(open_hub(tmp_path, row))
    assert inside.ways == ()
    assert inside.platforms[0].step_free.value == "unknown"


@pytest.mark.parametrize(
    ("rows", "verdict", "by_lift"),
    [
        (LIFT, "yes", True),
        (("x,door,B,1,1,,,,,,,",), "yes", False),
        ((STAIRS,), "no", False),
        ((*LIFT, STAIRS), "yes", True),
        (("x,door,P,1,1,,,,,,,",), "unknown", False),
    ],
)
def test_a_station_with_pathways_has_them_all(
    tmp_path: Path, rows: tuple[str, ...], verdict: str, by_lift: bool
) -> None:
    """Rule 15, GTFS pathways.txt: no step-free way is a fact; a platform that no way reaches is not known of."""
    (platform,) = look(open_hub(tmp_path, *rows)).platforms
    assert (platform.step_free.value, platform.by_lift) == (verdict, by_lift)


def test_a_station_without_pathways_is_not_known_of(tmp_path: Path) -> None:
    """Rule 15: nothing is told, neither yes nor no."""
    world = open_line(tmp_path, files={"stops.txt": STOPS.format(back=""), "levels.txt": LEVELS})
    assert world.describe_inside(StopRef(Authority("test"), StopId("B"))) is None
    assert "Step-free" not in ask(world, "describe_stop", stop="test:B", language="en").text


def test_pathways_may_end_at_a_boarding_area(tmp_path: Path) -> None:
    """Rule 15, GTFS stops.location_type 4: a platform with boarding areas is reached at these."""
    assert look(open_hub(tmp_path, "x,door,area,1,1,,,,,,,"), "P").platforms[0].step_free.value == "yes"


def test_a_door_that_is_not_accessible_begins_no_step_free_way(tmp_path: Path) -> None:
    """Rules 15 and 17, GTFS stops.wheelchair_boarding 2 of an entrance."""
    world = open_hub(tmp_path, "x,back,B,1,1,,,,,,,", back="2")
    assert look(world).platforms[0].step_free.value == "no"


@pytest.mark.parametrize(("cell", "word"), [("0", "only through the station"), ("1", "straight from the street")])
def test_a_platform_says_whether_it_is_reached_from_the_street(tmp_path: Path, cell: str, word: str) -> None:
    """Rule 15, GTFS stops.stop_access."""
    stops = STOPS.format(back="").replace(
        "B,Hub,49.8401,24.0301,0,H,1,,low,", f"B,Hub,49.8401,24.0301,0,H,1,,low,{cell}"
    )
    world = open_hub(tmp_path, *LIFT, stops=stops)
    assert word in ask(world, "describe_stop", stop="test:B", language="en").text


@pytest.mark.parametrize(
    ("length", "seconds", "told"),
    [("40", "", 40), ("40", "30", 40), ("131", "30", None), ("", "30", None), ("-4", "", None)],
)
def test_lengths_that_no_walker_covers_are_not_told(
    tmp_path: Path, length: str, seconds: str, told: int | None
) -> None:
    """Rule 15, GTFS pathways.length is in metres; some publish feet, and then no length is told at all."""
    world = open_hub(tmp_path, f"x,door,B,1,1,{length},{seconds},,,,,")
    (way,) = ask(world, "describe_stop", stop="test:B").data["inside"]["ways"]
    assert way.get("meters") == told


@pytest.mark.parametrize(("slope", "verdict"), [("", "unknown"), ("-0.08", "yes")])
def test_two_levels_on_foot_without_a_slope_are_not_called_step_free(tmp_path: Path, slope: str, verdict: str) -> None:
    """Rule 15, GTFS levels.level_index: such a walkway leaves stairs or a lift out."""
    levels = LEVELS.replace("-1", "-2")
    world = open_hub(tmp_path, f"x,door,B,1,1,,,,{slope},,,", levels=levels)
    assert look(world).platforms[0].step_free.value == verdict


def test_the_way_to_a_platform_is_told_in_a_sentence(tmp_path: Path) -> None:
    """Rule 15."""
    world = open_hub(tmp_path, *LIFT, STAIRS)
    english, ukrainian = (ask(world, "describe_stop", stop="test:B", language=one).text for one in ("en", "uk"))
    assert "Step-free from the street: yes, by lift." in english
    assert "From Market Street: 10 metres, then lift down 1 level, then 40 metres." in english
    assert "From Mill Lane: 24 steps down." in english
    assert "Від входу «Market Street»: 10 метрів, потім ліфт униз на 1 рівень, потім 40 метрів." in ukrainian


def test_platforms_of_a_station_that_differ_are_told_apart(tmp_path: Path) -> None:
    """Rule 15."""
    text = ask(open_hub(tmp_path, *LIFT, "s,back,P,2,1,,,,,,,"), "describe_stop", stop="test:H", language="en").text
    assert "Step-free by lift: platform 1." in text
    assert "Only by stairs or escalator: platform 2." in text


def outage(stop: str, effect: str = "ACCESSIBILITY_ISSUE", **fields: Any) -> Fields:
    """Give an alert that names a place."""
    period = fields.pop("active_period", [])
    return alert(
        header={"en": "Lift out of order"},
        effect=effect,
        informed_entity=[{"stop_id": stop} | fields],
        active_period=period,
    )


@pytest.mark.parametrize(
    ("entity", "verdict"),
    [
        (outage("top"), "closed"),
        (outage("foot"), "closed"),
        (outage("foot", "NO_SERVICE"), "closed"),
        (outage("door"), "closed"),
        (outage("door", "NO_SERVICE"), "closed"),
        (outage("back"), "yes"),
        (outage("B"), "in-doubt"),
        (outage("H"), "in-doubt"),
        (outage("P"), "yes"),
        (outage("top", "DETOUR"), "yes"),
        (outage("top", route_id="R"), "yes"),
        (outage("top", active_period=[{"start": to_posix("13:00")}]), "yes"),
        (outage("top", active_period=[{"start": to_posix("09:00"), "end": to_posix("11:00")}]), "yes"),
    ],
)
def test_a_closed_lift_closes_the_way(tmp_path: Path, entity: Fields, verdict: str) -> None:
    """Rule 15, report 34 (google/transit#268), GTFS-RT Alert.Effect: at its landing or door, and only then."""
    assert look(open_hub(tmp_path, *LIFT, alerts=(entity,))).platforms[0].step_free.value == verdict


@pytest.mark.parametrize("stop", ["top", "B", "H"])
def test_a_closed_lift_is_never_passed_over_in_silence(tmp_path: Path, stop: str) -> None:
    """Report 34: whether it closes a way or only names the station, its reason is told."""
    world = open_hub(tmp_path, *LIFT, alerts=(outage(stop),))
    assert "Lift out of order" in ask(world, "describe_stop", stop="test:B", language="en").text


def test_where_one_lift_is_closed_another_open_way_is_told(tmp_path: Path) -> None:
    """Report 34: the step-free way by the other door stays."""
    world = open_hub(tmp_path, *LIFT, "r,back,B,1,1,60,,,,,,", alerts=(outage("top"),))
    asked = ask(world, "describe_stop", stop="test:B", language="en")
    assert "Step-free from the street: yes." in asked.text
    assert "From Mill Lane: 60 metres." in asked.text
    assert [way["entrance"]["name"] for way in asked.data["inside"]["ways"]] == ["Mill Lane"]


def test_a_closed_escalator_leaves_the_lift(tmp_path: Path) -> None:
    """Report 34: of a landing with both, a lift is meant; of one with an escalator alone, that."""
    rows = ("e,back,foot,4,0,,,,,,,", *LIFT)
    inside = look(open_hub(tmp_path, *rows, alerts=(outage("back"),)))
    assert [way.entrance.stop.id for way in inside.ways] == ["door"]
    assert inside.platforms[0].step_free.value == "yes"


@pytest.mark.parametrize(
    ("alerts", "age_s", "state", "words"),
    [
        ((), 0, "unknown", "whether it works is not reported"),
        ((outage("A"),), 0, "no-outage-reported", "no outage is reported"),
        ((outage("foot"),), 0, "closed", "The lift between Tracks and Street is closed now."),
        ((outage("foot"),), 1801, "unknown", "whether it works is not reported"),
        ((outage("H"),), 0, "unknown", "a notice may mean it"),
        ((outage("door"),), 0, "unknown", "a notice may mean it"),
    ],
)
def test_a_lift_is_never_said_to_work(
    tmp_path: Path, alerts: tuple[Fields, ...], age_s: int, state: str, words: str
) -> None:
    """Report 34: closed, no outage reported, or not known; notices too old to be believed say nothing."""
    tables = {"stops.txt": STOPS.format(back=""), "levels.txt": LEVELS, "pathways.txt": "\n".join((HEADER, *LIFT))}
    asked = ask(open_line(tmp_path, *alerts, files=tables, age_s=age_s), "describe_stop", stop="test:H", language="en")
    assert [lift["state"] for lift in asked.data["inside"]["lifts"]] == [state]
    assert words in asked.text


def test_the_operators_words_about_a_stop_are_told_as_such(tmp_path: Path) -> None:
    """Report 55, GTFS stops.stop_desc: landmarks, cleaned of markup."""
    stops = """
        stop_id,stop_name,stop_lat,stop_lon,stop_desc
        A,A,49.840,24.030,By the <b>bakery</b>,
        B,B,49.845,24.030,
        C,C,49.850,24.030,
        D,D,49.860,24.030,
        """.replace("</b>,", "</b>")
    world = open_line(tmp_path, files={"stops.txt": stops})
    assert "The operator writes: By the bakery." in ask(world, "describe_stop", stop="test:A", language="en").text
    assert "operator writes" not in ask(world, "describe_stop", stop="test:B", language="en").text


@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_question_about_lifts_is_answered_by_itself(tmp_path: Path, language: str) -> None:
    """Report 34: the lift first, then why, then what that means for the way."""
    world = open_hub(tmp_path, *LIFT, alerts=(outage("foot"),))
    data = StopResult.model_validate(ask(world, "describe_stop", stop="test:H", language=language).structured).data
    told = load_phrasebooks().pick(language).lifts(data)
    assert [line.written for line in told.lines] == {
        "en": [
            "Hub.",
            "The lift between Tracks and Street is closed now.",
            "Closed now: Lift out of order.",
            "Step-free way closed now: platform 1.",
            "Whether step-free is not known: platform 2.",
        ],
        "uk": [
            "Hub.",
            "Ліфт між рівнями зараз закрито: Tracks і Street.",
            "Зараз закрито: Lift out of order.",
            "Шлях без сходинок зараз закрито: платформа 1.",
            "Чи є шлях без сходинок, невідомо: платформа 2.",
        ],
    }[language]
