"""The kiosk at a terminal of its own that nobody sees: what is heard and shown of its keys is noted."""

import asyncio
import fcntl
import os
import pty
import struct
import termios
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from inspect import isawaitable

from stopbell.kiosk.boards import Boards
from stopbell.kiosk.clock_check import ClockCheck
from stopbell.kiosk.kiosk import Kiosk
from stopbell.kiosk.menu import Item, Menu
from stopbell.kiosk.parts import Parts
from stopbell.kiosk.rider_session import RiderSession
from stopbell.kiosk.self_check.subject import MakeVoice, Subject
from stopbell.kiosk.self_check.witnesses import Ear, Glass, Step, TrialClock

_ROWS, _COLUMNS = 300, 500
"""So large that nothing is wrapped or put on another page."""
_PATIENCE_S = 10.0


class TriedKiosk(Kiosk):
    """The kiosk, of which the session can be looked at."""

    @property
    def rider(self) -> RiderSession | None:
        """The rider's session; None: there is none."""
        return self._session.rider if self._session else None

    async def settle(self) -> None:
        """Wait until a key is answered."""
        while self._acting is not None and not self._acting.done():
            await asyncio.wait({self._acting})


class Trial:
    """Presses keys of one kiosk."""

    def __init__(
        self, subject: Subject, kiosk: TriedKiosk, parts: Parts, ear: Ear, glass: Glass, clock: TrialClock, hand: int
    ) -> None:
        self.subject = subject
        self.kiosk = kiosk
        self.parts = parts
        self.ear = ear
        self.clock = clock
        self.written = ""
        """All that was written to the terminal."""
        self._glass = glass
        self._hand = hand
        self._taken = asyncio.Event()

    @property
    def has_keys(self) -> bool:
        """Whether there are twelve keys; else there is one button."""
        return self.subject.provisioning.input.mode != "one-button"

    @property
    def rider(self) -> RiderSession | None:
        """The rider's session; None: there is none."""
        return self.kiosk.rider

    @property
    def menu(self) -> Menu | None:
        """The menu that is open."""
        return self.rider.menu if self.rider else None

    @property
    def rows(self) -> tuple[str, ...]:
        """What stands on the screen."""
        return self._glass.rows

    async def press(self, key: str, *, waits: bool = True) -> Step:
        """Press a key, and wait until it is answered and, unless told otherwise, nothing is spoken any more."""
        self.clock.skipped_s += self.subject.provisioning.input.debounce_s + 0.01
        return await self.watch(lambda: self.type(key), waits=waits)

    async def begin(self, key: str = "0", *, waits: bool = True) -> Step:
        """Press a key, or the button, that begins a session."""
        return await (self.press(key, waits=waits) if self.has_keys else self.tap(waits=waits))

    async def tap(self, *, waits: bool = True) -> Step:
        """Press the button."""
        table = self.subject.provisioning.input

        async def act() -> None:
            await self.type(table.button[0])
            self.clock.skipped_s += table.release_s + 0.05

        return await self.watch(act, waits=waits)

    async def hold(self) -> Step:
        """Hold the button until it chooses."""
        table = self.subject.provisioning.input

        async def act() -> None:
            await self.type(table.button[0])
            self.clock.skipped_s += table.hold_s + 0.01
            await self.type(table.button[0])
            await self.kiosk.probe()
            self.clock.skipped_s += table.release_s + 0.05

        return await self.watch(act)

    async def choose(self, item: Item) -> Step:
        """Choose something of the menu that is open."""
        if self.has_keys:
            step = await self.press(item.key)
        else:
            menu, rider = self.menu, self.rider
            for _ in menu.items if menu else ():
                if rider is None or rider.item == item:
                    break
                await self.tap()
            step = await self.hold()
        return replace(step, item=item)

    async def watch(self, act: "Callable[[], object]", *, waits: bool = True) -> Step:
        """Do something, and tell what was heard and shown of it."""
        before = len(self.ear.heard)
        done = act()
        if isawaitable(done):
            await done
        await self.kiosk.probe()
        async with asyncio.timeout(_PATIENCE_S):
            await self.kiosk.settle()
        if waits:
            async with asyncio.timeout(_PATIENCE_S):
                await self.ear.idle()
        await self.kiosk.probe()
        rider = self.rider
        heard = tuple(self.ear.heard[before:])
        language = rider.language if rider else self.subject.provisioning.languages[0]
        return Step(None, rider.shown if rider else (), heard, self.rows, language)

    async def wait(self, seconds: float) -> Step:
        """Let time pass in which nobody does anything."""

        def act() -> None:
            self.clock.skipped_s += seconds

        return await self.watch(act)

    async def type(self, text: str) -> None:
        """Send what a keyboard sends, and wait until the kiosk has taken it."""
        self._taken.clear()
        os.write(self._hand, text.encode())
        async with asyncio.timeout(_PATIENCE_S):
            await self._taken.wait()
        await self.kiosk.probe()

    def take(self) -> None:
        """Take what the keyboard sent."""
        self.kiosk.take_input()
        self._taken.set()

    def look(self) -> None:
        """Take what was written to the terminal."""
        self.written += os.read(self._hand, 65536).decode("utf-8", "replace")


@asynccontextmanager
async def trying(subject: Subject, make_voice: MakeVoice | None = None) -> AsyncGenerator[Trial]:
    """Run the kiosk while the block runs, with a voice that is done at once unless another is given."""
    made, clock = subject.provisioning, TrialClock(subject.clock)
    hand, terminal = pty.openpty()
    fcntl.ioctl(hand, termios.TIOCSWINSZ, struct.pack("HHHH", _ROWS, _COLUMNS, 0, 0))
    loop = asyncio.get_running_loop()
    ear = Ear(make_voice or subject.make_quick_voice, made.speech, made.languages[0], clock.monotonic)
    ear.heard = []
    boards = Boards(subject.tools, subject.books, made.stops, made.languages[0])
    glass = Glass(terminal, terminal)
    running: asyncio.Task[object] | None = None
    try:
        await boards.read()
        with glass:
            async with ear:
                parts = Parts(made, subject.tools, subject.books, clock, ear, boards, lambda: kiosk.condition)
                kiosk = TriedKiosk(parts, glass, ClockCheck(None))
                trial = Trial(subject, kiosk, parts, ear, glass, clock, hand)
                loop.add_reader(terminal, trial.take)
                loop.add_reader(hand, trial.look)
                kiosk.note_boards()
                running = asyncio.create_task(kiosk.run())
                try:
                    yield trial
                finally:
                    kiosk.stop()
                    await asyncio.wait({running})
    finally:
        loop.remove_reader(terminal)
        loop.remove_reader(hand)
        os.close(hand)
        os.close(terminal)
