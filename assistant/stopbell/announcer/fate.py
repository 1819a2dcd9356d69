"""What became of an event: it was said, or why it was not."""

from enum import Enum


class Fate(Enum):
    """How an event ended, each exactly once. What was not told has a sentence in the catalogs under `unsaid.`."""

    SAID = "said"
    SHOWN = "shown"
    """The rider does not want our voice: it stands there as text."""
    TOLD = "told"
    """The same milestone was told before, or is about to be."""
    ECHO = "echo"
    """The same words were said a moment ago."""
    REPLACED = "replaced"
    """Something newer about the same came before its turn."""
    OUTDATED = "outdated"
    """It was no longer true when its turn came."""
    LATE = "late"
    """Its turn came too late to tell it as if it were now."""
    CROWDED = "crowded"
    """Too many came at once; it was counted and not told."""
    CUT = "cut"
    """Something more urgent ended it."""
    INTERRUPTED = "interrupted"
    """The rider did something meanwhile."""
    STOPPED = "stopped"
    """The rider said stop."""
    PAUSED = "paused"
    """The rider had asked for a pause."""
    UNHEARD = "unheard"
    """No voice, no engine or no device; it stands there as text."""
    CLOSED = "closed"
    """The program ended before its turn."""


TOLD = frozenset({Fate.SAID, Fate.SHOWN, Fate.TOLD, Fate.ECHO})
"""Whoever asks what was not said has had these."""
