"""The documented way to ask: one POST without a first word, answered by one event of a stream."""

import asyncio
import json
from typing import Any

import httpx2
import pytest

from stopbell_server.world import World
from tests.server.transit_realtime.goldens import CASES, read
from tests.server.transport.serving import open_http, serve, to_call


def post(square: World, body: dict[str, Any], **headers: str) -> httpx2.Response:
    """Send one request and nothing before it."""

    async def play() -> httpx2.Response:
        async with serve(square, contract="transit_realtime") as url, open_http(**headers) as http:
            return await http.post(url, json=body)

    return asyncio.run(play())


def to_result(response: httpx2.Response) -> Any:
    """Take the result out of the one event."""
    event, data = response.text.strip().split("\r\n")
    assert event == "event: message"
    return json.loads(data.removeprefix("data: "))["result"]


@pytest.mark.parametrize("name", ["stop-realtime", "search", "trip-direct", "route-static", "nearby-vehicles"])
def test_a_call_without_initialize_is_answered_by_one_event(square: World, name: str) -> None:
    tool, arguments = CASES[name]
    response = post(square, to_call(tool, **arguments))
    assert (response.status_code, response.headers["content-type"]) == (200, "text/event-stream")
    result = to_result(response)
    golden = read(name)
    assert result["content"] == [{"type": "text", "text": golden["text"]["en"]}]
    assert result["structuredContent"] == golden["structuredContent"]


@pytest.mark.parametrize("accept", ["application/json", "text/event-stream"])
def test_a_client_that_does_not_take_both_kinds_is_refused(square: World, accept: str) -> None:
    assert post(square, to_call("get_stop_realtime", stop_id=61), accept=accept).status_code == 406


def test_the_summary_is_in_the_language_that_the_client_accepts(square: World) -> None:
    response = post(square, to_call("get_stop_realtime", stop_id=61), accept_language="uk-UA,uk;q=0.9")
    golden = read("stop-realtime")
    assert to_result(response)["content"][0]["text"] == golden["text"]["uk"]
    assert to_result(response)["structuredContent"] == golden["structuredContent"]


def test_a_refused_question_is_marked_as_an_error(square: World) -> None:
    result = to_result(post(square, to_call("get_stop_realtime", stop_id=9999)))
    assert result["isError"] is True
    assert "structuredContent" not in result
