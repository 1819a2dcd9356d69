"""How a cell looks, as far as a terminal can be told."""

from dataclasses import dataclass, replace
from functools import lru_cache

_FLAGS_ON = {
    1: "1",
    2: "2",
    3: "3",
    4: "4",
    5: "5",
    6: "6",
    7: "7",
    8: "8",
    9: "9",
    21: "21",
    51: "51",
    52: "52",
    53: "53",
}
_FLAGS_OFF = {
    22: ("1", "2"),
    23: ("3",),
    24: ("4", "21"),
    25: ("5", "6"),
    27: ("7",),
    28: ("8",),
    29: ("9",),
    54: ("51", "52"),
    55: ("53",),
}


@dataclass(frozen=True, slots=True)
class Style:
    """What SGR and OSC 8 have set."""

    foreground: str = ""
    """SGR parameters such as `31` or `38;2;255;0;0`; empty: the terminal's own."""
    background: str = ""
    """SGR parameters such as `41` or `48;5;17`; empty: the terminal's own."""
    flags: tuple[str, ...] = ()
    """SGR parameters that are on, such as `1` (bold) and `7` (reverse), in order."""
    link: str = ""
    """The body of OSC 8: parameters, a semicolon, an address; empty: no link."""

    @property
    def paints_blanks(self) -> bool:
        """Whether a blank with this style can be told from nothing."""
        return bool(self.background or self.link or set(self.flags) - {"1", "2", "3"})


PLAIN = Style()


@lru_cache(maxsize=4096)
def apply_sgr(style: Style, parameters: str) -> Style:
    """Give the style after `CSI parameters m`; what is not known changes nothing."""
    codes = parameters.split(";")
    at = 0
    while at < len(codes):
        code = codes[at]
        number = int(code) if code.isdecimal() and len(code) <= 3 else 0 if not code else -1
        if number in (38, 48):
            taken = {"5": 3, "2": 5}.get(codes[at + 1] if at + 1 < len(codes) else "", len(codes))
            colour = ";".join(codes[at : at + taken])
            style = replace(style, **{"foreground" if number == 38 else "background": colour})
            at += taken
            continue
        style = _apply_one(style, number)
        at += 1
    return style


def _apply_one(style: Style, number: int) -> Style:
    if number == 0:
        return replace(PLAIN, link=style.link)
    if number in _FLAGS_ON:
        return replace(style, flags=tuple(sorted({*style.flags, _FLAGS_ON[number]})))
    if number in _FLAGS_OFF:
        return replace(style, flags=tuple(flag for flag in style.flags if flag not in _FLAGS_OFF[number]))
    if 30 <= number <= 37 or 90 <= number <= 97:
        return replace(style, foreground=str(number))
    if 40 <= number <= 47 or 100 <= number <= 107:
        return replace(style, background=str(number))
    if number == 39:
        return replace(style, foreground="")
    if number == 49:
        return replace(style, background="")
    return style


@lru_cache(maxsize=4096)
def to_sequence(before: Style, after: Style) -> str:
    """Give what turns one style into the other; empty if they are the same."""
    if before == after:
        return ""
    link = f"\x1b]8;{after.link or ';'}\x1b\\" if before.link != after.link else ""
    if replace(before, link="") == replace(after, link=""):
        return link
    parameters = ";".join(part for part in (*after.flags, after.foreground, after.background) if part)
    return f"{link}\x1b[0;{parameters}m" if parameters else f"{link}\x1b[m"
