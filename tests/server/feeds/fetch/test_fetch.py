"""Fetching into memory: what is asked, what is taken, and what is refused, over a real loopback server."""

import asyncio
import gzip
import zlib
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell_server.domain.clock import FrozenClock
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.feeds.fetch import LIVE_LIMITS, Fetched, Fetcher, FetchFailed, FetchLimits, Key, Source, Validators
from tests.loopback import Answer, Loopback, answer, answer_in_turn, answer_to_validators, stay_silent

NOW = datetime(2026, 9, 5, 12, tzinfo=UTC)
SECRET = "8c1f-secret"


def run(
    answers: dict[str, Answer],
    act: Callable[[Fetcher, Loopback], Awaitable[object]],
    environment: dict[str, str] | None = None,
) -> Loopback:
    """Let something happen between a Fetcher and a loopback server, and give the server with its requests."""

    async def play() -> Loopback:
        async with Loopback(answers) as server, Fetcher(FrozenClock(NOW), environment or {}) as fetcher:
            await act(fetcher, server)
            return server

    return asyncio.run(play())


def fetch(reply: Answer, *, keys: tuple[Key, ...] = (), limits: FetchLimits = LIVE_LIMITS) -> Fetched:
    """Fetch one answer."""
    found: list[Fetched] = []

    async def act(fetcher: Fetcher, server: Loopback) -> None:
        source = Source(f"{server.address}/live", keys)
        found.append(await fetcher.fetch(source, limits=limits))

    run({"/live": reply}, act, {"CITY_KEY": SECRET})
    return found[0]


def refuse(reply: Answer, **given: object) -> FetchFailed:
    """Fetch one answer that is not taken."""
    with pytest.raises(FetchFailed) as refused:
        fetch(reply, **given)
    return refused.value


def test_the_body_is_given_as_it_is() -> None:
    assert fetch(answer(b"\x0a\x00bytes")) == Fetched(b"\x0a\x00bytes", Validators())


def test_this_machines_own_servers_are_not_asked_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    assert fetch(answer(b"own")).payload == b"own"


def test_the_program_says_who_it_is() -> None:
    async def act(fetcher: Fetcher, server: Loopback) -> None:
        await fetcher.fetch(Source(f"{server.address}/live"))

    (request,) = run({"/live": answer()}, act).requests
    assert request.headers["user-agent"].startswith("stopbell/0.")


def test_what_has_not_changed_is_not_sent_again() -> None:
    found: list[Fetched] = []

    async def act(fetcher: Fetcher, server: Loopback) -> None:
        source = Source(f"{server.address}/live")
        first = await fetcher.fetch(source)
        found.extend((first, await fetcher.fetch(source, first.validators)))

    day = "Sat, 05 Sep 2026 11:00:00 GMT"
    run({"/live": answer_to_validators(b"feed", ETag='"a1"', Last_Modified=day)}, act)
    validators = Validators('"a1"', day)
    assert found == [Fetched(b"feed", validators), Fetched(None, validators)]


def test_not_modified_without_having_asked_is_a_failure() -> None:
    assert "304" in str(refuse(answer(status="304 Not Modified")))


@pytest.mark.parametrize(
    ("packing", "body"),
    [
        ("gzip", gzip.compress(b"feed", mtime=0)),
        ("x-gzip", gzip.compress(b"feed", mtime=0)),
        ("deflate", zlib.compress(b"feed")),
    ],
)
def test_a_packed_answer_is_unpacked(packing: str, body: bytes) -> None:
    assert fetch(answer(body, Content_Encoding=packing)).payload == b"feed"


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (answer(status="500 Internal Server Error"), "status 500"),
        (answer(b"feed", status="206 Partial Content"), "status 206"),
        (answer(status="404 Not Found"), "check the address"),
        (answer(status="401 Unauthorized"), "it may want a key"),
        (answer(b"feed", Content_Length="10"), "broke off"),
        (answer(gzip.compress(b"feed", mtime=0)[:-3], Content_Encoding="gzip"), "cut off"),
        (answer(b"feed", Content_Encoding="gzip"), "damaged"),
        (answer(b"feed", Content_Encoding="br"), "packed as 'br'"),
        (answer(status="302 Found", Location="file:///etc/passwd"), "not on the web"),
        (answer(status="302 Found", Location="ftp://other.example/feed"), "not on the web"),
        (answer(status="302 Found", Location="/live"), "more than 5 times"),
    ],
)
def test_an_answer_that_cannot_be_used_is_refused_with_the_reason(reply: Answer, told: str) -> None:
    assert told in str(refuse(reply))


