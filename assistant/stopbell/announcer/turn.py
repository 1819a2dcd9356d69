"""One turn to speak: the events that are told in it, worded at the moment of speaking."""

from collections.abc import Sequence

from stopbell.announcer.backlog import Waiting
from stopbell.announcer.burst import choose, sum_up
from stopbell.announcer.fate import Fate
from stopbell.announcer.pace import Pace
from stopbell.speech.priority import Priority
from stopbell.speech.utterance import Outcome, Utterance
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebooks import Phrasebooks

_FATES = {
    Outcome.DONE: Fate.SAID,
    Outcome.MUTED: Fate.SHOWN,
    Outcome.REPLACED: Fate.REPLACED,
    Outcome.CUT: Fate.CUT,
    Outcome.EXPIRED: Fate.OUTDATED,
    Outcome.FAILED: Fate.UNHEARD,
    Outcome.STOPPED: Fate.CLOSED,
}


class Turn:
    """What is told in one go, and what becomes of it."""

    def __init__(self, waiting: Sequence[Waiting]) -> None:
        """Take the events, in order; all are of one language."""
        self.waiting = waiting
        self.utterance: Utterance | None = None
        """The receipt of the speaker; None until it was handed over."""
        self._dropped: dict[int, Fate] = {}
        """By place: those that were left out when it was worded."""
        self._phrases: dict[int, Phrase] = {}
        """By place: the words that were made."""

    @property
    def priority(self) -> Priority:
        """How urgent the most urgent of it is."""
        return min(one.priority for one in self.waiting)

    @property
    def language(self) -> str:
        """BCP 47 tag of its words."""
        return self.waiting[0].event.language

    @property
    def is_over(self) -> bool:
        """Whether the speaker is done with it."""
        return self.utterance is not None and self.utterance.outcome is not None

    def word(self, books: Phrasebooks, pace: Pace) -> Phrase | None:
        """Make the words as of now; None where nothing of it is true, or new, any more."""
        self._dropped.clear()
        self._phrases.clear()
        for place, one in enumerate(self.waiting):
            phrase = one.event.tell()
            if phrase is None:
                self._dropped[place] = Fate.OUTDATED
            elif one.priority is not Priority.SAFETY and pace.is_echo(phrase.spoken):
                self._dropped[place] = Fate.ECHO
            else:
                self._phrases[place] = phrase
        if not self._phrases:
            return None
        left_out = choose({place: self.waiting[place].event.lasts for place in self._phrases})
        self._dropped |= dict.fromkeys(left_out, Fate.CROWDED)
        told = [phrase for place, phrase in self._phrases.items() if place not in left_out]
        return sum_up(books.pick(self.language), told, len(left_out))

    def settle(self, cause: Fate | None) -> Sequence[tuple[Waiting, Fate, Phrase]]:
        """Give the end of each event, now that the turn is over.

        Args:
            cause: why it was ended, where the announcer knows better than the speaker; None: it does not.
        """
        outcome = Outcome.STOPPED if self.utterance is None else self.utterance.outcome or Outcome.STOPPED
        ended = cause if cause is not None and outcome in (Outcome.CUT, Outcome.STOPPED) else _FATES[outcome]
        return [
            (one, self._dropped.get(place, ended), self._phrases.get(place, one.phrase))
            for place, one in enumerate(self.waiting)
        ]
