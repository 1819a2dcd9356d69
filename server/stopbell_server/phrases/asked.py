"""What was asked for, as labels: an answer that finds nothing says what it looked for."""

from collections.abc import Sequence

from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.wording import Wording

_MODES = {"rail": "train", "aerial-lift": "cable-car"}
"""Where the wire's word for a mode is not the one by which it is told."""


def tell_mode(words: Wording, mode: str) -> Line:
    """Give a kind of vehicle, by the wire's word, as a label."""
    known = f"mode.{_MODES.get(mode, mode)}"
    return words.line(known if words.has(known) else "mode.other")


def tell_asked(words: Wording, mode: str | None, headsign: str | None, lines: Sequence[str] = ()) -> Line | None:
    """Give the kind of vehicle, the lines and the direction after each other; None where nothing of it was asked for.

    They are parts of one thing: "tram, direction: Zoo". Only several lines are a list with "and".
    """
    parts: list[Line] = [tell_mode(words, mode)] if mode else []
    if lines:
        parts.append(words.enumerate([words.label(label) for label in lines]))
    if headsign:
        parts.append(words.line("board.asked_direction", destination=words.name(headsign)))
    return words.chain(parts) if parts else None
