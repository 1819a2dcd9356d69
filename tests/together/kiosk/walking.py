"""Going through all choices of a kiosk as a graph, by what the terminal shows: with twelve keys, or with one button."""

import re
from collections.abc import Callable, Iterator
from typing import Protocol

from tests.assistant.faketools import BOOKS
from tests.together.kiosk.stage import Kiosk

ROW = re.compile(r"^([0-9*#]): (.+)\.$")
ATTRACT = "Press any key to listen."
BACK = "kiosk.item_back"
Path = tuple[str, ...]


def word(message_id: str, language: str = "en") -> str:
    """Give a message of the catalogs as it is shown."""
    return BOOKS.pick(language).say(message_id).written


class Hand(Protocol):
    """How a rider goes through the menu that is open."""

    def begin(self) -> None:
        """Begin a session."""
        ...

    def find_one(self) -> str:
        """Give some choice that only the menu that is open has."""
        ...

    def list_choices(self) -> list[str]:
        """Give all choices."""
        ...

    def choose(self, label: str) -> list[str]:
        """Choose one; give what is shown then."""
        ...


class TwelveKeys:
    """Asks for help and presses what it names."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.kiosk = kiosk
        self._keys: dict[str, str] = {}

    def begin(self) -> None:
        """Press any key."""
        self.kiosk.type("7")
        self.kiosk.wait_for(lambda: self.kiosk.shown.lines[-1] == word("kiosk.hint_session"))

    def find_one(self) -> str:
        """Read the first row of the help."""
        return self.list_choices()[0]

    def list_choices(self) -> list[str]:
        """Read the keys from the help, in whatever language."""
        rows: dict[str, str] = {}

        def is_read() -> bool:
            body = self.kiosk.body
            rows.clear()
            rows.update({label: key for key, label in _list_rows(body)})
            return "0" in rows.values() and "#" in rows.values() and not ROW.match(body[0]) and not ROW.match(body[1])

        self.kiosk.type("0")
        self.kiosk.wait_for(is_read)
        self._keys = dict(rows)
        return list(rows)

    def choose(self, label: str) -> list[str]:
        """Press the key that the help named; the answer takes the help's place."""
        self.list_choices()
        before = self.kiosk.body[0]
        is_same = label in (word("kiosk.item_help"), word("kiosk.item_repeat"))
        for _ in range(3):
            self.kiosk.type(self._keys[label])
            # A star while the voice still speaks only silences it; then it is pressed once more.
            if self.kiosk.happens(lambda: self.kiosk.body[0] != before or is_same, 3):
                return self.kiosk.body
        raise AssertionError(f"{label} shows nothing new")


class OneButton:
    """Presses until a choice comes, and holds."""

    def __init__(self, kiosk: Kiosk) -> None:
        self.kiosk = kiosk

    def begin(self) -> None:
        """Press once."""
        self.kiosk.type(" ")
        self.kiosk.wait_for(lambda: self.kiosk.shown.lines[-1] == word("kiosk.how_button"))

    def find_one(self) -> str:
        """Go on until a choice comes that is not in every menu."""
        while (label := self._go_on()) in _EVERYWHERE:
            pass
        return label

    def list_choices(self) -> list[str]:
        """Go round once."""
        found = [self._go_on()]
        while (label := self._go_on()) != found[0]:
            found.append(label)
        return found

    def choose(self, label: str) -> list[str]:
        """Press until it is there, then hold."""
        for _ in range(30):
            if self._go_on() == label:
                break
        else:
            raise AssertionError(f"one button does not come to {label}")
        self.kiosk.hold(" ", 0.45)
        self.kiosk.wait_for(lambda: self.kiosk.body[0] != f"{label}.")
        return self.kiosk.body

    def _go_on(self) -> str:
        before = self.kiosk.body[0]
        for _ in range(5):
            self.kiosk.type(" ")
            # On a machine that is busy two presses may come as one; then it is pressed once more.
            if self.kiosk.happens(lambda: self.kiosk.body[0] != before, 3):
                return self.kiosk.body[0].removesuffix(".")
        raise AssertionError(f"the button does nothing after {before}")


_BACKS = frozenset(word(BACK, tag) for tag in BOOKS.languages)
_EVERYWHERE = frozenset({*_BACKS, word("kiosk.item_help"), word("kiosk.item_repeat")})


class Walk:
    """Visits every choice of every menu once."""

    def __init__(self, kiosk: Kiosk, hand: Hand, is_menu: Callable[[str], bool], languages: dict[str, str]) -> None:
        """Take which choices open a menu, and the languages by the name that each gives itself."""
        self.kiosk = kiosk
        self.hand = hand
        self.answers: dict[Path, list[str]] = {}
        """What was shown after each choice, by the way to it."""
        self._is_menu = is_menu
        self._languages = languages
        self._choices: dict[Path, list[str]] = {}

    def run(self) -> None:
        """Walk; ends with the end of the session."""
        self.hand.begin()
        waiting: list[Path] = [()]
        walked: set[str] = set()
        while waiting:
            path = waiting.pop(0)
            self._open(path)
            choices = self.hand.list_choices()
            assert set(choices) >= {word(BACK), word("kiosk.item_help"), word("kiosk.item_repeat")}
            self._choices[path] = choices
            for label in choices:
                # What every menu has is visited in the first; going back is what this walk does all the time.
                if label in _BACKS or (path and label in _EVERYWHERE):
                    continue
                self._open(path)
                body = self.hand.choose(label)
                self.answers[*path, label] = body
                if label in self._languages:
                    self._end(self._languages[label])
                    self.hand.begin()
                kind = label.split()[0]
                if self._is_menu(label) and kind not in walked:
                    walked.add(kind)
                    waiting.append((*path, label))
        self._open(())
        self._end("en")

    def _open(self, path: Path) -> None:
        """Come to a menu: stay where it is open, else from the first menu."""
        if () not in self._choices:
            return
        for _ in range(4):
            here = self.hand.find_one()
            if here in self._choices.get(path, ()):
                return
            if here in self._choices[()]:
                break
            self.hand.choose(word(BACK))
        for label in path:
            self.hand.choose(label)

    def _end(self, language: str) -> None:
        """End the session by its own choice, in whatever language."""
        self.hand.choose(word(BACK, language))
        self.kiosk.wait_for(lambda: self.kiosk.shown.lines[-1] == ATTRACT)
        self.answers[word(BACK, language),] = self.kiosk.body


def _list_rows(body: list[str]) -> Iterator[tuple[str, str]]:
    for line in body:
        if found := ROW.match(line):
            yield found[1], found[2]
