"""The boards of the kiosk's stops, read again and again; the last reading is kept with its facts."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from stopbell.answer import Answer
from stopbell.conversation.ports import Tools
from stopbell.kiosk.clock_check import FeedTime
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.stops import StopData, StopSummary
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks

logger = logging.getLogger(__name__)

CALLS = 5

Sleep = Callable[[float], Awaitable[object]]
"""Waits so many seconds."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One answer about one stop."""

    asked: str
    """What the provisioning calls the stop."""
    data: BoardData | None
    """None: there was no board; `text` says why."""
    provenance: Provenance
    text: Line
    language: str
    is_error: bool
    """Whether the source of facts did not answer."""
    has_feed: bool = True
    """Whether any timetable knows the stop."""

    @property
    def feed_time(self) -> FeedTime:
        """What the feed's clock says."""
        made = self.provenance.source_time
        return FeedTime(self.provenance.live_state, datetime.fromisoformat(made) if made else None)


class Boards:
    """Reads the boards of several stops."""

    def __init__(self, tools: Tools, books: Phrasebooks, stops: Sequence[str], language: str) -> None:
        """Take the tools, the words, the stops as the provisioning names them, and the board's language."""
        self._tools = tools
        self._books = books
        self.stops = tuple(stops)
        self._language = language
        self._hurry = asyncio.Event()
        self._portraits: dict[tuple[str, str], StopSummary] = {}
        self.readings: Mapping[str, Reading] = {}
        """The last reading of each stop that has one, by the provisioning's name."""

    @property
    def portraits(self) -> Mapping[str, StopSummary]:
        """What is known of each stop that was found, in the language in use where it was read in it already."""
        found = {stop: portrait for (stop, _), portrait in self._portraits.items()}
        found |= {stop: portrait for (stop, tag), portrait in self._portraits.items() if tag == self._language}
        return {stop: found[stop] for stop in self.stops if stop in found}

    @property
    def language(self) -> str:
        """BCP 47 tag in which names are asked for."""
        return self._language

    def use_language(self, language: str) -> None:
        """Ask for names in another language from now on, at once if it is another one."""
        if language != self._language:
            self._language = language
            self._hurry.set()

    async def read(self) -> None:
        """Read all boards once, and each stop's portrait once in a language."""
        for stop in self.stops:
            answer = await self._call("get_arrivals", stop=stop, limit=CALLS)
            self.readings = {**self.readings, stop: self._to_reading(stop, answer)}
            if (stop, self._language) not in self._portraits:
                described = await self._call("describe_stop", stop=stop)
                if isinstance(described.data, StopData) and described.data.stop is not None:
                    self._portraits[stop, self._language] = described.data.stop

    async def probe(self) -> None:
        """Ask for the first board; that there is an answer is the answer."""
        await self._call("get_arrivals", stop=self.stops[0], limit=1)

    async def keep_reading(self, period_s: float, note: Callable[[], None], sleep: Sleep = asyncio.sleep) -> None:
        """Read every so many seconds until cancelled, and call `note` after each time."""
        while True:
            try:
                await self.read()
                note()
            except Exception:
                logger.exception("the boards cannot be read")
            await self._wait(period_s, sleep)

    async def _wait(self, period_s: float, sleep: Sleep) -> None:
        """Wait for the next time, or until another language is wanted."""
        waits = {asyncio.ensure_future(sleep(period_s)), asyncio.ensure_future(self._hurry.wait())}
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._hurry.clear()
            for wait in waits:
                wait.cancel()

    def tell(self, stop: str) -> tuple[Line, ...]:
        """Give a stop's last board as lines, in the language that it was asked for in; empty before there is one."""
        reading = self.readings.get(stop)
        if reading is None:
            return ()
        if reading.data is None:
            return (reading.text,)
        book = self._books.pick(reading.language)
        lines = book.board(reading.data, age_seconds=reading.provenance.age_seconds).lines
        notice = reading.provenance.notice
        return (*lines, book.text(notice)) if notice else lines

    def _to_reading(self, stop: str, answer: Answer) -> Reading:
        data = answer.data if isinstance(answer.data, BoardData) and answer.data.stop is not None else None
        return Reading(
            stop,
            data,
            answer.provenance,
            Line(answer.text, answer.spoken),
            answer.language,
            answer.is_error,
            has_feed=data is not None,
        )

    async def _call(self, tool: str, **arguments: object) -> Answer:
        return await self._tools.call(tool, {**arguments, "language": self._language})
