"""A speaker that writes down what it was given, for tests of faces and of the announcer."""

from collections.abc import Callable

from stopbell.speech.priority import Priority
from stopbell.speech.trouble import Trouble
from stopbell.speech.utterance import Outcome, Utterance, Words


class WrittenSpeaker:
    """Says everything at once, onto a list."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.priorities: list[Priority] = []
        self.languages: list[str] = []
        self.stops = 0
        self.sounds: list[tuple[int | None, int | None]] = []
        """Words a minute and volume, each time that they were set."""
        self.listener: Callable[[Trouble], None] | None = None

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
        made = words() if callable(words) else words
        text = " ".join(part.text for part in made) if isinstance(made, tuple) else made
        utterance = Utterance(words, language, priority=priority, key=key, repeatable=repeatable)
        if text is None:
            utterance.settle(Outcome.EXPIRED)
            return utterance
        self.said.append(text)
        self.priorities.append(priority)
        self.languages.append(language)
        utterance.settle(Outcome.DONE)
        return utterance

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        self.sounds.append((rate_wpm, volume))

    def stop(self) -> None:
        self.stops += 1

    def hush(self) -> None:
        self.stops += 1

    def repeat(self) -> Utterance | None:
        return None

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        self.listener = listener

    def take(self) -> list[str]:
        """Give what was said since the last time."""
        said, self.said = self.said, []
        return said
