"""Adding feeds: from a zip, a folder and an address; a failure changes nothing."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from stopbell_server.app import FeedSetup, add_feed, list_feeds
from stopbell_server.app.registry import find_record, get_record
from stopbell_server.domain.errors import (
    FeedBusy,
    FeedMissing,
    FeedNameInvalid,
    FeedRefused,
    FeedUnavailable,
    SettingsInvalid,
)
from stopbell_server.feeds.fetch import Key
from stopbell_server.home import Home
from stopbell_server.store.library import Library
from tests.feedtext import make_feed
from tests.loopback import Loopback, answer
from tests.realtimetext import make_updates, stop, update
from tests.server.app.feeds import CLOCK, ONE_TRIP, TWO_TRIPS, add, ignore, list_files, zip_feed


@pytest.fixture
def home(tmp_path: Path) -> Home:
    return Home(tmp_path / "home")


def count_trips(home: Home, name: str) -> int:
    store = Library(home.feeds_folder).open_current(name)
    store.close()
    return store.info.trip_count


def test_a_zip_becomes_a_feed(home: Home, tmp_path: Path) -> None:
    outcome = asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip")))

    assert outcome.lines == (
        "Added feed town: Agency: 2 stops, 1 trips, 2 calls, from 2026-01-01 to 2026-12-31, times of Europe/Kyiv.",
        "Nothing was left out or repaired.",
        "No live data is set up: answers will be by timetable.",
    )
    assert count_trips(home, "town") == 1


def test_a_folder_becomes_a_feed_without_what_else_lies_in_it(home: Home, tmp_path: Path) -> None:
    folder = make_feed(tmp_path / "tables", {"stop_times.txt": ONE_TRIP})
    (folder / "holiday.mp4").write_bytes(b"film")

    asyncio.run(add(home, "town", folder))

    kept = {name for name in list_files(home, "town") if name.startswith("source/")}
    assert count_trips(home, "town") == 1
    assert any(name.endswith("/stop_times.txt") for name in kept)
    assert not any("holiday" in name for name in kept)


def test_an_address_becomes_a_feed_and_its_marks_are_kept(home: Home, tmp_path: Path) -> None:
    body = zip_feed(tmp_path / "town.zip").read_bytes()

    async def run() -> None:
        async with Loopback({"/town.zip": answer(body, ETag='"v1"')}) as server:
            await add(home, "town", f"{server.address}/town.zip")

    asyncio.run(run())

    assert count_trips(home, "town") == 1
    assert get_record(home, "town").etag == '"v1"'


def test_the_report_names_what_was_left_out_with_its_line(home: Home, tmp_path: Path) -> None:
    stop_times = ONE_TRIP + "    GHOST,14:00:00,14:00:00,Opera,1\n"
    source = zip_feed(tmp_path / "town.zip", stop_times, trips="route_id,service_id,trip_id\nR,daily,T1\n")

    outcome = asyncio.run(add(home, "town", source))

    (finding,) = [line for line in outcome.lines if line.startswith("Dropped")]
    assert "stop_times.txt line 4" in finding
    assert "GHOST" in finding


def test_live_sources_are_asked_once_and_told(home: Home, tmp_path: Path) -> None:
    live = tmp_path / "updates.pb"
    live.write_bytes(
        make_updates(header=CLOCK.now(), entities=[update("T1", stop(1, "Opera", departure={"delay": 60}))])
    )

    outcome = asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip"), realtime=(str(live),)))

    assert outcome.lines[2:] == (
        f"Live source {live}: updates, of 2026-09-05 08:00:00 UTC.",
        "Live data: 1 trip updates (1 fit the timetable), 0 vehicles, 0 alerts.",
        "Live data: the latest vehicle is 1 min late, the earliest 0 min early.",
    )


def test_a_city_whose_live_source_is_down_is_still_added(home: Home, tmp_path: Path) -> None:
    missing = str(tmp_path / "none.pb")

    outcome = asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip"), realtime=(missing,)))

    assert outcome.lines[2:] == (f"Live source {missing}: cannot be read (No such file or directory).",)
    assert get_record(home, "town").realtime[0].location == missing


def test_a_second_add_replaces_the_first_and_keeps_its_date(home: Home, tmp_path: Path) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "a.zip"), notice={"en": "Old."}))

    outcome = asyncio.run(add(home, "town", zip_feed(tmp_path / "b.zip", TWO_TRIPS)))

    assert outcome.lines[0].startswith("Replaced feed town: ")
    assert count_trips(home, "town") == 2
    assert get_record(home, "town").notice == {}


@pytest.mark.parametrize(
    ("content", "error"),
    [
        pytest.param(b"<html>Sign in</html>", FeedRefused, id="a web page"),
        pytest.param(b"", FeedRefused, id="empty"),
        pytest.param(None, FeedUnavailable, id="missing"),
    ],
)
def test_a_bad_replacement_changes_nothing(
    home: Home, tmp_path: Path, content: bytes | None, error: type[Exception]
) -> None:
    asyncio.run(add(home, "town", zip_feed(tmp_path / "good.zip")))
    before = list_files(home, "town")
    if content is not None:
        (tmp_path / "bad.zip").write_bytes(content)

    with pytest.raises(error):
        asyncio.run(add(home, "town", tmp_path / "bad.zip"))

    assert list_files(home, "town") == before


def test_a_feed_that_is_refused_at_first_leaves_nothing(home: Home, tmp_path: Path) -> None:
    (tmp_path / "bad.zip").write_bytes(b"no zip")

    with pytest.raises(FeedRefused):
        asyncio.run(add(home, "town", tmp_path / "bad.zip"))

    assert list_feeds(home) == ()
    assert not home.feed_folder("town").exists()
    assert list((home.root / "incoming").iterdir()) == []


@pytest.mark.parametrize(
    ("name", "setup", "error"),
    [
        ("Town", FeedSetup("town.zip"), FeedNameInvalid),
        ("../town", FeedSetup("town.zip"), FeedNameInvalid),
        ("town", FeedSetup("mdb:0"), FeedMissing),
        ("town", FeedSetup("mdb:1313"), SettingsInvalid),
        ("town", FeedSetup("town.zip", fleet=Path("none.toml")), SettingsInvalid),
    ],
)
def test_what_is_not_understood_makes_no_home(home: Home, name: str, setup: FeedSetup, error: type[Exception]) -> None:
    with pytest.raises(error):
        asyncio.run(add_feed(home, name, setup, clock=CLOCK, tell=ignore))

    assert not home.root.exists()


def test_a_fleet_file_is_copied_and_told(home: Home, tmp_path: Path) -> None:
    fleet = tmp_path / "trams.toml"
    fleet.write_text('[[vehicle]]\nid = "12*"\nlow_floor = true\n')

    outcome = asyncio.run(add(home, "town", zip_feed(tmp_path / "town.zip"), fleet=fleet))

    assert "Fleet file: 1 rules." in outcome.lines
    assert (home.feed_folder("town") / "fleet.toml").read_text() == fleet.read_text()


def test_two_programs_cannot_change_one_feed_at_once(home: Home, tmp_path: Path) -> None:
    source = zip_feed(tmp_path / "town.zip")
    holder = subprocess.Popen(
        [sys.executable, "-c", _HOLD_LOCK, str(home.feeds_folder)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    with holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"

        with pytest.raises(FeedBusy, match="adding it"):
            asyncio.run(add(home, "town", source))

        holder.communicate(b"\n", timeout=20)
    asyncio.run(add(home, "town", source))

    assert count_trips(home, "town") == 1


_HOLD_LOCK = """
import sys
from pathlib import Path
from stopbell_server.store.library import Library
with Library(Path(sys.argv[1])).lock("town", "adding it"):
    print("held", flush=True)
    sys.stdin.readline()
