"""A judge of tokens of the operator's own: loaded by its name, and what is wrong with it told."""

import asyncio
from pathlib import Path

import httpx2
import pytest

from stopbell_server.app import listen_home
from stopbell_server.domain.clock import SystemClock
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import Home
from stopbell_server.settings import read_settings
from stopbell_server.transport.callers import Caller
from stopbell_server.transport.chosen_verifier import load_verifier
from tests.server.transport.serving import open_http, to_call

SECRET = "hunter2"


class ByVowel:
    """Lets in whose token begins with a vowel."""

    async def verify(self, token: str) -> Caller | None:
        return Caller("vowel", frozenset()) if token[:1] in "aeiou" else None


class Broken:
    """Cannot be made."""

    def __init__(self) -> None:
        raise RuntimeError(SECRET)


class NoJudge:
    """Judges nothing."""

    def verify(self, token: str) -> None:
        """Answer at once, which nobody awaits."""


def test_a_verifier_of_the_settings_lets_in_and_refuses(tmp_path: Path) -> None:
    home = Home(tmp_path)
    settings = read_settings(home, {"STOPBELL_HTTP_VERIFIER": f"{__name__}:ByVowel", "STOPBELL_HTTP_AUDIT": "off"})

    async def ask(url: str, token: str) -> httpx2.Response:
        async with open_http(authorization=f"Bearer {token}") as http:
            return await http.post(url, json=to_call("get_arrivals", stop="x"))

    async def play() -> tuple[int, int]:
        async with listen_home(home, SystemClock(), settings, "0") as url:
            return (await ask(url, "apple")).status_code, (await ask(url, "pear")).status_code

    assert asyncio.run(play()) == (200, 401)


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("nowhere.at.all:X", "No module named 'nowhere'"),
        (f"{__name__}:Nothing", "Nothing"),
        (f"{__name__}:Broken", "could not be made"),
        (f"{__name__}:NoJudge", "async verify"),
        (__name__, "cannot be loaded"),
    ],
)
def test_what_is_wrong_with_a_verifier_is_told_without_its_own_words(place: str, said: str) -> None:
    with pytest.raises(SettingsInvalid, match=said) as refused:
        load_verifier(place)
    assert SECRET not in str(refused.value)
