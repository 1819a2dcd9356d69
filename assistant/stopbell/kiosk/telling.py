"""Keys and choices as sentences; a choice that is of another language is said in it."""

from collections.abc import Sequence

from stopbell.kiosk.keys import Key
from stopbell.kiosk.menu import Item, Menu
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook

_NAMED = {"*": "kiosk.key_star", "#": "kiosk.key_hash"}


def tell_key(book: Phrasebook, key: Key) -> Line:
    """Give a key: as it is printed, and as it is called."""
    if key in _NAMED:
        return Line(key, book.say(_NAMED[key]).spoken)
    return Line(key, book.spell(key).spoken)


def tell_label(book: Phrasebook, item: Item) -> Line:
    """Give what a choice is called."""
    return item.label if isinstance(item.label, Line) else book.say(item.label).lines[0]


def tell_item(book: Phrasebook, item: Item) -> Line:
    """Give a choice as a sentence, as one button goes through them."""
    return book.say("kiosk.choice", choice=tell_label(book, item)).lines[0]


def tell_row(book: Phrasebook, item: Item) -> Line:
    """Give a choice with its key, as a sentence."""
    return book.say("kiosk.row", key=tell_key(book, item.key), choice=tell_label(book, item)).lines[0]


def tell_menu(book: Phrasebook, menu: Menu) -> list[tuple[Sequence[Line], str]]:
    """Give a menu's name and its choices as stretches of one language each, in order."""
    stretches: list[tuple[list[Line], str]] = [
        ([book.say("kiosk.menu", title=book.say(menu.title).lines[0]).lines[0]], book.language)
    ]
    for item in menu.items:
        tag = item.language or book.language
        if stretches[-1][1] != tag:
            stretches.append(([], tag))
        stretches[-1][0].append(tell_row(book, item))
    return [(tuple(lines), tag) for lines, tag in stretches]
