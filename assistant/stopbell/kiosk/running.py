"""Running a kiosk: everything it needs is opened, and opened anew when its provisioning has changed."""

import asyncio
import contextlib
import logging
import signal
from collections.abc import AsyncGenerator, Callable, Generator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from stopbell.conversation.ports import Clock, WatchedTools
from stopbell.kiosk.boards import Boards
from stopbell.kiosk.clock_check import ClockCheck
from stopbell.kiosk.condition import Condition
from stopbell.kiosk.errors import ProvisioningInvalid
from stopbell.kiosk.heartbeat import Heartbeat
from stopbell.kiosk.kiosk import End, Kiosk
from stopbell.kiosk.notify import Notifier, find_notifier
from stopbell.kiosk.parts import Parts
from stopbell.kiosk.provisioning import Provisioning
from stopbell.kiosk.provisioning_file import Provisioned, provision, watch_file
from stopbell.kiosk.screen import Screen, find_letter_angle
from stopbell.kiosk.sounding import make_speech_settings
from stopbell.kiosk.state_file import StateFile
from stopbell.kiosk.view import View, lay_out
from stopbell.kiosk.voice import KioskVoice
from stopbell.speech.opening import open_speech
from stopbell.speech.spoken_text import to_spoken_text
from stopbell.toolbox import ServerUnreachableError, Toolbox
from stopbell_server.app import Home, Settings, StopbellError
from stopbell_server.phrases.phrasebooks import Phrasebooks

logger = logging.getLogger(__name__)

LIVE_WAIT_S = 2.0
"""How long a start waits for live data: a kiosk that was frozen must be back within twenty seconds."""
_REMEMBER_S = 600.0
_RETRY_S = 5.0
_SMALLEST_ANGLE = 0.7
"""Degrees under which a capital letter must be seen (EN 301 549, 5.1.4)."""


@dataclass(frozen=True, slots=True)
class Installation:
    """Where a kiosk runs."""

    home: Home
    clock: Clock
    settings: Settings
    file: Path
    """The provisioning file."""
    stops: tuple[str, ...] = ()
    """Given by flag in place of the file's."""
    to_spoken: Callable[[str, str], str] = to_spoken_text
    """Gives a text of a language as a voice should get it, by the city's lexicon."""

    @property
    def folder(self) -> Path:
        """What the kiosk itself keeps."""
        return self.home.root / "kiosk"


class _Operator:
    """What the operator wants by signals: to end it, in whatever it is."""

    def __init__(self) -> None:
        self.kiosk: Kiosk | None = None
        self.task: asyncio.Task[Any] | None = None
        self.wants_end = False

    def end(self) -> None:
        self.wants_end = True
        if self.kiosk is not None:
            self.kiosk.stop()
        elif self.task is not None:
            self.task.cancel()


async def run_kiosk(where: Installation, books: Phrasebooks) -> None:
    """Run until the operator ends it by SIGTERM, SIGINT or SIGHUP.

    Raises:
        ProvisioningInvalid: there is no good provisioning, not even an older one.
        NoTerminalError: standard input or output is no terminal.
        TerminalLostError: the terminal has hung up.
    """
    provisioned = provision(where.file, where.folder, books.languages, where.stops)
    operator, notifier = _Operator(), find_notifier()
    with Screen() as screen, _heed_signals(operator):
        try:
            while not operator.wants_end:
                operator.task = asyncio.create_task(_run_once(where, books, provisioned, screen, operator, notifier))
                try:
                    await operator.task
                except asyncio.CancelledError:
                    if not operator.wants_end:
                        raise
                except ServerUnreachableError as error:
                    logger.error("%s", error)
                    await _show_unreachable(screen, books, provisioned.provisioning, operator)
                operator.kiosk = None
                provisioned = provision(where.file, where.folder, books.languages, where.stops)
        finally:
            notifier.send(STOPPING="1")


async def _run_once(
    where: Installation,
    books: Phrasebooks,
    provisioned: Provisioned,
    screen: Screen,
    operator: _Operator,
    notifier: Notifier,
) -> End:
    """Open everything, run, and close it."""
    made = provisioned.provisioning
    book = books.pick(made.languages[0])
    rows, columns = screen.size
    _check_letters(made, rows)
    screen.show(lay_out(View(made.stops[0], "", body=[book.say("kiosk.starting").written]), rows, columns, 0).rows)
    speech = make_speech_settings(made.speech, to_spoken=where.to_spoken)
    has_changed = watch_file(where.file)
    async with AsyncExitStack() as stack:
        tools = await stack.enter_async_context(open_tools(where, books, made))
        boards = Boards(tools, books, made.stops, made.languages[0])
        voice = KioskVoice(lambda: open_speech(speech), made.speech, made.languages[0], where.clock.monotonic)
        await stack.enter_async_context(voice)
        state = StateFile(where.folder)
        parts = Parts(made, tools, books, where.clock, voice, boards, lambda: kiosk.condition)
        kiosk = Kiosk(
            parts,
            screen,
            ClockCheck(_find_known_past(state, where.file)),
            fault=provisioned.fault,
            is_provisioned_anew=has_changed,
        )
        operator.kiosk = kiosk
        if operator.wants_end:
            return "stopped"
        await boards.read()
        _report_stops(boards)
        kiosk.note_boards()
        heartbeat = Heartbeat(
            {"feed": boards.probe, "interface": kiosk.probe, "voice": voice.probe},
            notifier,
            where.clock.monotonic,
            lambda: _describe(kiosk.condition),
        )
        await stack.enter_async_context(_listen(made, lambda: kiosk.describe(heartbeat.last)))
        await stack.enter_async_context(
            _running(
                boards.keep_reading(made.screen.refresh_s, kiosk.note_boards),
                heartbeat.run(),
                _remember(state, where.clock, lambda: kiosk.condition),
            )
        )
        loop = asyncio.get_running_loop()
        loop.add_reader(screen.source, kiosk.take_input)
        stack.callback(loop.remove_reader, screen.source)
        notifier.send(READY="1", STATUS=_describe(kiosk.condition))
        return await kiosk.run()


