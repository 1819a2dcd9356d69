"""Fetching into a file: whole under its name, or not there at all."""

import asyncio
import gzip
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell_server.domain.clock import FrozenClock
from stopbell_server.feeds.fetch import (
    LIVE_LIMITS,
    NO_VALIDATORS,
    Downloaded,
    Fetcher,
    FetchFailed,
    FetchLimits,
    Source,
    Validators,
)
from tests.loopback import Answer, Loopback, answer, answer_to_validators, stay_silent

NOW = datetime(2026, 9, 5, 12, tzinfo=UTC)
BODY = bytes(range(256)) * 2000


def download(
    reply: Answer, target: Path, validators: Validators = NO_VALIDATORS, limits: FetchLimits = LIVE_LIMITS
) -> tuple[Downloaded | None, list[tuple[int, int | None]]]:
    told: list[tuple[int, int | None]] = []

    async def play() -> Downloaded | None:
        async with Loopback({"/feed.zip": reply}) as server, Fetcher(FrozenClock(NOW), {}) as fetcher:
            source = Source(f"{server.address}/feed.zip")
            return await fetcher.download(
                source, target, validators, lambda done, total: told.append((done, total)), limits
            )

    return asyncio.run(play()), told


def test_a_file_arrives_whole_and_tells_its_progress(tmp_path: Path) -> None:
    target = tmp_path / "feed.zip"
    found, told = download(answer(BODY, ETag='"z1"'), target)
    assert found == Downloaded(target, len(BODY), Validators('"z1"'))
    assert target.read_bytes() == BODY
    assert told[-1] == (len(BODY), len(BODY))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert list(tmp_path.iterdir()) == [target]


def test_a_packed_file_arrives_unpacked_without_a_total(tmp_path: Path) -> None:
    found, told = download(answer(gzip.compress(BODY), Content_Encoding="gzip"), tmp_path / "feed.zip")
    assert found is not None
    assert (tmp_path / "feed.zip").read_bytes() == BODY
    assert told[-1] == (len(BODY), None)


def test_what_has_not_changed_is_not_fetched(tmp_path: Path) -> None:
    reply = answer_to_validators(BODY, ETag='"z1"')
    assert download(reply, tmp_path / "feed.zip", Validators('"z1"')) == (None, [])
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("reply", "limits"),
    [
        (answer(BODY, Content_Length=str(len(BODY) + 1)), FetchLimits()),
        (answer(BODY), FetchLimits(size=1000)),
        (stay_silent, FetchLimits(total_s=0.2)),
        (answer(status="500 Oops"), FetchLimits()),
    ],
)
def test_a_failure_leaves_nothing_and_keeps_what_was_there(tmp_path: Path, reply: Answer, limits: FetchLimits) -> None:
    target = tmp_path / "feed.zip"
    target.write_bytes(b"old")
    with pytest.raises(FetchFailed):
        download(reply, target, limits=limits)
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_local_file_is_copied(tmp_path: Path) -> None:
    origin = tmp_path / "origin.zip"
    origin.write_bytes(BODY)

    async def play() -> tuple[Downloaded | None, Downloaded | None]:
        async with Fetcher(FrozenClock(NOW), {}) as fetcher:
            first = await fetcher.download(Source(str(origin)), tmp_path / "copy.zip")
            assert first is not None
            return first, await fetcher.download(Source(str(origin)), tmp_path / "again.zip", first.validators)

    first, second = asyncio.run(play())
    assert first is not None
    assert (first.size, second) == (len(BODY), None)
    assert (tmp_path / "copy.zip").read_bytes() == BODY


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(FetchFailed, match="cannot be written"):
        download(answer(BODY), tmp_path / "missing" / "feed.zip")
