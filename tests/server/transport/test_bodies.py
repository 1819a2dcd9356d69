"""Bodies of requests: handed on byte for byte within the limits, never beyond."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from starlette.types import Message, Receive

from stopbell_server.transport.bodies import Incoming, read_body
from stopbell_server.transport.refused import RefusedError


def send(parts: list[bytes], *, leaves: bool = False) -> Receive:
    """Give the messages of a body in parts; with `leaves` the client goes away before the end."""
    messages: list[Message] = [
        {"type": "http.request", "body": part, "more_body": leaves or number < len(parts) - 1}
        for number, part in enumerate(parts)
    ]

    async def receive() -> Message:
        return messages.pop(0) if messages else {"type": "http.disconnect"}

    return receive


@settings(deadline=None)
@given(st.lists(st.binary(max_size=50), min_size=1, max_size=8), st.booleans())
def test_a_body_is_handed_on_whole_or_refused(parts: list[bytes], leaves: bool) -> None:
    async def play() -> tuple[bytes, str]:
        received = await read_body(send(parts, leaves=leaves), None, most_bytes=100, most_s=5)
        first, second = await received(), await received()
        assert first["more_body"] is False
        return first["body"], second["type"]

    body = b"".join(parts)
    if len(body) > 100:
        with pytest.raises(RefusedError) as caught:
            asyncio.run(play())
        assert caught.value.status == 413
    else:
        assert asyncio.run(play()) == (body, "http.disconnect")


def test_a_body_that_says_it_is_too_large_is_not_read() -> None:
    async def never() -> Message:
        raise AssertionError("it was read")

    with pytest.raises(RefusedError, match="too large"):
        asyncio.run(read_body(never, "101", most_bytes=100, most_s=5))


def test_a_body_that_does_not_come_is_not_waited_for() -> None:
    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError

    with pytest.raises(RefusedError, match=r"within 0\.01 seconds") as caught:
        asyncio.run(read_body(never, None, most_bytes=100, most_s=0.01))
    assert caught.value.status == 408


def test_what_is_left_is_read_up_to_a_limit_and_forgotten() -> None:
    async def play(most_bytes: int) -> Message:
        incoming = Incoming(send([b"12345"] * 10))
        await incoming.drain(most_bytes, 5)
        return await incoming.receive()

    assert asyncio.run(play(1000))["type"] == "http.disconnect"
    assert asyncio.run(play(12))["type"] == "http.request"
