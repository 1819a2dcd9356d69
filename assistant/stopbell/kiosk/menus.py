"""The kiosk's menus: what a rider can do, in the order in which one button goes through it."""

from collections.abc import Mapping, Sequence

from stopbell.brains.brain import Intent
from stopbell.kiosk.menu import ALWAYS, Ask, Command, Control, Item, Menu, Open, OpenLine, UseLanguage, number
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebooks import Phrasebooks


def make_main(*, has_languages: bool) -> Menu:
    """Make the first menu; where one language is spoken there is none to choose."""
    languages = (Item("1", Control.LANGUAGES, "kiosk.item_languages"),) if has_languages else ()
    return Menu(
        "kiosk.menu_main",
        (
            Item("5", Ask(Intent("next_arrivals")), "kiosk.item_next"),
            Item("8", Ask(Intent("next_arrivals", {"feature": "low_floor"})), "kiosk.item_low_floor"),
            Item("2", Ask(Intent("service_alerts")), "kiosk.item_alerts"),
            Item("3", Control.AROUND, "kiosk.item_around"),
            Item("9", Open("more"), "kiosk.item_more"),
            *languages,
            Item("6", Ask(Intent("volume", {"change": "up"}), stays=True, needs_time=False), "kiosk.item_louder"),
            Item("4", Ask(Intent("volume", {"change": "down"}), stays=True, needs_time=False), "kiosk.item_quieter"),
            Item("7", Open("voice"), "kiosk.item_voice"),
            *ALWAYS,
        ),
    )


def make_more(*, has_stops: bool) -> Menu:
    """Make the menu of what is asked more rarely; the choice of stops is there where there are several."""
    stops: tuple[tuple[Command, str, None], ...] = ((Control.STOPS, "kiosk.item_stops", None),) if has_stops else ()
    (menu,) = number(
        "kiosk.item_more",
        (
            (Ask(Intent("more"), stays=True), "kiosk.item_further_departures", None),
            (Control.LINES, "kiosk.item_lines", None),
            (Control.MESSAGES, "kiosk.item_messages", None),
            (Ask(Intent("current_time")), "kiosk.item_time", None),
            (Ask(Intent("first_last_service", {"which": "last"})), "kiosk.item_last", None),
            (Ask(Intent("stop_info")), "kiosk.item_stop", None),
            (Ask(Intent("contact_staff"), needs_time=False), "kiosk.item_contact", None),
            (Control.HOLD_BOARD, "kiosk.item_hold_board", None),
            *stops,
        ),
    )
    return menu


def make_voice() -> Menu:
    """Make the menu of how the voice speaks; it stays open, so that a key can be pressed again and again."""
    (menu,) = number(
        "kiosk.item_voice",
        (
            (Ask(Intent("speech_rate", {"change": "slower"}), stays=True, needs_time=False), "kiosk.item_slower", None),
            (Ask(Intent("speech_rate", {"change": "faster"}), stays=True, needs_time=False), "kiosk.item_faster", None),
            (Ask(Intent("verbosity", {"change": "less"}), stays=True, needs_time=False), "kiosk.item_shorter", None),
            (Ask(Intent("verbosity", {"change": "more"}), stays=True, needs_time=False), "kiosk.item_longer", None),
            (Control.PAUSE, "kiosk.item_pause", None),
            (Control.LAST_PART, "kiosk.item_last_part", None),
        ),
    )
    return menu


def make_languages(books: Phrasebooks, tags: Sequence[str]) -> tuple[Menu, ...]:
    """Make the choice of languages, each named in itself."""
    choices = [(UseLanguage(tag), books.pick(tag).say(f"language.{tag}").lines[0], tag) for tag in tags]
    return number("kiosk.item_languages", choices)


def make_lines(labels: Sequence[tuple[str, Line]]) -> tuple[Menu, ...]:
    """Make the choice of a line, by its label and how that is said."""
    return number("kiosk.item_lines", [(OpenLine(label), line, None) for label, line in labels])


def make_line(label: str) -> Menu:
    """Make the menu of one line."""
    route: Mapping[str, str] = {"route": label}
    (menu,) = number(
        "kiosk.menu_line",
        (
            (Ask(Intent("next_arrivals", route)), "kiosk.item_line_next", None),
            (Ask(Intent("set_arrival_watch", route)), "kiosk.item_line_watch", None),
            (Ask(Intent("cancel_alert", {"which": "all"}), needs_time=False), "kiosk.item_line_unwatch", None),
            (Ask(Intent("route_stops", route), needs_time=False), "kiosk.item_line_stops", None),
            (Ask(Intent("service_alerts", route)), "kiosk.item_line_alerts", None),
        ),
    )
    return menu


def make_stops(stops: Sequence[tuple[str, Line]]) -> tuple[Menu, ...]:
    """Make the choice of a stop, by its id and how it is said."""
    return number(
        "kiosk.item_stops",
        [(Ask(Intent("set_stop", {"stop": stop, "here": "yes"})), line, None) for stop, line in stops],
    )


def make_choices(choices: Sequence[Line]) -> tuple[Menu, ...]:
    """Make a menu of what the conversation lets choose from, by number."""
    return number(
        "kiosk.menu_choices",
        [
            (Ask(Intent("select_option", {"option": place}), stays=False), choice, None)
            for place, choice in enumerate(choices, 1)
        ],
    )
