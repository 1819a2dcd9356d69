"""One store asked from many threads."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from stopbell_server.domain.ids import StopId
from tests.feedtext import open_text_feed


def test_every_thread_gets_the_same_answers(tmp_path: Path) -> None:
    rows = "\n".join(
        f"T{number},{8 + number % 10:02d}:00:00,{8 + number % 10:02d}:00:00,S{number % 7},{sequence}"
        for number in range(200)
        for sequence in (number % 3, number % 3 + 1)
    )
    store = open_text_feed(
        tmp_path, {"stop_times.txt": f"trip_id,arrival_time,departure_time,stop_id,stop_sequence\n{rows}"}
    )

    def ask(number: int) -> tuple[object, ...]:
        stop = StopId(f"S{number % 7}")
        return store.list_planned_calls([stop], date(2026, 3, 2), 0, 90_000), store.search_names(stop, 3)

    alone = [ask(number) for number in range(7)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(ask, range(700)))

    assert together == [alone[number % 7] for number in range(700)]


def test_close_ends_the_connections_of_all_threads(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {})
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(store.search_names, ("a", "b", "c", "d"), (1, 1, 1, 1)))
        store.close()
        failures = [future.exception() for future in [pool.submit(store.list_routes) for _ in range(3)]]

    assert all(failure is not None and "closed" in str(failure) for failure in failures)


def test_a_file_that_was_removed_answers_threads_that_come_later(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"stop_times.txt": "trip_id,stop_id,stop_sequence\nT,A,1\nT,B,2\n"})
    store.path.unlink()

    def ask(number: int) -> tuple[object, ...]:
        return store.find_stop(StopId("AB"[number % 2])), store.search_names("AB"[number % 2], 3)

    with ThreadPoolExecutor(8) as pool:
        later = list(pool.map(ask, range(400)))

    assert later == [ask(number) for number in range(400)]


def test_a_path_with_odd_characters_is_opened(tmp_path: Path) -> None:
    folder = tmp_path / "a b?c#d%20é"
    folder.mkdir()

    assert len(open_text_feed(folder, {}).list_routes()) == 1


@pytest.mark.parametrize("count", [1, 399, 400, 401, 1500])
def test_any_number_of_ids_may_be_asked_at_once(tmp_path: Path, count: int) -> None:
    rows = "\n".join(f"s{number},s" for number in range(count))
    store = open_text_feed(tmp_path, {"stops.txt": f"stop_id,stop_name\n{rows}"})

    assert store.list_routes_at(StopId(f"s{number}") for number in range(count)) == ()
