"""A download whose connection breaks: it goes on where that is sure to be right, else begins again, and ends whole."""

import asyncio
import gzip
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell_server.domain.clock import FrozenClock
from stopbell_server.feeds.fetch import LIVE_LIMITS, Downloaded, Fetcher, FetchFailed, FetchLimits, Source
from tests.loopback import Answer, Loopback, Request, answer, answer_in_turn

NOW = datetime(2026, 9, 5, 12, tzinfo=UTC)
BODY = bytes(range(256)) * 400
OTHER = BODY[::-1]
HALF = len(BODY) // 2


def send(body: bytes, upto: int | None = None, status: str = "200 OK", **headers: str) -> Answer:
    """Promise a body and send it up to a point."""
    return answer(body[:upto], status, Content_Length=str(len(body)), **headers)


def send_rest(
    body: bytes,
    start: int = HALF,
    *,
    upto: int | None = None,
    said: int | None = None,
    total: str | None = None,
    **headers: str,
) -> Answer:
    """Send what comes after `start`; `said` and `total` are what Content-Range claims."""
    place = f"bytes {start if said is None else said}-{len(body) - 1}/{total or len(body)}"
    return send(body[start:], upto, "206 Partial Content", Content_Range=place, **headers)


@dataclass
class Outcome:
    """What a download gave, and what it asked for on the way."""

    ranges: list[str | None] = field(default_factory=list)
    found: Downloaded | None = None
    content: bytes = b""


def download(folder: Path, *answers: Answer, limits: FetchLimits = LIVE_LIMITS) -> Outcome:
    outcome = Outcome()

    async def play() -> None:
        server = Loopback({"/feed.zip": answer_in_turn(*answers)})
        async with server, Fetcher(FrozenClock(NOW), {}) as fetcher:
            try:
                source = Source(f"{server.address}/feed.zip")
                outcome.found = await fetcher.download(source, folder / "feed.zip", limits=limits)
            finally:
                outcome.ranges += [request.headers.get("range") for request in server.requests]

    asyncio.run(play())
    outcome.content = (folder / "feed.zip").read_bytes()
    return outcome


REST = f"bytes={HALF}-"


@pytest.mark.parametrize(
    ("answers", "ranges", "content"),
    [
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), send_rest(BODY, ETag='"a"')], [None, REST], BODY, id="the rest is sent"
        ),
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), send_rest(BODY, upto=99, ETag='"a"'), send_rest(BODY, HALF + 99)],
            [None, REST, f"bytes={HALF + 99}-"],
            BODY,
            id="it breaks twice",
        ),
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), send_rest(BODY, total="*")], [None, REST], BODY, id="the total is not known"
        ),
        pytest.param([send(BODY, HALF, ETag='"a"'), send(BODY, ETag='"a"')], [None, REST], BODY, id="no ranges"),
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), send(OTHER, ETag='"b"')], [None, REST], OTHER, id="changed meanwhile"
        ),
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), send_rest(OTHER, ETag='"b"'), send(OTHER, ETag='"b"')],
            [None, REST, None],
            OTHER,
            id="the rest of another version",
        ),
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), send_rest(BODY, said=HALF + 1), send(BODY)],
            [None, REST, None],
            BODY,
            id="another part than asked for",
        ),
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), send_rest(BODY, total="7"), send(BODY)],
            [None, REST, None],
            BODY,
            id="another total",
        ),
        pytest.param(
            [send(BODY, HALF, ETag='"a"'), answer(status="416 Range Not Satisfiable"), send(BODY)],
            [None, REST, None],
            BODY,
            id="no such part",
        ),
        pytest.param([send(BODY, HALF, ETag='W/"a"'), send(BODY)], [None, None], BODY, id="a weak mark"),
        pytest.param([send(BODY, HALF), send(BODY)], [None, None], BODY, id="no mark"),
        pytest.param(
            [send(gzip.compress(BODY), 200, ETag='"a"', Content_Encoding="gzip"), send(BODY)],
            [None, None],
            BODY,
            id="packed on the way",
        ),
    ],
)
def test_a_download_that_breaks_ends_whole(
    tmp_path: Path, answers: Sequence[Answer], ranges: list[str | None], content: bytes
) -> None:
    outcome = download(tmp_path, *answers)
    assert outcome.content == content
    assert outcome.ranges == ranges
    assert outcome.found is not None
    assert outcome.found.size == len(content)
    assert [path.name for path in tmp_path.iterdir()] == ["feed.zip"]


def test_a_download_that_breaks_again_and_again_is_given_up(tmp_path: Path) -> None:
    (tmp_path / "feed.zip").write_bytes(b"old")
    with pytest.raises(FetchFailed, match="broke off before the end; try again later"):
        download(tmp_path, send(BODY, HALF), limits=FetchLimits(breaks=2))
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {"feed.zip": b"old"}


def test_a_download_goes_on_after_a_silence_too(tmp_path: Path) -> None:
    async def fall_silent(request: Request, writer: asyncio.StreamWriter) -> None:
        await send(BODY, HALF, ETag='"a"')(request, writer)
        await asyncio.Event().wait()

    outcome = download(tmp_path, fall_silent, send_rest(BODY), limits=FetchLimits(silence_s=0.2))
    assert (outcome.content, outcome.ranges) == (BODY, [None, REST])


def test_parts_together_are_held_to_the_size_limit(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed, match="larger than"):
        download(
            tmp_path,
            send(BODY, HALF, ETag='"a"'),
            send_rest(BODY + BODY, total="*", ETag='"a"'),
            limits=FetchLimits(size=len(BODY) + 5),
        )
    assert list(tmp_path.iterdir()) == []
