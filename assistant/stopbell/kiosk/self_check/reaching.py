"""Coming to one choice, wherever it is in the menus."""

from stopbell.kiosk.menu import Control, Item, Menu, Open
from stopbell.kiosk.self_check.trial import Trial
from stopbell.kiosk.self_check.witnesses import Step


async def reach(trial: Trial, command: object) -> Step | None:
    """Choose what does something: in the menu that is open, or in one that it opens; None: it is in none of them."""
    menu = trial.menu
    if menu is None:
        return None
    if (item := _find(menu, command)) is not None:
        return await trial.choose(item)
    for way in menu.items:
        if not isinstance(way.command, Open):
            continue
        await trial.choose(way)
        inner = trial.menu
        if (item := _find(inner, command)) is not None:
            return await trial.choose(item)
        if (back := _find(inner, Control.BACK)) is not None:
            await trial.choose(back)
    return None


def _find(menu: Menu | None, command: object) -> Item | None:
    return next((one for one in menu.items if one.command == command), None) if menu else None