@asynccontextmanager
async def open_tools(where: Installation, books: Phrasebooks, made: Provisioning) -> AsyncGenerator[WatchedTools]:
    """Open the embedded server over the home's feeds, or reach another server."""
    language = made.languages[0]
    if command := where.settings.server:
        async with Toolbox.connect(command, phrasebooks=books, language=language) as toolbox:
            yield toolbox
        return
    from stopbell_server.app.serving import open_reported
    from stopbell_server.server import build_server

    settings = merge_feeds(where.settings, made, where.file)
    settings = settings.model_copy(update={"live_wait_s": min(settings.live_wait_s, LIVE_WAIT_S)})
    async with (
        open_reported(where.home, where.clock, settings) as live,
        Toolbox.embedded(build_server(live, books, language), phrasebooks=books, language=language) as toolbox,
    ):
        yield toolbox


def merge_feeds(settings: Settings, made: Provisioning, file: Path) -> Settings:
    """Give the settings with the provisioning's feeds over them.

    Raises:
        ProvisioningInvalid: a feed's table is not understood.
    """
    try:
        feeds = Settings.model_validate({"feeds": made.feeds}).feeds
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        raise ProvisioningInvalid(f"{file} sets {key} to {first['input']!r}: {first['msg']}.") from error
    return settings.model_copy(update={"feeds": {**settings.feeds, **feeds}})


@asynccontextmanager
async def _listen(made: Provisioning, describe: Callable[[], dict[str, Any]]) -> AsyncGenerator[None]:
    """Let the kiosk be asked how it is; an address that cannot be used is logged, and the kiosk runs on."""
    from stopbell_server.app.health import listen_health

    async with AsyncExitStack() as stack:
        if made.health.listen is not None:
            try:
                url = await stack.enter_async_context(
                    listen_health(made.health.listen, describe, is_open=made.health.open)
                )
                logger.info("health is told at %s", url)
            except (StopbellError, OSError) as error:
                logger.error("health is told nowhere: %s", error)
        yield


@asynccontextmanager
async def _running(*works: Any) -> AsyncGenerator[None]:
    """Let some work go on beside while the block runs."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _remember(state: StateFile, clock: Clock, find_condition: Callable[[], Condition]) -> None:
    """Keep the time now and then, for a start with a clock that has forgotten it."""
    while True:
        if find_condition().can_tell_times:
            state.write_last_seen(clock.now())
        await asyncio.sleep(_REMEMBER_S)


def _find_known_past(state: StateFile, file: Path) -> datetime | None:
    """Give the latest moment that is known to be past: when the kiosk last ran, or its file was written."""
    known = [state.read_last_seen()]
    with contextlib.suppress(OSError):
        known.append(datetime.fromtimestamp(file.stat().st_mtime, UTC))
    return max((moment for moment in known if moment is not None), default=None)


def _check_letters(made: Provisioning, rows: int) -> None:
    screen = made.screen
    if screen.height_cm is None or screen.distance_cm is None:
        return
    angle = find_letter_angle(rows, screen.height_cm, screen.distance_cm)
    if angle < _SMALLEST_ANGLE:
        logger.warning("capitals are seen under %.2f degrees, 0.7 are needed: choose a larger font", angle)


def _report_stops(boards: Boards) -> None:
    """Tell the operator which stop of the provisioning has no board, and why: it may be ambiguous, or not there."""
    for asked, reading in boards.readings.items():
        if reading.data is None:
            logger.error("stop %r: %s", asked, reading.text.written)


def _describe(condition: Condition) -> str:
    """Give one line for `systemctl status`."""
    voice = condition.voice_trouble or "speaks"
    clock = f"; clock in doubt: {condition.doubt}" if condition.doubt else ""
    return f"live data: {condition.live_state or 'none'}; voice: {voice}{clock}"


async def _show_unreachable(screen: Screen, books: Phrasebooks, made: Provisioning, operator: _Operator) -> None:
    """Say on the screen that nobody answers, and wait before it is tried again."""
    said = books.pick(made.languages[0]).say("kiosk.no_answer").written
    rows, columns = screen.size
    screen.show(lay_out(View(made.stops[0], "", body=[said]), rows, columns, 0).rows)
    operator.task = asyncio.create_task(asyncio.sleep(_RETRY_S))
    with contextlib.suppress(asyncio.CancelledError):
        await operator.task


@contextlib.contextmanager
def _heed_signals(operator: _Operator) -> Generator[None]:
    """End on the operator's signals, and suspend on none."""
    loop = asyncio.get_running_loop()
    ends: Sequence[signal.Signals] = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    ignored = (signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU, signal.SIGQUIT)
    for one in ends:
        loop.add_signal_handler(one, operator.end)
    before = [signal.signal(one, signal.SIG_IGN) for one in ignored]
    try:
        yield
    finally:
        for one in ends:
            loop.remove_signal_handler(one)
        for one, handler in zip(ignored, before, strict=True):
            signal.signal(one, handler)
