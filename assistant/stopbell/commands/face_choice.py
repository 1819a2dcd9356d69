"""Which face opens and who speaks: what was wished, by whom, and what the terminal can do."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Face = Literal["line", "textual"]
Voice = Literal["reader", "self", "off"]
Why = Literal["flag", "environment", "profile", "terminal", "pipe", "default"]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What was wished; None where nobody did."""

    is_plain: bool = False
    """--plain or --screen-reader."""
    face_flag: Face | None = None
    voice_flag: Voice | None = None
    face: Face | None = None
    """By flag, environment or file."""
    voice: Voice | None = None
    """By flag, environment or file."""
    profile_voice: Voice | None = None
    """As the rider once said."""


@dataclass(frozen=True, slots=True)
class FaceChoice:
    """What opens."""

    face: Face
    voice: Voice
    why: Why
    """What decided; line mode says it first."""


def choose_face(
    wishes: Wishes,
    *,
    terminal: str,
    is_terminal: bool,
    find_hindrance: Callable[[], str | None] = lambda: None,
    platform: str = sys.platform,
) -> FaceChoice:
    """Choose; `terminal` is TERM, `platform` as `sys.platform` names it. The screen opens only where it can be shown.

    `find_hindrance` tells why a screen reader could not follow the screen here; then the reader gets lines.

    Face and voice are independent, but for two ties: whoever has a screen reader speak gets lines unless the
    screen was asked for, and lines that go into a pipe are not spoken unless that was asked for.
    """
    if wishes.is_plain:
        return FaceChoice("line", "reader", "flag")
    voice = wishes.voice or wishes.profile_voice
    if not is_terminal:
        return FaceChoice("line", wishes.voice or "reader", "pipe")
    # Windows has no TERM: there lines are what opens unasked, and the screen for whoever asks for it.
    is_wished_on_windows = platform == "win32" and not terminal and wishes.face == "textual"
    if terminal in ("dumb", "unknown", "") and not is_wished_on_windows:
        return FaceChoice("line", voice or "reader", "terminal")
    if wishes.face == "textual" and voice == "reader" and find_hindrance() is not None:
        return FaceChoice("line", "reader", "terminal")
    if wishes.face is not None:
        return FaceChoice(wishes.face, voice or "self", "flag" if wishes.face_flag else "environment")
    if voice == "reader":
        return FaceChoice("line", "reader", _find_why(wishes))
    return FaceChoice("textual", voice or "self", _find_why(wishes) if voice else "default")


def _find_why(wishes: Wishes) -> Why:
    if wishes.voice_flag:
        return "flag"
    return "environment" if wishes.voice else "profile"
