"""What a kiosk keeps on its disk: little, bounded, and no harm when it is torn or cannot be written."""

import logging
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell.kiosk.logs import QuietRepeats
from stopbell.kiosk.network import has_way_out
from stopbell.kiosk.state_file import StateFile

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def test_the_time_is_remembered(tmp_path: Path) -> None:
    StateFile(tmp_path / "kiosk").write_last_seen(NOON)
    assert StateFile(tmp_path / "kiosk").read_last_seen() == NOON


@pytest.mark.parametrize(
    "torn",
    [b"", b"{", b'{"lastSeen": "2026-11-3', b'{"lastSeen": 5}', b"[]", b"\xff\xfe", b'{"lastSeen": "2026-11-30"}'],
)
def test_a_torn_file_is_no_file(torn: bytes, tmp_path: Path) -> None:
    (tmp_path / "state.json").write_bytes(torn)
    assert StateFile(tmp_path).read_last_seen() is None
    StateFile(tmp_path).write_last_seen(NOON)
    assert StateFile(tmp_path).read_last_seen() == NOON


def test_a_disk_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    StateFile(tmp_path / "file").write_last_seen(NOON)
    assert (tmp_path / "file").read_text() == "in the way"
    assert StateFile(tmp_path / "file").read_last_seen() is None


def test_one_file_stays_however_often_it_is_written(tmp_path: Path) -> None:
    for _ in range(50):
        StateFile(tmp_path).write_last_seen(NOON)
    assert [path.name for path in tmp_path.iterdir()] == ["state.json"]


def note(text: str, at: float, *given: object) -> logging.LogRecord:
    record = logging.LogRecord("stopbell", logging.WARNING, "file", 1, text, given, None)
    record.created = at
    return record


def test_the_same_warning_is_logged_once_in_ten_minutes_whatever_its_numbers_are() -> None:
    quiet = QuietRepeats()
    passed = [quiet.filter(note("lost for %d s", 10.0 * n, n)) for n in range(100)]
    assert passed.count(True) == 2
    assert quiet.filter(note("something else", 0.0))


def write_routes(folder: Path, *rows: str) -> Path:
    file = folder / "route"
    file.write_text(
        "\n".join(["Iface\tDestination\tGateway\tFlags\tRefCnt\tUse\tMetric\tMask\tMTU\tWindow\tIRTT", *rows])
    )
    return file


def test_a_default_route_is_a_way_out_and_a_route_to_neighbours_is_none(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere"
    default = "eth0\t00000000\t0101A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0"
    neighbours = "eth0\t0001A8C0\t00000000\t0001\t0\t0\t100\t00FFFFFF\t0\t0\t0"
    assert has_way_out(write_routes(tmp_path, neighbours), nowhere) is False
    assert has_way_out(write_routes(tmp_path, neighbours, default), nowhere) is True
    assert has_way_out(nowhere, nowhere) is None


def test_a_default_route_of_ipv6_is_a_way_out_and_the_kernel_s_own_is_none(tmp_path: Path) -> None:
    zeros, way = "0" * 32, tmp_path / "ipv6_route"
    way.write_text(f"{zeros} 00 {zeros} 00 {zeros} ffffffff 00000001 00000000 00200200 lo\n")
    assert has_way_out(tmp_path / "nowhere", way) is False
    way.write_text(f"{zeros} 00 {zeros} 00 fe80{'0' * 28} 00000400 00000001 00000000 00000003 eth0\n")
    assert has_way_out(tmp_path / "nowhere", way) is True
