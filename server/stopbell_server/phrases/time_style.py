"""How one rider wants to hear times; a server's own answers are in the plain style."""

from dataclasses import dataclass
from typing import Literal

TimesWord = Literal["automatic", "clock", "minutes"]


@dataclass(frozen=True, slots=True)
class TimeStyle:
    """Which way times are told where both are known."""

    times: TimesWord = "automatic"
    """Automatic: minutes for what is near and live, else the clock.

    What is by timetable always keeps its clock time.
    """
    is_half_day: bool = False
    """Hours from one to twelve, with the part of the day."""


PLAIN = TimeStyle()
