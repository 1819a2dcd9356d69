"""How loud the voice is by the hour: streets and neighbours sleep, and a speaker that disturbs them is switched off."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator

from stopbell.speech.priority import Priority

_WHILE_OFF = 0.5
"""What the rider asks for, and matters of safety, are heard in hours that are off too, 6 dB softer."""


@dataclass(frozen=True, slots=True)
class VolumeHours:
    """The volume from each time of day on, until the next; round the clock."""

    steps: tuple[tuple[time, float | None], ...] = ()
    """By time; 0.0 to 1.0 of the rider's own volume, None is off. Empty: always 1.0."""

    def find(self, at: time, priority: Priority) -> float | None:
        """Give the share of the volume for a sentence; None: it is not to be spoken now."""
        share = self.find_share(at)
        if share is not None:
            return share
        return _WHILE_OFF if priority <= Priority.ANSWER else None

    def find_share(self, at: time) -> float | None:
        """Give the share that a time of day has; None: off."""
        if not self.steps:
            return 1.0
        begun = [share for since, share in self.steps if since <= at]
        return begun[-1] if begun else self.steps[-1][1]


def parse_volume_hours(table: Mapping[str, int | str]) -> VolumeHours:
    """Parse times of day `HH:MM`, each with a percentage or `off`.

    Raises:
        ValueError: a time or a volume is not understood; the message says what is.
    """
    steps: list[tuple[time, float | None]] = []
    for written, volume in table.items():
        try:
            since = time.fromisoformat(written)
        except ValueError:
            raise ValueError(f"{written!r} is no time of day; write it as 22:00") from None
        if since.tzinfo is not None:
            raise ValueError(f"{written!r} has a zone; the times are those of the stop, write it as 22:00")
        if any(since == known for known, _ in steps):
            raise ValueError(f"{written!r} stands there twice; leave one out")
        if volume != "off" and not (isinstance(volume, int) and 0 <= volume <= 100):
            raise ValueError(f"{volume!r} is no volume for {written}; write 0 to 100, or off")
        steps.append((since, volume / 100 if isinstance(volume, int) else None))
    return VolumeHours(tuple(sorted(steps, key=lambda step: step[0])))


def _check(table: Mapping[str, int | str]) -> Mapping[str, int | str]:
    parse_volume_hours(table)
    return table


VolumeByHour: TypeAlias = Annotated[dict[str, int | Literal["off"]], AfterValidator(_check)]
"""The table as files have it: from each time of day on a percentage, or `off`."""
