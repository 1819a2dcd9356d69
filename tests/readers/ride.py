"""A whole ride by ear, from a misspelt stop to goodbye: what the rider does, what happens, and what is then heard.

    python -m tests.readers.ride [--reader NAME] [--face textual] [--write]

prints what is heard; with --write it is kept as the new golden file. Read it before you commit it.
"""

import argparse
import socket
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from tests.readers.heard_ride import HAPPENED, STARTED, TYPED, to_text
from tests.readers.readers import READERS, Reader
from tests.readers.recording import Recorder, record

HEARD = Path(__file__).parent / "heard"
STARTED_S = 60.0
QUIET_S = 2.0
PAUSE_S = 3.5
"""More than the faces wait before they tell what has happened."""
LONGEST_S = 20.0


@dataclass(frozen=True, slots=True)
class Step:
    """One part of the ride: the rider types, then something happens in the town, then what was typed is entered."""

    types: str = ""
    happens: str = ""
    """Time, trip, call, and what the vehicle reports there."""


STEPS = (
    Step("my stop is markt sqare"),
    Step("1"),
    Step("when is the next low-floor tram"),
    Step("which side of the street is it on"),
    Step("tell me when the 10 is two minutes away"),
    Step(happens="12:02 a1 3 IN_TRANSIT_TO"),
    Step(happens="12:04 a1 3 STOPPED_AT"),
    Step(happens="12:05 a1 4 IN_TRANSIT_TO"),
    Step("tell me when the low-floor 10 is two minutes away"),
    Step("what are you watching", happens="12:10 a2 3 IN_TRANSIT_TO"),
    Step(happens="12:12 a2 3 STOPPED_AT"),
    Step("I am on the 10, tell me when to get off at Lake"),
    Step(happens="12:16 a2 4 STOPPED_AT"),
    Step("what is the next stop", happens="12:17 a2 5 IN_TRANSIT_TO"),
    Step(happens="12:20 a2 5 STOPPED_AT"),
    Step("speak German"),
    Step("wann kommt die nächste Bahn"),
    Step("tschüss"),
)


def move(address: str, line: str) -> None:
    """Let something happen in the town, and wait until it has happened."""
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(LONGEST_S)
        connection.connect(address)
        connection.sendall(f"{line}\n".encode())
        assert connection.recv(64) == b"moved\n"


def ride(recorder: Recorder, town: str) -> None:
    """Ride through the town at an address."""
    session = recorder.session
    recorder.begin(STARTED)
    session.wait_for_rows(lambda rows: any("Question" in row for row in rows), STARTED_S)
    recorder.settle(QUIET_S, LONGEST_S)
    for step in STEPS:
        if step.types:
            recorder.begin(f"{TYPED}{step.types}")
            session.type_text(step.types)
            recorder.settle(0.5, 2.0)
        if step.happens:
            recorder.begin(f"{HAPPENED}{step.happens}")
            move(town, step.happens)
            recorder.settle(PAUSE_S, LONGEST_S)
        if step.types:
            recorder.begin(f"Enter: {step.types}")
            session.press("enter")
            recorder.settle(QUIET_S, LONGEST_S)
    with suppress(TimeoutError):  # then its goodbye was not heard either
        session.wait_for_end(LONGEST_S)


def listen(reader: Reader, face: str = "line") -> str:
    """Ride under a reader; give the transcript."""
    with tempfile.TemporaryDirectory() as folder:
        town = f"{folder}/town"
        command = [sys.executable, "-m", "tests.readers.programs.staged_ride", face, town, f"{folder}/feed"]
        recording = record("ride", command, lambda recorder: ride(recorder, town), reader)
    return to_text(f"A ride under {reader.name}, {face} mode", recording)


def find_golden(reader: str, face: str = "line") -> Path:
    """Give where the transcript of a reader is kept."""
    return HEARD / (f"ride-{reader}.txt" if face == "line" else f"ride-{face}-{reader}.txt")


def main(arguments: list[str]) -> int:
    """Ride, print, and keep it if asked; 1 if a reader is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.readers.ride", description="A whole ride by ear.")
    parser.add_argument("--reader", action="append", choices=[*READERS], help="only this reader")
    parser.add_argument("--face", choices=("line", "textual"), default="line")
    parser.add_argument("--write", action="store_true", help="keep what is heard")
    options = parser.parse_args(arguments)
    is_complete = True
    for reader in (READERS[name] for name in options.reader or READERS):
        if reader.missing:
            print(f"NOT RUN: {reader.name} is missing: {reader.install}", file=sys.stderr)
            is_complete = False
            continue
        text = listen(reader, options.face)
        print(text, flush=True)
        if options.write:
            find_golden(reader.name, options.face).write_text(text, encoding="utf-8")
    return 0 if is_complete else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
