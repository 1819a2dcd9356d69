"""Bytes of strangers: whatever is sent, the next client is answered, and no failure of ours shows."""

import asyncio
import json
import logging
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.world import World
from tests.server.transport.serving import open_http, serve, to_call

HEAD = (
    b"POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nAccept: */*\r\nConnection: close\r\n"
)

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
messages = st.fixed_dictionaries(
    {"jsonrpc": st.just("2.0") | json_values, "method": st.sampled_from(["tools/call", "resources/read"]) | st.text()},
    optional={"id": json_values, "params": json_values},
)
requests = (
    st.binary(max_size=200)
    | st.binary(max_size=200).map(lambda body: HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body)
    | messages.map(lambda message: json.dumps(message).encode()).map(
        lambda body: HEAD + b"Content-Length: %d\r\n\r\n" % len(body) + body
    )
    | st.binary(max_size=60).map(lambda value: HEAD + b"Authorization: " + value + b"\r\nContent-Length: 0\r\n\r\n")
    | st.binary(max_size=60).map(lambda value: b"GET " + value + b" HTTP/1.1\r\nHost: " + value + b"\r\n\r\n")
)


async def throw(url: str, payload: bytes) -> bytes:
    """Send bytes, say that there are no more, and give what comes back."""
    host, port = url.split("/")[2].split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(payload)
    writer.write_eof()
    try:
        async with asyncio.timeout(20):
            return await reader.read()
    except ConnectionError:
        return b""
    finally:
        writer.close()


@settings(deadline=None, max_examples=15)
@given(st.lists(requests, min_size=1, max_size=6))
def test_after_any_bytes_the_next_client_is_answered(town: World, payloads: list[bytes]) -> None:
    async def play() -> int:
        async with serve(town) as url, open_http() as http:
            answers = await asyncio.gather(*(throw(url, payload) for payload in payloads))
            assert not [one for one in answers if b" 500 " in one[:16] or b"Traceback" in one]
            return (await http.post(url, json=to_call("get_alerts"))).status_code

    assert asyncio.run(play()) == 200


@pytest.mark.parametrize(
    "payload",
    [
        HEAD + b"Content-Length: 1000\r\n\r\nshort",
        HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        HEAD + b"Content-Length: -1\r\n\r\n",
        HEAD + b"Host: evil.example\r\nContent-Length: 2\r\n\r\n{}",
        b"POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}",
        b"POST http://evil.example/mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n{}",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        HEAD + b"X: " + b"y" * 100_000 + b"\r\n\r\n",
    ],
)
def test_a_broken_request_is_refused_and_logged_without_a_traceback(
    town: World, payload: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> bytes:
        async with serve(town) as url:
            return await throw(url, payload)

    with caplog.at_level(logging.WARNING):
        answer = asyncio.run(play())
    assert answer == b"" or answer.startswith(b"HTTP/1.1 4")
    assert not [record for record in caplog.records if record.exc_info]
