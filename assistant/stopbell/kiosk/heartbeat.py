"""The heartbeat: a sign of life is sent only when the feed, the interface and the voice have all just answered."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from stopbell.kiosk.notify import Notifier

logger = logging.getLogger(__name__)

Part = Literal["feed", "interface", "voice"]
Probe = Callable[[], Awaitable[object]]
"""Asks a part whether it is there; whatever it says is an answer, also that it is broken and says so to riders."""

USUAL_S = 3.0
"""How often the parts are asked where nobody supervises."""


@dataclass(frozen=True, slots=True)
class Beat:
    """One look at all parts."""

    answered: Mapping[Part, bool]
    at: float
    """Monotonic seconds."""

    @property
    def is_alive(self) -> bool:
        """Whether every part has answered."""
        return all(self.answered.values())


class Heartbeat:
    """Asks the parts again and again, all at once, and passes the sign of life on."""

    def __init__(
        self,
        probes: Mapping[Part, Probe],
        notifier: Notifier,
        monotonic: Callable[[], float],
        describe: Callable[[], str] = lambda: "",
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        """Take what asks each part, whom to tell, the time, and one line for whoever reads the status."""
        self._probes = probes
        self._notifier = notifier
        self._monotonic = monotonic
        self._describe = describe
        self._sleep = sleep
        self.period_s = min(USUAL_S, notifier.watchdog_s / 3) if notifier.watchdog_s else USUAL_S
        """Three chances within one watchdog span; a part has as long to answer."""
        self.last: Beat | None = None

    async def run(self) -> None:
        """Beat until cancelled."""
        while True:
            await self.beat()
            await self._sleep(self.period_s)

    async def beat(self) -> Beat:
        """Ask all parts once."""
        answers = await asyncio.gather(*(self._ask(part, probe) for part, probe in self._probes.items()))
        self.last = Beat(dict(zip(self._probes, answers, strict=True)), self._monotonic())
        if self.last.is_alive:
            self._notifier.send(WATCHDOG="1", STATUS=self._describe())
        else:
            silent = ", ".join(part for part, answered in self.last.answered.items() if not answered)
            logger.warning("no answer from: %s", silent)
            self._notifier.send(STATUS=f"no answer from: {silent}")
        return self.last

    async def _ask(self, part: Part, probe: Probe) -> bool:
        try:
            async with asyncio.timeout(self.period_s):
                await probe()
        except TimeoutError:
            return False
        except Exception:
            logger.exception("the %s failed", part)
            return False
        return True
