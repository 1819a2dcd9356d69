"""Imports as a whole: versions, determinism, progress, and the child process."""

import hashlib
import os
import signal
from pathlib import Path

import pytest

from stopbell_server.domain.errors import FeedRefused, FeedUnavailable
from stopbell_server.feeds.importing import import_feed, import_in_child, raw_pieces
from stopbell_server.store.read import SqliteStore
from tests.benchmarks.cities import write_city
from tests.feedtext import make_feed
from tests.server.feeds.importing.reports import ignore_progress

STOP_TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"


@pytest.fixture(scope="module")
def city(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_city(tmp_path_factory.mktemp("city") / "city.zip", rows=4000)


def hash_file(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_the_same_source_gives_the_same_bytes(tmp_path: Path, city: Path) -> None:
    reports = [import_feed(city, "test", tmp_path / name, ignore_progress) for name in ("one", "other")]

    assert reports[0].path.name == reports[1].path.name
    assert hash_file(reports[0].path) == hash_file(reports[1].path)


def test_pieces_of_any_size_give_the_same_bytes(tmp_path: Path, city: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = import_feed(city, "test", tmp_path / "whole", ignore_progress)
    monkeypatch.setattr(raw_pieces, "PIECE_BYTES", 1000)
    pieces = import_feed(city, "test", tmp_path / "pieces", ignore_progress)

    assert hash_file(pieces.path) == hash_file(whole.path)


def test_a_version_that_is_there_is_not_made_again(tmp_path: Path) -> None:
    source = make_feed(tmp_path / "source", {"stop_times.txt": STOP_TIMES + "T1,soon,,S,1"})
    first = import_feed(source, "test", tmp_path / "compiled", ignore_progress)
    before = first.path.stat().st_mtime_ns
    stages: list[str] = []

    second = import_feed(source, "test", tmp_path / "compiled", lambda stage, done, total: stages.append(stage))

    assert second == first
    assert first.path.stat().st_mtime_ns == before
    assert stages == ["opening", "done"]


def test_a_damaged_version_is_made_again(tmp_path: Path) -> None:
    source = make_feed(tmp_path / "source", {})
    path = import_feed(source, "test", tmp_path / "compiled", ignore_progress).path
    path.write_bytes(path.read_bytes()[:-1])

    import_feed(source, "test", tmp_path / "compiled", ignore_progress)

    assert SqliteStore(path).info.authority == "test"


def test_another_content_is_another_version(tmp_path: Path) -> None:
    source = make_feed(tmp_path / "source", {})
    first = import_feed(source, "test", tmp_path / "compiled", ignore_progress)
    (source / "stops.txt").write_text("stop_id,stop_name\nS,S\n")

    second = import_feed(source, "test", tmp_path / "compiled", ignore_progress)

    assert first.version != second.version
    assert SqliteStore(second.path).info.version == second.version
    assert len(list((tmp_path / "compiled").iterdir())) == 2


def test_a_refused_feed_leaves_nothing_behind(tmp_path: Path) -> None:
    source = make_feed(tmp_path / "source", {"translations.txt": "translation,language\nx,y"})
    (source / "translations.txt").write_bytes("translation,language\nПлоща Ринок,uk".encode("koi8-u"))

    with pytest.raises(FeedRefused):
        import_feed(source, "test", tmp_path / "compiled", ignore_progress)

    assert not (tmp_path / "compiled").exists()


def test_progress_grows_to_its_end(tmp_path: Path, city: Path) -> None:
    steps: list[tuple[str, int, int]] = []

    import_feed(city, "test", tmp_path, lambda stage, done, total: steps.append((stage, done, total)))

    assert [done for _, done, _ in steps] == list(range(steps[0][2] + 1))
    assert steps[-1][0] == "done"


def test_a_child_gives_the_same_report_and_progress(tmp_path: Path, city: Path) -> None:
    alone: list[str] = []
    together: list[str] = []

    report = import_feed(city, "test", tmp_path / "alone", lambda stage, done, total: alone.append(stage))
    child_report = import_in_child(city, "test", tmp_path / "child", lambda stage, done, total: together.append(stage))

    assert together == alone
    assert (child_report.version, child_report.counts, child_report.findings) == (
        report.version,
        report.counts,
        report.findings,
    )
    assert hash_file(child_report.path) == hash_file(report.path)


def test_a_child_passes_a_refusal_on(tmp_path: Path) -> None:
    (tmp_path / "feed.zip").write_bytes(b"<html>")

    with pytest.raises(FeedRefused, match="web page"):
        import_in_child(tmp_path / "feed.zip", "test", tmp_path / "compiled", ignore_progress)


def test_a_child_that_cannot_write_says_so(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(FeedUnavailable, match="cannot be written"):
        import_in_child(make_feed(tmp_path / "source", {}), "test", tmp_path / "file" / "folder", ignore_progress)


def test_a_killed_child_is_a_refusal_with_a_remedy(tmp_path: Path, city: Path) -> None:
    def kill_child(stage: str, done: int, total: int) -> None:
        if stage == "reading stops":
            for process in Path("/proc").glob("[0-9]*/stat"):
                fields = process.read_text().rpartition(")")[2].split()
                if int(fields[1]) == os.getpid():
                    os.kill(int(process.parent.name), signal.SIGKILL)

    with pytest.raises(FeedRefused, match=r"ended by signal 9.*The previous version stays.*memory"):
        import_in_child(city, "test", tmp_path, kill_child)


def test_a_callback_that_fails_ends_the_child(tmp_path: Path, city: Path) -> None:
    def fail(stage: str, done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_in_child(city, "test", tmp_path / "compiled", fail)
    assert not list(tmp_path.glob("compiled/*.sqlite"))
