"""What the rider's acts cause to be said: answers, their further parts, and labels; the newest ends the one before."""

import asyncio
from collections import deque
from collections.abc import Callable

from stopbell.speech.scripts import SpokenPart
from stopbell.speech.speaker import Speaker
from stopbell.speech.utterance import Outcome, Utterance

_RIDER = "rider"
"""One key for all of it: the newest takes the place of what is spoken (EN 301 549, 5.1.3.5)."""


class Answering:
    """The one thing that is said for the rider now, and what belongs after it."""

    def __init__(self, find_speaker: Callable[[], Speaker], note_begun: Callable[[Utterance], None]) -> None:
        """Take who speaks now, and who wants to know of each utterance as it is handed over."""
        self._find_speaker = find_speaker
        self._note_begun = note_begun
        self._said: Utterance | None = None
        self._lines: tuple[str, ...] = ()
        self._more: deque[SpokenPart] = deque()
        self._going_on: asyncio.Task[None] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether something is said for the rider, or is still to come."""
        return bool(self._more) or (self._said is not None and self._said.outcome is None)

    def say(
        self,
        words: str | tuple[SpokenPart, ...],
        language: str,
        lines: tuple[str, ...] = (),
        *,
        is_repeatable: bool = True,
    ) -> Utterance:
        """Say something new; `lines` are facts of it that need not be told again right after."""
        self._more.clear()
        return self._begin(words, language, lines, is_repeatable=is_repeatable)

    def go_on(self, part: SpokenPart) -> None:
        """Say more after what is said now, unless the rider turns to something else before."""
        self._more.append(part)
        if self._going_on is None or self._going_on.done():
            self._going_on = asyncio.create_task(self._say_more())

    def drop_rest(self) -> None:
        """Say nothing more of it."""
        self._more.clear()

    def take_heard(self) -> tuple[str, ...]:
        """Give the facts of an answer that was heard to its end; each once."""
        if self._said is None or self._said.outcome is not Outcome.DONE:
            return ()
        heard, self._lines = self._lines, ()
        return heard

    async def finish(self) -> None:
        """Wait until all of it was said, or ended."""
        if self._going_on is not None:
            await asyncio.wait({self._going_on})
        if self._said is not None:
            await self._said.wait()

    def close(self) -> None:
        """Go on no longer."""
        self._more.clear()
        if self._going_on is not None:
            self._going_on.cancel()

    def _begin(
        self, words: str | tuple[SpokenPart, ...], language: str, lines: tuple[str, ...], *, is_repeatable: bool
    ) -> Utterance:
        said = self._find_speaker().say(words, language, key=_RIDER, repeatable=is_repeatable)
        self._said, self._lines = said, lines
        self._note_begun(said)
        return said

    async def _say_more(self) -> None:
        while self._said is not None:
            outcome = await self._said.wait()
            if outcome in (Outcome.STOPPED, Outcome.REPLACED):
                self._more.clear()
            if not self._more:
                return
            part = self._more.popleft()
            self._begin((part,), part.language, (), is_repeatable=True)
