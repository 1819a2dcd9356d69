"""The twelve keys, and how they are told from everything else that a keyboard can send.

A terminal sends more than its keys: Ctrl-C, arrows, function keys, pasted text. Digits within an escape sequence
("ESC [ 1 5 ~" is F5) are no keys. Whatever is no key of the kiosk does nothing at all.
"""

from collections.abc import Iterator, Mapping
from typing import Literal, get_args

Key = Literal["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "#"]
KEYS: tuple[Key, ...] = get_args(Key)
DIGITS: tuple[Key, ...] = KEYS[1:10]
"""1 to 9, in the order in which a menu hands them out."""

ESCAPE = "\x1b"
_CSI_FINAL = range(0x40, 0x7F)
_KEYPAD = {chr(ord("p") + digit): str(digit) for digit in range(10)} | {"j": "*", "o": "/", "M": "\r", "n": "."}
"""What a number pad sends after "ESC O" in application mode."""


def split_input(text: str) -> Iterator[str]:
    """Give the plain characters of what a terminal sent, in order; escape sequences are left out.

    A sequence that is cut off at the end is left out too: keyboards send it in one piece.
    """
    rest = iter(text)
    for character in rest:
        if character != ESCAPE:
            yield character
            continue
        opening = next(rest, "")
        if opening == "O":
            yield from _KEYPAD.get(next(rest, ""), "")
        elif opening == "[":
            _skip_csi(rest)


def _skip_csi(rest: Iterator[str]) -> None:
    """Pass over a control sequence; "ESC [ [ A" is how the Linux console sends F1."""
    first = next(rest, "")
    if first == "[":
        next(rest, "")
        return
    character = first
    while character and ord(character) not in _CSI_FINAL:
        character = next(rest, "")


class KeyReader:
    """Turns what a terminal sends into keys of the kiosk; a key held down counts once."""

    def __init__(self, extra: Mapping[str, Key], button: str, debounce_s: float) -> None:
        """Begin.

        Args:
            extra: further characters that stand for a key, such as "/" on a number pad for "#".
            button: characters that the one button sends; empty: there is none.
            debounce_s: a key is not taken again until it has been quiet for so long; the button has a rule of its own.
        """
        self._keys: dict[str, Key] = {**dict(zip(KEYS, KEYS, strict=True)), **extra}
        self._button = button
        self._debounce_s = debounce_s
        self._last: tuple[Key, float] | None = None

    def read(self, text: str, at: float) -> list[Key | Literal["button"]]:
        """Give the keys in what came at `at` (monotonic seconds); the button each time that the terminal repeats it."""
        found: list[Key | Literal["button"]] = []
        for character in split_input(text):
            if character in self._button:
                found.append("button")
            elif (key := self._keys.get(character)) is not None:
                if self._last is None or self._last[0] != key or at - self._last[1] >= self._debounce_s:
                    found.append(key)
                self._last = (key, at)
        return found
