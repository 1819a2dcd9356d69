"""Announcements over a real city as it was recorded, as its live data ages from its moment on."""

import re
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.together.announcing_stage import AnnouncingStage, play
from tests.together.watching_stage import make_line

AT = "2025-11-06T21:04:14+00:00"
"""The header of the trip updates."""


@pytest.fixture(scope="module")
def halifax(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> World:
    """Give Halifax in the rush hour of one afternoon, with its live feeds."""
    source, at = corpus / "pair-halifax-2025-11-06", datetime.fromisoformat(AT).astimezone(UTC)
    report = import_feed(source / "static.zip", "halifax", tmp_path_factory.mktemp("halifax"), lambda *_: None)
    store = SqliteStore(report.path)
    live = [source / f"{name}.pb" for name in ("TripUpdates", "VehiclePositions")]
    fetched = [receive(path.read_bytes(), path.name, at, number=n) for n, path in enumerate(live)]
    return World((FeedView(store, build_snapshot(fetched, store)),), at)


@pytest.mark.corpus
def test_a_recorded_rush_hour_is_called_out_honestly_as_its_data_ages(halifax: World, tmp_path: Path) -> None:
    async def scene(stage: AnnouncingStage) -> list[str]:
        await stage.go(minutes=10)
        return stage.shown

    stage = AnnouncingStage(tmp_path, make_line("12:00"), "halifax:7274", languages=("en", "fr"), at=AT)
    stage.watched.world = halifax
    shown = play(stage, scene)
    english, french = (
        [line.partition(f" {tag}: ")[2] for line in shown if f" {tag}: " in line] for tag in ("en", "fr")
    )
    assert len(english) == len(french) > 10
    live = [line for line in english if line.endswith("live.")]
    assert len(live) > 3
    # Line, destination, time, certainty: in this order, and no vehicle without saying how sure its time is.
    vehicle = re.compile(
        r"(\w+ to [^,:]+(, (arriving now|\d minutes?), (live|live, [\w ]+ old)\.|: in \d minutes? by the timetable\.|"
        r", timetable \d\d:\d\d\.|, no contact.*)|announcements at .*: live information has stopped coming in\. .*)"
    )
    assert [line for line in english if not vehicle.fullmatch(line)] == []
    lost = [line for line in english if "stopped coming in" in line]
    assert len(lost) == 1
    # Once it has stopped, nothing is called live.
    after = english[english.index(lost[0]) + 1 :]
    assert after
    assert [line for line in after if line.endswith("live.")] == []
    # Each vehicle is called out twice at the most: shortly before, and as it arrives.
    assert max(Counter(english).values()) == 2
    digits = [[re.findall(r"\d+", line) for line in told] for told in (english, french)]
    assert digits[0] == digits[1]
