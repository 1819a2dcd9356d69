"""What is refused at the door: the status, the sentence, and that nothing behind it was asked."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import httpx2
import pytest

from stopbell_server.domain.clock import FrozenClock
from stopbell_server.transport.addresses import LOOPBACK_NAMES
from stopbell_server.transport.callers import Caller
from stopbell_server.world import World
from tests.server.transport.serving import RULES, Tokens, open_http, serve, to_call, to_sentence
from tests.town import NOON_AT

CALL = to_call("get_arrivals", stop="town:b1")


class Untouched:
    """A source that must not be asked."""

    def current(self) -> World:
        """Fail."""
        raise AssertionError("a refused request came through")


def post(headers: Mapping[str, str], **given: Any) -> httpx2.Response:
    """Send one request that must be refused."""
    verifier = Tokens({"right": Caller("desk")})

    async def play() -> httpx2.Response:
        async with serve(Untouched(), replace(RULES, body_bytes=2000), verifier=verifier) as url, open_http() as http:
            return await http.request(given.pop("method", "POST"), url, headers=dict(headers), **given)

    return asyncio.run(play())


RIGHT = {"authorization": "Bearer right", "content-type": "application/json"}


@pytest.mark.parametrize(
    ("headers", "given", "status", "said"),
    [
        (RIGHT | {"host": "evil.example"}, {"json": CALL}, 421, "'evil.example'; add that name to STOPBELL_HTTP_HOSTS"),
        (RIGHT | {"host": "localhost.evil.example:80"}, {"json": CALL}, 421, "'localhost.evil.example:80'"),
        (RIGHT | {"host": "127.0.0.1@evil.example"}, {"json": CALL}, 421, "is not called"),
        (RIGHT | {"origin": "https://evil.example"}, {"json": CALL}, 403, "STOPBELL_HTTP_ORIGINS"),
        (RIGHT | {"origin": "null"}, {"json": CALL}, 403, "Pages of 'null'"),
        (RIGHT | {"origin": "http://localhost.evil.example"}, {"json": CALL}, 403, "may not ask here"),
        ({}, {"json": CALL}, 401, "Authorization: Bearer TOKEN"),
        ({"authorization": "Bearer wrong"}, {"json": CALL}, 401, "not valid here"),
        ({"authorization": "Basic right"}, {"json": CALL}, 401, "A token is needed"),
        (RIGHT | {"content-type": "text/plain"}, {"content": b"{}"}, 415, "application/json"),
        (RIGHT, {"content": b" " * 2001}, 413, "at most 2000 bytes"),
        (RIGHT, {"content": b" " * 3_000_000}, 413, "at most 2000 bytes"),
        (RIGHT, {"method": "GET"}, 405, "by POST"),
        (RIGHT, {"method": "DELETE"}, 405, "by POST"),
    ],
)
def test_what_does_not_belong_is_refused_with_a_sentence(
    headers: dict[str, str], given: dict[str, Any], status: int, said: str
) -> None:
    response = post(headers, **dict(given))
    assert response.status_code == status
    assert said in to_sentence(response)


def test_a_body_without_a_length_is_counted_as_it_comes() -> None:
    async def trickle() -> Any:
        for _ in range(30):
            yield b" " * 100

    async def play() -> httpx2.Response:
        rules = replace(RULES, body_bytes=2000)
        async with serve(Untouched(), rules) as url, open_http(content_type="application/json") as http:
            return await http.post(url, content=trickle())

    assert asyncio.run(play()).status_code == 413


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9", "[::1]:80", "127.0.0.1", "transit.example:443"])
def test_a_name_of_this_server_is_let_in(town: World, host: str) -> None:
    async def play() -> int:
        rules = replace(RULES, hosts=LOOPBACK_NAMES | {"transit.example"})
        async with serve(town, rules) as url, open_http(host=host) as http:
            return (await http.post(url, json=CALL)).status_code

    assert asyncio.run(play()) == 200


@pytest.mark.parametrize(
    ("origin", "trusts_local_pages", "status"),
    [
        ("http://localhost:3000", True, 200),
        ("http://localhost:3000", False, 403),
        ("https://app.example", False, 200),
        ("https://app.example:444", False, 403),
    ],
)
def test_a_trusted_page_is_let_in(town: World, origin: str, trusts_local_pages: bool, status: int) -> None:
    async def play() -> int:
        rules = replace(RULES, trusts_local_pages=trusts_local_pages, origins=frozenset({"https://app.example"}))
        async with serve(town, rules) as url, open_http(origin=origin) as http:
            return (await http.post(url, json=CALL)).status_code

    assert asyncio.run(play()) == status


def test_each_client_has_its_own_number_of_requests(town: World) -> None:
    async def play() -> tuple[list[int], httpx2.Response, int]:
        tokens = Tokens({"a": Caller("first"), "b": Caller("second")})
        rules = replace(RULES, per_minute=30)
        async with serve(town, rules, verifier=tokens, clock=Still(NOON_AT)) as url, open_http() as http:
            first = [await http.post(url, json=CALL, headers={"authorization": "Bearer a"}) for _ in range(7)]
            second = await http.post(url, json=CALL, headers={"authorization": "Bearer b"})
            return [one.status_code for one in first], first[-1], second.status_code

    statuses, refused, other = asyncio.run(play())
    assert (statuses, other) == ([200] * 6 + [429], 200)
    assert (refused.headers["retry-after"], "30 requests a minute" in to_sentence(refused)) == ("2", True)


def test_guessing_tokens_is_slowed_and_locks_nobody_out(town: World) -> None:
    async def play() -> tuple[list[int], int]:
        rules = replace(RULES, per_minute=30)
        tokens = Tokens({"right": Caller("desk")})
        async with serve(town, rules, verifier=tokens, clock=Still(NOON_AT)) as url, open_http() as http:
            guesses = [await http.post(url, json=CALL, headers={"authorization": f"Bearer {n}"}) for n in range(7)]
            right = await http.post(url, json=CALL, headers={"authorization": "Bearer right"})
            return [one.status_code for one in guesses], right.status_code

    assert asyncio.run(play()) == ([401] * 6 + [429], 200)


class Still(FrozenClock):
    """A clock whose spans stand still too."""

    def monotonic(self) -> float:
        """Give the same seconds always."""
        return 0.0
