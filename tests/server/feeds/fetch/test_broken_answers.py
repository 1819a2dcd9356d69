"""Servers in trouble, one by one: each ends in one sentence that names the source, the cause and what to do."""

import asyncio
import gzip
import socket
import ssl
import zlib
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.domain.clock import FrozenClock
from stopbell_server.feeds.fetch import LIVE_LIMITS, Fetcher, FetchFailed, FetchLimits, Key, Source
from stopbell_server.feeds.fetch.remote import find_retry_after
from tests.certificates import make_certificate
from tests.loopback import Answer, Loopback, Request, answer

NOW = datetime(2026, 9, 5, 12, tzinfo=UTC)


def send_raw(text: str) -> Answer:
    """Send these very bytes and close."""

    async def write(_: Request, writer: asyncio.StreamWriter) -> None:
        writer.write(text.encode("latin-1"))
        await writer.drain()

    return write


def send_chunks(text: str) -> Answer:
    return send_raw(f"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n{text}")


async def fall_silent_at_once(_: Request, __: asyncio.StreamWriter) -> None:
    await asyncio.Event().wait()


def fetch(reply: Answer, limits: FetchLimits = LIVE_LIMITS) -> bytes | None:
    async def play() -> bytes | None:
        async with Loopback({"/live": reply}) as server, Fetcher(FrozenClock(NOW), {}) as fetcher:
            return (await fetcher.fetch(Source(f"{server.address}/live?key=s3cret"), limits=limits)).payload

    return asyncio.run(play())


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        pytest.param(send_chunks("4\r\nfeed\r\n"), "broke off", id="no last chunk"),
        pytest.param(send_chunks("9\r\nfeed"), "broke off", id="a chunk cut short"),
        pytest.param(send_chunks("zz\r\nfeed\r\n0\r\n\r\n"), "broke off", id="a chunk without a size"),
        pytest.param(send_raw(""), "broke off", id="nothing at all"),
        pytest.param(send_raw("HTTP/1.1 200 OK\r\nContent-Le"), "broke off", id="half a header"),
        pytest.param(send_raw("SSH-2.0-OpenSSH_9\r\n\r\n"), "broke off", id="another protocol"),
        pytest.param(
            send_raw("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\nfeed"), "broke off", id="a negative length"
        ),
        pytest.param(answer(zlib.compress(b"feed")[:-2], Content_Encoding="deflate"), "cut off", id="half deflated"),
        pytest.param(answer(gzip.compress(b"feed"), Content_Encoding="gzip, gzip"), "packed as", id="packed twice"),
        pytest.param(
            answer(status="429 Too Many", Retry_After="90"), "too often (status 429); try again in 90 s", id="429"
        ),
        pytest.param(answer(status="503 Busy"), "in trouble (status 503); try again later", id="503"),
        pytest.param(answer(status="418 Teapot"), "status 418; check the address", id="418"),
        pytest.param(answer(status="302 Found"), "redirects more than", id="a redirect to nowhere"),
        pytest.param(
            answer(status="302 Found", Location="http://city.example:port/"),
            "no address",
            id="a redirect to no address",
        ),
    ],
)
def test_a_broken_answer_is_told_with_its_remedy(reply: Answer, told: str) -> None:
    with pytest.raises(FetchFailed) as refused:
        fetch(reply)
    assert told in str(refused.value)
    assert "s3cret" not in str(refused.value)


@pytest.mark.parametrize("body", [b"", b"feed"], ids=["empty", "some"])
def test_a_body_in_chunks_is_whole_at_its_last_chunk(body: bytes) -> None:
    chunk = f"{len(body):x}\r\n{body.decode()}\r\n" if body else ""
    assert fetch(send_chunks(f"{chunk}0\r\n\r\n")) == body


def test_deflate_without_its_wrapping_is_taken_too() -> None:
    packer = zlib.compressobj(wbits=-15)
    body = packer.compress(b"feed") + packer.flush()
    assert fetch(answer(body, Content_Encoding="deflate")) == b"feed"


