"""The audit log: who, what, outcome, time; never a token, and no place of a rider unless that was asked for."""

import asyncio
import json
import logging
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.transport.audit_place import keep_audit
from stopbell_server.transport.callers import Caller
from stopbell_server.world import World
from tests.server.transport.serving import RULES, Tokens, open_client, open_http, serve, to_call

TOKEN = "s3cret-t0ken"
TOKENS = Tokens({TOKEN: Caller("desk")})
NEARBY = {"latitude": 49.84512, "longitude": 24.0312}


def serve_and_read(town: World, place: Path, *, audits_arguments: bool = False) -> list[dict[str, Any]]:
    async def play() -> None:
        async with serve(town, verifier=TOKENS, audits_arguments=audits_arguments) as url:
            async with open_client(url, TOKEN) as client:
                await client.call_tool("search_nearby_stops", NEARBY)
                await client.call_tool("get_arrivals", {"stop": "my secret home"})
                await client.read_resource("mobility://stop-board-text/town/b1")
            async with open_http(authorization="Bearer hunter2") as http:
                await http.post(url, json=to_call("get_arrivals", stop="my secret home"))

    with keep_audit(str(place)):
        asyncio.run(play())
    return [json.loads(line) for line in place.read_text().splitlines()]


def test_each_request_is_one_line_with_who_what_outcome_and_time(town: World, tmp_path: Path) -> None:
    events = serve_and_read(town, tmp_path / "audit.log")
    told = [tuple(event.get(key) for key in ("who", "method", "name", "outcome")) for event in events]
    # The client looks up the schemas of results when it first needs them.
    assert [one for one in told if one[1] != "tools/list"] == [
        ("desk", "server/discover", None, "ok"),
        ("desk", "tools/call", "search_nearby_stops", "ok"),
        ("desk", "tools/call", "get_arrivals", "unresolved unknown-stop"),
        ("desk", "resources/read", None, "ok"),
        ("127.0.0.1", None, None, "refused"),
    ]
    assert all(event["ms"] >= 0 and event["at"].endswith("+00:00") for event in events[:-1])
    assert (events[-1]["status"], events[-1]["reason"]) == (401, "token")


def test_neither_places_nor_tokens_are_written_anywhere(
    town: World, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.DEBUG, logger="stopbell_server"), caplog.at_level(logging.INFO):
        serve_and_read(town, tmp_path / "audit.log")
    written = (tmp_path / "audit.log").read_text() + caplog.text
    assert not [
        secret for secret in (TOKEN, "hunter2", "49.845", "24.031", "my secret home", "b1") if secret in written
    ]


def test_places_are_kept_where_an_operator_asks_for_them(town: World, tmp_path: Path) -> None:
    events = serve_and_read(town, tmp_path / "audit.log", audits_arguments=True)
    assert [event["arguments"] for event in events if "arguments" in event] == [NEARBY, {"stop": "my secret home"}]
    assert [event["name"] for event in events if event.get("method") == "resources/read"] == [
        "mobility://stop-board-text/town/b1"
    ]


def test_a_name_with_line_breaks_stays_on_its_line(town: World, tmp_path: Path) -> None:
    async def play() -> None:
        async with serve(town, audits_arguments=True) as url, open_http() as http:
            await http.post(url, json=to_call('x\n{"who": "root"}\u2028' + "y" * 1000))

    with keep_audit(str(tmp_path / "audit.log")):
        asyncio.run(play())
    lines = (tmp_path / "audit.log").read_text().splitlines()
    assert [len(json.loads(line)["name"]) for line in lines] == [100]


def test_the_file_is_for_its_owner_and_added_to(tmp_path: Path) -> None:
    place = tmp_path / "audit.log"
    place.write_text("before\n")
    with keep_audit(str(place)):
        logging.getLogger("stopbell_server.transport.audit").info("after")
    with keep_audit(str(tmp_path / "new.log")):
        logging.getLogger("stopbell_server.transport.audit").info("first")
    assert place.read_text() == "before\nafter\n"
    assert (tmp_path / "new.log").stat().st_mode & 0o777 == 0o600


def test_an_audit_that_is_off_writes_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    with keep_audit("off"):
        logging.getLogger("stopbell_server.transport.audit").info("anything")
    assert capsys.readouterr().err == ""


def test_a_file_that_cannot_be_written_is_told_at_the_start(tmp_path: Path) -> None:
    place = str(tmp_path / "nowhere" / "audit.log")
    with pytest.raises(SettingsInvalid, match=r"audit log .*nowhere.* cannot be written"), keep_audit(place):
        pass


@pytest.mark.parametrize("revision", ["", "2026-07-28"])
@pytest.mark.parametrize(
    "params",
    [
        {"name": "get_arrivals", "arguments": ["my secret home"]},
        {"name": ["my secret home"], "arguments": {}},
        {"name": "get_arrivals", "arguments": {"stop": {"at": "my secret home"}}},
        {"name": "get_arrivals", "arguments": {"my secret home": 1}},
        {"name": "get_arrivals", "_meta": "my secret home"},
        "my secret home",
    ],
)
def test_a_faulty_call_tells_no_log_where_a_rider_is(
    town: World, params: Any, revision: str, caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    headers = {"mcp_protocol_version": revision, "mcp_method": "tools/call"} if revision else {}

    async def play() -> int:
        async with serve(town) as url, open_http(**headers) as http:
            return (await http.post(url, json=to_call("") | {"params": params})).status_code

    with caplog.at_level(logging.INFO), keep_audit(str(tmp_path / "audit.log")):
        assert asyncio.run(play()) < 500
    assert "my secret home" not in caplog.text + (tmp_path / "audit.log").read_text()


def test_a_refusal_names_the_token_it_met(town: World, tmp_path: Path) -> None:
    async def play() -> None:
        rules = replace(RULES, per_minute=1, body_bytes=2000)
        async with serve(town, rules, verifier=TOKENS) as url, open_http(authorization=f"Bearer {TOKEN}") as http:
            await http.post(url, content=b" " * 2001, headers={"content-type": "application/json"})
            while (await http.post(url, json=to_call("get_alerts"))).status_code != 429:
                pass

    with keep_audit(str(tmp_path / "audit.log")):
        asyncio.run(play())
    events = [json.loads(line) for line in (tmp_path / "audit.log").read_text().splitlines()]
    refused = [(event["who"], event["reason"]) for event in events if event["outcome"] == "refused"]
    assert refused == [("desk", "size"), ("desk", "rate")]


@pytest.mark.parametrize(("proxies", "who"), [((), "127.0.0.1"), (("127.0.0.1",), "192.0.2.9")])
def test_only_a_known_proxy_says_whom_it_speaks_for(
    town: World, proxies: tuple[str, ...], who: str, tmp_path: Path
) -> None:
    async def play() -> None:
        async with (
            serve(town, proxies=proxies) as url,
            open_http(x_forwarded_for="203.0.113.5, 192.0.2.9") as http,
        ):
            await http.post(url, json=to_call("get_alerts"))

    with keep_audit(str(tmp_path / "audit.log")):
        asyncio.run(play())
    assert [json.loads(line)["who"] for line in (tmp_path / "audit.log").read_text().splitlines()] == [who]
