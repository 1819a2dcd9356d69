"""Faults in shapes.txt: reported with their place, never the end of a feed; and any line with any stops beside it."""

import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from stopbell_server.domain.ids import TripId
from stopbell_server.feeds.importing import ImportReport, import_feed, raw_pieces
from stopbell_server.feeds.importing import shape_points as points_of_shapes
from stopbell_server.feeds.importing.shape_chains import Nearness, to_line
from stopbell_server.store.read import SqliteStore
from tests.feedtext import make_feed
from tests.server.feeds.importing.reports import ignore_progress, import_text, shorten, zip_folder

TRIPS = "route_id,service_id,trip_id,shape_id\nR,daily,T,s"
CALLS = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nT,08:00:00,,a,1\nT,09:00:00,,b,2"
STOPS = "stop_id,stop_name,stop_lat,stop_lon\na,a,49.8,24\nb,b,49.81,24"
HEADER = "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence"
GOOD = f"{HEADER}\ns,49.8,24,1\ns,49.81,24,2"


def import_shapes(tmp_path: Path, shapes: str | bytes | None, trips: str = TRIPS) -> ImportReport:
    files: dict[str, str | bytes] = {"trips.txt": trips, "stop_times.txt": CALLS, "stops.txt": STOPS}
    return import_text(tmp_path, files if shapes is None else {**files, "shapes.txt": shapes})


def count_points(report: ImportReport) -> int:
    shape = SqliteStore(report.path).find_shape(TripId("T"))
    return len(shape.points) if shape else 0


@pytest.mark.parametrize(
    ("rows", "finding"),
    [
        ("s,north,24,7", ("dropped", "shapes.txt", 4, "shape_pt_lat", 1)),
        ("s,91,24,7", ("dropped", "shapes.txt", 4, "shape_pt_lat", 1)),
        ("s,,24,7", ("dropped", "shapes.txt", 4, "shape_pt_lat", 1)),
        ("s,nan,24,7", ("dropped", "shapes.txt", 4, "shape_pt_lat", 1)),
        ("s,49.8,inf,7", ("dropped", "shapes.txt", 4, "shape_pt_lon", 1)),
        ("s,24,49.8,7\ns,0,0,8", ("dropped", "shapes.txt", 4, "shape_pt_lat", 2)),
        ("s,49.8,24,", ("dropped", "shapes.txt", 4, "shape_pt_sequence", 1)),
        ("s,49.8,24,1.5", ("dropped", "shapes.txt", 4, "shape_pt_sequence", 1)),
        (",49.8,24,7", ("dropped", "shapes.txt", 4, "shape_id", 1)),
        ("z,49.8,24,1\nz,49.8,24.1,2", ("noted", "shapes.txt", 4, "shape_id", 1)),
    ],
)
def test_a_point_that_cannot_be_used_is_left_out_and_told_with_its_place(
    tmp_path: Path, rows: str, finding: tuple[str, str, int, str, int]
) -> None:
    report = import_shapes(tmp_path, f"{GOOD}\n{rows}")
    assert (shorten(report), count_points(report)) == ([finding], 2)


def test_a_sequence_used_twice_keeps_the_order_of_the_file(tmp_path: Path) -> None:
    report = import_shapes(tmp_path, f"{HEADER}\ns,49.8,24,1\ns,49.81,24,1")
    assert shorten(report) == [("repaired", "shapes.txt", 3, "shape_pt_sequence", 1)]
    assert count_points(report) == 2


@pytest.mark.parametrize(
    ("shapes", "findings"),
    [
        (None, [("dropped", "trips.txt", 2, "shape_id", 1)]),
        (HEADER, [("dropped", "trips.txt", 2, "shape_id", 1)]),
        (f"{HEADER}\ns,49.8,24,1", [("dropped", "trips.txt", 2, "shape_id", 1)]),
        (
            "shape_id,shape_pt_lat,shape_pt_sequence\ns,49.8,1",
            [("dropped", "shapes.txt", 1, "shape_pt_lon", 1), ("dropped", "trips.txt", 2, "shape_id", 1)],
        ),
        (f"{HEADER}\ns,50.7,24,1\ns,50.7,24.1,2", [("noted", "trips.txt", 2, "shape_id", 1)]),
    ],
)
def test_a_trip_whose_shape_cannot_be_told_is_reported(
    tmp_path: Path, shapes: str | None, findings: list[tuple[str, str, int, str, int]]
) -> None:
    report = import_shapes(tmp_path, shapes)
    assert (shorten(report), count_points(report)) == (findings, 0)
    assert report.counts["trips"] == 1


