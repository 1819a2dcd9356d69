"""Times of day as operators write them: "14 h 05", "14:05 Uhr", "14.05 Uhr". The words come from the clock."""

import re

from stopbell_server.phrases.language import Language

_HOUR, _MINUTE = r"(?<![\w:.,])(?P<hour>[01]?[0-9]|2[0-9])", r"(?P<minute>[0-5][0-9])"
_APART = re.compile(rf"{_HOUR}\s?h\s{_MINUTE}(?!\w)")


class TextTimes:
    """Gives times in one language the shape that is read as one."""

    def __init__(self, language: Language) -> None:
        """Take the words of the clock that the digits bring with them."""
        said = "|".join(map(re.escape, language.clock.said))
        self._said = re.compile(rf"{_HOUR}[:.h]{_MINUTE}\s*(?:{said})(?!\w)") if said else None

    def read(self, text: str) -> str:
        """Give the text with its times in digits alone: "vierzehn Uhr fünf" has its Uhr already."""
        text = _APART.sub(_to_digits, text)
        return self._said.sub(_to_digits, text) if self._said else text


def _to_digits(found: re.Match[str]) -> str:
    return f"{found['hour']}:{found['minute']}"
