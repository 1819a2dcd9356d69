"""The kiosk's loop at a terminal, with a clock in the test's hands: sessions end by themselves, and by nothing else."""

import asyncio
import fcntl
import os
import pty
import struct
import termios
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from stopbell.kiosk.boards import Boards
from stopbell.kiosk.clock_check import ClockCheck
from stopbell.kiosk.kiosk import Kiosk
from stopbell.kiosk.parts import Parts
from stopbell.kiosk.provisioning import Provisioning, SpeechTable
from stopbell.kiosk.screen import Screen
from stopbell.kiosk.voice import KioskVoice
from stopbell.speech.delivery import Delivery
from stopbell.speech.played_engine import PlayedEngine
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.silent import SilentSynthesiser
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import TestClock, make_tools
from tests.together.kiosk.shown import Shown

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
ATTRACT = "Press any key to listen."
WARNING = "Are you still there? Press any key to go on."
GREETING = "Stop: Oak Street, towards Harbour and Central Station."


@dataclass
class Stage:
    """A kiosk that runs, and what it shows."""

    kiosk: Kiosk
    clock: TestClock
    ours: int
    shown: Shown

    async def until(self, is_true: Callable[[], bool]) -> None:
        """Let the loop go round until something is shown."""
        async with asyncio.timeout(10):
            while not is_true():
                await self.kiosk.probe()
                with suppress(BlockingIOError):
                    self.shown.feed(os.read(self.ours, 65536).decode())

    async def shows(self, text: str) -> None:
        await self.until(lambda: any(text in line for line in self.shown.lines))

    async def type(self, keys: str) -> None:
        os.write(self.ours, keys.encode())
        for _ in range(3):
            await self.kiosk.probe()

    async def wait(self, seconds: float) -> None:
        """Let time pass, a second at a time, with the loop going round in each."""
        for _ in range(round(seconds)):
            self.clock.seconds += 1
            await self.kiosk.probe()


def play(act: Callable[[Stage], Awaitable[None]], **given: Any) -> None:
    """Run a kiosk at a terminal of its own, and play."""

    async def run() -> None:
        made = Provisioning.model_validate({"stops": ("town:oak",), **given})
        clock, tools = TestClock(NOON), make_tools()
        ours, theirs = pty.openpty()
        fcntl.ioctl(ours, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        os.set_blocking(ours, False)

        def make_queue() -> SpeechQueue:
            return SpeechQueue(
                Delivery([(PlayedEngine(SilentSynthesiser(), QuickSink()), "quick")], VoiceSettings(), clock.monotonic),
                clock.monotonic,
            )

        voice = KioskVoice(make_queue, SpeechTable(), "en", clock.monotonic)
        boards = Boards(tools, BOOKS, made.stops, "en")
        await boards.read()
        with Screen(theirs, theirs) as screen:
            async with voice:
                parts = Parts(made, tools, BOOKS, clock, voice, boards, lambda: kiosk.condition)
                kiosk = Kiosk(parts, screen, ClockCheck(None))
                asyncio.get_running_loop().add_reader(theirs, kiosk.take_input)
                running = asyncio.create_task(kiosk.run())
                try:
                    await act(Stage(kiosk, clock, ours, Shown(24)))
                finally:
                    kiosk.stop()
                    assert await running == "stopped"
                    asyncio.get_running_loop().remove_reader(theirs)
        os.close(ours)
        os.close(theirs)

    asyncio.run(run())


class QuickSink:
    """Plays everything in no time."""

    async def prepare(self) -> None:
        """Do nothing."""

    async def play(self, audio: object) -> None:
        """Be done at once."""

    def silence(self) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


def test_a_silent_rider_is_warned_and_after_twenty_seconds_more_the_session_ends() -> None:
    async def act(stage: Stage) -> None:
        await stage.shows(ATTRACT)
        await stage.type("5")
        await stage.shows(GREETING)
        await stage.wait(44)
        assert WARNING not in stage.shown.lines
        await stage.wait(2)
        await stage.shows(WARNING)
        await stage.wait(18)
        assert ATTRACT not in stage.shown.lines
        await stage.wait(4)
        await stage.shows(ATTRACT)

    play(act)


def test_a_key_in_answer_to_the_warning_only_goes_on_however_often() -> None:
    async def act(stage: Stage) -> None:
        await stage.type("5")
        await stage.shows(GREETING)
        for _ in range(12):
            await stage.wait(47)
            await stage.shows(WARNING)
            await stage.type("*")
            await stage.shows("Going on.")

    play(act)


def test_without_a_session_no_time_makes_it_say_anything() -> None:
    async def act(stage: Stage) -> None:
        await stage.shows(ATTRACT)
        await stage.wait(300)
        await stage.until(lambda: True)
        assert WARNING not in stage.shown.lines
        assert ATTRACT in stage.shown.lines

    play(act)


def test_with_one_button_only_keys_do_nothing_and_with_keys_only_the_button_does_nothing() -> None:
    async def of_button(stage: Stage) -> None:
        await stage.shows(ATTRACT)
        await stage.type("5")
        await stage.wait(3)
        assert ATTRACT in stage.shown.lines
        await stage.type(" ")
        await stage.wait(3)
        await stage.shows("Press for the next choice. Hold to choose it. Any press: silence.")

    async def of_keys(stage: Stage) -> None:
        await stage.shows(ATTRACT)
        await stage.type(" ")
        await stage.wait(3)
        assert ATTRACT in stage.shown.lines

    play(of_button, input={"mode": "one-button"})
    play(of_keys, input={"mode": "keypad"})


def test_waiting_chooses_where_the_operator_set_that() -> None:
    async def act(stage: Stage) -> None:
        await stage.type(" ")
        await stage.wait(3)
        await stage.type(" ")
        await stage.wait(3)
        await stage.shows("Next departures.")
        await stage.wait(6)
        await stage.until(lambda: "Next departures." not in stage.shown.lines)
        assert ATTRACT not in stage.shown.lines

    play(act, input={"mode": "one-button", "wait_s": 4.0})
