"""The pages for whoever runs the server: alive, ready, and what was counted."""

import asyncio
from dataclasses import replace

import httpx2
import pytest

from stopbell_server.transport.callers import Caller
from stopbell_server.transport.measures import Measures
from stopbell_server.world import World
from tests.server.transport.serving import Tokens, open_http, serve, to_call, to_sentence


def get(world: World, path: str, *, verifier: Tokens | None = None, **headers: str) -> httpx2.Response:
    async def play() -> httpx2.Response:
        async with serve(world, verifier=verifier) as url, open_http(**headers) as http:
            return await http.get(url.removesuffix("/mcp") + path)

    return asyncio.run(play())


def test_a_server_with_feeds_is_alive_and_ready_under_any_name(town: World) -> None:
    verifier = Tokens()
    told = [get(town, path, verifier=verifier, host="10.1.2.3:8080").text for path in ("/healthz", "/readyz")]
    assert told == ["alive\n", "ready\n"]


def test_a_server_without_feeds_is_alive_and_not_ready(town: World) -> None:
    nowhere = replace(town, feeds=())
    assert get(nowhere, "/healthz").status_code == 200
    assert (get(nowhere, "/readyz").status_code, get(nowhere, "/readyz").text) == (503, "no feed is loaded\n")


def test_another_page_is_not_there(town: World) -> None:
    response = get(town, "/admin")
    assert (response.status_code, to_sentence(response)) == (
        404,
        "There is nothing here; the protocol is spoken at /mcp.",
    )


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"authorization": "Bearer desk"}, 403),
        ({"authorization": "Bearer watch"}, 200),
        ({"authorization": "Bearer watch", "host": "evil.example"}, 421),
    ],
)
def test_metrics_are_for_tokens_that_may_read_them(town: World, headers: dict[str, str], status: int) -> None:
    verifier = Tokens({"desk": Caller("desk"), "watch": Caller("watch", frozenset(), may_measure=True)})
    assert get(town, "/metrics", verifier=verifier, **headers).status_code == status


def test_metrics_count_answers_refusals_and_the_age_of_live_data(town: World) -> None:
    async def play() -> httpx2.Response:
        async with serve(town) as url, open_http() as http:
            await http.post(url, json=to_call("get_arrivals", stop="town:b1"))
            await http.post(url, json=to_call("get_arrivals", stop="nowhere at all"))
            await http.post(url, json=to_call('made"up\n'))
            await http.post(url, json=to_call("x") | {"method": 'made"up\n'})
            await http.post(url, json={}, headers={"host": "evil.example"})
            return await http.get(url.removesuffix("/mcp") + "/metrics")

    response = asyncio.run(play())
    lines = response.text.splitlines()
    assert response.headers["content-type"] == "application/openmetrics-text; version=1.0.0; charset=utf-8"
    assert [line for line in lines if line.startswith(("stopbell_answers", "stopbell_ref", "stopbell_feed"))] == [
        'stopbell_answers_total{subject="get_arrivals",outcome="ok"} 1',
        'stopbell_answers_total{subject="get_arrivals",outcome="unresolved unknown-stop"} 1',
        'stopbell_answers_total{subject="other",outcome="error -32601"} 1',
        'stopbell_answers_total{subject="tools/call",outcome="error -32602"} 1',
        'stopbell_refusals_total{reason="host"} 1',
        'stopbell_feed_loaded{feed="town"} 1',
    ]
    assert 'stopbell_answer_seconds_count{subject="get_arrivals"} 2' in lines
    assert any(line.startswith('stopbell_live_age_seconds{feed="town"} ') for line in lines)
    assert lines[-1] == "# EOF"


def test_a_bucket_counts_all_that_took_no_longer() -> None:
    measures = Measures()
    for seconds in (0.001, 0.005, 0.02, 60.0):
        measures.count_answer("find_stops", "ok", seconds)

    counts = [
        line.split("} ")[1]
        for line in measures.to_openmetrics(()).splitlines()
        if line.startswith("stopbell_answer_seconds_bucket")
    ]

    assert counts == ["2", "2", "3", "3", "3", "3", "3", "3", "3", "3", "3", "4"]
