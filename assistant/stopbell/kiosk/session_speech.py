"""What a kiosk's rider hears and sees of the session: answers, guidance and events, said again and paused."""

from collections.abc import Callable, Sequence

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.announcer.said import Said
from stopbell.kiosk.parts import Parts
from stopbell.speech.scripts import SpokenPart
from stopbell_server.phrases.phrase import Line, join_sentences

Told = tuple[Sequence[Line], str]
"""Lines, and the BCP 47 tag of their words."""
_CHOICE = "choice"
"""The newest choice takes the place of the one that is spoken."""


class SessionSpeech:
    """Says and shows; `note` is called when there is something new to show."""

    def __init__(self, parts: Parts, note: Callable[[], None]) -> None:
        """Begin with nothing said."""
        self._voice = parts.voice
        self._note = note
        self._announcer = Announcer(parts.voice, parts.books, parts.clock.now, monotonic=parts.clock.monotonic)
        self._guidance: tuple[Said | None, tuple[Line, ...], tuple[SpokenPart, ...]] | None = None
        self.shown: tuple[Line, ...] = ()
        """What was said last, for the screen."""

    @property
    def is_paused(self) -> bool:
        """Whether the rider has paused it."""
        return self._announcer.is_paused

    def close(self) -> None:
        """Say nothing more."""
        self._announcer.close()

    def hush(self) -> bool:
        """Stop what is spoken, but for a matter of safety; tells whether anything was."""
        was_speaking = self._voice.is_speaking
        self._announcer.hush()
        return was_speaking

    def say(self, told: Told, *others: Told, closing: int = 0) -> None:
        """Say and show an answer; with the same or more in other languages after it.

        Args:
            told: the answer.
            others: what comes after it.
            closing: how many of the last lines only tell that it is over.
        """
        lines, language = told
        self._show(lines, *(more for more, _ in others))
        self._announcer.answer(tuple(lines), language, *others, closing=closing)
        self._note()

    def guide(self, told: Told, *others: Told) -> None:
        """Say and show how to use the kiosk: it can be repeated, and is no answer to pause or to hear the end of."""
        parts = self._tell(told, *others)
        self._guidance = (self._last_said, self.shown, parts)

    def tell(self, told: Told) -> None:
        """Say and show what is no answer: it is not repeated, and ends no pause."""
        self._tell(told)

    def tell_choice(self, told: Sequence[tuple[Line, str]], language: str) -> None:
        """Say and show the choice that one button is at; what is repeated stays the last answer."""
        self._show([line for line, _ in told])
        parts = tuple(SpokenPart(line.spoken, tag) for line, tag in told)
        self._voice.say(parts, language, key=_CHOICE, repeatable=False)
        self._note()

    def show_before(self, lines: Sequence[Line]) -> None:
        """Show what was said before the last."""
        self._show(lines, self.shown)

    def take_event(self, event: Event) -> None:
        """Say and show what a watch tells."""
        phrase = event.tell()
        if phrase is not None and self._announcer.announce(event):
            self._show(phrase.lines)
            self._note()

    def repeat(self) -> None:
        """Say again what was said last, be it an answer, an event or a menu."""
        if self._guidance is None or self._guidance[0] is not self._last_said:
            self.say_again()
            return
        _, self.shown, parts = self._guidance
        self._announcer.label(parts, parts[0].language)
        self._note()

    def say_again(self, *, is_last_part: bool = False) -> None:
        """Say the last answer or event again, or its last part; who wants that is back from a pause."""
        self._guidance = None
        self.shown = self._announcer.resume(is_last_part=is_last_part) or self.shown
        self._note()

    def pause(self, told: Told) -> None:
        """Be silent until this is done again, or something is asked; then the last answer comes again.

        Args:
            told: that it is paused.
        """
        if self.is_paused:
            self.say_again()
        else:
            self._announcer.pause()
            self.tell(told)

    @property
    def _last_said(self) -> Said | None:
        """The last answer or event; None: nothing yet."""
        return self._announcer.history[-1] if self._announcer.history else None

    def _show(self, *told: Sequence[Line]) -> None:
        self.shown = tuple(line for lines in told for line in lines)

    def _tell(self, *told: Told) -> tuple[SpokenPart, ...]:
        """Say and show what is no answer, and give what is spoken."""
        self._guidance = None
        self._show(*(lines for lines, _ in told))
        parts = tuple(SpokenPart(join_sentences(line.spoken for line in lines), tag) for lines, tag in told)
        self._announcer.label(parts, parts[0].language)
        self._note()
        return parts
