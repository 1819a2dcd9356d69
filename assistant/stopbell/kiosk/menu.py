"""Choices under keys: the same for twelve keys and for one button, so that neither reaches more than the other."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from stopbell.brains.brain import Intent
from stopbell.kiosk.keys import DIGITS, Key
from stopbell_server.phrases.phrase import Line


class Control(Enum):
    """What a key does at the kiosk itself."""

    BACK = "back"
    """Silence; in silence a menu back, and from the first menu the end of the session."""
    REPEAT = "repeat"
    LAST_PART = "last-part"
    """Of the last answer only its last fact."""
    PAUSE = "pause"
    """Silence that keeps what would be announced; chosen again, it goes on."""
    HELP = "help"
    AROUND = "around"
    """Where things are, by the clock face."""
    MESSAGES = "messages"
    LANGUAGES = "languages"
    LINES = "lines"
    STOPS = "stops"
    FURTHER = "further"
    """The next choices of a menu that has more than keys."""
    HOLD_BOARD = "hold-board"


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the conversation."""

    intent: Intent
    stays: bool = False
    """Whether the menu stays open after the answer: faster, faster, faster."""
    needs_time: bool = True
    """Whether the answer would tell times, so that a wrong clock makes it false."""


@dataclass(frozen=True, slots=True)
class UseLanguage:
    """Go on in another language."""

    tag: str


@dataclass(frozen=True, slots=True)
class Open:
    """Open one of the fixed menus, by name."""

    menu: str


@dataclass(frozen=True, slots=True)
class OpenLine:
    """Open the menu of one line."""

    label: str


Command: TypeAlias = Control | Ask | UseLanguage | Open | OpenLine


@dataclass(frozen=True, slots=True)
class Item:
    """One choice."""

    key: Key
    command: Command
    label: str | Line
    """Id of a message, or words that are made already, such as a line's number."""
    language: str | None = None
    """BCP 47 tag of words that are of another language than the rider's; None: the rider's."""


@dataclass(frozen=True, slots=True)
class Menu:
    """Choices that stand together."""

    title: str
    """Id of the message that names it."""
    items: Sequence[Item]

    def find(self, key: Key) -> Item | None:
        """Give what a key chooses; None: nothing."""
        return next((item for item in self.items if item.key == key), None)


ALWAYS = (
    Item("#", Control.REPEAT, "kiosk.item_repeat"),
    Item("0", Control.HELP, "kiosk.item_help"),
    Item("*", Control.BACK, "kiosk.item_back"),
)
"""In every menu, on the same keys (WCAG 3.2.6)."""


def number(title: str, choices: Sequence[tuple[Command, str | Line, str | None]]) -> tuple[Menu, ...]:
    """Give choices as menus of digits; what has no digit left stands in the next menu, behind key 9.

    Each choice is a command, its label and the label's language.
    """
    most = len(DIGITS)
    pages: list[Menu] = []
    rest = list(choices)
    while rest or not pages:
        is_last = len(rest) <= most
        now, rest = (rest, []) if is_last else (rest[: most - 1], rest[most - 1 :])
        items = [Item(key, command, label, tag) for key, (command, label, tag) in zip(DIGITS, now, strict=False)]
        if not is_last:
            items.append(Item(DIGITS[-1], Control.FURTHER, "kiosk.item_further"))
        pages.append(Menu(title, (*items, *ALWAYS)))
    return tuple(pages)
