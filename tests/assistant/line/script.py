"""Lines in a test's hands: what is typed is given, what is written is kept, piece by piece."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from stopbell.conversation.conversation import Conversation
from stopbell.faces.line import Pace, run_line
from stopbell.speech.priority import Priority
from stopbell.speech.scripts import SpokenPart
from stopbell.speech.trouble import Trouble
from stopbell.speech.utterance import Outcome, Utterance, Words
from tests.assistant.faketools import BOOKS

AT_ONCE = Pace(before_exit_s=0)


@dataclass
class ScriptedLines:
    """Gives lines one after the other, then the end of input."""

    typed: list[str]
    pieces: list[str] = field(default_factory=list[str])
    """Every write by itself."""
    prompts: list[str] = field(default_factory=list[str])

    async def read(self, prompt: str) -> str | None:
        self.prompts.append(prompt)
        return self.typed.pop(0) if self.typed else None

    def write(self, text: str) -> None:
        self.pieces.append(text)

    def typed(self) -> str | None:
        return ""

    def interject(self, text: str) -> None:
        self.pieces.append(text)


@dataclass
class WrittenVoice:
    """Keeps what it is told to say, and when it was told to stop."""

    done: list[str] = field(default_factory=list[str])
    sound: tuple[int | None, int | None] = (None, None)
    """Words a minute and volume, as last set."""

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        self.sound = (rate_wpm, volume)

    def say(self, words: Words, language: str, **given: Any) -> Utterance:
        told = words() if callable(words) else words
        parts = told if isinstance(told, tuple) else (SpokenPart(str(told), language),)
        self.done += [f"{part.language}: {part.text}" for part in parts]
        utterance = Utterance(words, language, priority=given.get("priority", Priority.ANSWER))
        utterance.settle(Outcome.DONE)
        return utterance

    def stop(self) -> None:
        self.done.append("stop")

    def hush(self) -> None:
        self.done.append("hush")

    def repeat(self) -> Utterance | None:
        return None

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Have no trouble."""

    async def idle(self) -> None:
        self.done.append("idle")

    async def __aenter__(self) -> Self:
        self.done.append("open")
        return self

    async def __aexit__(self, *_: object) -> None:
        self.done.append("close")


def play(conversation: Conversation, typed: Sequence[str], **given: object) -> ScriptedLines:
    """Run line mode over a script."""
    lines = ScriptedLines(list(typed))
    given.setdefault("find_reader", lambda: None)
    asyncio.run(run_line(conversation, BOOKS, lines=lines, pace=AT_ONCE, **given))  # type: ignore[arg-type]  # plain
    return lines
