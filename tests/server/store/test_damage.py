"""Files that are not, or no longer, a compiled feed."""

import sqlite3
from pathlib import Path

import pytest

from stopbell_server.domain.errors import StoreUnreadable
from stopbell_server.domain.ids import StopId
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed


@pytest.fixture
def compiled(tmp_path: Path) -> Path:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,S,1
                T1,08:10:00,08:10:00,E,2
            """
        },
    )
    store.close()
    return store.path


def test_a_missing_file_names_the_remedy(tmp_path: Path) -> None:
    with pytest.raises(StoreUnreadable, match=r"cannot be opened.*Import its source again"):
        SqliteStore(tmp_path / "gone.sqlite")


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"<html>", bytes(5000)])
def test_other_content_is_no_store(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.sqlite"
    path.write_bytes(content)

    with pytest.raises(StoreUnreadable, match="not a compiled feed"):
        SqliteStore(path)


def test_a_file_cut_short_is_refused_before_it_is_mapped(compiled: Path) -> None:
    compiled.write_bytes(compiled.read_bytes()[:-1])

    with pytest.raises(StoreUnreadable, match="cut short"):
        SqliteStore(compiled)


def test_another_schema_names_both(compiled: Path) -> None:
    with sqlite3.connect(compiled) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()

    with pytest.raises(StoreUnreadable, match="schema 99; this program reads schema"):
        SqliteStore(compiled)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t(x)")
    connection.close()

    with pytest.raises(StoreUnreadable, match="another program"):
        SqliteStore(path)


def test_pages_overwritten_with_noise_never_give_wrong_answers(compiled: Path) -> None:
    data = bytearray(compiled.read_bytes())
    data[4096:] = b"\xa5" * (len(data) - 4096)
    compiled.write_bytes(data)

    with pytest.raises(StoreUnreadable, match="damaged"):
        SqliteStore(compiled).find_stop(StopId("S"))
