"""The kiosk as a whole: one loop that takes keys, lets time pass, and shows what there is to show."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Any, Literal, TypeAlias

from stopbell.kiosk.clock_check import ClockCheck
from stopbell.kiosk.condition import Condition, tell_condition, tell_voice
from stopbell.kiosk.heartbeat import Beat
from stopbell.kiosk.idle import Idle
from stopbell.kiosk.keys import Key, KeyReader
from stopbell.kiosk.messages import tell_message
from stopbell.kiosk.network import has_way_out
from stopbell.kiosk.one_button import OneButton
from stopbell.kiosk.parts import Parts
from stopbell.kiosk.report import to_report
from stopbell.kiosk.rider_session import Press, RiderSession
from stopbell.kiosk.screen import Screen
from stopbell.kiosk.view import View, lay_out
from stopbell_server.phrases.phrase import Line

logger = logging.getLogger(__name__)

TICK_S = 0.1
"""How finely time passes for the session."""
_DOWN_S = 0.02
"""And while the button is down, of which the length of a press is measured."""
_REDRAW_S = 0.5
"""How often the board is made anew where nothing has happened: minutes and pages go on by themselves."""
_HELD = 4
"""A board that a rider holds turns its pages so many times slower."""
_FAREWELL_S = 10.0
End = Literal["stopped", "provisioned-anew"]
_Typed: TypeAlias = Key | Literal["button"]
_Event: TypeAlias = _Typed | asyncio.Future[None] | None
"""A key, somebody who wants to know that the loop goes round, or something new to show."""


@dataclass(slots=True)
class Session:
    """A rider's session with its clock."""

    rider: RiderSession
    idle: Idle
    ends_at: float | None = None
    """Monotonic seconds at which it is wiped at the latest, once it is over."""


