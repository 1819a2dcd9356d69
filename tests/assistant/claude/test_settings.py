"""The key: from the environment only, shown to nobody who should not see it."""

import pytest

from stopbell.brains.claude.settings import ClaudeSettings, Key, find_key, may_show_key


def test_the_key_comes_before_the_token_and_blanks_are_none() -> None:
    assert find_key({"ANTHROPIC_API_KEY": "k", "ANTHROPIC_AUTH_TOKEN": "t"}) == Key("k")
    assert find_key({"ANTHROPIC_API_KEY": " ", "ANTHROPIC_AUTH_TOKEN": "t"}) == Key("t", is_token=True)
    assert find_key({"ANTHROPIC_API_KEY": ""}) is None


def test_the_key_shows_itself_nowhere() -> None:
    assert "secret" not in repr(ClaudeSettings(Key("secret")))


@pytest.mark.parametrize(
    ("url", "may"),
    [
        (None, True),
        ("https://gateway.example/claude", True),
        ("http://localhost:8080", True),
        ("http://127.0.0.1:8080", True),
        ("http://[::1]:8080", True),
        ("http://gateway.example", False),
        ("http://localhost.example", False),
        ("http://localhost@gateway.example", False),
        ("ftp://localhost", False),
        ("gateway.example", False),
    ],
)
def test_the_key_goes_only_where_nobody_listens(url: str | None, *, may: bool) -> None:
    assert may_show_key(url) is may
