"""The assistant's toolbox on a server that wants a token."""

import asyncio
from dataclasses import replace

import pytest

from stopbell.answer import Answer
from stopbell.toolbox import ServerUnreachableError, Toolbox
from stopbell_server.transport.callers import Caller
from stopbell_server.world import World
from tests.server.transport.serving import RULES, Tokens, serve

TOKENS = Tokens({"s3cret": Caller("rider")})


def ask(town: World, hosts: frozenset[str] = RULES.hosts) -> Answer | ServerUnreachableError:
    async def play() -> Answer | ServerUnreachableError:
        async with serve(town, replace(RULES, hosts=hosts), verifier=TOKENS) as url:
            try:
                async with Toolbox.connect(url) as toolbox:
                    return await toolbox.call("get_arrivals", {"stop": "town:b1"})
            except ServerUnreachableError as error:
                return error

    return asyncio.run(play())


def test_the_token_of_the_environment_lets_it_in(town: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOPBELL_SERVER_TOKEN", "s3cret")
    answer = ask(town)
    assert isinstance(answer, Answer)
    assert answer.status.state == "ok"


@pytest.mark.parametrize("token", ["", "wrong"])
def test_without_a_valid_one_it_says_where_to_put_it(town: World, token: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOPBELL_SERVER_TOKEN", token)
    assert "lets only tokens in. Set STOPBELL_SERVER_TOKEN to one" in str(ask(town))


def test_another_refusal_is_told_as_the_server_says_it(town: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STOPBELL_SERVER_TOKEN", "s3cret")
    assert "refuses: This server is not called '127.0.0.1:" in str(ask(town, frozenset({"transit.example"})))


@pytest.mark.parametrize("url", ["http://transit.example/mcp", "http://127.0.0.1.transit.example/mcp"])
def test_a_token_never_crosses_the_network_unencrypted(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> None:
        async with Toolbox.connect(url):
            pass

    monkeypatch.setenv("STOPBELL_SERVER_TOKEN", "s3cret")
    with pytest.raises(ServerUnreachableError, match="without encryption; use an https address") as refused:
        asyncio.run(play())
    assert "s3cret" not in str(refused.value)
