"""Every intent of riders has its tool: the table of docs/intents.md, asked of the demonstration city row by row."""

import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from stopbell_server.app.live_world import open_world
from stopbell_server.demonstration import demonstration
from stopbell_server.domain.clock import FrozenClock
from stopbell_server.home import Home
from stopbell_server.server import build_server
from tests.asking import Asked, load_phrasebooks, to_asked
from tests.server.demonstration.test_demonstration import NOON

PAGE = Path(__file__).parents[3] / "docs" / "intents.md"
ALONE = "assistant"
_OF_TRANSIT = (
    "next_arrivals vehicle_location identify_vehicle vehicle_features occupancy nearest_stop stop_side stop_info",
    "where_am_i walk_to_stop plan_trip journey_status set_alight_alert set_arrival_watch cancel_alert service_alerts",
    "elevator_status data_freshness missing_vehicle first_last_service route_stops set_stop save_favourite",
)
_OF_TALKING = (
    "current_time repeat speech_rate volume verbosity spell stop_speaking pause_resume set_language auto_announce",
    "time_format help affirm deny select_option more back contact_staff cancel out_of_scope multi",
)
INTENTS = frozenset(intent for line in (*_OF_TRANSIT, *_OF_TALKING) for intent in line.split())
FACTS = {
    "next_arrivals": "arrivals",
    "vehicle_features": "calls",
    "nearest_stop": "stops",
    "stop_side": "stop",
    "plan_trip": "options",
    "journey_status": "calls",
    "service_alerts": "alerts",
    "elevator_status": "liftStatus",
    "missing_vehicle": "passed",
    "first_last_service": "directions",
    "route_stops": "directions",
    "walk_to_stop": "stops",
    "set_stop": "stops",
    "more": "before",
}
"""What the first tool of some intents must have in its data."""


def read_rows() -> list[list[str]]:
    """Read the rows of the table: intent, example, tool, arguments or why none is needed."""
    table = PAGE.read_text("utf-8").partition("\n## ")[0]
    lines = [line for line in table.splitlines() if line.startswith("| ")]
    rows = [[cell.strip().strip("`") for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if row[0] != "intent"]


def list_questions() -> list[tuple[str, str, str]]:
    return [(intent, tool, arguments) for intent, _, tool, arguments in read_rows() if tool != ALONE]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Asked]:
    """Ask every question of the table while the demonstration runs; by its arguments as they stand there."""
    return asyncio.run(_ask_all(tmp_path_factory.mktemp("demonstration")))


async def _ask_all(root: Path) -> dict[str, Asked]:
    clock = FrozenClock(NOON)
    async with (
        demonstration(Home(root), clock, None) as info,
        open_world(info.home, clock) as live,
        Client(build_server(live, load_phrasebooks(), "uk")) as client,
    ):

        async def call(tool: str, arguments: dict[str, Any]) -> Asked:
            return to_asked(await client.call_tool(tool, arguments))

        towards_the_zoo = {"stop": "market", "route": "1", "headsign": "Зоопарк"}
        coming = [one for one in (await call("get_arrivals", towards_the_zoo)).data["arrivals"] if "vehicleId" in one]
        known = {"journey": coming[0]["journey"], "vehicle": coming[0]["vehicleId"]}
        known["cursor"] = (await call("get_arrivals", {"stop": "market"})).data["nextCursor"]
        told: dict[str, Asked] = {}
        for _, tool, text in list_questions():
            arguments = {name: _fill(value, known) for name, value in json.loads(text).items()}
            told[tool + text] = await call(tool, arguments)
        return told


def _fill(value: Any, known: dict[str, str]) -> Any:
    is_named = isinstance(value, str) and value.startswith("<")
    return known[value.strip("<>")] if is_named else value


def test_every_intent_is_in_the_table() -> None:
    assert {row[0] for row in read_rows()} == INTENTS
    assert len(INTENTS) == 44


@pytest.mark.parametrize("row", read_rows(), ids=lambda row: f"{row[0]}: {row[1]}")
def test_a_row_names_a_tool_or_says_why_none_is_needed(row: list[str]) -> None:
    assert len(row) == 4
    assert all(row)


@pytest.mark.parametrize(("intent", "tool", "arguments"), list_questions())
def test_the_tool_of_an_intent_answers_its_question(
    answers: dict[str, Asked], intent: str, tool: str, arguments: str
) -> None:
    asked = answers[tool + arguments]
    assert not asked.is_error
    assert asked.status.get("code") != "bad-argument"
    assert asked.status["state"] in ("ok", "partial") or intent == "identify_vehicle", asked.text
    assert asked.structured["text"]
    assert asked.structured["spoken"]


@pytest.mark.parametrize("intent", FACTS)
def test_the_first_tool_of_an_intent_has_its_facts(answers: dict[str, Asked], intent: str) -> None:
    tool, arguments = next((tool, arguments) for name, tool, arguments in list_questions() if name == intent)
    assert answers[tool + arguments].data[FACTS[intent]]


def test_no_intent_that_needs_facts_is_left_to_the_assistant() -> None:
    by_intent = Counter(row[0] for row in read_rows() if row[2] == ALONE)
    assert set(FACTS).isdisjoint(by_intent)
