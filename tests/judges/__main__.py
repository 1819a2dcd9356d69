"""Run every judge on the server over the demonstration city: `python -m tests.judges FOLDER`; see `.ci/judges`."""

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from mcp import StdioServerParameters

from stopbell_server.app import open_clock
from stopbell_server.demonstration import demonstration
from stopbell_server.home import Home
from tests.judges.bundles import judge_bundles
from tests.judges.judging import Judgement, list_surprises, read_expectations
from tests.judges.programs import judge_conformance, judge_inspector, judge_mcpscore, judge_over_http
from tests.judges.running import Bench
from tests.judges.sizes import judge_sizes

JUDGES = (judge_conformance, judge_inspector, judge_mcpscore, judge_over_http, judge_sizes, judge_bundles)


async def main(place: Path) -> int:
    """Print one line for each judge and what was not expected; give the exit status."""
    judgements: list[Judgement] = []
    with tempfile.TemporaryDirectory() as folder:
        async with demonstration(Home(Path(folder)), open_clock(None)) as city:
            command = str(Path(sys.executable).with_name("stopbell-server"))
            server = StdioServerParameters(command=command, args=["--home", str(city.home.root)])
            bench = Bench(place, server, city.stop, Path(folder))
            for judge in JUDGES:
                begun = time.monotonic()
                told = await judge(bench)
                took = f"{time.monotonic() - begun:.0f}s"
                for one in told:
                    print(f"{one.judge}: {one.figures} [{took}]", flush=True)
                judgements.extend(told)
    surprises = list_surprises(judgements, read_expectations())
    for surprise in surprises:
        print(f"NOT EXPECTED {surprise}")
    expected = sum(len(one.complaints) for one in judgements) - len(surprises)
    print(f"{expected} complaints are expected (tests/judges/expected.toml), {len(surprises)} are not")
    return 1 if surprises else 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main(Path(sys.argv[1]))))
