"""Adding a server to TOML text leaves all else as it was."""

import tomllib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.hosts.toml_edit import merge_toml, to_toml

ENTRY: dict[str, Any] = {"mcp_servers": {"ours": {"command": "x", "args": [], "env": {"A": "1"}}}}
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)


@pytest.mark.parametrize(
    "text",
    [
        "",
        '# mine\nmodel = "m"   # chosen\n',
        'model = "m"',
        '[mcp_servers.other]\ncommand = "y"\n',
        '[mcp_servers]\nother = { command = "y" }\n\n[tui]\n',
        "a = 1\r\n[b]\r\nc = 2\r\n",
    ],
)
def test_the_entry_goes_to_the_end(text: str) -> None:
    merged = merge_toml(text, ENTRY)
    there = tomllib.loads(text)
    assert merged.startswith(text)
    assert tomllib.loads(merged) == there | {"mcp_servers": there.get("mcp_servers", {}) | ENTRY["mcp_servers"]}
    assert merge_toml(merged, ENTRY) == merged


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("model = \n", "line 1, column 9"),
        ('mcp_servers = "ours"', "mcp_servers is not a table"),
        ('[mcp_servers.ours]\ncommand = "other"\n', "mcp_servers.ours is set otherwise"),
        ('mcp_servers = { other = { command = "y" } }\n', "nothing can be added"),
    ],
)
def test_what_cannot_be_added_to_is_refused(text: str, named: str) -> None:
    with pytest.raises(SettingsInvalid, match=named):
        merge_toml(text, ENTRY)


def test_more_in_the_entry_that_is_there_is_left_alone() -> None:
    text = to_toml(ENTRY) + 'B = "2"\n'
    assert merge_toml(text, ENTRY) == text


@given(TEXTS, st.lists(TEXTS, max_size=3), TEXTS)
def test_any_text_is_written_as_it_is(command: str, arguments: list[str], value: str) -> None:
    entry = {"mcp_servers": {"ours": {"command": command, "args": arguments, "env": {"A": value}}}}
    assert tomllib.loads(merge_toml("", entry)) == entry
