"""A feed with three live sources of which one is lost: the others answer, and the answer says what is missing."""

from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from stopbell_server.feeds.realtime import Retrieval, build_snapshot, receive
from stopbell_server.world import FeedView, World
from tests.asking import ask
from tests.town import NOON_POSIX, list_live, open_town

UPDATES, VEHICLES, ALERTS = range(3)


def lose(town: World, lost: int, *, later_s: int) -> World:
    """Give the town so much later; one source has failed ever since noon, at 0 it has never delivered."""
    view = town.feeds[0]
    now = town.now + timedelta(seconds=later_s)
    before = None
    if later_s:
        before = build_snapshot([receive(one, "live", town.now, n) for n, one in enumerate(list_live())], view.store)
    fetched = [receive(one, "live", now, n) for n, one in enumerate(list_live(NOON_POSIX + later_s))]
    fetched[lost] = Retrieval("live", now, failure="no answer in time", number=lost)
    return World((FeedView(view.store, build_snapshot(fetched, view.store, before), view.fleet),), now)


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> World:
    return open_town(tmp_path_factory.mktemp("town"))


OLD = "Town Transport: the last live information is 11 minutes old"
NOT_YET = "Town Transport: live information has not arrived yet"
BOARD: tuple[str, Mapping[str, Any]] = ("get_arrivals", {"stop": "town:b1", "language": "en"})
NOTICES: tuple[str, Mapping[str, Any]] = ("get_alerts", {"stop": "town:S", "language": "en"})


@pytest.mark.parametrize(
    ("lost", "later_s", "question", "code", "told"),
    [
        (UPDATES, 660, BOARD, "live-lost", OLD),
        (UPDATES, 660, NOTICES, None, "Lift out of order"),
        (UPDATES, 0, BOARD, "live-not-yet", NOT_YET),
        (UPDATES, 0, NOTICES, None, "Lift out of order"),
        (VEHICLES, 660, BOARD, None, "timetable"),
        (ALERTS, 660, NOTICES, "live-lost", OLD),
        (ALERTS, 660, BOARD, None, "timetable"),
        (ALERTS, 0, NOTICES, "live-not-yet", NOT_YET),
        (ALERTS, 0, BOARD, None, "live"),
    ],
)
def test_an_answer_says_what_it_lacks_when_one_source_is_lost(
    town: World, lost: int, later_s: int, question: tuple[str, Mapping[str, Any]], code: str | None, told: str
) -> None:
    answer = ask(lose(town, lost, later_s=later_s), question[0], **question[1])
    assert answer.status.get("code") == code
    assert told in answer.structured["text"]


def test_a_source_without_alerts_is_not_awaited(tmp_path: Path) -> None:
    answer = ask(open_town(tmp_path, live=list_live()[:2]), "get_alerts", language="en")
    assert answer.status["code"] == "no-alert-data"
