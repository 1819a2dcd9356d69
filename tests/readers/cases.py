"""What is run under each reader, and what its rider does: the same for all, so that they can be compared."""

import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field

from tests.readers.recording import Recorder

PYTHON = sys.executable
STARTED_S = 60.0
IDLE_S = 5.0
MINUTE_S = 60.0
QUIET_S = 1.5
LONGEST_S = 5.0
"""A program that is never quiet is not waited for any longer."""
TYPED = "next trams"
_STOPBELL = (PYTHON, "-m", "stopbell", "--voice", "reader", "--language", "en")


@dataclass(frozen=True, slots=True)
class Case:
    """A program, and a rider at it."""

    name: str
    command: tuple[str, ...]
    ride: Callable[[Recorder], None]
    environment: Mapping[str, str] = field(default_factory=dict[str, str])


def begin(recorder: Recorder, longest_s: float = LONGEST_S) -> None:
    """Wait for the prompt, and then do nothing for a while."""
    recorder.begin("start")
    recorder.session.wait_for_rows(lambda rows: any("Question" in row for row in rows), STARTED_S)
    recorder.settle(QUIET_S, longest_s)
    recorder.begin("idle")
    recorder.settle(IDLE_S, IDLE_S)


def ask(recorder: Recorder, longest_s: float = LONGEST_S) -> None:
    """Type a question, take its last letter away, and ask it."""
    recorder.begin("type")
    recorder.session.type_text(TYPED)
    recorder.settle(0.5, 2.0)
    recorder.begin("backspace")
    recorder.session.press("backspace")
    recorder.settle(0.5, 2.0)
    recorder.begin("answer")
    recorder.session.press("enter")
    recorder.settle(QUIET_S, longest_s)


def leave(recorder: Recorder) -> None:
    """Say goodbye."""
    recorder.begin("quit")
    recorder.session.type_text("quit")
    recorder.session.press("enter")
    with suppress(TimeoutError):  # then its goodbye was not heard either
        recorder.session.wait_for_end(LONGEST_S)


def ride_lines(recorder: Recorder) -> None:
    """Use lines."""
    begin(recorder)
    ask(recorder)
    leave(recorder)


def ride_screen(recorder: Recorder, longest_s: float = LONGEST_S) -> None:
    """Use the screen: ask, go through the departures, up in the answers beyond what is shown, and back."""
    begin(recorder, longest_s)
    ask(recorder, longest_s)
    recorder.begin("departures")
    recorder.session.press("tab")
    recorder.settle(QUIET_S, longest_s)
    for name in ("down", "up"):
        recorder.begin(name)
        recorder.session.press(name)
        recorder.settle(0.8, 3.0)
    recorder.begin("answers")
    recorder.session.press("tab")
    recorder.settle(0.8, 3.0)
    recorder.session.press("up")
    recorder.settle(0.8, 3.0)
    recorder.begin("further up")
    recorder.session.press("up")
    recorder.settle(0.8, 3.0)
    recorder.begin("back")
    recorder.session.press("tab")
    recorder.settle(0.8, 3.0)
    leave(recorder)


def ride_noise(recorder: Recorder) -> None:
    """Use a screen that may never be quiet."""
    ride_screen(recorder, longest_s=2.0)


def ride_long_wait(recorder: Recorder) -> None:
    """Do nothing for a minute, while live data comes in every second or two."""
    begin(recorder)
    recorder.begin("minute")
    before = len(recorder.session.written)
    recorder.settle(MINUTE_S, MINUTE_S)
    recorder.idle_bytes = len(recorder.session.written) - before


def ride_alarm(recorder: Recorder) -> None:
    """Let something happen while a question is being typed, then ask it."""
    recorder.begin("start")
    recorder.session.wait_for_rows(lambda rows: any("Question" in row for row in rows), STARTED_S)
    recorder.settle(QUIET_S, LONGEST_S)
    recorder.session.type_line("alarm")
    recorder.settle(0.5, 2.0)
    recorder.begin("typing")
    recorder.session.type_text("when is the next tram to the harbour, please")
    recorder.begin("enter")
    recorder.session.press("enter")
    recorder.settle(QUIET_S, LONGEST_S)
    leave(recorder)


CASES = {
    case.name: case
    for case in (
        Case("lines", (*_STOPBELL, "--face", "line", "demo"), ride_lines),
        Case("screen", (*_STOPBELL, "--face", "textual", "demo"), ride_screen),
        Case("scripted", (PYTHON, "-m", "tests.readers.programs.scripted_screen"), ride_screen),
        Case("alarm", (PYTHON, "-m", "tests.readers.programs.scripted_screen"), ride_alarm),
        Case("minute", (*_STOPBELL, "--face", "textual", "demo"), ride_long_wait),
        Case("default", (PYTHON, "-m", "tests.readers.programs.default_app"), ride_noise),
        Case(
            "default, our driver",
            (PYTHON, "-m", "tests.readers.programs.default_app"),
            ride_noise,
            {"TEXTUAL_DRIVER": "textual_aloud.driver:ReaderDriver"},
        ),
    )
}
