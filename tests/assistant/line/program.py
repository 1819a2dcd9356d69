"""Line mode over the fake server, as a program of its own: `python -m tests.assistant.line.program`."""

import asyncio
import sys

from stopbell.faces.line import Pace, run_line
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import open_talk

if __name__ == "__main__":
    asyncio.run(run_line(open_talk(), BOOKS, why="flag", pace=Pace(before_exit_s=0.05)))
    sys.exit(0)
