"""The demonstration city as a process of its own, which a test can end: `python -m tests.together.kiosk.city HOME AT`.

It prints the folder of the city's home, then its live addresses, and ends with its input.
"""

import asyncio
import sys
from pathlib import Path

from stopbell_server.app import open_clock
from stopbell_server.demonstration import demonstration
from stopbell_server.home import Home


async def main(home: str, at: str) -> None:
    """Serve the city until standard input closes."""
    async with demonstration(Home(Path(home)), open_clock(at)) as info:
        sys.stdout.write(f"{info.home.root}\n")
        sys.stdout.flush()
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
