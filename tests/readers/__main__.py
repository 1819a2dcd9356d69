"""Print what readers make of our faces and of an ordinary Textual app: `python -m tests.readers [--full] [CASE...]`.

Case by reader: utterances, seconds of speech, drawing characters, repeats, bytes; what acceptance statements do
not hold; and, with --full, every utterance.
"""

import argparse
import os
import sys

from tests.readers.cases import CASES
from tests.readers.readers import READERS, WINDOW_READERS
from tests.readers.recording import Recording, record
from tests.readers.statements import list_troubles

ALL = READERS | WINDOW_READERS
_HEADER = ("case", "reader", "utterances", "speech s", "drawings", "repeats", "bytes", "not held")


def main(arguments: list[str]) -> int:
    """Run and print; 1 if a reader is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.readers", description="What screen readers say.")
    parser.add_argument("case", nargs="*", help=f"of: {', '.join(CASES)}")
    parser.add_argument("--reader", action="append", choices=[*ALL], help="only this reader")
    parser.add_argument("--full", action="store_true", help="print every utterance too")
    options = parser.parse_args(arguments)
    print("| " + " | ".join(_HEADER) + " |\n|" + "---|" * len(_HEADER), flush=True)
    is_complete = True
    default = ALL if os.environ.get("STOPBELL_ALL_READERS") else READERS
    for case in (CASES[name] for name in options.case or CASES):
        for reader in (ALL[name] for name in options.reader or default):
            if reader.missing:
                print(f"NOT RUN: {reader.name} is missing: {reader.install}", file=sys.stderr)
                is_complete = False
                continue
            recording = record(case.name, case.command, case.ride, reader, environment=case.environment)
            print(_to_row(recording), flush=True)
            if options.full:
                _print_all(recording)
    return 0 if is_complete else 1


def _to_row(recording: Recording) -> str:
    numbers = ", ".join(str(trouble.statement) for trouble in list_troubles(recording))
    cells = (
        recording.case,
        recording.reader,
        len(recording.utterances),
        round(recording.speech_s),
        recording.drawings,
        sum(times - 1 for times in recording.repeats.values()),
        recording.written_bytes,
        numbers or "-",
    )
    return "| " + " | ".join(map(str, cells)) + " |"


def _print_all(recording: Recording) -> None:
    for part in recording.parts.values():
        print(f"== {part.name}; the cursor is on {part.cursor_row!r}")
        for utterance in part.utterances:
            print(f"  {utterance.at - part.began:6.2f} {utterance.kind}: {utterance.text.strip()}")
    for trouble in list_troubles(recording):
        print(f"!! {trouble.statement}. {trouble.what}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
