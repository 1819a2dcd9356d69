"""What the guard decides about a sentence, and why."""

from dataclasses import dataclass
from typing import Literal

from stopbell_server.phrases.phrase import Line

VerdictKind = Literal["kept", "corrected", "replaced", "dropped"]
"""kept: as the model wrote it. corrected: a word was added, or the one row it speaks of is told instead.
replaced: the tool's own answer is told instead. dropped: that has been told in this turn already."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that a sentence states and no result says."""

    kind: str
    """What it is about: a word such as `minutes`, `line`, `name`, `certainty` or `link`."""
    said: str
    """The words of the sentence, as far as they are known."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a rider gets instead of a model's sentence, or the sentence itself."""

    kind: VerdictKind
    sentence: Line
    """Empty when the sentence is dropped."""
    faults: tuple[Fault, ...] = ()
    """Why it was changed; none for a kept sentence."""
