"""What must be known to board a line here: hailing between stops, booking beforehand."""

from collections.abc import Sequence

from stopbell_server.contract.line_boarding import LineBoarding
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.places import tell_code
from stopbell_server.phrases.wording import Wording


def tell_boarding(words: Wording, notes: Sequence[LineBoarding]) -> tuple[Line, ...]:
    """Tell each way of boarding once, with all lines that have it."""
    groups: dict[LineBoarding, list[str]] = {}
    for note in notes:
        groups.setdefault(note.model_copy(update={"line": ""}), []).append(note.line)
    return tuple(line for note, lines in groups.items() for line in _tell(words, note, list(dict.fromkeys(lines))))


def _tell(words: Wording, note: LineBoarding, lines: Sequence[str]) -> tuple[Line, ...]:
    subject = words.line(
        "hailing.some_of_lines" if note.some_trips else "hailing.lines",
        lines=words.enumerate([words.label(line) for line in lines]),
        count=len(lines),
    )
    return tuple(
        words.sentence(line) for line in (*_tell_hailing(words, note, subject), *_tell_booking(words, note, subject))
    )


def _tell_hailing(words: Wording, note: LineBoarding, subject: Line) -> tuple[Line, ...]:
    on, off = note.board_between_stops, note.alight_between_stops
    if on and on == off:
        return (words.line(f"hailing.both_{on}", lines=subject),)
    told = [words.line(f"hailing.on_{on}", lines=subject)] if on else []
    if off:
        told.append(words.line(f"hailing.off_{off}", lines=subject))
    return tuple(told)


def _tell_booking(words: Wording, note: LineBoarding, subject: Line) -> tuple[Line, ...]:
    if note.must_book is None:
        return ()
    whole = words.line(f"booking.{note.must_book}", lines=subject)
    if note.phone:
        whole = words.line("booking.phone", booking=whole, phone=tell_code(words, note.phone))
    if not note.message:
        return (whole,)
    return whole, Line(note.message, words.names.read_text(note.message))
