"""D: what is shown, for those who see a little."""

import re

from stopbell.kiosk.screen import find_letter_angle
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, duty, judge

SMALLEST_ANGLE = 0.7
"""Degrees (EN 301 549, 5.1.4)."""
_CONTRAST = 4.5
_SHOUTED = re.compile(r"[^\W\d_]{4,}")
"""Shorter ones may be letters, such as JFK."""
_COLOURS = re.compile(r"\x1b\[([0-9;]*)m")
_NORMAL = (
    (0, 0, 0),
    (170, 0, 0),
    (0, 170, 0),
    (170, 85, 0),
    (0, 0, 170),
    (170, 0, 170),
    (0, 170, 170),
    (170, 170, 170),
)
_BRIGHT = (
    (85, 85, 85),
    (255, 85, 85),
    (85, 255, 85),
    (255, 255, 85),
    (85, 85, 255),
    (255, 85, 255),
    (85, 255, 255),
    (255, 255, 255),
)
"""Linux's console."""
Colour = tuple[int, int, int]


async def _try_letters(evidence: Evidence) -> Finding:
    screen, rows = evidence.subject.provisioning.screen, evidence.subject.rows
    if screen.height_cm is None or screen.distance_cm is None:
        return duty(
            "D01", "write screen.height_cm and screen.distance_cm, measured, so that the size of letters can be judged"
        )
    if rows is None:
        return duty("D01", "run this at the kiosk's own terminal: only there the number of rows is known")
    angle = find_letter_angle(rows, screen.height_cm, screen.distance_cm)
    fault = f"capitals are seen under {angle:.2f} degrees with {rows} rows; choose a larger font"
    return judge("D01", [fault] if angle < SMALLEST_ANGLE else [], f"capitals are seen under {angle:.2f} degrees")


async def _try_looks(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    rows = {row for step in (*done.greetings, *done.steps) for row in step.rows} | set(done.board)
    words = {word for row in rows for word in _SHOUTED.findall(row) if word.isupper()}
    faults = [f"{word!r} is all in capitals; write it otherwise in the message or the feed" for word in sorted(words)]
    pairs = {_read_pair(codes) for codes in _COLOURS.findall(done.written)}
    faults += [f"contrast is {_contrast(*pair):.1f} to 1" for pair in pairs if _contrast(*pair) < _CONTRAST]
    faults += ["more than one pair of colours is used: something may be told by colour"] if len(pairs) > 1 else []
    faults += [] if pairs else ["no colours were set: contrast is whatever the terminal has"]
    least = min((_contrast(*pair) for pair in pairs), default=0)
    return judge(
        "D02", faults, f"{len(rows)} rows without a word in capitals, in one pair of colours of {least:.0f} to 1"
    )


def _read_pair(codes: str) -> tuple[Colour, Colour]:
    """Give what letters and ground have after a sequence that sets colours."""
    front, back = _NORMAL[7], _NORMAL[0]
    for code in (int(one or 0) for one in codes.split(";")):
        if 30 <= code <= 37:
            front = _NORMAL[code - 30]
        elif 90 <= code <= 97:
            front = _BRIGHT[code - 90]
        elif 40 <= code <= 47:
            back = _NORMAL[code - 40]
        elif 100 <= code <= 107:
            back = _BRIGHT[code - 100]
    return front, back


def _contrast(front: Colour, back: Colour) -> float:
    """Give the contrast as WCAG 1.4.3 counts it."""
    lights = sorted((_measure(front), _measure(back)), reverse=True)
    return (lights[0] + 0.05) / (lights[1] + 0.05)


def _measure(colour: Colour) -> float:
    red, green, blue = (_straighten(part / 255) for part in colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _straighten(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4


TRIES: Tries = {"D01": _try_letters, "D02": _try_looks}
