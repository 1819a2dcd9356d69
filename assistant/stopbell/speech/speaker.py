"""What faces and the announcer use to speak, and the one that keeps silent."""

from collections.abc import Callable
from typing import Protocol

from stopbell.speech.priority import Priority
from stopbell.speech.trouble import Trouble
from stopbell.speech.utterance import Outcome, Utterance, Words


class Speaker(Protocol):
    """Takes sentences; never blocks and never raises for a broken voice."""

    def say(
        self,
        words: Words,
        language: str,
        *,
        key: str | None = None,
        priority: Priority = Priority.ANSWER,
        ttl_s: float | None = None,
        repeatable: bool = True,
    ) -> Utterance:
        """Take a sentence and return at once; the utterance tells later how it ended.

        Args:
            words: the text, several texts each in its language, or what makes the text at the moment of speaking
                (None then drops it).
            language: BCP 47 tag of the text.
            key: takes the place of a waiting or spoken utterance with the same key.
            priority: how urgent it is.
            ttl_s: dropped if it could not begin within so many seconds; None waits as long as it takes.
            repeatable: whether `repeat` may say it; false for labels of what the focus is on.
        """
        ...

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Speak so many words a minute, and so loud (0 to 100), from the next sentence on; None: as usual.

        Raises:
            ValueError: beyond the limits of `VoiceSettings`.
        """
        ...

    def stop(self) -> None:
        """Silence everything, spoken and waiting, at once."""
        ...

    def hush(self) -> None:
        """Silence everything but matters of safety: the rider has begun something else."""
        ...

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell a face why something is not heard, each reason once, beginning with those that nobody was told yet."""
        ...

    def repeat(self) -> Utterance | None:
        """Say again what was last begun and is worth repeating; None when there is nothing."""
        ...


class MutedSpeaker:
    """Says nothing: for riders whose screen reader speaks, or who chose silence."""

    def say(
        self,
        words: Words,
        language: str,
        *,
        key: str | None = None,
        priority: Priority = Priority.ANSWER,
        ttl_s: float | None = None,
        repeatable: bool = True,
    ) -> Utterance:
        """Return an utterance that ended as muted."""
        utterance = Utterance(words, language, priority=priority, key=key, repeatable=repeatable)
        utterance.settle(Outcome.MUTED)
        return utterance

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Do nothing: silence has no speed."""

    def stop(self) -> None:
        """Do nothing: it is silent already."""

    def hush(self) -> None:
        """Do nothing: it is silent already."""

    def repeat(self) -> Utterance | None:
        """Give None: nothing was said."""
        return None

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell nothing: silence cannot break."""
