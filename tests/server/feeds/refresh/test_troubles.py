"""A live source that worked and is in trouble, over real HTTP: what stays, what is told, and when it is asked again."""

import asyncio
import gzip
from dataclasses import dataclass
from datetime import timedelta

import pytest

from stopbell_server.feeds.fetch import Fetcher, Source
from stopbell_server.feeds.realtime import FeedSnapshot
from stopbell_server.feeds.refresh import Pace, Refresher
from tests.loopback import Answer, Loopback, answer, answer_in_turn
from tests.realtimetext import make_updates, update
from tests.server.feeds.refresh.test_refresher import START, STORE, Timeline, list_trips

GOOD = make_updates(header=START, entities=[update("t1")])
NEWER = make_updates(header=START + timedelta(seconds=30), entities=[update("t2")])
EARLIER = make_updates(header=START - timedelta(seconds=20), entities=[update("t2")])
MARK = '"a"'


@dataclass
class After:
    """What is known after the trouble and after the fetch that follows it."""

    during: FeedSnapshot
    later: FeedSnapshot
    waits: list[float]
    marks: list[str | None]
    """If-None-Match of every request."""


def meet(trouble: Answer) -> After:
    """Fetch a good payload, meet the trouble, then fetch a newer payload; chance is always in the middle."""
    snapshots: list[FeedSnapshot] = []

    async def play() -> After:
        timeline = Timeline(3)
        replies = answer_in_turn(answer(GOOD, ETag=MARK), trouble, answer(NEWER))
        async with Loopback({"/live": replies}) as server, Fetcher(timeline, {}) as fetcher:
            refresher = Refresher(
                [Source(f"{server.address}/live")],
                fetcher,
                lambda: STORE,
                timeline,
                on_snapshot=snapshots.append,
                pace=Pace(interval_s=30),
                draw=lambda: 0.75,
                sleep=timeline.sleep,
            )
            async with refresher:
                running = asyncio.create_task(refresher.run())
                await asyncio.wait_for(timeline.is_over.wait(), 20)
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)
            marks = [request.headers.get("if-none-match") for request in server.requests]
        return After(snapshots[1], snapshots[2], timeline.waits, marks)

    return asyncio.run(play())


STEADY_S, AFTER_FAILURE_S = 31.5, 45
"""Between good fetches, and after one failure; see `Pace`."""


@pytest.mark.parametrize(
    ("trouble", "told", "wait_s"),
    [
        pytest.param(answer(status="503 Busy"), "status 503", AFTER_FAILURE_S, id="503"),
        pytest.param(answer(status="503 Busy", Retry_After="200"), "try again in 200 s", 200, id="503 with seconds"),
        pytest.param(
            answer(status="429 Too Many", Retry_After="Sat, 05 Sep 2026 12:05:31 GMT"),
            "too often",
            299.5,
            id="429, date",
        ),
        pytest.param(
            answer(status="429 Too Many", Retry_After="2"), "too often", AFTER_FAILURE_S, id="429 for a moment"
        ),
        pytest.param(answer(status="404 Not Found"), "nothing is there", AFTER_FAILURE_S, id="404"),
        pytest.param(answer(NEWER, Content_Length="9999"), "broke off", AFTER_FAILURE_S, id="cut short"),
        pytest.param(answer(NEWER[:-3]), "cut off|ends|damaged", AFTER_FAILURE_S, id="cut before it was sent"),
        pytest.param(
            answer(gzip.compress(NEWER)[:-4], Content_Encoding="gzip"),
            "cut off",
            AFTER_FAILURE_S,
            id="packed, cut short",
        ),
        pytest.param(answer(b"<html>Login</html>"), "web page", AFTER_FAILURE_S, id="a web page"),
        pytest.param(answer(b""), "empty", AFTER_FAILURE_S, id="nothing"),
        pytest.param(answer(EARLIER), "clock went back by 20 s", STEADY_S, id="an earlier header"),
    ],
)
def test_trouble_keeps_the_data_and_its_age_and_is_told(trouble: Answer, told: str, wait_s: float) -> None:
    after = meet(trouble)
    assert list_trips(after.during) == ["t1"]
    assert after.during.updates_time == START
    (source,) = after.during.health.sources
    assert source.retrieved_time == START
    assert source.failure is not None
    assert any(part in source.failure for part in told.split("|")), source.failure
    assert after.waits[1] == pytest.approx(wait_s, abs=1)
    assert list_trips(after.later) == ["t2"]
    assert after.later.health.sources[0].failure is None
    assert after.marks[1] == MARK


@pytest.mark.parametrize(
    "same", [answer(status="304 Not Modified"), answer(GOOD, ETag=MARK), answer(GOOD)], ids=["304", "same", "unmarked"]
)
def test_nothing_new_is_no_trouble_and_makes_nothing_younger(same: Answer) -> None:
    after = meet(same)
    assert after.during.health.sources[0].failure is None
    assert (after.during.updates_time, after.during.health.sources[0].retrieved_time) == (START, START)
    assert after.waits == pytest.approx([STEADY_S] * 3)


def test_a_header_that_goes_back_is_counted() -> None:
    assert meet(answer(EARLIER)).during.health.problems["header-went-backwards"] == 1


def test_what_was_refused_is_asked_for_again_without_its_mark() -> None:
    refused = answer(EARLIER, ETag='"b"')
    assert meet(refused).marks == [None, MARK, None]
