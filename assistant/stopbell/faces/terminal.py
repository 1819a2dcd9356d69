"""Lines in and out: typed at a terminal with editing and history, or taken from a pipe."""

import asyncio
import contextlib
import os
import sys
import threading
from collections.abc import Callable, Generator
from typing import Protocol, TextIO

HISTORY = 200
"""Lines that the arrow keys bring back."""
_LONGEST_LINE = 4096
"""Bytes that a terminal gives as one line."""


class Lines(Protocol):
    """Where lines come from and go to."""

    async def read(self, prompt: str) -> str | None:
        """Give the next line without its end; None when there will be no more."""
        ...

    async def read_meanwhile(self) -> str | None:
        """Wait, while an answer is being told, for a line that a rider types into it; None at the end of input."""
        ...

    def write(self, text: str) -> None:
        """Put a whole text out at once."""
        ...

    def typed(self) -> str | None:
        """Give what stands on the line being typed; empty: nothing; None: that cannot be seen."""
        ...

    def interject(self, text: str) -> None:
        """Put whole lines out while a line is read, and show after them what was being typed."""
        ...


class Terminal:
    """Standard input and output. At a terminal `input()` edits lines; on a pipe nothing is prompted or echoed."""

    def __init__(self, source: TextIO | None = None, target: TextIO | None = None) -> None:
        """Use these streams, standard input and output unless given."""
        self._source = source or sys.stdin
        self._target = target or sys.stdout
        self._prompt = ""
        self._is_typed = self._source.isatty() and self._target.isatty() and source is None and target is None

    async def read(self, prompt: str) -> str | None:
        """Wait for a line in a thread of its own, so that the server and the voice go on meanwhile."""
        self._prompt = prompt if self._is_typed else ""
        return await _call_in_thread(self._type if self._is_typed else self._take, prompt)

    async def read_meanwhile(self) -> str | None:
        """Wait for a line typed into an answer. What comes from a pipe waits its turn, so this waits for ever there.

        Nothing edits the line meanwhile but the terminal itself: an editor would draw over the answer.
        """
        typed = asyncio.Event()
        loop = asyncio.get_running_loop()
        if not self._is_typed or not _can_watch(loop, self._source, typed.set):
            await asyncio.Event().wait()
        try:
            await typed.wait()
            line = os.read(self._source.fileno(), _LONGEST_LINE)
        finally:
            loop.remove_reader(self._source.fileno())
        return line.decode("utf-8", "replace").rstrip("\r\n") if line else None

    def write(self, text: str) -> None:
        """Write once and flush, so that a screen reader gets the text as one piece."""
        self._target.write(text)
        self._target.flush()

    def typed(self) -> str | None:
        """Give what stands on the line being typed, as the line editor has it; nothing is typed at a pipe."""
        if not self._is_typed:
            return ""
        try:
            import readline
        except ImportError:
            return None
        return readline.get_line_buffer()

    def interject(self, text: str) -> None:
        """Put whole lines out in one piece; the prompt, and what was typed, stand again on the line after them.

        The cursor is where the line editor believes it to be, at the end of what was typed.
        """
        self.write(f"\n{text}{self._prompt}{self.typed() or ''}" if self._is_typed else text)

    def _type(self, prompt: str) -> str | None:
        try:
            return input(prompt)
        except EOFError:
            return None

    def _take(self, prompt: str) -> str | None:
        del prompt
        line = self._source.readline()
        return line.rstrip("\r\n") if line else None


@contextlib.contextmanager
def keep_terminal() -> Generator[None]:
    """Turn line editing on, and give the terminal back as it was: leaving may interrupt a line being typed."""
    with contextlib.suppress(ImportError):
        import readline

        readline.set_history_length(HISTORY)
        # Without it readline sends escape sequences around every prompt, which some readers speak.
        readline.parse_and_bind("set enable-bracketed-paste off")
    restore = _remember_terminal()
    try:
        yield
    finally:
        restore()


def _remember_terminal() -> Callable[[], None]:
    """Give what puts the terminal's settings back; it does nothing where there is no terminal."""
    try:
        import termios
    except ImportError:
        return _do_nothing
    try:
        number = sys.stdin.fileno()
        before = termios.tcgetattr(number)
    except (OSError, ValueError, termios.error):
        return _do_nothing

    def restore() -> None:
        with contextlib.suppress(termios.error):
            termios.tcsetattr(number, termios.TCSADRAIN, before)

    return restore


def _do_nothing() -> None:
    """Leave the terminal alone."""


def _can_watch(loop: asyncio.AbstractEventLoop, source: TextIO, tell: Callable[[], None]) -> bool:
    """Tell when a line is there; False where the system cannot watch a terminal so."""
    try:
        loop.add_reader(source.fileno(), tell)
    except (NotImplementedError, OSError, ValueError):
        return False
    return True


async def _call_in_thread(call: Callable[[str], str | None], argument: str) -> str | None:
    """Call in a thread that does not keep the program from ending, as a pool's would while it waits for a key."""
    loop = asyncio.get_running_loop()
    result: asyncio.Future[str | None] = loop.create_future()

    def settle(value: str | None, error: BaseException | None) -> None:
        if result.done():
            return
        if error is None:
            result.set_result(value)
        else:
            result.set_exception(error)

    def run() -> None:
        value, error = None, None
        try:
            value = call(argument)
        except (OSError, ValueError, UnicodeDecodeError) as fault:
            error = fault
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(settle, value, error)

    threading.Thread(target=run, name="line", daemon=True).start()
    return await result
