"""The menus of one rider's session: which are open, one behind the other, and the choice that one button is at."""

from collections.abc import Sequence

from stopbell.conversation.reply import Reply
from stopbell.kiosk import menus
from stopbell.kiosk.menu import Control, Item, Menu
from stopbell.kiosk.parts import Parts
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook


class SessionMenus:
    """Opens menus and goes back; nothing is said here."""

    def __init__(self, parts: Parts) -> None:
        """Begin at the first menu."""
        self._parts = parts
        self._main = menus.make_main(has_languages=len(parts.provisioning.languages) > 1)
        self._open: list[Menu] = [self._main]
        self._further: tuple[Menu, ...] = ()
        self._place: int | None = None

    @property
    def menu(self) -> Menu:
        """The menu that is open."""
        return self._open[-1]

    @property
    def item(self) -> Item | None:
        """The choice that one button is at; None: at none."""
        return None if self._place is None else self.menu.items[self._place]

    @property
    def is_first(self) -> bool:
        """Whether there is no menu to go back to."""
        return len(self._open) == 1

    def open(self, opened: Sequence[Menu], *, replaces: bool = False) -> None:
        """Open the first of some menus; the others stand behind its last key."""
        if replaces:
            self._open.pop()
        self._open.append(opened[0])
        self._further = tuple(opened[1:])

    def open_further(self) -> None:
        """Open what stands behind the last key."""
        self.open(self._further, replaces=True)

    def go_back(self) -> None:
        """Close the menu that is open."""
        self._open.pop()

    def go_home(self, reply: Reply | None = None) -> None:
        """Go to the first menu, and from there to what an answer gives to choose from."""
        self._open = [self._main, *(menus.make_choices(reply.choices) if reply else ())]

    def go_to_next(self) -> Item:
        """Bring one button to the next choice, or to the first."""
        self._place = 0 if self._place is None else (self._place + 1) % len(self.menu.items)
        return self.menu.items[self._place]

    def go_to(self, control: Control) -> None:
        """Bring one button to a choice of the menu that is open."""
        places = (place for place, item in enumerate(self.menu.items) if item.command is control)
        self._place = next(places, None)

    def leave_choice(self) -> None:
        """Take one button away from the choice it was at."""
        self._place = None

    def open_fixed(self, name: str) -> None:
        """Open a menu that is always the same."""
        voice = name == "voice"
        self.open(
            (menus.make_voice() if voice else menus.make_more(has_stops=len(self._parts.provisioning.stops) > 1),)
        )

    def open_line(self, label: str) -> None:
        """Open what can be asked about a line."""
        self.open((menus.make_line(label),))

    def open_languages(self) -> None:
        """Open the languages."""
        self.open(menus.make_languages(self._parts.books, self._parts.provisioning.languages))

    def open_stops(self, book: Phrasebook) -> None:
        """Open the stops of the kiosk."""
        labels = [(one.id, book.label_stop(one)) for one in self._parts.stops.values()]
        self.open(menus.make_stops([(stop_id, Line(label.written, label.spoken)) for stop_id, label in labels]))

    def open_lines(self, book: Phrasebook, stop_id: str | None) -> bool:
        """Open the lines of a stop; tells whether it has any."""
        stop = next((one for one in self._parts.stops.values() if one.id == stop_id), None)
        labels = stop.lines if stop else ()
        if labels:
            named = [(label, book.say("kiosk.line", line=book.label(label)).lines[0]) for label in labels]
            self.open(menus.make_lines(named))
        return bool(labels)
