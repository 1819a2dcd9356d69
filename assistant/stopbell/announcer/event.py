"""Something that happened, to be told unasked: made by whoever watches, worded when it is told."""

from collections.abc import Callable
from dataclasses import dataclass

from stopbell_server.phrases.phrase import Phrase


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, to be told unasked."""

    kind: str
    """The phrase's event kind."""
    subject: str
    """Whom it is about, such as trip and stop; a newer event about the same takes the place of one that waits."""
    milestone: str
    """What about it, such as "2 minutes"; the same milestone of the same subject is told once."""
    language: str
    """BCP 47 tag of the words."""
    tell: Callable[[], Phrase | None]
    """Makes the words at the moment of speaking; None when it is no longer true."""
    is_own: bool = False
    """Whether it is about the trip the rider is on or has chosen."""
    lasts: bool = False
    """Whether it is worth telling however late, as long as it is true: that data is lost, that a trip is cancelled.
    What only counts down is not: the next milestone says it better."""