class Kiosk:
    """Owns the screen and the session; everything that happens goes through one queue, in order."""

    def __init__(
        self,
        parts: Parts,
        screen: Screen,
        check: ClockCheck,
        *,
        fault: str | None = None,
        is_provisioned_anew: Callable[[], bool] = lambda: False,
    ) -> None:
        """Take what it is made of; `fault` is what is wrong with the provisioning file, for the operator."""
        self._parts = parts
        self._screen = screen
        self._check = check
        self._fault = fault
        self._is_provisioned_anew = is_provisioned_anew
        table = parts.provisioning.input
        self._reader = KeyReader(table.extra_keys, table.button if table.mode != "keypad" else "", table.debounce_s)
        self._has_keys = table.mode != "one-button"
        self._button = OneButton(table.hold_s, table.release_s, table.wait_s)
        self._events: asyncio.Queue[_Event] = asyncio.Queue()
        self._session: Session | None = None
        self._acting: asyncio.Task[None] | None = None
        self._is_stopping = False
        self._started_at = parts.clock.now()
        self._had_trouble = False
        self._was_told = True
        self._lost: Exception | None = None
        self._is_stale = True
        self._shown_at = 0.0
        self._held: tuple[Line, ...] | None = None
        self._paged: tuple[Line, ...] = ()
        self._paged_at = 0.0
        self.condition = Condition()

    def stop(self) -> None:
        """End the kiosk, as the operator wants; no key does that."""
        self._is_stopping = True
        self._events.put_nowait(None)

    def note(self) -> None:
        """Show soon what is new."""
        self._events.put_nowait(None)

    async def probe(self) -> None:
        """Answer once the loop has taken its turn and the screen has been written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._events.put_nowait(done)
        await done

    def take_input(self) -> None:
        """Take what the terminal has; it is called when there is something."""
        try:
            typed = self._reader.read(self._screen.read(), self._monotonic())
        except Exception as error:  # the loop ends with it
            self._lost = error
            self.stop()
            return
        for one in typed:
            if one == "button" or self._has_keys:
                self._events.put_nowait(one)

    def judge(self) -> None:
        """Look at what the boards and the system say, and keep it as the kiosk's condition."""
        parts = self._parts
        readings = [parts.boards.readings[stop] for stop in parts.boards.stops if stop in parts.boards.readings]
        first = readings[0] if readings else None
        now = parts.clock.now()
        self.condition = Condition(
            doubt=self._check.judge(now, first.feed_time if first else None),
            has_answer=not any(reading.is_error for reading in readings),
            has_timetable=all(reading.has_feed for reading in readings),
            live_state=first.provenance.live_state if first else None,
            age_s=first.provenance.age_seconds if first else None,
            has_network=has_way_out(),
            voice_trouble=parts.voice.trouble.code.value if parts.voice.trouble else None,
        )

    def describe(self, beat: Beat | None) -> dict[str, Any]:
        """Give how the kiosk is, for whoever asks from afar."""
        return to_report(
            condition=self.condition,
            beat=beat,
            boards=self._parts.boards,
            now=self._parts.clock.now(),
            monotonic=self._monotonic(),
            started_at=self._started_at,
            in_session=self._session is not None,
            fault=self._fault,
            version=version("stopbell"),
        )

    async def run(self) -> End:
        """Run until the operator stops it, or the provisioning has changed while nobody uses it.

        Raises:
            TerminalLostError: the terminal has hung up.
        """
        try:
            while not self._is_stopping:
                self._show()
                answered = await self._take_turn()
                self._show()
                for one in answered:
                    one.set_result(None)
                if self._session is None and self._is_provisioned_anew():
                    return "provisioned-anew"
        finally:
            await self._end_session()
        if self._lost is not None:
            raise self._lost
        return "stopped"

    async def _take_turn(self) -> list[asyncio.Future[None]]:
        """Take what has happened, or let a moment pass; give the probes that may be answered then."""
        probes: list[asyncio.Future[None]] = []
        for event in await self._wait_for_events():
            if isinstance(event, asyncio.Future):
                probes.append(event)
            elif event is not None:
                await self._take_key(event)
        await self._tick()
        return [probe for probe in probes if not probe.done()]

    async def _wait_for_events(self) -> list[_Event]:
        """Give what has happened; nothing when a moment has passed without anything."""
        try:
            async with asyncio.timeout(_DOWN_S if self._button.is_down else TICK_S):
                found: list[_Event] = [await self._events.get()]
        except TimeoutError:
            return []
        while not self._events.empty():
            found.append(self._events.get_nowait())
        self._is_stale = True
        return found

    async def _take_key(self, typed: _Typed) -> None:
        at = self._monotonic()
        if typed != "button":
            await self._take_press(typed, by_button=False)
            return
        if self._session is not None:
            # What is spoken ends at once, whatever the press turns out to be.
            self._session.rider.hush()
        act = self._button.hit(at)
        if act is not None:
            await self._take_press(act, by_button=True)

    async def _take_press(self, press: Press, *, by_button: bool) -> None:
        at = self._monotonic()
        session = self._session
        if session is None or session.rider.is_over:
            await self._begin_session(by_button=by_button)
            return
        was_speaking = session.rider.hush()
        if session.idle.note(at):
            session.rider.go_on()
            return
        await self._end_acting()
        self._acting = asyncio.create_task(session.rider.press(press, was_speaking=was_speaking), name="press")
        self._acting.add_done_callback(self._note_acted)
        self._was_told = False

    def _note_acted(self, task: "asyncio.Task[None]") -> None:
        if not task.cancelled() and task.exception() is not None:
            logger.error("a key could not be answered", exc_info=task.exception())
        self.note()

    async def _begin_session(self, *, by_button: bool) -> None:
        """Begin a new session; whatever the key is, it only begins to speak."""
        await self._end_session()
        self.judge()
        table = self._parts.provisioning.session
        rider = RiderSession(self._parts, by_button=by_button, note=self.note)
        await rider.__aenter__()
        self._session = Session(rider, Idle(table.idle_s, table.warning_s, self._monotonic()))
        self._was_told = False
        rider.greet()

    async def _end_session(self) -> None:
        """Forget the rider: rate, volume, language, history, and what was waited for."""
        session, self._session = self._session, None
        await self._end_acting()
        self._button.forget()
        if session is not None:
            await session.rider.__aexit__(None, None, None)
            profile = self._parts.make_profile()
            self._parts.voice.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)

    async def _end_acting(self) -> None:
        acting, self._acting = self._acting, None
        if acting is not None and not acting.done():
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    async def _tick(self) -> None:
        at = self._monotonic()
        act = self._button.tick(at)
        if act is not None:
            await self._take_press(act, by_button=True)
        session = self._session
        if session is None:
            return
        is_speaking = self._parts.voice.is_speaking or (self._acting is not None and not self._acting.done())
        if not is_speaking and not self._was_told:
            self._was_told = True
            if session.rider.item is not None:
                self._button.note_told(at)
        if session.rider.is_over:
            session.ends_at = session.ends_at or at + _FAREWELL_S
            if not is_speaking or at >= session.ends_at:
                await self._end_session()
            return
        table = self._parts.provisioning.session
        session.idle.wait_longer(table.waiting_s if session.rider.is_waiting else table.idle_s)
        turn = session.idle.tick(at, is_speaking=is_speaking)
        if turn == "warn":
            session.rider.warn()
        elif turn == "end":
            session.rider.end()

    def note_boards(self) -> None:
        """Take a new reading of the boards."""
        self.judge()
        if self._session is not None and not self._session.rider.is_over:
            self._session.rider.note_condition()
        self.note()

    def _show(self) -> None:
        at = self._monotonic()
        if not self._is_stale and at - self._shown_at < _REDRAW_S:
            return
        self._is_stale, self._shown_at = False, at
        has_trouble = self._parts.voice.trouble is not None
        ring, is_other = has_trouble and not self._had_trouble, has_trouble != self._had_trouble
        self._had_trouble = has_trouble
        if is_other:
            self.judge()
        rows, columns = self._screen.size
        view = self._make_view()
        page_s = self._parts.provisioning.screen.page_s * (_HELD if self._held is not None else 1)
        shown = self._session.rider.shown if self._session else ()
        if shown is not self._paged:
            # What was just said is shown from its beginning.
            self._paged, self._paged_at = shown, at
        turn = int((at - self._paged_at) / page_s)
        self._screen.show(lay_out(view, rows, columns, turn).rows, ring=ring)

    def _make_view(self) -> View:
        parts, session = self._parts, self._session
        language = session.rider.language if session else parts.provisioning.languages[0]
        parts.boards.use_language(language)
        book = parts.books.pick(language)
        tags = parts.provisioning.languages
        stop = session.rider.stop if session else None
        messages = parts.list_messages(stop)
        warnings = [
            *tell_voice(book, self.condition),
            *tell_condition(book, self.condition),
            *(tell_message(book, one, tags) for one in messages if one.priority == "urgent"),
        ]
        others = [tell_message(book, one, tags) for one in messages if one.priority != "urgent"]
        board = self._find_board()
        body = [*(session.rider.shown if session else ()), *board, *others]
        hint = session.rider.hint if session else "kiosk.hint_attract"
        own = parts.stops.get(parts.boards.stops[0])
        name = own.name if own else parts.boards.stops[0]
        return View(
            title=name,
            clock=self._tell_clock(book.language),
            warnings=[line.written for line in warnings],
            body=[line.written for line in body],
            hint=book.say(hint).written,
        )

    def _find_board(self) -> tuple[Line, ...]:
        """Give the departures of all stops, or what a rider holds of them; none while no time can be true."""
        if not self.condition.can_tell_times:
            return ()
        boards = self._parts.boards
        now = tuple(line for stop in boards.stops for line in boards.tell(stop))
        is_held = self._session is not None and self._session.rider.holds_board
        self._held = (self._held or now) if is_held else None
        return self._held or now

    def _tell_clock(self, language: str) -> str:
        """Give the time of day where the stop is; nothing while the clock cannot be believed, or nobody knows where."""
        reading = self._parts.boards.readings.get(self._parts.boards.stops[0])
        if not self.condition.can_tell_times or reading is None or reading.data is None or reading.data.now is None:
            return ""
        zone = datetime.fromisoformat(reading.data.now).tzinfo
        return self._parts.books.pick(language).clock(self._parts.clock.now().astimezone(zone)).written

    def _monotonic(self) -> float:
        return self._parts.clock.monotonic()
