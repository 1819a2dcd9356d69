"""Say answers, labels and events: each at its priority, each event once, in words made when it is spoken."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from stopbell.announcer.event import Event
from stopbell.announcer.ranking import rank
from stopbell.speech.priority import Priority
from stopbell.speech.scripts import SpokenPart
from stopbell.speech.speaker import MutedSpeaker, Speaker
from stopbell.speech.trouble import Trouble
from stopbell.speech.utterance import Outcome, Utterance
from stopbell_server.phrases.phrase import Line, join_sentences
from stopbell_server.phrases.phrasebooks import Phrasebooks

HISTORY = 20
LATEST_S = 10.0
"""An event that could not be begun by then is dropped: it would be told as if it were now."""
_REMEMBERED = 500
_RIDER = "rider"
"""One key for all that the rider's acts cause: the newest takes the place of what is spoken (EN 301 549, 5.1.3.5)."""
_FRESH = timedelta(seconds=60)
"""What is repeated later than this is said with its age: its minutes are not those of now."""


@dataclass(frozen=True, slots=True)
class Said:
    """What was said, or would have been if there were a voice."""

    at: datetime
    lines: tuple[Line, ...]
    """The separate facts, as they are shown."""
    parts: tuple[SpokenPart, ...]
    """All of it for a voice, by language."""


class Announcer:
    """The only one who speaks for a face. The face shows all of it as text too."""

    def __init__(self, speaker: Speaker, phrasebooks: Phrasebooks, now: Callable[[], datetime]) -> None:
        """Take who speaks, the sentences of our own, and the time of day for the history."""
        self._voice: Speaker = speaker
        self._speaker: Speaker = speaker
        self._phrasebooks = phrasebooks
        self._now = now
        self._events: OrderedDict[tuple[str, str], Utterance] = OrderedDict()
        self._history: deque[Said] = deque(maxlen=HISTORY)
        self._answering: Utterance | None = None
        self._more: deque[SpokenPart] = deque()
        self._going_on: asyncio.Task[None] | None = None

    @property
    def history(self) -> tuple[Said, ...]:
        """The last answers and events, oldest first; labels are not among them."""
        return tuple(self._history)

    def answer(self, lines: Sequence[Line], language: str, *others: tuple[Sequence[Line], str]) -> Utterance:
        """Say an answer. It ends whatever is spoken but a matter of safety, and a newer answer ends it.

        Args:
            lines: the separate facts, as they are shown.
            language: BCP 47 tag of the words.
            others: the same again in other languages, each with its tag.
        """
        parts = tuple(SpokenPart(_join(told), tag) for told, tag in ((lines, language), *others))
        self._history.append(Said(self._now(), (*lines, *(line for told, _ in others for line in told)), parts))
        self._more.clear()
        self._answering = self._speaker.say(parts, language, key=_RIDER)
        return self._answering

    async def _say_more(self) -> None:
        """Say what was added to an answer, part by part, unless the rider has turned to something else."""
        while self._answering is not None:
            outcome = await self._answering.wait()
            if outcome in (Outcome.STOPPED, Outcome.REPLACED):
                self._more.clear()
            if not self._more:
                return
            part = self._more.popleft()
            self._answering = self._speaker.say((part,), part.language, key=_RIDER)

    def go_on(self, lines: Sequence[Line], language: str) -> None:
        """Say more of the last answer after what is spoken of it; with it, this is one entry of the history."""
        if not lines:
            return
        part = SpokenPart(_join(lines), language)
        if self._history:
            last = self._history[-1]
            self._history[-1] = Said(last.at, (*last.lines, *lines), (*last.parts, part))
        self._more.append(part)
        if self._going_on is None or self._going_on.done():
            self._going_on = asyncio.create_task(self._say_more())

    def label(self, spoken: str, language: str) -> Utterance:
        """Say what the rider's keys reached or did; not part of the history, and not repeated."""
        return self._speaker.say(spoken, language, key=_RIDER, repeatable=False)

    def announce(self, event: Event) -> Utterance | None:
        """Say an event unasked; None when the rider was told it before, or is about to be."""
        key = (event.subject, event.milestone)
        known = self._events.get(key)
        if known is not None and known.outcome in (None, Outcome.DONE, Outcome.MUTED):
            return None
        priority = rank(event.kind, is_own=event.is_own)
        utterance = self._speaker.say(
            lambda: self._tell(event),
            event.language,
            key=event.subject,
            priority=priority,
            ttl_s=None if priority is Priority.SAFETY else LATEST_S,
        )
        self._events[key] = utterance
        while len(self._events) > _REMEMBERED:
            self._events.popitem(last=False)
        return utterance

    def repeat(self) -> tuple[Line, ...]:
        """Say the last answer or event again and give it to be shown, after its age if it is older than a minute.

        Empty when nothing was said yet.
        """
        if not self._history:
            return ()
        last = self._history[-1]
        lines, parts, age = last.lines, last.parts, self._now() - last.at
        language = parts[0].language
        if age >= _FRESH:
            since = self._phrasebooks.pick(language).say("face.said_ago", count=age // timedelta(minutes=1))
            lines, parts = (*since.lines, *lines), (SpokenPart(since.spoken, language), *parts)
        self._speaker.say(parts, language, key=_RIDER)
        return lines

    def set_voice(self, *, is_on: bool) -> None:
        """Speak from now on, or keep silent from now on; what is said is remembered all the same."""
        if not is_on:
            self._voice.stop()
        self._speaker = self._voice if is_on else MutedSpeaker()

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Sound as the rider wants, from the next sentence on. See `Speaker.set_sound`."""
        self._voice.set_sound(rate_wpm=rate_wpm, volume=volume)

    def stop(self) -> None:
        """Silence everything at once, matters of safety too."""
        self._speaker.stop()

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell a face why something is not heard."""
        self._voice.tell_troubles_to(listener)

    def _tell(self, event: Event) -> str | None:
        phrase = event.tell()
        if phrase is None:
            return None
        self._history.append(Said(self._now(), phrase.lines, (SpokenPart(phrase.spoken, event.language),)))
        return phrase.spoken


def _join(lines: Sequence[Line]) -> str:
    return join_sentences(line.spoken for line in lines)
