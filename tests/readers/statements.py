"""What a rider with a screen reader may count on, checked over a recording.

The numbers are those of the list in docs/screen-readers.md.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.readers.cases import TYPED
from tests.readers.recording import Part, Recording, to_words
from tests.readers.session import DRAWING

FIRST_AFTER_S = 0.5
LONGEST_FIRST_FACT = 80
GOODBYE = "goodbye"
MOST_IDLE_BYTES = 1000
CELLS = 40
"""Of the braille display."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """A statement that does not hold."""

    statement: int
    what: str


def list_troubles(recording: Recording) -> list[Trouble]:
    """List what does not hold, the first of each statement."""
    found: list[Trouble] = []
    for number, check in (_CHECKS_OF_CELLS if recording.reader == "brltty" else _CHECKS).items():
        what = next(check(recording), None)
        if what is not None:
            found.append(Trouble(number, what))
    return found


def _parts(recording: Recording, *names: str) -> Iterator[Part]:
    return (recording.parts[name] for name in names if name in recording.parts)


def _check_once(recording: Recording) -> Iterator[str]:
    """1. Every message is spoken exactly once unasked."""
    for part in _parts(recording, "start", "answer", "enter", "departures"):
        said = [words for u in part.utterances if len(words := to_words(u.text)) >= 12]
        yield from (
            f"{words!r} was said {said.count(words)} times in {part.name}" for words in said if said.count(words) > 1
        )
    for part in _parts(recording, "answer"):
        for row in _list_answer(part):
            if (words := to_words(row)) not in part.heard:
                yield f"{row!r} is on the screen and was not said"


def _list_answer(part: Part) -> list[str]:
    """List the rows of the answer: what is below the question as it was asked."""
    typed = TYPED[:-1]
    start = next((y for y, row in enumerate(part.rows) if row.endswith(typed)), len(part.rows))
    rows = part.rows[start + 1 :]
    return [row for row in rows if row.strip() and not row.startswith("Question")]


def _check_drawings(recording: Recording) -> Iterator[str]:
    """2. No drawing character is spoken."""
    for utterance in recording.utterances:
        if DRAWING.search(utterance.text):
            yield f"{utterance.text.strip()!r} was said"


def _check_idle(recording: Recording) -> Iterator[str]:
    """3. Nothing is said while nothing is done."""
    for part in _parts(recording, "idle"):
        if part.utterances:
            yield f"{len(part.utterances)} utterances, the first {part.utterances[0].text.strip()!r}"


def _check_speed(recording: Recording) -> Iterator[str]:
    """4. Something is said soon after Enter, and the first fact within two utterances after the heading."""
    for part in _parts(recording, "answer"):
        after = part.first_after_s
        if after is None or after >= FIRST_AFTER_S:
            yield f"the first utterance came after {after} s"


def _check_arrows(recording: Recording) -> Iterator[str]:
    """5. An arrow key has the line read that it moved to, and nothing else; the cursor is there, visible."""
    for part in _parts(recording, "down", "up", "further up"):
        row = to_words(part.cursor_row)
        if not part.is_cursor_visible:
            yield f"the cursor is hidden after {part.name}"
        if part.heard != row or not row:
            yield f"{part.name}: the cursor is on {part.cursor_row!r}, and {part.heard!r} was said"


def _check_typing(recording: Recording) -> Iterator[str]:
    """6. Typing speaks at most two characters a letter, and what is deleted is named."""
    for part in _parts(recording, "type"):
        spoken = sum(len(utterance.text.strip()) for utterance in part.utterances)
        if spoken > 2 * len(TYPED):
            yield f"{spoken} characters were said for {len(TYPED)}"
    for part in _parts(recording, "backspace"):
        # Orca names the key as well.
        if part.heard.removeprefix("backspace ") != TYPED[-1]:
            yield f"{part.heard!r} was said for a deleted {TYPED[-1]!r}"


def _check_held(recording: Recording) -> Iterator[str]:
    """7. What happens while one types is told after Enter, whole."""
    from tests.readers.programs.scripted_screen import ALARM

    alarm = to_words(ALARM)
    for part in _parts(recording, "typing"):
        if alarm in part.heard:
            yield "it was said while the rider was typing"
    for part in _parts(recording, "enter"):
        if part.heard.count(alarm) != 1:
            yield f"it was said {part.heard.count(alarm)} times after Enter"


def _check_last(recording: Recording) -> Iterator[str]:
    """12. The last words are heard."""
    for part in _parts(recording, "quit"):
        if GOODBYE not in part.heard:
            yield f"goodbye was not said, but {part.heard!r}"


def _check_minute(recording: Recording) -> Iterator[str]:
    """8. A minute of live data says nothing, and writes less than a kilobyte."""
    for part in _parts(recording, "minute"):
        if part.utterances:
            yield f"{part.utterances[0].text.strip()!r} was said"
        if recording.idle_bytes >= MOST_IDLE_BYTES:
            yield f"{recording.idle_bytes} bytes were written"


def _check_cells(recording: Recording) -> Iterator[str]:
    """11. The braille display begins with the answer's first words, and after an arrow key shows the row moved to."""
    for part in _parts(recording, "answer", "down", "up", "further up"):
        wanted = _list_answer(part)[0] if part.name == "answer" else part.cursor_row
        shown = part.utterances[-1].text.strip() if part.utterances else ""
        if not wanted or shown != wanted.strip()[:CELLS].strip():
            yield f"after {part.name} the cells show {shown!r} of {wanted!r}"


_CHECKS: dict[int, Callable[[Recording], Iterator[str]]] = {
    1: _check_once,
    2: _check_drawings,
    3: _check_idle,
    4: _check_speed,
    5: _check_arrows,
    6: _check_typing,
    7: _check_held,
    8: _check_minute,
    12: _check_last,
}
_CHECKS_OF_CELLS: dict[int, Callable[[Recording], Iterator[str]]] = {
    2: _check_drawings,
    3: _check_idle,
    11: _check_cells,
    12: _check_last,
}
