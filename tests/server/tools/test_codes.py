"""Every code of the contract can be met, with its state, a sentence, a remedy and no error where none is."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from stopbell_server.contract.codes import TABLE, Code
from stopbell_server.domain.store import Store
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.world import FeedView, World
from tests.asking import Asked, ask_with
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.town import NOON_POSIX, list_live, with_live
from tests.watchedworld import Watched

Case = tuple[Callable[[World], World], str, Mapping[str, Any]]
BOARD = "get_arrivals"
JOURNEY = "get_monitored_journey"
POSITION = "get_vehicle_position"
AT_BRIDGE = {"stop": "town:b1"}


class Broken:
    """A store that has been damaged since it was opened."""

    def __init__(self, store: Store) -> None:
        self.info = store.info

    def find_stop(self, stop: str) -> None:
        raise OSError("secret path /home/rider/feeds")


def as_it_is(town: World) -> World:
    return town


def later(minutes: int) -> Callable[[World], World]:
    return lambda town: replace(town, now=town.now + timedelta(minutes=minutes))


def days_later(days: int, minutes: int) -> Callable[[World], World]:
    return lambda town: with_live(town, None, at=town.now + timedelta(days=days, minutes=minutes))


def in_year(year: int) -> Callable[[World], World]:
    return lambda town: with_live(town, None, at=datetime(year, 6, 1, 12, tzinfo=UTC))


def live(*messages: bytes) -> Callable[[World], World]:
    return lambda town: with_live(town, messages)


def frozen(town: World) -> World:
    """Fetch the same message again and again for a quarter of an hour."""
    view, snapshot, now = town.feeds[0], None, town.now
    for minute in range(0, 16, 5):
        now = town.now + timedelta(minutes=minute)
        snapshot = build_snapshot([receive(list_live()[0], "updates", now)], view.store, snapshot)
    return World((replace(view, snapshot=snapshot),), now)


def doubled(town: World) -> World:
    view = town.feeds[0]
    twin = replace(view.store.info, authority="twin")
    return World((view, FeedView(Twin(view.store, twin), view.snapshot)), town.now)  # type: ignore[arg-type] # delegates


class Twin:
    """The same store under another name."""

    def __init__(self, store: Store, info: Any) -> None:
        self._store, self.info = store, info

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)


class Looping(Twin):
    """The same store, whose trips end where they began."""

    def list_stop_times(self, trip: Any) -> Any:
        first, *others = self._store.list_stop_times(trip)
        return (first, *others[:-1], replace(others[-1], stop=first.stop))


def at_a_stop_of_a_loop(town: World) -> World:
    view = town.feeds[0]
    report = vehicle("bus-7", trip={"trip_id": "t1", "start_date": "20261130"}, stop_id="S1", timestamp=NOON_POSIX - 20)
    payloads = [make_updates(header=NOON_POSIX, entities=[one]) for one in (report, update("t1", delay=0))]
    loop = Looping(view.store, view.store.info)
    fetched = [receive(payload, f"source-{n}", town.now, number=n) for n, payload in enumerate(payloads)]
    snapshot = build_snapshot(fetched, view.store)
    return World((FeedView(loop, snapshot),), town.now)  # type: ignore[arg-type] # delegates


def without_days(town: World) -> World:
    view = town.feeds[0]
    info = replace(view.store.info, first_day=None, last_day=None)
    quiet = FeedView(Twin(view.store, info))  # type: ignore[arg-type] # delegates
    return World((quiet,), town.now + timedelta(days=5))


def let_go(town: World) -> World:
    """Hear of t1, and ten minutes later of t5 alone."""
    watched = Watched(with_live(town, None))
    t1, t5 = (update(trip, stop(2, "b1", departure={"delay": 0}), start_date="20261130") for trip in ("t1", "t5"))
    watched.hear(town.now, t1, t5)
    return watched.hear(town.now + timedelta(minutes=10), t5)


def ten_past(town: World) -> World:
    """Give the town at ten past twelve, live as at noon."""
    return with_live(town, list_live(NOON_POSIX + 600), at=town.now + timedelta(minutes=10))


def make_cursor(town: World) -> str:
    return ask_with(town, "get_alerts", {"limit": 1}).data["nextCursor"]


ALIEN = make_updates(header=NOON_POSIX, entities=[update(f"alien-{n}") for n in range(20)])
MOSTLY_ALIEN = make_updates(
    header=NOON_POSIX, entities=[*(update(f"alien-{n}") for n in range(5)), *(update(f"t{n}") for n in range(1, 3))]
)
TWO_OF_ONE_NUMBER = make_updates(
    header=NOON_POSIX,
    entities=[
        vehicle(f"v{n}", trip=trip, lat=49.84, lon=24.03, descriptor={"label": "77"}, timestamp=NOON_POSIX)
        for n, trip in enumerate(("t1", "v1"))
    ],
)
AHEAD = make_updates(header=NOON_POSIX + 600, entities=[update("t1")])

CASES: Mapping[Code, Case] = {
    Code.FEED_LOADING: (lambda town: World((), town.now, ("town",)), BOARD, AT_BRIDGE),
    Code.NO_FEED: (lambda town: World((), town.now), BOARD, AT_BRIDGE),
    Code.UNKNOWN_FEED: (as_it_is, "get_alerts", {"authority": "atlantis"}),
    Code.UNKNOWN_STOP: (as_it_is, BOARD, {"stop": "Qqqqqqq"}),
    Code.AMBIGUOUS_STOP: (as_it_is, BOARD, {"stop": "Bridge Street"}),
    Code.UNKNOWN_ROUTE: (as_it_is, BOARD, {**AT_BRIDGE, "route": "99"}),
    Code.AMBIGUOUS_ROUTE: (doubled, "find_low_floor_vehicles", {"route": "7"}),
    Code.UNKNOWN_TRIP: (as_it_is, "get_alerts", {"trip": "t999"}),
    Code.AMBIGUOUS_TRIP: (days_later(1, -180), JOURNEY, {"journey": "t1"}),
    Code.TRIP_NOT_ON_DAY: (as_it_is, JOURNEY, {"journey": "t1", "service_day": "2026-11-29"}),
    Code.AMBIGUOUS_CALL: (at_a_stop_of_a_loop, JOURNEY, {"journey": "t1", "stop": "town:S1"}),
    Code.STOP_NOT_ON_JOURNEY: (as_it_is, JOURNEY, {"journey": "t1", "stop": "town:b2"}),
    Code.UNKNOWN_VEHICLE: (as_it_is, POSITION, {"vehicle": "999"}),
    Code.AMBIGUOUS_VEHICLE: (live(list_live()[0], TWO_OF_ONE_NUMBER), POSITION, {"vehicle": "77"}),
    Code.VEHICLE_NOT_REPORTED: (as_it_is, POSITION, {"journey": "t3"}),
    Code.VEHICLE_WITHOUT_JOURNEY: (as_it_is, POSITION, {"vehicle": "odd-3"}),
    Code.VEHICLE_LOST: (later(6), POSITION, {"vehicle": "9"}),
    Code.JOURNEY_WITHOUT_VEHICLE: (as_it_is, JOURNEY, {"journey": "t3"}),
    Code.MONITORING_ENDED: (let_go, JOURNEY, {"journey": "t1"}),
    Code.INSUFFICIENT_EVIDENCE: (ten_past, BOARD, {**AT_BRIDGE, "passed": True}),
    Code.VEHICLES_ALIKE: (live(TWO_OF_ONE_NUMBER), POSITION, {"latitude": 49.84, "longitude": 24.03}),
    Code.VEHICLE_NOT_SURE: (as_it_is, POSITION, {"latitude": 49.8455, "longitude": 24.03}),
    Code.VEHICLE_REPORTS_OLD: (later(6), POSITION, {"latitude": 49.842, "longitude": 24.03}),
    Code.NO_VEHICLE_HERE: (as_it_is, POSITION, {"stop": "town:e"}),
    Code.REPEATED_STOP: (at_a_stop_of_a_loop, JOURNEY, {"journey": "t1"}),
    Code.SAME_STOP: (as_it_is, "plan_trip", {"origin": "town:S", "destination": "town:S1"}),
    Code.DIFFERENT_FEEDS: (doubled, "plan_trip", {"origin": "town:b1", "destination": "twin:e"}),
    Code.NO_TRIP_FOUND: (as_it_is, "plan_trip", {"origin": "town:м/1:а б", "destination": "town:S"}),
    Code.NO_SERVICE: (days_later(5, 0), "plan_trip", {"origin": "town:b1", "destination": "town:e"}),
    Code.NO_PLACE: (as_it_is, "find_low_floor_vehicles", {}),
    Code.BAD_ARGUMENT: (as_it_is, BOARD, {**AT_BRIDGE, "limit": "many"}),
    Code.CURSOR_NOT_VALID: (as_it_is, BOARD, {**AT_BRIDGE, "cursor": "abc"}),
    Code.CURSOR_OLD: (later(20), "get_alerts", {"cursor": make_cursor}),
    Code.LIVE_LOST: (later(10), BOARD, AT_BRIDGE),
    Code.LIVE_UNMATCHED: (live(ALIEN), BOARD, AT_BRIDGE),
    Code.LIVE_PARTLY_UNMATCHED: (live(MOSTLY_ALIEN), BOARD, AT_BRIDGE),
    Code.LIVE_FROZEN: (frozen, BOARD, AT_BRIDGE),
    Code.LIVE_FUTURE: (live(AHEAD, *list_live()[1:]), BOARD, AT_BRIDGE),
    Code.LIVE_NOT_YET: (live(), BOARD, AT_BRIDGE),
    Code.NO_VEHICLE_DATA: (live(list_live()[0]), "find_low_floor_vehicles", {"route": "7"}),
    Code.NO_ALERT_DATA: (live(list_live()[0]), "get_alerts", {}),
    Code.TIMETABLE_ENDED: (in_year(2027), BOARD, AT_BRIDGE),
    Code.TIMETABLE_NOT_STARTED: (in_year(2025), BOARD, AT_BRIDGE),
    Code.NO_CALENDAR: (without_days, BOARD, AT_BRIDGE),
    Code.CLOCK_NOT_CREDIBLE: (live(AHEAD), BOARD, AT_BRIDGE),
    Code.INTERNAL: (
        lambda town: World((FeedView(Broken(town.feeds[0].store)),), town.now),  # type: ignore[arg-type] # that is it
        BOARD,
        AT_BRIDGE,
    ),
}
SAID_BY_CLIENTS = {Code.NO_ANSWER}
"""Met in the tests of the toolbox."""


def provoke(town: World, code: Code, language: str) -> Asked:
    make, tool, arguments = CASES[code]
    given = {name: value(town) if callable(value) else value for name, value in arguments.items()}
    return ask_with(make(town), tool, {**given, "language": language})


def test_no_code_is_forgotten() -> None:
    assert set(CASES) | SAID_BY_CLIENTS == set(Code) == set(TABLE)


@pytest.mark.parametrize("code", CASES, ids=lambda code: code.value)
@pytest.mark.parametrize("language", ["en", "uk"])
def test_a_code_comes_with_its_state_a_sentence_and_a_remedy(town: World, code: Code, language: str) -> None:
    asked = provoke(town, code, language)
    row = TABLE[code]
    assert (asked.status["code"], asked.status["state"], asked.status["retryable"]) == (
        code.value,
        row.state,
        row.retryable,
    )
    assert asked.is_error is (row.state == "error")
    assert asked.status["remedy"]
    assert asked.structured["language"] == language
    assert len(asked.structured["text"]) > 10
    assert len(asked.structured["spoken"]) > 10
    assert "{" not in asked.text


@pytest.mark.parametrize("code", [code for code, row in TABLE.items() if row.state == "partial"], ids=lambda c: c.value)
def test_a_partial_answer_has_its_facts_and_says_what_is_missing(town: World, code: Code) -> None:
    data = provoke(town, code, "en").data
    assert data.get("arrivals") or data.get("calls") or data.get("vehicle")


def test_no_minutes_are_told_by_a_clock_that_cannot_be_believed(town: World) -> None:
    asked = provoke(town, Code.CLOCK_NOT_CREDIBLE, "en")
    assert not [call for call in asked.data["arrivals"] if "minutes" in call]
    assert "ageSeconds" not in asked.structured["provenance"]


def test_a_failure_of_ours_tells_nothing_of_its_insides(town: World, caplog: pytest.LogCaptureFixture) -> None:
    asked = provoke(town, Code.INTERNAL, "en")
    assert "secret" not in str(asked.structured) + asked.text
    assert "OSError" in caplog.text


def test_a_world_that_cannot_be_had_is_told_too(caplog: pytest.LogCaptureFixture) -> None:
    class Gone:
        def current(self) -> World:
            raise RuntimeError("gone")

    asked = ask_with(Gone(), BOARD, {**AT_BRIDGE, "language": "uk"})
    assert (asked.status["code"], asked.structured["language"]) == ("internal", "uk")
    assert "RuntimeError" in caplog.text


def test_without_a_feed_the_way_to_add_one_is_told(town: World) -> None:
    assert "stopbell feed add" in provoke(town, Code.NO_FEED, "en").text


def test_an_unknown_feed_lists_those_that_are_there(town: World) -> None:
    assert "town" in provoke(town, Code.UNKNOWN_FEED, "en").text


def test_lines_of_two_feeds_are_told_apart_by_their_feed(town: World) -> None:
    candidates = provoke(town, Code.AMBIGUOUS_ROUTE, "en").status["candidates"]
    assert [one["id"] for one in candidates] == ["town:r7", "twin:r7"]
