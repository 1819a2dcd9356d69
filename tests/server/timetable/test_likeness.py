"""What is near enough to a name to be worth a rider's breath."""

from pathlib import Path

import pytest

from stopbell_server.domain.calls import ResolutionState
from stopbell_server.timetable.likeness import is_like
from stopbell_server.world import World
from tests.worldtext import open_text_world

STOPS = """
    stop_id,stop_name,stop_lat,stop_lon
    glen,Glen Park,49.840,24.030
    masonic,Lake Blvd at Masonic Dr,49.850,24.030
    s28,28 St,49.860,24.030
    s72,72 St,49.870,24.030
    square,Scotia Square,49.880,24.030
    """
TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "".join(
    f"t,12:0{n}:00,12:0{n}:00,{stop},{n}\n" for n, stop in enumerate(("glen", "masonic", "s28", "s72", "square"), 1)
)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("spring gardn", "Spring Garden Rd After Dresden Row (8336)"),
        ("gottigen street", "Gottingen St Before Cunard St"),
        ("Msaonic", "Lake Blvd at Masonic Dr (FS)"),
        ("vidensska", "Vídeňská"),
        ("підстрихача", "Підстригача (552)"),
        ("хотел плизка", "Хотел Плиска"),
        ("六本木", "六本木ヒルズ"),
        ("palo alot", "Palo Alto"),
        ("72nd street", "72 St"),
        ("roppongi hils", "Roppongi Hills"),
        ("hauptbahnhof", "Leipzig Hbf"),
        ("gent sint pieters", "Gent Sint-Pietersstation"),
        ("ст", "Стадіон"),
        ("a", "Main St"),
    ],
)
def test_a_slip_of_the_finger_or_the_alphabet_is_still_the_name(asked: str, name: str) -> None:
    assert is_like(asked, name)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("nowhere at all", "Joseph Howe Dr At Civic 2668 (7008)"),
        ("the moon", "Main Rd After Monster Ln"),
        ("pizza", "Pinecrest Dr At Crystal Dr"),
        ("College Park", "Glen Park"),
        ("London Bridge", "Rockridge"),
        ("72 St", "28 St"),
        ("12345", "Barrington St (2345)"),
        ("ніде взагалі", "Ним"),
        ("mumford terminal", "Micmac Terminal"),
    ],
)
def test_what_only_shares_letters_or_a_common_word_is_another_place(asked: str, name: str) -> None:
    assert not is_like(asked, name)


def test_letters_of_different_scripts_are_not_compared() -> None:
    assert is_like("hotel pliska", "Хотел Плиска") is None


@pytest.fixture
def world(tmp_path: Path) -> World:
    return open_text_world(tmp_path, {"stops.txt": STOPS, "stop_times.txt": TIMES}, at="2026-11-30T12:00:00+02:00")


@pytest.mark.parametrize(
    ("asked", "state", "stops"),
    [
        ("College Park", ResolutionState.UNKNOWN, []),
        ("nowhere at all", ResolutionState.UNKNOWN, []),
        ("Msaonic", ResolutionState.UNKNOWN, ["masonic"]),
        ("scotia sqare", ResolutionState.FOUND, ["square"]),
        ("72 St", ResolutionState.FOUND, ["s72"]),
    ],
)
def test_what_is_hardly_the_same_is_asked_back_and_what_is_not_is_left_out(
    world: World, asked: str, state: ResolutionState, stops: list[str]
) -> None:
    resolution = world.resolve_stop(asked)
    found = [resolution.found] if resolution.found else resolution.candidates
    assert (resolution.state, [one.stop.id for one in found]) == (state, stops)


def test_a_search_leaves_out_what_has_another_number(world: World) -> None:
    assert [one.stop.id for one in world.find_stops("72 St")] == ["s72"]
