"""Tokens: kept as hashes, taken back at once, and what is wrong with their file told without showing it."""

import asyncio
import json
import os
import stat
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.transport.callers import Caller
from stopbell_server.transport.tokens import TokenFile, add_token, list_tokens, remove_token


def verify(file: TokenFile, token: str) -> Caller | None:
    return asyncio.run(file.verify(token))


def test_a_token_stands_for_its_name_and_what_it_may_see(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    desk = add_token(path, "desk")
    kiosk = add_token(path, "kiosk", ("lviv", "halifax"))
    watch = add_token(path, "watch", (), metrics=True)

    file = TokenFile(path)

    assert verify(file, desk) == Caller("desk")
    assert verify(file, kiosk) == Caller("kiosk", frozenset({"lviv", "halifax"}))
    assert verify(file, watch) == Caller("watch", frozenset(), may_measure=True)
    assert [verify(file, wrong) for wrong in ("", "wrong", desk[:-1], desk + "x", "x" * 100_000, "\udc80")] == [
        None
    ] * 6


def test_the_file_holds_no_token_and_is_for_its_owner_only(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    tokens = [add_token(path, name) for name in ("a", "b")]

    text = path.read_text()
    entries = json.loads(text)["tokens"]

    assert not any(token in text for token in tokens)
    assert len({entry["salt"] for entry in entries}) == 2
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_token_that_is_removed_is_refused_at_once_and_one_that_is_added_let_in(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    old = add_token(path, "old")
    file = TokenFile(path)

    new = add_token(path, "new")
    remove_token(path, "old")

    assert (verify(file, old), verify(file, new)) == (None, Caller("new"))
    assert list_tokens(path) == (("new", None, False),)


def test_without_a_readable_file_nobody_is_let_in(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path = tmp_path / "tokens.json"
    token = add_token(path, "desk")
    file = TokenFile(path)

    path.write_text('{"tokens": [{"name": "desk", "secret": "hunter2"}]}')
    damaged = verify(file, token)
    path.unlink()

    assert (damaged, verify(file, token)) == (None, None)
    assert "no token is valid now" in caplog.text
    assert "hunter2" not in caplog.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("no json, hunter2", "is not understood at the whole"),
        ('{"tokens": [{"name": "hunter2"}]}', "is not understood at tokens.0.salt"),
        ('{"tokens": [], "hunter2": 1}', "is not understood at hunter2"),
    ],
)
def test_a_damaged_file_is_one_sentence(tmp_path: Path, content: str, said: str) -> None:
    path = tmp_path / "tokens.json"
    path.write_text(content)
    with pytest.raises(SettingsInvalid, match=said):
        TokenFile(path)


@settings(max_examples=60, deadline=None)
@given(
    content=st.binary(max_size=300) | st.text(max_size=100).map(lambda text: json.dumps({"tokens": [text]}).encode())
)
def test_no_file_lets_anybody_in_or_ends_otherwise_than_by_a_sentence(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    path = tmp_path_factory.getbasetemp() / f"tokens.{os.getpid()}.json"
    path.write_bytes(content)
    with suppress(SettingsInvalid):
        assert verify(TokenFile(path), "guess") is None


@pytest.mark.parametrize("name", ["", "two words", "x" * 65, "a/b", 'a"b', "a\nb"])
def test_a_name_that_a_log_could_mistake_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(SettingsInvalid, match="cannot name a token"):
        add_token(tmp_path / "tokens.json", name)


def test_what_does_not_fit_the_file_is_told(tmp_path: Path) -> None:
    path = tmp_path / "tokens.json"
    add_token(path, "desk")
    with pytest.raises(SettingsInvalid, match="There is a token 'desk' already"):
        add_token(path, "desk")
    with pytest.raises(SettingsInvalid, match="'Lviv City' cannot be a feed's name"):
        add_token(path, "kiosk", ("Lviv City",))
    with pytest.raises(SettingsInvalid, match=r"no token 'kiosk' in .*; there are: desk"):
        remove_token(path, "kiosk")
    with pytest.raises(SettingsInvalid, match="token add NAME` makes one"):
        list_tokens(tmp_path / "other.json")
