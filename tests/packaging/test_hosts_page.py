"""The pages for hosts and operators name every variable that there is, and none that there is not."""

import asyncio
import json
import re
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from stopbell_server.feed_settings import FeedSettings, to_variable
from stopbell_server.home import Home
from stopbell_server.hosts.known import HOSTS
from stopbell_server.hosts.machine import Machine
from stopbell_server.http_settings import HttpSettings
from stopbell_server.server import build_server
from stopbell_server.settings import Settings, read_settings
from stopbell_server.speech_settings import SpeechTable
from tests.town import open_town

ROOT = Path(__file__).resolve().parents[2]
PAGES = [(ROOT / "docs" / name).read_text(encoding="utf-8") for name in ("hosts.md", "serving.md")]
ROWS = re.compile(r"^\|.*$", re.MULTILINE)
VARIABLE = re.compile(r"STOPBELL_[A-Z0-9_]*[A-Z0-9]\b(?!_)")


def list_in_tables() -> set[str]:
    rows = "\n".join(row for page in PAGES for row in ROWS.findall(page))
    return set(VARIABLE.findall(rows))


def list_in_code() -> set[str]:
    sources = [path for folder in ("server", "assistant") for path in (ROOT / folder).rglob("*.py")]
    written = {name for path in sources for name in VARIABLE.findall(path.read_text(encoding="utf-8"))}
    return (
        written
        | {f"STOPBELL_HTTP_{field.upper()}" for field in HttpSettings.model_fields}
        | {f"STOPBELL_SPEECH_{field.upper()}" for field in SpeechTable.model_fields}
        | {to_variable("name", field) for field in FeedSettings.model_fields}
    )


def test_every_variable_is_in_a_table_and_every_one_in_a_table_exists() -> None:
    assert list_in_tables() == list_in_code()


@pytest.mark.parametrize("field", [name for name in Settings.model_fields if name not in ("feeds", "http", "speech")])
def test_every_setting_has_a_variable_that_sets_it(field: str, tmp_path: Path) -> None:
    values: dict[str, str] = {"language": "uk", "face": "line", "voice": "off", "server": "x", "live_wait_s": "3"}
    values |= {"contract": "transit_realtime", "brain": "offline", "model": "m", "model_url": "https://m.example"}
    values |= {"engine": "espeak-ng", "wav": "folder"}
    variable = f"STOPBELL_{field.upper()}"
    assert variable in list_in_tables()
    told: Any = getattr(read_settings(Home(tmp_path), {variable: values[field]}), field)
    assert str(told).removesuffix(".0") == values[field]


def test_the_table_of_hosts_is_that_of_the_program() -> None:
    rows = [
        f"| `{host.name}` | {host.title} | `~/{host.user_file(Machine('linux', Path('/u'), {})).relative_to('/u')}` | "
        + (f"`{host.project_file}` |" if host.project_file else "|")
        for host in HOSTS
    ]
    assert [row for row in ROWS.findall(PAGES[0]) if row.startswith("| `") and "STOPBELL" not in row] == rows


async def list_schemas(folder: Path) -> list[str]:
    async with Client(build_server(open_town(folder))) as client:
        return [json.dumps(tool.input_schema) for tool in (await client.list_tools()).tools]


def test_no_input_schema_has_what_some_hosts_refuse(tmp_path: Path) -> None:
    schemas = asyncio.run(list_schemas(tmp_path))
    assert [text for text in schemas if re.search(r'"\$defs"|"\$ref"|"anyOf"|"oneOf"|"type": \[', text)] == []
    assert schemas != []
