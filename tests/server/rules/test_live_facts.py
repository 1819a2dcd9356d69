"""What spoils live data reaches the rider's sentence, and no row says more than that sentence allows."""

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from stopbell_server.domain.certainty import FeedState
from stopbell_server.feeds.realtime import FeedSnapshot, build_snapshot, receive
from stopbell_server.world import FeedView, World
from tests.asking import ask
from tests.feedtext import open_text_feed
from tests.realtimetext import Fields, make_updates, stop, update
from tests.server.rules.line import DAY, LINE, TODAY, show

NOW = datetime.fromisoformat(f"{DAY}T11:58:00+02:00")
LATE = update("T", stop(2, "B", departure={"delay": 60}), **TODAY)
STRANGERS = [update(f"x{n}", stop(1, departure={"delay": 0})) for n in range(20)]

Bring = Callable[[Path], World]


def open_after(*payloads: tuple[int, int, list[Fields]]) -> Bring:
    """Fetch payloads one after the other: seconds from now of the fetch and of the header, and the entities."""

    def bring(tmp_path: Path) -> World:
        store = open_text_feed(tmp_path, {"stop_times.txt": LINE}, "test")
        snapshot: FeedSnapshot | None = None
        for fetched_s, header_s, entities in payloads:
            payload = make_updates(header=NOW + timedelta(seconds=header_s), entities=entities)
            fetched = receive(payload, "live", NOW + timedelta(seconds=fetched_s))
            snapshot = build_snapshot([fetched], store, snapshot)
        return World((FeedView(store, snapshot),), NOW)

    return bring


FROZEN = open_after(*((fetched_s, -400, [LATE]) for fetched_s in (-390, -200, 0)))
ALIEN = open_after((0, 0, [*STRANGERS, LATE]))
AHEAD = open_after((0, 600, [LATE]))
OLD = open_after((-600, -600, [LATE]))

FACTS = [
    ("frozen", FROZEN, FeedState.FROZEN, "T 12:10 running timetable"),
    ("unmatched", ALIEN, FeedState.UNMATCHED, "T 12:10 running timetable"),
    ("ahead", AHEAD, FeedState.FUTURE, "T 12:10 running timetable"),
    ("old", OLD, FeedState.LOST, "T 12:11 running lost"),
    ("fresh", open_after((0, 0, [LATE])), FeedState.LIVE, "T 12:11 running live"),
    ("half known", open_after((0, 0, [LATE, *STRANGERS[:5]])), FeedState.LIVE, "T 12:11 running live"),
]


@pytest.mark.parametrize(("bring", "state", "row"), [fact[1:] for fact in FACTS], ids=[fact[0] for fact in FACTS])
def test_no_row_is_live_when_the_feed_is_not_used(tmp_path: Path, bring: Bring, state: FeedState, row: str) -> None:
    """Rules 40 and 42."""
    world = bring(tmp_path)
    assert (world.live_state("test").state, show(world, "B")) == (state, [row])


@pytest.mark.parametrize(
    ("bring", "language", "words"),
    [
        (FROZEN, "en", "live information no longer changes, so it is not used"),
        (FROZEN, "uk", "дані наживо перестали оновлюватися, тому їх не враховано"),
        (ALIEN, "en", "live information does not match the timetable, so it is not used"),
        (ALIEN, "uk", "дані наживо не збігаються з розкладом, тому їх не враховано"),
        (OLD, "en", "the last live information is 10 minutes old, too old to be called live"),
        (OLD, "uk", "останні дані надійшли 10 хвилин тому, це вже не наживо"),
    ],
)
def test_the_rider_hears_what_spoils_live_data(tmp_path: Path, bring: Bring, language: str, words: str) -> None:
    """Rules 40 and 42."""
    assert words in ask(bring(tmp_path), "get_arrivals", stop="test:B", language=language).structured["text"]


def test_times_in_milliseconds_are_read_as_what_they_mean(tmp_path: Path) -> None:
    """gtfs-realtime-validator rule E001."""
    told = stop(2, "B", departure={"time": int(NOW.timestamp() + 13 * 60) * 1000})
    world = open_after((0, 0, [update("T", told, **TODAY)]))(tmp_path)
    assert show(world, "B") == ["T 12:11 running live"]


@pytest.mark.parametrize(("carries", "code"), [(("alerts",), None), ((), "no-alert-data")])
@pytest.mark.parametrize("language", ["en", "uk"])
def test_only_an_empty_source_that_is_known_to_carry_alerts_says_that_there_are_none(
    tmp_path: Path, carries: tuple[str, ...], code: str | None, language: str
) -> None:
    """Rule 41, GTFS-RT FeedHeader.incrementality: a FULL_DATASET without alerts says that there are none."""
    store = open_text_feed(tmp_path, {"stop_times.txt": LINE}, "test")
    fetched = receive(make_updates(header=NOW), "live", NOW, carries=carries)
    world = World((FeedView(store, build_snapshot([fetched], store)),), NOW)
    asked = ask(world, "get_alerts", language=language)
    assert (asked.status.get("code"), asked.data["alerts"]) == (code, [])
