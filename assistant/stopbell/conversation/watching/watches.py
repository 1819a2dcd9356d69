"""All that is watched for one rider: few, each once, kept going while a face is there to tell it."""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from stopbell.conversation.watching.alighting import AlightingWatch
from stopbell.conversation.watching.arrival import ArrivalWatch
from stopbell.conversation.watching.keeping import Keeper, Sleep, Tell
from stopbell.conversation.watching.lookout import Lookout
from stopbell.conversation.watching.ride import Ride
from stopbell.conversation.watching.watch import Watch

MOST = 10
"""More than that nobody keeps in mind."""


class Watches:
    """Takes watches and tells their events to the face that listens."""

    def __init__(self, lookout: Lookout) -> None:
        """Watch nothing, for nobody yet."""
        self.lookout = lookout
        self._watches: list[Watch] = []
        self._ended: deque[Watch] = deque(maxlen=MOST)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._tell: Tell | None = None
        self._sleep: Sleep = asyncio.sleep

    @property
    def is_running(self) -> bool:
        """Whether somebody listens; else nothing can be watched."""
        return self._tell is not None

    @property
    def is_full(self) -> bool:
        """Whether there are as many as can be kept."""
        return len(self.active) >= MOST

    @property
    def active(self) -> tuple[Watch, ...]:
        """What is watched now, the oldest first."""
        self._ended += (watch for watch in self._watches if watch.is_over)
        self._watches = [watch for watch in self._watches if not watch.is_over]
        return tuple(self._watches)

    @property
    def is_on_board(self) -> bool:
        """Whether the rider rides, as far as was said."""
        return any(watch.is_ride for watch in self.active)

    def find_ride(self) -> Ride | None:
        """Give what the rider rides; None where nothing was said of it."""
        return next((watch.ride for watch in self.active if isinstance(watch, AlightingWatch)), None)

    def find_boarded(self) -> str | None:
        """Give the address of the journey that the rider waited for and that has just come; None: nobody knows."""
        watches = (*reversed(self.active), *reversed(self._ended))
        now = self.lookout.now()
        arrivals = (watch for watch in watches if isinstance(watch, ArrivalWatch))
        return next((journey for watch in arrivals if (journey := watch.find_boarded(now))), None)

    def end_arrivals_of(self, journey: str) -> None:
        """End what waits for a vehicle that the rider is on now."""
        self.end(*(one for one in self.active if isinstance(one, ArrivalWatch) and one.journey == journey))

    def add(self, watch: Watch) -> None:
        """Begin a watch; another one about the same ends."""
        self.end(*(other for other in self.active if other.subject == watch.subject))
        self._watches.append(watch)
        if self._tell is not None:
            self._start(watch, self._tell)

    def end(self, *ended: Watch) -> None:
        """End some of the watches."""
        for watch in ended:
            self._watches = [one for one in self._watches if one is not watch]
            if task := self._tasks.pop(watch.subject, None):
                task.cancel()

    @asynccontextmanager
    async def running(self, tell: Tell, sleep: Sleep = asyncio.sleep) -> AsyncGenerator[None]:
        """Tell all events to a face while the block runs; what is still watched then ends with it.

        Args:
            tell: takes each event at once, and never raises.
            sleep: how to wait for seconds of the clock; tests let it pass as they like.
        """
        self._tell, self._sleep = tell, sleep
        for watch in self.active:
            self._start(watch, tell)
        try:
            yield
        finally:
            self._tell = None
            tasks, self._tasks = tuple(self._tasks.values()), {}
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _start(self, watch: Watch, tell: Tell) -> None:
        self._tasks[watch.subject] = asyncio.create_task(self._keep(watch, tell), name=f"watch {watch.subject}")

    async def _keep(self, watch: Watch, tell: Tell) -> None:
        """Keep a watch going; one that has failed is watched no longer."""
        await Keeper(watch, self.lookout, tell, self._sleep).keep()
        self._tasks.pop(watch.subject, None)
        if not watch.is_over:
            self._watches = [one for one in self._watches if one is not watch]