"""


def test_a_key_is_sent_and_never_written_or_told(home: Home, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOWN_KEY", "s3cret")
    body = zip_feed(tmp_path / "town.zip").read_bytes()

    async def run() -> tuple[list[str], list[str]]:
        async with Loopback({"/town.zip": answer(body)}) as server:
            keys = (Key("header", "X-Api-Key", "TOWN_KEY"), Key("parameter", "token", "TOWN_KEY"))
            outcome = await add(home, "town", f"{server.address}/town.zip", keys=keys)
            return [request.headers["x-api-key"] + request.path for request in server.requests], list(outcome.lines)

    sent, lines = asyncio.run(run())

    assert sent == ["s3cret/town.zip?token=s3cret"]
    assert not any(b"s3cret" in content for content in list_files(home, "town").values())
    assert not any("s3cret" in line for line in (*lines, *(line for feed in list_feeds(home) for line in feed.lines)))


def test_a_missing_key_is_named_and_nothing_is_added(home: Home) -> None:
    with pytest.raises(SettingsInvalid, match="TOWN_KEY is not set"):
        asyncio.run(add(home, "town", "http://127.0.0.1:1/x.zip", keys=(Key("header", "X-Api-Key", "TOWN_KEY"),)))

    assert find_record(home, "town") is None
