"""How a run's delay goes in time, when its vehicle reports, and what has happened by then.

The delay is a smooth function of the instant whose slope stays well below one, so that a vehicle never
runs backwards and every call has exactly one instant at which it happens.
"""

from dataclasses import dataclass
from math import pi, sin

from stopbell_server.feeds.simulator.chance import Chance
from stopbell_server.feeds.simulator.runs import Run
from stopbell_server.feeds.simulator.scenario import Fate

_REPORT_S = 20
_LOST_REPORT_S = 600
_LOST_LAG_S = 240
_STEPS = 14


@dataclass(frozen=True, slots=True)
class Motion:
    """The truth about one run's movement; instants are POSIX seconds, delays seconds."""

    start: int
    base_s: float
    """The delay that it keeps, or, where it grows on the way, reaches."""
    ramp_s: float
    """How long it takes from the start until `base_s` is reached; 0 when it holds all the time."""
    waves: tuple[tuple[float, float, float], ...]
    """Amplitude in seconds, period in seconds and phase in turns."""

    def delay_at(self, instant: float) -> float:
        """Give the delay at an instant, negative when early."""
        swing = sum(amplitude * sin(2 * pi * (instant / period + phase)) for amplitude, period, phase in self.waves)
        if not self.ramp_s:
            return self.base_s + swing
        way = min(1.0, max(0.0, (instant - self.start) / self.ramp_s))
        return sum(amplitude for amplitude, _, _ in self.waves) + swing + self.base_s * way * way * (3 - 2 * way)

    def happens_at(self, planned: int) -> int:
        """Give the instant at which what is planned then really happens."""
        instant = float(planned)
        for _ in range(_STEPS):
            instant = planned + self.delay_at(instant)
        return round(instant)


def to_motion(chance: Chance, run: Run, fate: Fate) -> Motion:
    """Give the movement that a fate asks for; seed and run decide the rest."""

    def draw(low: float, high: float, what: str) -> float:
        return chance.between(low, high, what, run.key)

    slow = (draw(10, 25, "slow"), draw(1500, 3600, "slow period"), draw(0, 1, "slow phase"))
    fast = (draw(2, 8, "fast"), draw(500, 900, "fast period"), draw(0, 1, "fast phase"))
    if fate is Fate.EARLY:
        duration = max(600, run.end - run.start)
        return Motion(run.start, -min(draw(120, 300, "early"), duration * 0.12), duration * 0.6, (fast,))
    if fate is Fate.LATE:
        return Motion(run.start, draw(240, 720, "late"), 0, ((slow[0] * 2, *slow[1:]), fast))
    if fate in (Fate.ON_TIME, Fate.MOVED):
        return Motion(run.start, slow[0] + fast[0], 0, (slow, fast))
    return Motion(run.start, draw(40, 110, "some"), 0, (slow, fast))


def to_report_time(chance: Chance, run: Run, fate: Fate, now: int) -> int:
    """Give when the vehicle was last heard of: some seconds ago, or for a lost one four to fourteen minutes."""
    if fate is Fate.LOST:
        return _step_back(now - _LOST_LAG_S, _LOST_REPORT_S, chance.share("lost report", run.key))
    return _step_back(now, _REPORT_S, chance.share("report", run.key))


def _step_back(instant: int, period: int, phase: float) -> int:
    shift = int(phase * period)
    return (instant - shift) // period * period + shift