def test_an_encoding_that_cannot_be_told_costs_only_the_shapes(tmp_path: Path) -> None:
    report = import_shapes(tmp_path, f"{GOOD}\nплощадь,49.8,24,1\n".encode("cp1251"))
    assert [(one.severity.value, one.file, one.line, one.handling) for one in report.findings] == [
        ("dropped", "shapes.txt", 4, "the feed is told without shapes"),
    ]


def test_a_damaged_file_of_shapes_costs_only_the_shapes(tmp_path: Path) -> None:
    texts = {"trips.txt": TRIPS, "stop_times.txt": CALLS, "stops.txt": STOPS, "shapes.txt": GOOD}
    path = zip_folder(make_feed(tmp_path / "source", texts), tmp_path / "feed.zip")
    with zipfile.ZipFile(path) as archive:
        member = archive.getinfo("shapes.txt")
    content = bytearray(path.read_bytes())
    place = member.header_offset + 30 + len(member.filename) + member.compress_size // 2
    content[place] ^= 0xFF
    path.write_bytes(bytes(content))

    report = import_feed(path, "test", tmp_path / "compiled", ignore_progress)

    assert [(one.severity.value, one.file, one.what) for one in report.findings if one.file == "shapes.txt"] == [
        ("dropped", "shapes.txt", "cannot be read")
    ]
    assert report.counts["stop_times"] == 2


def test_a_shape_with_absurdly_many_points_is_thinned(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(points_of_shapes, "MOST_POINTS", 10)
    rows = "\n".join(f"s,{49.8 + number / 10_000:.4f},24,{number}" for number in range(101))
    report = import_shapes(tmp_path, f"{HEADER}\n{rows}")
    assert shorten(report) == [("repaired", "shapes.txt", None, "shape_id", 1)]
    shape = SqliteStore(report.path).find_shape(TripId("T"))
    assert shape is not None
    assert (len(shape.points), shape.points[0].lat, shape.points[-1].lat) == (10, 49.8, 49.81)


COORDINATES = st.integers(-3000, 3000)


@settings(max_examples=200, deadline=None)
@given(
    corners=st.lists(st.tuples(COORDINATES, COORDINATES), min_size=2, max_size=12, unique=True),
    parts=st.lists(st.floats(0, 1), min_size=1, max_size=12),
    shift=st.tuples(st.integers(-20, 20), st.integers(-20, 20)),
)
def test_stops_beside_any_line_follow_each_other_near_it(
    corners: list[tuple[int, int]], parts: list[float], shift: tuple[int, int]
) -> None:
    grid: NDArray[np.int32] = np.array(corners, dtype=np.int32)
    line = to_line(grid[:, 0], grid[:, 1])
    wanted: NDArray[np.float64] = np.sort(np.array(parts)) * line.along[-1]
    x: NDArray[np.float64] = np.interp(wanted, line.along, line.x) + shift[0]
    y: NDArray[np.float64] = np.interp(wanted, line.along, line.y) + shift[1]

    chosen = Nearness(line, x, y).choose(np.arange(len(x)), None)

    assert chosen is not None
    metres, places = chosen
    assert (np.diff(metres) >= 0).all()
    assert (np.diff(places) >= 0).all()
    assert ((places >= 0) & (places <= len(corners) - 1)).all()
    found_x, found_y = np.interp(places, range(len(corners)), line.x), np.interp(places, range(len(corners)), line.y)
    # A stop may be moved on to where the one before it lies: by 60 m at most, beside the shift itself.
    assert (np.hypot(found_x - x, found_y - y) <= np.hypot(*shift) + 61).all()


def test_pieces_of_any_size_give_the_same_shapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = "\n".join(f"{shape},49.8{number},24,{number}" for number in range(9) for shape in ("s", "z"))
    whole = import_shapes(tmp_path / "whole", f"{HEADER}\n{rows}")
    monkeypatch.setattr(raw_pieces, "PIECE_BYTES", 400)
    pieces = import_shapes(tmp_path / "pieces", f"{HEADER}\n{rows}")
    assert (shorten(pieces), count_points(pieces)) == (shorten(whole), 9)
    assert pieces.path.read_bytes() == whole.path.read_bytes()
