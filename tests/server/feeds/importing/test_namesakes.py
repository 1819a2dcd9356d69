"""Namesakes that stand together are one place for a search."""

import time
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.feeds.importing.namesakes import TOGETHER_M, group_by_place
from stopbell_server.feeds.importing.stops import CompiledStop
from stopbell_server.store.read_stops import measure_m
from tests.feedtext import open_text_feed

LATS = st.sampled_from([-60.0, 0.0, 49.84, 69.6])
METRES = st.integers(0, 1500)


def make_stop(number: int, lat: float | None, lon: float | None) -> CompiledStop:
    return CompiledStop(number, str(number), "S", 0, None, None, None, None, lat, lon, 0, None, None)


@settings(max_examples=100, deadline=None)
@given(lat=LATS, places=st.lists(st.tuples(METRES, METRES), min_size=1, max_size=5))
def test_two_stops_are_in_one_group_if_steps_of_200_m_lead_from_one_to_the_other(
    lat: float, places: list[tuple[int, int]]
) -> None:
    stops = [
        make_stop(number, lat + north / 111_195, 24 + east / 60_000) for number, (north, east) in enumerate(places)
    ]

    groups = group_by_place(stops)

    assert sorted(stop.number for group in groups for stop in group) == list(range(len(stops)))
    group_of = {stop.number: place for place, group in enumerate(groups) for stop in group}
    for one in stops:
        for other in stops:
            distance_m = measure_m(one.lat or 0, one.lon or 0, other.lat or 0, other.lon or 0)
            if distance_m <= TOGETHER_M:
                assert group_of[one.number] == group_of[other.number], distance_m


def test_stops_without_a_place_stand_alone() -> None:
    stops = [make_stop(1, None, None), make_stop(2, 49.0, 24.0), make_stop(3, None, None), make_stop(4, 49.0, 24.0)]

    groups = group_by_place(stops)

    assert sorted([stop.number for stop in group] for group in groups) == [[1], [2, 4], [3]]


def test_very_many_namesakes_in_one_place_take_no_time(tmp_path: Path) -> None:
    rows = "\n".join(f"s{number},Stop,49.84,24.03" for number in range(20_000))
    begin = time.process_time()

    store = open_text_feed(tmp_path, {"stops.txt": f"stop_id,stop_name,stop_lat,stop_lon\n{rows}"})

    assert time.process_time() - begin < 20
    assert len(store.search_names("stop", 5)) == 1
