"""What a cold start costs: from a fresh process to the first answer, beside one that only imports `mcp.server`.

`mcp.server` is what `build_server` itself must import; nothing that speaks MCP through this SDK can be faster. The
processes of one round run one after the other, so that what else the machine does meets them alike.
"""

import os
import statistics
import sys
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.benchmarks.cities import write_city

ROWS = 100_000
ROUNDS = 9
AT = "2026-03-03T09:00:00+02:00"
QUESTION = '{"stop": "city:S0000001", "limit": 5}'

FIRST_ANSWER = f"""
import asyncio, os
from pathlib import Path
from stopbell_server.app import Starting, open_clock, open_home, read_settings

async def main(starting):
    from mcp import Client
    from stopbell_server.app import open_world
    from stopbell_server.server import build_server

    home = open_home(Path(os.environ["STOPBELL_HOME"]))
    async with open_world(home, open_clock("{AT}"), read_settings(home)) as live:
        async with Client(build_server(live)) as client:
            starting.done()
            result = await client.call_tool("get_arrivals", {{"stop": "city:S0000001", "limit": 5}})
            assert not result.is_error and result.structured_content["data"]["stop"], result

with Starting() as starting:
    asyncio.run(main(starting))
"""

Row = dict[str, str | float]


@dataclass(frozen=True, slots=True)
class _Cost:
    wall_s: float
    cpu_s: float


def run(rows: int = ROWS, rounds: int = ROUNDS) -> list[Row]:
    """Measure and give one row per figure: what, value, unit, what it is compared with, ratio, target."""
    python = sys.executable
    stopbell = [python, "-m", "stopbell"]
    commands = {
        "import mcp.server": [python, "-c", "import mcp.server"],
        "a fresh process to the first answer of get_arrivals": [python, "-c", FIRST_ANSWER],
        "stopbell tool get_arrivals": [*stopbell, "--at", AT, "tool", "get_arrivals", QUESTION],
        "stopbell ask": [*stopbell, "--at", AT, "ask", "--stop", "city:S0000001", "what comes next"],
        "stopbell --help": [*stopbell, "--help"],
        "stopbell --version": [*stopbell, "--version"],
    }
    spent: dict[str, list[_Cost]] = {name: [] for name in commands}
    with tempfile.TemporaryDirectory() as folder:
        city = write_city(Path(folder) / "city.zip", rows)
        environment = os.environ | {
            "STOPBELL_HOME": str(Path(folder) / "home"),
            "STOPBELL_LANGUAGE": "en",
            # An installation has its bytecode, as the SDK has; a checkout may have none.
            "PYTHONPYCACHEPREFIX": str(Path(folder) / "bytecode"),
            "PYTHONDONTWRITEBYTECODE": "",
        }
        _run_process([*stopbell, "feed", "add", "city", str(city)], environment)
        for command in commands.values():
            _run_process(command, environment)
        for _ in range(rounds):
            for name, command in commands.items():
                spent[name].append(_run_process(command, environment))
    reference, *measured = commands
    targets = {measured[0]: "<= 1.5"}
    return [
        _to_row(f"{name}, {kind}", unit, spent[name], spent[reference], field, targets.get(name, ""))
        for name in measured
        for kind, unit, field in (("wall", "s", "wall_s"), ("CPU", "s CPU", "cpu_s"))
    ]


def _run_process(command: list[str], environment: Mapping[str, str]) -> _Cost:
    begin = time.perf_counter()
    output = (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)
    process = os.posix_spawn(command[0], command, environment, file_actions=[output])
    _, status, usage = os.wait4(process, 0)
    if status:
        raise AssertionError(f"{command} ended with status {status}")
    return _Cost(time.perf_counter() - begin, usage.ru_utime + usage.ru_stime)


def _to_row(what: str, unit: str, ours: list[_Cost], theirs: list[_Cost], field: str, target: str) -> Row:
    value, other = (statistics.median(getattr(cost, field) for cost in costs) for costs in (ours, theirs))
    return {
        "what": what,
        "value": round(value, 3),
        "unit": unit,
        "reference": f"import mcp.server {other:.3f} {unit}",
        "ratio": round(value / other, 2),
        "target": target,
    }


if __name__ == "__main__":
    for row in run():
        sys.stdout.write("  ".join(f"{value}" for value in row.values()) + "\n")
