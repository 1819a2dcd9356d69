"""A line whose vehicles a test moves through real live data, and a rider who has asked to be told.

Time goes on only when the test says so, from one look of the watches to the next; what they tell is kept with its time.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from stopbell.announcer.event import Event
from stopbell.announcer.ranking import rank
from stopbell.answer import Answer, PromptChoice, ToolChoice
from stopbell.bulletin import Bell
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.profile import KeptInMemory, Profile, ProfileStore
from stopbell.conversation.reply import Reply
from stopbell.toolbox import Toolbox
from stopbell_server.server import build_server
from stopbell_server.world import World
from tests.asking import load_phrasebooks
from tests.assistant.talking import load_brain
from tests.realtimetext import stop, update, vehicle
from tests.watchedworld import Watched
from tests.worldtext import open_text_world

ZONE = ZoneInfo("Europe/Kyiv")
START = "2026-11-30T12:00:00+02:00"
STOPS = ("Station", "Bridge", "Market", "Park", "Lake")
_UKRAINIAN = ("Вокзал", "Міст", "Ринок", "Парк", "Озеро")
LINE: Mapping[str, str] = {
    "agency.txt": "agency_id,agency_name,agency_url,agency_timezone,agency_lang\n"
    "a,Line Transport,https://example.org,Europe/Kyiv,en\n",
    "feed_info.txt": "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date\n"
    "Line Transport,https://example.org,en,20260101,20271231\n",
    "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    "all,1,1,1,1,1,1,1,20260101,20271231\n",
    "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n"
    + "".join(f"{name.lower()},{name},{49.84 + 0.0036 * place:.4f},24.0300\n" for place, name in enumerate(STOPS)),
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nr10,a,10,0\nr7,a,7,3\n",
    "translations.txt": "table_name,field_name,language,translation,record_id\n"
    + "".join(f"stops,stop_name,uk,{other},{name.lower()}\n" for name, other in zip(STOPS, _UKRAINIAN, strict=True))
    + "trips,trip_headsign,uk,Озеро,a1\ntrips,trip_headsign,uk,Озеро,a2\n",
}
MINUTES = 4
"""Between two stops."""


def make_line(*departures: str, wheelchair: Mapping[int, str] | None = None) -> Mapping[str, str]:
    """Give the timetable of line 10 with trips a1, a2, … that begin at these times, HH:MM of the service day."""
    trips, times = [], []
    for number, begins in enumerate(departures, 1):
        trips.append(f"r10,all,a{number},Lake,{(wheelchair or {}).get(number, '')}")
        hours, minutes = map(int, begins.split(":"))
        for place, name in enumerate(STOPS):
            total = hours * 60 + minutes + MINUTES * place
            at = f"{total // 60:02d}:{total % 60:02d}:00"
            times.append(f"a{number},{at},{at},{name.lower()},{place + 1}")
    return {
        **LINE,
        "trips.txt": "route_id,service_id,trip_id,trip_headsign,wheelchair_accessible\n" + "\n".join(trips),
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + "\n".join(times),
    }


@dataclass
class StageClock:
    """Goes on when the stage says so."""

    instant: datetime
    begun: datetime

    def now(self) -> datetime:
        return self.instant

    def monotonic(self) -> float:
        return (self.instant - self.begun).total_seconds()


@dataclass
class StageTools:
    """The toolbox, with a bell that the stage rings, and a switch for the connection."""

    toolbox: Toolbox
    is_down: bool = False
    bells: list[Bell] = field(default_factory=list[Bell])

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        if self.is_down:
            return await self.toolbox.call(f"no-{name}", arguments)
        return await self.toolbox.call(name, arguments)

    async def list_tools(self) -> tuple[ToolChoice, ...]:
        return await self.toolbox.list_tools()

    async def list_prompts(self) -> tuple[PromptChoice, ...]:
        return await self.toolbox.list_prompts()

    async def get_prompt(self, name: str, arguments: Mapping[str, str] | None = None) -> str:
        return await self.toolbox.get_prompt(name, arguments)

    @asynccontextmanager
    async def follow(self, address: str) -> AsyncGenerator[AsyncIterator[None]]:
        async with self.toolbox.follow(address):
            # That the address can be followed is the server's word; when news comes is the test's.
            bell = Bell()
            self.bells.append(bell)
            try:
                yield bell
            finally:
                self.bells.remove(bell)


class Stage:
    """The world as it is now, and the rider before it."""

    def __init__(
        self,
        folder: Path,
        files: Mapping[str, str],
        *,
        at: str = START,
        language: str = "en",
        store: ProfileStore | KeptInMemory | None = None,
    ) -> None:
        folder.mkdir(exist_ok=True)
        self._profiles = store or KeptInMemory(Profile(is_set_up=True, language=language))
        self.watched = Watched(open_text_world(folder, files, at=at, authority="town"))
        begun = datetime.fromisoformat(at).astimezone(UTC)
        self.clock = StageClock(begun, begun)
        self.language = language
        self.told: list[str] = []
        """Time, priority and words of each event."""
        self.events: list[Event] = []
        self._sleepers: list[tuple[datetime, asyncio.Future[None]]] = []
        self.tools: StageTools
        self.conversation: Conversation

    def current(self) -> World:
        """Give the world at this instant; the server asks for it."""
        return World(self.watched.world.feeds, self.clock.now())

    @asynccontextmanager
    async def open(self) -> AsyncGenerator["Stage"]:
        books = load_phrasebooks()
        async with Toolbox.embedded(build_server(self, books), phrasebooks=books) as toolbox:
            self.tools = StageTools(toolbox)
            self.conversation = Conversation(
                self.tools, books, self._profiles, self.clock, load_brain(), language=self.language
            )
            async with self.conversation.watches.running(self._tell, self._sleep):
                yield self

    async def say(self, text: str) -> list[str]:
        """Say something; give the lines of the reply."""
        reply = await self.hear(text)
        return [line.written for line in reply.lines]

    async def hear(self, text: str) -> Reply:
        reply = await self.conversation.hear(text)
        await self._settle()
        return reply

    async def go(self, *, seconds: float = 0, minutes: float = 0) -> None:
        """Let time pass."""
        await self.go_to(self.clock.instant + timedelta(seconds=seconds, minutes=minutes))

    async def go_to(self, end: datetime | str) -> None:
        """Let time pass until an instant, or until a time of day of the same day."""
        if isinstance(end, str):
            hours, minutes, *rest = map(int, end.split(":"))
            local = self.clock.instant.astimezone(ZONE)
            end = local.replace(hour=hours, minute=minutes, second=rest[0] if rest else 0, microsecond=0)
        end = end.astimezone(UTC)
        while due := min((at for at, future in self._sleepers if at <= end and not future.done()), default=None):
            self.clock.instant = max(due, self.clock.instant)
            for at, future in self._sleepers:
                if at <= due and not future.done():
                    future.set_result(None)
            await self._settle()
        self.clock.instant = end

    async def hear_live(self, *entities: dict[str, Any]) -> None:
        """Let the live feed say something, and the server tell that something is new."""
        self.watched.hear(self.clock.now(), *entities)
        waiting = [future for _, future in self._sleepers if not future.done()]
        for bell in self.tools.bells:
            bell.ring()
        if self.tools.bells:
            await _until(lambda: all(future.done() for future in waiting))
        await self._settle()

    async def _sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        entry = (self.clock.instant + timedelta(seconds=seconds), future)
        self._sleepers.append(entry)
        try:
            await future
        finally:
            self._sleepers.remove(entry)

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        phrase = event.tell()
        if phrase is not None:
            at = self.clock.instant.astimezone(ZONE)
            priority = rank(event.kind, is_own=event.is_own)
            self.told.append(f"{at:%H:%M:%S} P{priority.value} {phrase.written}")

    async def _settle(self) -> None:
        """Wait until every watch waits."""
        watches = self.conversation.watches
        await _until(
            lambda: (
                sum(not future.done() for _, future in self._sleepers) >= len(watches.active)
                and len(self.tools.bells) >= sum(watch.address is not None for watch in watches.active)
            )
        )


async def _until(is_so: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        for _ in range(5):
            await asyncio.sleep(0)
        while not is_so():  # noqa: ASYNC110 # what happens is inside the server
            await asyncio.sleep(0)


def play(stage: Stage, scene: Callable[[Stage], Awaitable[Any]]) -> Any:
    """Run a scene from outside of any event loop."""

    async def run() -> Any:
        async with stage.open():
            return await scene(stage)

    return asyncio.run(run())


def run_late(trip: str, seconds: int, **fields: Any) -> dict[str, Any]:
    """Give an update: the whole trip is so late."""
    delay = {"delay": seconds}
    return update(trip, stop(1, "station", arrival=delay, departure=delay), **fields)


def report(trip: str, sequence: int, at: datetime, *, status: str = "IN_TRANSIT_TO", who: str = "tram-1") -> Any:
    """Give a vehicle's report of the stop that it stands at or is on its way to."""
    place = sequence - 1 - (0 if status == "STOPPED_AT" else 0.5)
    return vehicle(
        who,
        trip=trip,
        lat=49.84 + 0.0036 * place,
        lon=24.03,
        current_stop_sequence=sequence,
        current_status=status,
        timestamp=int(at.timestamp()),
    )
