"""Sources that come into the home: how their copies are called, and what a crash left behind."""

import os
from pathlib import Path

import pytest

from stopbell_server.app.incoming import name_source, open_incoming_folder
from stopbell_server.feeds.fetch import Source
from stopbell_server.home import Home


@pytest.mark.parametrize(
    ("location", "name"),
    [
        ("/feeds/town.zip", "town.zip"),
        ("https://city.example/gtfs/town.zip?key=s3cret", "town.zip"),
        ("https://city.example/gtfs/", "gtfs"),
        ("https://city.example", "city.example"),
        ("https://city.example/..", "source"),
        ("/feeds/Львів та область.zip", "Львів_та_область.zip"),
        ("C:\\feeds\\town.zip", "town.zip"),
        ("https://city.example/" + "x" * 300 + ".zip", "x" * 56 + ".zip"),
        ("https://city.example/a%00b:c*d.zip", "a_00b_c_d.zip"),
    ],
)
def test_a_copy_is_called_like_its_source(location: str, name: str) -> None:
    assert name_source(Source(location)) == name


def test_what_a_crash_left_behind_goes_after_a_day(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with open_incoming_folder(home) as first:
        left = first.with_name("left")
        left.mkdir()
        young = first.with_name("young")
        young.mkdir()
    long_ago = young.stat().st_mtime - 25 * 3600
    os.utime(left, (long_ago, long_ago))

    with open_incoming_folder(home) as second:
        assert {path.name for path in (home.root / "incoming").iterdir()} == {
            "young",
            second.name,
            f"{second.name}.lock",
        }


def test_what_a_killed_process_fetched_goes_at_the_next_start(tmp_path: Path) -> None:
    home = Home(tmp_path)
    with open_incoming_folder(home) as folder:
        killed = folder.with_name("killed")
        killed.mkdir()
        (folder.with_name("killed.lock")).touch()
        (folder.with_name("alone.lock")).touch()

        with open_incoming_folder(home) as other:
            kept = {folder.name, f"{folder.name}.lock", other.name, f"{other.name}.lock"}
            assert {path.name for path in (home.root / "incoming").iterdir()} == kept


def test_a_feed_that_was_never_added_to_its_end_goes_after_a_day(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for name, is_entered in (("half", False), ("young", False), ("whole", True)):
        (home.feed_folder(name) / "versions").mkdir(parents=True)
        if is_entered:
            (home.feed_folder(name) / "feed.json").touch()
        if name != "young":
            long_ago = home.root.stat().st_mtime - 25 * 3600
            os.utime(home.feed_folder(name), (long_ago, long_ago))

    with open_incoming_folder(home):
        assert {path.name for path in home.feeds_folder.iterdir()} == {"young", "whole"}