def test_a_refused_key_is_named_by_its_variable() -> None:
    error = refuse(answer(status="403 Forbidden"), keys=(Key("header", "X-Api-Key", "CITY_KEY"),))
    assert "CITY_KEY" in str(error)
    assert SECRET not in str(error)


def test_more_bytes_than_allowed_are_refused_before_they_are_read() -> None:
    assert "larger than 3 bytes" in str(refuse(answer(b"feed"), limits=FetchLimits(size=3)))


def test_more_bytes_than_announced_are_refused_while_they_are_read() -> None:
    async def drip(request: object, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        for _ in range(1000):
            writer.write(b"feed")
            await writer.drain()

    assert "larger than 100 bytes" in str(refuse(drip, limits=FetchLimits(size=100)))


def test_a_bomb_is_refused_while_it_unpacks() -> None:
    bomb = gzip.compress(bytes(30_000_000))
    assert "more than 1000000 bytes" in str(
        refuse(answer(bomb, Content_Encoding="gzip"), limits=FetchLimits(size=1_000_000))
    )


def test_a_server_that_sends_a_byte_and_no_more_is_given_up() -> None:
    assert "within 0.2 s" in str(refuse(stay_silent, limits=FetchLimits(total_s=0.2)))


def test_a_server_that_drips_does_not_get_longer() -> None:
    async def drip(_: object, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
        while True:
            writer.write(b"x")
            await writer.drain()
            await asyncio.sleep(0)

    limits = FetchLimits(total_s=0.2, silence_s=10, size=1 << 30)
    assert "within 0.2 s" in str(refuse(drip, limits=limits))


def test_nobody_there_is_said_plainly() -> None:
    async def act(fetcher: Fetcher, server: Loopback) -> None:
        await fetcher.fetch(Source("http://127.0.0.1:9/live?key=abc"))

    with pytest.raises(FetchFailed, match=r"^http://127.0.0.1:9/live: cannot be reached"):
        run({}, act)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"])
def test_a_redirect_on_the_same_server_is_followed_with_its_keys(status: str) -> None:
    async def act(fetcher: Fetcher, server: Loopback) -> None:
        keys = (Key("header", "X-Api-Key", "CITY_KEY"),)
        assert (await fetcher.fetch(Source(f"{server.address}/live", keys))).payload == b"feed"

    server = run(
        {"/live": answer(status=status, Location="/moved"), "/moved": answer(b"feed")}, act, {"CITY_KEY": SECRET}
    )
    assert [request.headers.get("x-api-key") for request in server.requests] == [SECRET, SECRET]


def test_a_redirect_to_another_server_does_not_take_the_keys_along() -> None:
    async def act(fetcher: Fetcher, server: Loopback) -> None:
        async with Loopback({"/moved": answer(b"feed")}) as other:
            server.answers["/live"] = answer(status="302 Found", Location=f"{other.address}/moved")
            user = server.address.replace("://", "://rider:pass@")
            keys = (Key("header", "X-Api-Key", "CITY_KEY"),)
            assert (await fetcher.fetch(Source(f"{user}/live", keys))).payload == b"feed"
            (request,) = other.requests
            assert not {"x-api-key", "authorization"} & request.headers.keys()

    (first,) = run({}, act, {"CITY_KEY": SECRET}).requests
    assert (first.headers["x-api-key"], "authorization" in first.headers) == (SECRET, True)


def test_keys_come_from_the_environment_into_header_and_query() -> None:
    async def act(fetcher: Fetcher, server: Loopback) -> None:
        keys = (Key("header", "X-Api-Key", "CITY_KEY"), Key("parameter", "token", "CITY_KEY"))
        await fetcher.fetch(Source(f"{server.address}/live?agency=city", keys))

    (request,) = run({"/live": answer()}, act, {"CITY_KEY": f" {SECRET}\n"}).requests
    assert request.headers["x-api-key"] == SECRET
    assert request.path == f"/live?agency=city&token={SECRET}"


@pytest.mark.parametrize(
    ("environment", "told"), [({}, "CITY_KEY is not set"), ({"CITY_KEY": "a\x00b"}, "CITY_KEY holds signs")]
)
def test_a_key_that_is_missing_or_damaged_is_named_and_never_shown(environment: dict[str, str], told: str) -> None:
    async def act(fetcher: Fetcher, server: Loopback) -> None:
        await fetcher.fetch(Source(f"{server.address}/live", (Key("header", "X-Api-Key", "CITY_KEY"),)))

    with pytest.raises(SettingsInvalid, match=told) as refused:
        run({"/live": answer()}, act, environment)
    assert "a\x00b" not in str(refused.value)


def test_no_message_and_no_log_shows_a_key(caplog: pytest.LogCaptureFixture) -> None:
    for name in (None, "httpx", "httpcore"):
        caplog.set_level(0, logger=name)

    async def act(fetcher: Fetcher, server: Loopback) -> None:
        user = server.address.replace("://", f"://rider:{SECRET}@")
        keys = (Key("header", "X-Api-Key", "CITY_KEY"), Key("parameter", "token", "CITY_KEY"))
        for path in ("live", "away", "gone"):
            with pytest.raises(FetchFailed) as refused:
                await fetcher.fetch(Source(f"{user}/{path}?key={SECRET}#{SECRET}", keys))
            assert str(refused.value).startswith(f"{server.address}/{path}: ")
            assert SECRET not in str(refused.value)

    location = f"http://rider:{SECRET}@127.0.0.1:9/x?key={SECRET}"
    run(
        {"/live": answer(status="500 Oops"), "/away": answer(status="302 Found", Location=location)},
        act,
        {"CITY_KEY": SECRET},
    )
    assert "/live" in caplog.text
    assert SECRET not in caplog.text


@pytest.mark.parametrize(
    ("retry_after", "seconds"),
    [
        ("120", 120),
        ("Sat, 05 Sep 2026 12:01:00 GMT", 60),
        ("Sat, 05 Sep 2026 11:00:00 GMT", 0),
        ("999999999999", 3600),
        ("Sat, 05 Sep 2026 23:00:00 GMT", 3600),
        ("soon", None),
        ("", None),
    ],
)
def test_the_wait_that_a_server_asks_for_is_known(retry_after: str, seconds: float | None) -> None:
    error = refuse(answer(status="503 Busy", Retry_After=retry_after))
    assert error.retry_after_s == seconds


def test_a_connection_is_used_again_after_a_failure() -> None:
    async def act(fetcher: Fetcher, server: Loopback) -> None:
        source = Source(f"{server.address}/live")
        with pytest.raises(FetchFailed):
            await fetcher.fetch(source)
        assert (await fetcher.fetch(source)).payload == b"feed"

    run({"/live": answer_in_turn(answer(status="500 Oops"), answer(b"feed"))}, act)


def test_a_file_is_read_and_known_again(tmp_path: Path) -> None:
    path = tmp_path / "live feed.pb"
    path.write_bytes(b"feed")
    found: list[Fetched] = []

    async def act(fetcher: Fetcher, _: Loopback) -> None:
        first = await fetcher.fetch(Source(str(path)))
        found.extend((first, await fetcher.fetch(Source(path.as_uri()), first.validators)))
        path.write_bytes(b"newer feed")
        found.append(await fetcher.fetch(Source(str(path)), first.validators))

    run({}, act)
    assert [fetched.payload for fetched in found] == [b"feed", None, b"newer feed"]


@pytest.mark.parametrize(
    ("location", "told"),
    [
        ("{folder}/missing.pb", "cannot be read"),
        ("{folder}", "not a plain file"),
        ("{folder}/feed.pb", "larger than 3 bytes"),
        ("ftp://rider:pass@city.example/feed?key=1", "ftp://city.example/feed: ftp addresses are not fetched"),
        ("https://", "cannot be fetched|cannot stand in a request|cannot be reached"),
        ("http://a b.example/\x00", "not an address"),
        ("http://[bad/feed?key=1", r"^http://\.\.\.: "),
    ],
)
def test_a_source_that_cannot_be_read_says_why(tmp_path: Path, location: str, told: str) -> None:
    (tmp_path / "feed.pb").write_bytes(b"feed")

    async def act(fetcher: Fetcher, _: Loopback) -> None:
        await fetcher.fetch(Source(location.format(folder=tmp_path)), limits=FetchLimits(size=3))

    with pytest.raises(FetchFailed, match=told):
        run({}, act)
