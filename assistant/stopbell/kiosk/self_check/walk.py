"""A walk through everything that the kiosk offers, in every language, written down for those who judge it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from stopbell.kiosk.keys import KEYS, Key
from stopbell.kiosk.menu import Control, Item, Menu, Open, OpenLine, UseLanguage
from stopbell.kiosk.self_check.subject import Subject
from stopbell.kiosk.self_check.trial import Trial, trying
from stopbell.kiosk.self_check.witnesses import Step

_OPENING = (Control.LANGUAGES, Control.LINES, Control.STOPS, Control.FURTHER)


@dataclass
class Walk:
    """What was met."""

    steps: list[Step] = field(default_factory=list[Step])
    menus: list[Menu] = field(default_factory=list[Menu])
    greetings: list[Step] = field(default_factory=list[Step])
    ended: bool = False
    """Whether going back led out of the session each time."""
    written: str = ""
    """All that the terminal got."""
    board: tuple[str, ...] = ()
    """Rows of the screen while nobody uses the kiosk."""
    refused: Step | None = None
    """What a key did that chooses nothing; None where there are no keys, or every key chooses something."""

    @property
    def items(self) -> tuple[Item, ...]:
        """All choices of all menus."""
        return tuple(item for menu in self.menus for item in menu.items)

    def find(self, command: object) -> Step | None:
        """Find what a command did; None: it is nowhere, or was not reached."""
        return next((step for step in self.steps if step.item and step.item.command == command), None)


async def walk(subject: Subject) -> Walk:
    """Visit every menu and every choice once, and the greeting, the board and the help in every language."""
    done = Walk()
    async with trying(subject) as trial:
        done.board = (await trial.wait(0)).rows
        await _begin(trial, done)
        await _visit(trial, done, ())
        done.ended = await leave(trial)
        for tag in subject.provisioning.languages[1:]:
            await _speak(trial, done, tag)
            done.ended &= await leave(trial)
    done.written = trial.written
    return done


async def leave(trial: Trial) -> bool:
    """Go back until the session is over; tell whether that leads out."""
    for _ in range(8):
        menu = trial.menu
        if menu is None:
            return True
        back = next((item for item in menu.items if item.command is Control.BACK), None)
        if back is None:
            return False
        await trial.choose(back)
    return False


async def _begin(trial: Trial, done: Walk) -> None:
    if trial.rider is None:
        done.greetings.append(await trial.begin())


async def _visit(trial: Trial, done: Walk, path: Sequence[Item]) -> None:
    """Choose everything of one menu, and go into those that it opens; of lines and stops into the first."""
    menu = trial.menu
    if menu is None:
        return
    done.menus.append(menu)
    done.refused = done.refused or await _press_wrong(trial)
    has_line = False
    for item in menu.items:
        if item.command is Control.BACK or isinstance(item.command, UseLanguage):
            continue
        is_line = isinstance(item.command, OpenLine)
        if is_line and has_line:
            continue
        has_line |= is_line
        await _open(trial, done, path, menu)
        done.steps.append(await trial.choose(item))
        opens = is_line or isinstance(item.command, Open) or item.command in _OPENING
        if opens and trial.menu is not None and trial.menu != menu:
            await _visit(trial, done, (*path, item))


async def _open(trial: Trial, done: Walk, path: Sequence[Item], menu: Menu) -> None:
    """Come to a menu: stay where it is open, else from the first menu."""
    if trial.menu == menu or not await leave(trial):
        return
    await _begin(trial, done)
    for item in path:
        await trial.choose(item)


async def _press_wrong(trial: Trial) -> Step | None:
    menu = trial.menu
    if menu is None or not trial.has_keys:
        return None
    free: list[Key] = [key for key in KEYS if menu.find(key) is None]
    return replace(await trial.press(free[0]), item=Item(free[0], Control.HELP, "")) if free else None


async def _speak(trial: Trial, done: Walk, tag: str) -> None:
    """Choose a language, and hear the departures and the help in it."""
    await _begin(trial, done)
    for _ in range(8):
        menu = trial.menu
        if menu is None:
            return
        wanted = next((item for item in menu.items if item.command == UseLanguage(tag)), None)
        way = wanted or next((item for item in menu.items if item.command is Control.LANGUAGES), None)
        way = way or next((item for item in menu.items if item.command is Control.FURTHER), None)
        if way is None:
            return
        done.steps.append(await trial.choose(way))
        if wanted:
            break
    menu = trial.menu
    for item in menu.items[:1] if menu else ():
        done.steps.append(await trial.choose(item))
    menu = trial.menu
    for item in (one for one in (menu.items if menu else ()) if one.command is Control.HELP):
        done.steps.append(await trial.choose(item))
