"""The fast ways of an import give what the plain ways give."""

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.feeds.importing import boards, import_feed
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.line_ends import count_lines
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.times import parse_times
from stopbell_server.feeds.importing.values import NO_VALUE
from tests.benchmarks.cities import write_city
from tests.server.feeds.importing.reports import ignore_progress

TIME = re.compile(r"([0-9]{1,3}):([0-5][0-9])(?::([0-5][0-9]))?")
TIMES = st.from_regex(TIME, fullmatch=True)
NEARLY = st.text("0123456789:;/ -٠a", max_size=9)


def read_time(text: str) -> int:
    found = TIME.fullmatch(text)
    return int(found[1]) * 3600 + int(found[2]) * 60 + int(found[3] or 0) if found else NO_VALUE


@given(st.lists(TIMES | NEARLY | st.just(""), min_size=1))
def test_times_are_read_as_one_by_one(texts: list[str]) -> None:
    frame = pl.DataFrame({"arrival_time": texts}, schema={"arrival_time": pl.String})
    table = Table("stop_times.txt", frame, frozenset({"arrival_time"}), lambda row: row + 2)

    seconds, bad = parse_times(table, "arrival_time", FindingLog())

    assert seconds.tolist() == [read_time(text) for text in texts]
    assert bad.tolist() == [text != "" and read_time(text) == NO_VALUE for text in texts]


@given(st.text("a\n\r", max_size=40))
def test_line_ends_are_counted_as_the_reader_splits_them(text: str) -> None:
    assert count_lines(text.encode()) == len(re.findall("\r\n|\n|\r", text))


@pytest.mark.parametrize("largest_stop", [9, 2**31 - 1])
def test_calls_are_sorted_by_stop_and_departure_however_many_bits_they_take(largest_stop: int) -> None:
    draw = np.random.default_rng(1)
    stops = draw.integers(largest_stop - 8, largest_stop, 5000, dtype=np.int32)
    departures = draw.integers(0, 2**22, 5000, dtype=np.int32) // 60 * 60
    none = np.zeros(5000, dtype=np.int32)
    rows = CompiledStopTimes(none, stops, none, departures, departures, none.astype(np.uint8), none)

    calls = boards.sort_calls(rows, np.arange(5000))

    assert calls.places.tolist() == np.lexsort((np.arange(5000), departures, stops)).tolist()
    assert calls.departures.tolist() == departures[calls.places].tolist()


def test_stops_packed_some_at_a_time_give_the_same_bytes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    city = write_city(tmp_path / "city.zip", rows=4000)
    whole = import_feed(city, "test", tmp_path / "whole", ignore_progress)
    monkeypatch.setattr(boards, "_CALLS_AT_ONCE", 50)

    parts = import_feed(city, "test", tmp_path / "parts", ignore_progress)

    assert parts.path.read_bytes() == whole.path.read_bytes()
