"""Who looks on while the kiosk is tried: what was heard, what was shown, and a clock that can be set forward."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stopbell.conversation.ports import Clock
from stopbell.faces.plain import to_plain
from stopbell.kiosk.menu import Item
from stopbell.kiosk.screen import Screen
from stopbell.kiosk.voice import KioskVoice
from stopbell.speech.priority import Priority
from stopbell.speech.scripts import SpokenPart
from stopbell.speech.utterance import Utterance, Words
from stopbell_server.phrases.phrase import Line


@dataclass(frozen=True, slots=True)
class Heard:
    """One thing that the voice was given."""

    parts: tuple[SpokenPart, ...]
    utterance: Utterance | None
    """None: an event, which is worded when it is spoken."""

    @property
    def text(self) -> str:
        """All of it."""
        return " ".join(part.text for part in self.parts)


@dataclass(frozen=True, slots=True)
class Step:
    """What one choice did."""

    item: Item | None
    """None: the key that began the session, or one that chooses nothing."""
    shown: tuple[Line, ...]
    heard: tuple[Heard, ...]
    rows: tuple[str, ...]
    """Of the screen, without empty ones."""
    language: str
    """BCP 47 tag of the rider's language afterwards."""

    @property
    def text(self) -> str:
        """All that was heard."""
        return " ".join(one.text for one in self.heard)

    def list_unheard(self) -> list[str]:
        """List what was shown as an answer and not spoken."""
        return [line.written for line in self.shown if line.spoken not in self.text]

    def list_unseen(self) -> list[str]:
        """List what was spoken and not shown as an answer, nor on the screen at all."""
        rest = self.text
        for line in sorted(self.shown, key=lambda one: -len(one.spoken)):
            rest = rest.replace(line.spoken, "")
        missing = [line.written for line in self.shown if line.written and not self.shows(line)]
        return [*([rest.strip()] if rest.strip() else []), *missing]

    def shows(self, line: Line) -> bool:
        """Tell whether a line stands on the screen."""
        return any(to_plain(line.written) in row for row in self.rows)


class TrialClock:
    """The kiosk's clock, which can be set forward."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.skipped_s = 0.0

    def now(self) -> datetime:
        """Give the time of day, as much later as was skipped."""
        return self._clock.now() + timedelta(seconds=self.skipped_s)

    def monotonic(self) -> float:
        """Give seconds that never jump back."""
        return self._clock.monotonic() + self.skipped_s


class Ear(KioskVoice):
    """The kiosk's voice, with somebody who writes down what it is given."""

    heard: "list[Heard]"

    @property
    def sound(self) -> tuple[int | None, int | None]:
        """Words a minute and volume as they are."""
        return self._sound

    @property
    def volume(self) -> int:
        """Percent."""
        return self._sound[1] or 0

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
        """Take a sentence and note it; an event is noted as it is worded."""
        if callable(words):
            make = words

            def tell() -> str | None:
                text = make()
                if text:
                    self.heard.append(Heard((SpokenPart(text, language),), None))
                return text

            return super().say(tell, language, key=key, priority=priority, ttl_s=ttl_s, repeatable=repeatable)
        given = super().say(words, language, key=key, priority=priority, ttl_s=ttl_s, repeatable=repeatable)
        parts = (SpokenPart(words, language),) if isinstance(words, str) else words
        self.heard.append(Heard(parts, given))
        return given


class Glass(Screen):
    """The kiosk's screen, with somebody who looks at it."""

    rows: tuple[str, ...] = ()

    def show(self, rows: Sequence[str], *, ring: bool = False) -> None:
        """Show, and note what stands there."""
        self.rows = tuple(row.rstrip() for row in rows if row.strip())
        super().show(rows, ring=ring)
