"""Whatever bytes come in place of a stream: an answer or a named trouble, and nothing else."""

import asyncio
from contextlib import aclosing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell.brains.claude.door import Door, Event, Finished
from stopbell.brains.claude.settings import ClaudeSettings, Key, Limits
from stopbell.brains.companion import CompanionError, Trouble
from tests.modelserver.events import make_events
from tests.modelserver.script import Call, ModelAnswer
from tests.modelserver.server import KEY, ModelServer

REQUEST = {"max_tokens": 10, "messages": [{"role": "user", "content": [{"type": "text", "text": "x"}]}]}
WHOLE = "".join(
    event.to_bytes().decode()
    for event in make_events(
        ModelAnswer(says="5 to Airport.", calls=[Call(tool="get_arrivals", input={"stop": "a"})]), "m", 1
    )
)


async def ask(answer: ModelAnswer, key: Key | None = None) -> list[Event]:
    async with ModelServer([answer]) as server:
        door = Door(ClaudeSettings(key or Key(KEY), url=server.address, limits=Limits(turn_s=20)))
        try:
            async with aclosing(door.stream(REQUEST)) as events:
                return [event async for event in events]
        finally:
            await door.close()


def name_trouble(answer: ModelAnswer, key: Key | None = None) -> CompanionError:
    with pytest.raises(CompanionError) as caught:
        asyncio.run(ask(answer, key))
    return caught.value


@pytest.mark.parametrize(
    ("answer", "trouble", "is_retryable"),
    [
        (ModelAnswer(status=400, error="invalid_request_error"), Trouble.UNUSABLE, False),
        (ModelAnswer(status=401, error="authentication_error"), Trouble.KEY, False),
        (ModelAnswer(status=403, error="permission_error"), Trouble.KEY, False),
        (ModelAnswer(status=404, error="not_found_error"), Trouble.UNUSABLE, False),
        (ModelAnswer(status=413, error="request_too_large"), Trouble.UNUSABLE, False),
        (ModelAnswer(status=429, error="rate_limit_error"), Trouble.BUSY, True),
        (ModelAnswer(status=500), Trouble.UNREACHABLE, True),
        (ModelAnswer(status=503), Trouble.BUSY, True),
        (ModelAnswer(status=529, error="overloaded_error"), Trouble.BUSY, True),
        (ModelAnswer(says="x" * 20, fails_after=7, error="overloaded_error"), Trouble.BUSY, True),
        (ModelAnswer(says="x" * 20, fails_after=7, error="api_error"), Trouble.UNREACHABLE, True),
        (ModelAnswer(says="x" * 20, ends_after=7), Trouble.UNUSABLE, True),
        (ModelAnswer(says="x" * 20, cut_after=7), Trouble.UNUSABLE, True),
        (ModelAnswer(raw="not a stream"), Trouble.UNUSABLE, True),
    ],
    ids=lambda value: str(value)[:40] if not isinstance(value, ModelAnswer) else f"{value.status} {value.error}",
)
def test_every_fault_has_its_name(answer: ModelAnswer, trouble: Trouble, *, is_retryable: bool) -> None:
    error = name_trouble(answer)
    assert (error.trouble, error.is_retryable) == (trouble, is_retryable)


def test_the_wait_that_is_asked_for_is_told() -> None:
    assert name_trouble(ModelAnswer(status=429, retry_after="7")).retry_after_s == 7
    assert name_trouble(ModelAnswer(status=429, retry_after="Tue, 01 Dec 2026 10:00:00 GMT")).retry_after_s == 0


def test_a_wrong_key_is_in_no_message() -> None:
    error = name_trouble(ModelAnswer(says="x"), Key("wrong-secret"))
    assert error.trouble is Trouble.KEY
    assert "wrong-secret" not in str(error)
    assert error.__cause__ is None


def test_a_token_is_sent_as_one() -> None:
    events = asyncio.run(ask(ModelAnswer(says="Yes."), Key(KEY, is_token=True)))
    assert isinstance(events[-1], Finished)


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_any_damage_to_a_stream_is_an_answer_or_a_named_trouble(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(WHOLE)))
    end = data.draw(st.integers(start, min(len(WHOLE), start + 60)))
    damaged = WHOLE[:start] + data.draw(st.text(max_size=20)) + WHOLE[end:]
    try:
        events = asyncio.run(ask(ModelAnswer(raw=damaged)))
    except CompanionError:
        return
    assert isinstance(events[-1], Finished)