@pytest.mark.parametrize("kind", ["gzip", "deflate"])
def test_a_bomb_ends_at_the_limit(kind: str) -> None:
    bomb = bytes(20_000_000)
    packed = gzip.compress(bomb) if kind == "gzip" else zlib.compress(bomb)
    with pytest.raises(FetchFailed, match="unpacks to more than 100000 bytes"):
        fetch(answer(packed, Content_Encoding=kind), FetchLimits(size=100_000))


def test_a_server_that_says_nothing_is_given_up_after_the_silence() -> None:
    with pytest.raises(FetchFailed, match="no answer in time; try again later"):
        fetch(fall_silent_at_once, FetchLimits(silence_s=0.1, total_s=60))


def test_a_server_that_takes_nobody_in_is_given_up_after_the_wait_for_a_connection() -> None:
    async def play() -> None:
        with socket.create_server(("127.0.0.1", 0), backlog=0) as full:
            address = full.getsockname()
            waiting = [socket.socket() for _ in range(8)]
            for one in waiting:
                one.setblocking(False)
                one.connect_ex(address)
            try:
                async with Fetcher(FrozenClock(NOW), {}) as fetcher:
                    limits = FetchLimits(connect_s=0.2, total_s=60)
                    await fetcher.fetch(Source(f"http://127.0.0.1:{address[1]}/live"), limits=limits)
            finally:
                for one in waiting:
                    one.close()

    with pytest.raises(FetchFailed, match="no connection in time; check the network"):
        asyncio.run(play())


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("0", 0),
        ("120.5", None),
        ("-5", None),
        ("١٢", None),
        ("Sat, 05 Sep 2026 12:01:00 -0000", None),
        ("Sat, 05 Sep 2026 14:01:00 +0200", 60),
        ("Saturday, 05-Sep-26 12:01:00 GMT", 60),
        ("Sat, 05 Sep 99999999999999999999 12:00:00 GMT", None),
    ],
)
def test_a_wait_is_understood_or_left(text: str, seconds: float | None) -> None:
    assert find_retry_after(text, NOW) == seconds


@settings(deadline=None, max_examples=60)
@given(
    st.text(max_size=40) | st.from_regex(r"\A[A-Z][a-z]{2}, \d{1,4} [A-Z][a-z]{2} \d{1,9} \d+:\d+:\d+ [+-]?\w{2,5}\Z")
)
def test_no_text_makes_a_wait_beyond_an_hour_or_a_failure(text: str) -> None:
    found = find_retry_after(text, NOW)
    assert found is None or 0 <= found <= 3600


def fetch_encrypted(
    folder: Path, answers: Mapping[str, Answer], monkeypatch: pytest.MonkeyPatch, *, trusted: bool
) -> Loopback:
    certificate, key = make_certificate(folder)
    if trusted:
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(certificate, key)
    server = Loopback(dict(answers), encryption=context)

    async def play() -> None:
        async with server, Fetcher(FrozenClock(NOW), {"CITY_KEY": "s3cret"}) as fetcher:
            keys = (Key("header", "X-Api-Key", "CITY_KEY"), Key("parameter", "token", "CITY_KEY"))
            address = server.address.replace("http://127.0.0.1", "https://localhost")
            await fetcher.fetch(Source(f"{address}/live", keys))

    asyncio.run(play())
    return server


def test_a_key_is_never_taken_from_an_encrypted_address_to_an_open_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    down = answer(status="302 Found", Location="http://localhost:9/live?again=1")
    with pytest.raises(
        FetchFailed, match="redirects to http://localhost:9/live without encryption; it is not followed"
    ):
        fetch_encrypted(tmp_path, {"/live": down}, monkeypatch, trusted=True)


def test_a_redirect_to_an_encrypted_address_of_the_same_server_is_followed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    replies = {"/live": answer(status="307 Temporary", Location="/moved"), "/moved": answer(b"feed")}
    server = fetch_encrypted(tmp_path, replies, monkeypatch, trusted=True)
    assert [request.headers["x-api-key"] for request in server.requests] == ["s3cret", "s3cret"]


def test_a_certificate_that_nobody_vouches_for_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(FetchFailed, match="certificate cannot be trusted"):
        fetch_encrypted(tmp_path, {"/live": answer(b"feed")}, monkeypatch, trusted=False)
