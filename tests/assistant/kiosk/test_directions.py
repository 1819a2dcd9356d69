"""Directions by the clock face, told as sentences, and only where the heading is known."""

import pytest

from stopbell.kiosk.around import Surroundings, tell_around
from stopbell.kiosk.directions import Point, find_bearing, measure_distance, to_clock
from stopbell.kiosk.provisioning import Landmark
from tests.assistant.faketools import BOOKS, make_stop

HERE = Point(49.84, 24.03)
EAST = Landmark(name={"en": "Town hall", "uk": "Ратуша"}, latitude=49.84, longitude=24.0306)
LANGUAGES = ("en", "uk", "pl", "de", "fr", "es", "zh", "ar")


@pytest.mark.parametrize(
    ("bearing", "heading", "hour"),
    [
        (90, 90, 12),
        (90, 0, 3),
        (0, 90, 9),
        (180, 0, 6),
        (14, 0, 12),
        (16, 0, 1),
        (350, 10, 11),
        (0, 350, 12),
        (345, 0, 12),
        (344, 0, 11),
    ],
)
def test_the_hour_is_counted_from_where_one_looks(bearing: float, heading: float, hour: int) -> None:
    assert to_clock(bearing, heading) == hour


@pytest.mark.parametrize(
    ("there", "bearing", "meters"),
    [(Point(49.8409, 24.03), 0, 100), (Point(49.84, 24.0314), 90, 100), (Point(49.8391, 24.03), 180, 100)],
)
def test_bearing_and_distance_follow_the_map(there: Point, bearing: float, meters: float) -> None:
    assert find_bearing(HERE, there) == pytest.approx(bearing, abs=0.5)
    assert measure_distance(HERE, there) == pytest.approx(meters, rel=0.02)


def test_places_across_the_date_line_are_near() -> None:
    assert measure_distance(Point(0, 179.9999), Point(0, -179.9999)) < 30


def tell(language: str, heading: float | None, here: Point | None = HERE) -> list[tuple[str, str]]:
    around = Surroundings(here, heading, (make_stop(heading=180),), (EAST,))
    return [(line.written, line.spoken) for line in tell_around(BOOKS.pick(language), around, ("en",))]


def test_with_a_heading_the_clock_face_is_used_and_said_to_be_computed() -> None:
    told = tell("en", 90)
    assert told[0][0] == "With your back to this kiosk, computed from the map:"
    assert ("Vehicles leave towards 3 o'clock.", "Vehicles leave towards three o'clock.") in told
    assert told[-1] == ("Town hall: at 12 o'clock, 45 metres.", "Town hall: at twelve o'clock, forty-five metres.")


def test_without_a_heading_no_clock_face_is_invented() -> None:
    told = tell("en", None)
    assert told[-1] == ("Town hall: 45 metres east.", "Town hall: forty-five metres east.")
    assert not any("o'clock" in written for written, _ in told)


def test_without_a_place_no_distance_is_invented() -> None:
    assert [written for written, _ in tell("en", 90, None)] == [
        "With your back to this kiosk, computed from the map:",
        "Vehicles leave towards 3 o'clock.",
    ]


SPOKEN = {
    "uk": "Ратуша: напрямок за годинником: два, сорок п'ять метрів.",
    "pl": "Town hall: na godzinie drugiej, czterdzieści pięć metrów.",
    "de": "Town hall: auf zwei Uhr, fünfundvierzig Meter.",
    "fr": "Town hall : à deux heures, quarante-cinq mètres.",
    "es": "Town hall: posición horaria dos, cuarenta y cinco metros.",
    "zh": "Town hall：两点钟方向，四十五米。",
    "ar": "Town hall: باتجاه الساعة الثانية، خمسة وأربعين مترا.",
}


@pytest.mark.parametrize("language", SPOKEN)
def test_the_hour_is_spoken_as_the_language_counts_it(language: str) -> None:
    assert tell(language, 30)[-1][1] == SPOKEN[language]


def test_nothing_known_is_said() -> None:
    told = tell_around(BOOKS.pick("en"), Surroundings(None, None, (), ()), ("en",))
    assert [line.written for line in told] == ["What is around here is not known."]
