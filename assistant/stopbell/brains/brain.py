"""What every brain is: words and context in, intents out."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol, TypeAlias

SlotValue: TypeAlias = str | int | tuple[str, ...]

NO_SLOTS: Mapping[str, SlotValue] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Intent:
    """One thing the rider wants."""

    name: str
    """One of the names in the grammars, or "unknown"."""
    slots: Mapping[str, SlotValue] = field(default_factory=lambda: NO_SLOTS)
    """Values by slot: routes as labels, names as said, numbers as int, the rest as words of the grammar."""
    language: str = "en"
    """BCP 47 tag of the grammar that understood it."""
    confidence: float = 1.0
    """0 to 1: how much of what was said the grammar accounts for."""

    def text(self, slot: str) -> str | None:
        """Give a slot as text, or None when it was not said."""
        value = self.slots.get(slot)
        return value if isinstance(value, str) else None if value is None or isinstance(value, tuple) else str(value)

    def number(self, slot: str) -> int | None:
        """Give a slot as a number, or None when it was not said as one."""
        value = self.slots.get(slot)
        return value if isinstance(value, int) else None


@dataclass(frozen=True, slots=True)
class Scene:
    """What a brain may know of the moment in which something is said."""

    language: str = "en"
    """The language in use; other grammars are tried when it understands too little."""
    choices: tuple[str, ...] = ()
    """Labels of the numbered choices the rider has just been given."""
    lines: tuple[str, ...] = ()
    """Labels of lines at the stop in use; they help to hear a line's name."""
    is_on_board: bool = False
    """Whether the rider rides now, which changes what "next stop" means."""


class Brain(Protocol):
    """Understands what a rider says."""

    def understand(self, text: str, scene: Scene) -> tuple[Intent, ...]:
        """Give what is wanted, in the order to be done; never empty, "unknown" at the least."""
        ...
