"""What a sentence was read as."""

from dataclasses import dataclass

from stopbell.brains.brain import Intent


@dataclass(frozen=True, slots=True)
class Result:
    """What a sentence was read as."""

    intents: tuple[Intent, ...]
    confidence: float
    """0 to 1: how much of it is accounted for."""
    is_control: bool = False
    """Whether only a control word was heard, and not what was said around it."""
