"""What a conversation gives back for one utterance, for every face alike."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any

from stopbell.answer import Answer
from stopbell_server.phrases.phrase import Line, Phrase, join_sentences


class Control(Enum):
    """What the face itself has to do."""

    SILENCE = "silence"
    """Stop speaking at once, and say nothing of this reply aloud."""
    PAUSE = "pause"
    RESUME = "resume"
    REPEAT = "repeat"
    """The reply is an earlier one, said again."""
    QUIT = "quit"
    VOICE = "voice"
    """The profile's voice mode has changed."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """One question to the server and what it answered, for whoever wants to see where a sentence came from."""

    tool: str
    arguments: Mapping[str, Any]
    answer: Answer


@dataclass(frozen=True, slots=True)
class Reply:
    """One answer."""

    lines: tuple[Line, ...]
    """The separate facts in order, the answer first; each with a written and a spoken form."""
    kind: str
    """Event kind, as a Phrase has it: answer, board, choice, prompt, error, note and so on."""
    language: str
    """BCP 47 tag of the sentences."""
    choices: tuple[Line, ...] = ()
    """What can be chosen now by number, by name, or by part of it; the lines already name them with numbers."""
    control: Control | None = None
    calls: tuple[ToolCall, ...] = ()
    """What was asked of the server for it, in order."""
    also: tuple["Reply", ...] = field(default=())
    """The same again in other languages: only until a rider has chosen one."""
    told: int = 0
    """How many of the first lines were given early, one by one, and must not be shown or said again."""

    @property
    def untold(self) -> "Reply":
        """What was not given early."""
        return replace(self, lines=self.lines[self.told :], told=0) if self.told else self

    @property
    def written(self) -> str:
        """All of it, for the eye."""
        return join_sentences(line.written for line in self.lines)

    @property
    def spoken(self) -> str:
        """All of it, for a voice."""
        return join_sentences(line.spoken for line in self.lines)

    def after(self, *phrases: Phrase) -> "Reply":
        """Give this reply with something said before it."""
        before = [line for phrase in phrases for line in phrase.lines]
        return replace(self, lines=(*before, *self.lines))

    def then(self, *phrases: Phrase) -> "Reply":
        """Give this reply with something said after it."""
        return replace(self, lines=(*self.lines, *(line for phrase in phrases for line in phrase.lines)))


TellEarly = Callable[[Reply], Awaitable[None]]
"""Takes a part of an answer as soon as it is there; each part is told once and as a whole."""


def to_reply(
    phrases: Sequence[Phrase],
    language: str,
    *,
    kind: str | None = None,
    choices: Sequence[Line] = (),
    control: Control | None = None,
    calls: Sequence[ToolCall] = (),
) -> Reply:
    """Give a reply made of phrases; its kind is that of the first unless named."""
    lines = tuple(line for phrase in phrases for line in phrase.lines)
    return Reply(
        lines, kind or (phrases[0].kind if phrases else "answer"), language, tuple(choices), control, tuple(calls)
    )
