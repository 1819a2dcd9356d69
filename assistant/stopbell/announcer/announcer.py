"""Say answers, labels and events: each at its priority, each event once, in words made when it is spoken."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from stopbell.announcer.answering import Answering
from stopbell.announcer.backlog import Backlog, Waiting
from stopbell.announcer.burst import find_turn
from stopbell.announcer.event import Event
from stopbell.announcer.fate import Fate
from stopbell.announcer.ledger import Ledger, Ledgers
from stopbell.announcer.once import Once
from stopbell.announcer.pace import Pace
from stopbell.announcer.ranking import STORIES, rank
from stopbell.announcer.said import History, Said
from stopbell.announcer.turn import Turn
from stopbell.speech.priority import Priority, cuts
from stopbell.speech.scripts import SpokenPart
from stopbell.speech.speaker import MutedSpeaker, Speaker
from stopbell.speech.trouble import Trouble
from stopbell.speech.utterance import Utterance
from stopbell_server.phrases.phrase import Line, Phrase, join_sentences
from stopbell_server.phrases.phrasebooks import Phrasebooks

MOST_TRIES = 3
"""What lasts is begun so often against a rider who goes on to something else each time."""


class Announcer:
    """The only one who speaks for a face. The face shows all of it as text too.

    Answers and labels, and matters of safety, go to the speaker at once. Other events wait here, as facts, until
    nothing else is spoken; each ends in a ledger: said, or why not.
    """

    def __init__(
        self,
        speaker: Speaker,
        phrasebooks: Phrasebooks,
        now: Callable[[], datetime],
        *,
        monotonic: Callable[[], float] = time.monotonic,
        ledgers: Ledgers | None = None,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """Take who speaks, and what it is done with.

        Args:
            speaker: one that says one thing at a time.
            phrasebooks: the sentences of our own.
            now: the time of day, for the history.
            monotonic: seconds that never go back, for what may come too late.
            ledgers: where the end of each event is noted; nobody else reads it unless given.
            sleep: waits for seconds between two events.
        """
        self._voice: Speaker = speaker
        self._speaker: Speaker = speaker
        self._phrasebooks = phrasebooks
        self._now = now
        self._monotonic = monotonic
        self._sleep = sleep
        self._ledgers = ledgers or Ledgers(now)
        self._backlog, self._once, self._pace, self._history = Backlog(), Once(), Pace(monotonic), History()
        self._answering = Answering(lambda: self._speaker, self._take_answer)
        self._turn: Turn | None = None
        self._urgent: list[Turn] = []
        self._resting: asyncio.Task[None] | None = None
        self._following: set[asyncio.Task[None]] = set()
        self._is_paused = False

    @property
    def history(self) -> tuple[Said, ...]:
        """The last answers and events, oldest first; labels are not among them."""
        return self._history.entries

    @property
    def ledgers(self) -> Ledgers:
        """What became of the events."""
        return self._ledgers

    @property
    def is_idle(self) -> bool:
        """Whether nothing is said and nothing waits."""
        return not (self._turn or self._urgent or len(self._backlog) or self._answering.is_busy)

    @property
    def is_paused(self) -> bool:
        """Whether a pause was asked for and nothing has ended it."""
        return self._is_paused

    @property
    def is_urgent(self) -> bool:
        """Whether a matter of safety is said, or is about to be."""
        return any(not turn.is_over for turn in self._urgent)

    def answer(
        self, lines: Sequence[Line], language: str, *others: tuple[Sequence[Line], str], closing: int = 0
    ) -> Utterance:
        """Say an answer. It ends whatever is spoken but a matter of safety, and a newer answer ends it.

        Whoever asks is back: a pause is over.

        Args:
            lines: the separate facts, as they are shown.
            language: BCP 47 tag of the words.
            others: the same again in other languages, each with its tag.
            closing: how many of the last lines only tell that it is over; none of them is its last part.
        """
        self._is_paused = False
        parts = tuple(SpokenPart(_join(told), tag) for told, tag in ((lines, language), *others))
        shown = (*lines, *(line for told, _ in others for line in told))
        self._history.add(Said(self._now(), shown, parts, closing))
        return self._answering.say(parts, language, tuple(line.spoken for line in lines))

    def go_on(self, lines: Sequence[Line], language: str) -> None:
        """Say more of the last answer after what is spoken of it; with it, this is one entry of the history."""
        if lines:
            part = SpokenPart(_join(lines), language)
            self._history.go_on(lines, part)
            self._answering.go_on(part)

    def label(self, spoken: str | tuple[SpokenPart, ...], language: str) -> Utterance:
        """Say what the rider's keys reached or did; not part of the history, and not repeated. A pause lasts on."""
        return self._answering.say(spoken, language, is_repeatable=False)

    def announce(self, event: Event) -> bool:
        """Say an event unasked when its turn comes; tell whether there is news in it.

        False when the rider was told it before, or is about to be, and when it is not true even now.
        """
        if not self._once.take(event):
            self._ledger.note(event, Fate.TOLD, None)
            return False
        phrase = event.tell()
        if phrase is None:
            self._settle(event, Fate.OUTDATED, None)
            return False
        waiting = Waiting(event, rank(event.kind, is_own=event.is_own), self._monotonic(), phrase)
        if self._is_muted:
            self._keep(phrase, event.language)
            self._settle(event, Fate.SHOWN, phrase)
        elif waiting.priority is Priority.SAFETY:
            self._replace(self._backlog.drop(event.subject))
            turn = Turn((waiting,))
            self._urgent.append(turn)
            self._speak(turn)
            self._advance()
        else:
            self._replace(self._backlog.put(waiting))
            self._advance()
        return True

    def repeat(self, *, is_last_part: bool = False) -> tuple[Line, ...]:
        """Say the last answer or event again and give it to be shown, after its age if it is older than a minute.

        Empty when nothing was said yet. Of a long one the last fact alone can be wanted.
        """
        last = self._history.last
        if last is None:
            return ()
        again = (last.last_part if is_last_part else last).say_again(self._phrasebooks, self._now())
        self._answering.say(again.parts, again.parts[0].language)
        return again.lines

    def pause(self) -> None:
        """Be silent, and keep events for later, but matters of safety; `resume` or the next answer ends it."""
        self._is_paused = True
        self._fall_silent(Fate.PAUSED)

    def resume(self, *, is_last_part: bool = False) -> tuple[Line, ...]:
        """Say again what was said last, then what has waited since; give it to be shown. Empty: nothing was said.

        Of a long one the last fact alone can be wanted.
        """
        self._is_paused = False
        again = self.repeat(is_last_part=is_last_part)
        self._advance()
        return again

    def hush(self) -> None:
        """Be silent, unless a matter of safety is said: the rider has begun something else. What waits, waits on."""
        self._fall_silent(Fate.INTERRUPTED)

    def stop(self) -> None:
        """Silence everything at once, matters of safety too, and what waits."""
        self._drop_all(Fate.STOPPED)

    async def finish(self) -> None:
        """Say nothing any more unasked, and wait for the end of the last answer and of matters of safety."""
        for one in self._backlog.clear():
            self._settle(one.event, Fate.CLOSED, one.phrase)
        await self._answering.finish()
        for turn in self._urgent:
            if turn.utterance is not None:
                await turn.utterance.wait()

    def close(self) -> None:
        """Say nothing new any more; what still waits, or is not said to its end, is noted as unsaid."""
        self._collect(None)
        unsaid = [one for turn in (*self._urgent, self._turn) if turn is not None for one in turn.waiting]
        self._urgent, self._turn = [], None
        for one in (*unsaid, *self._backlog.clear()):
            self._settle(one.event, Fate.CLOSED, one.phrase)
        self._answering.close()
        for task in (self._resting, *self._following):
            if task is not None:
                task.cancel()

    def set_voice(self, *, is_on: bool) -> None:
        """Speak from now on, or keep silent from now on; what is said is remembered all the same."""
        if not is_on:
            self.stop()
        self._speaker = self._voice if is_on else MutedSpeaker()

    def set_sound(self, *, rate_wpm: int | None, volume: int | None) -> None:
        """Sound as the rider wants, from the next sentence on. See `Speaker.set_sound`."""
        self._voice.set_sound(rate_wpm=rate_wpm, volume=volume)

    def tell_troubles_to(self, listener: Callable[[Trouble], None]) -> None:
        """Tell a face why something is not heard."""
        self._voice.tell_troubles_to(listener)

    @property
    def _is_muted(self) -> bool:
        return isinstance(self._speaker, MutedSpeaker)

    @property
    def _ledger(self) -> Ledger:
        return self._ledgers.text if self._is_muted else self._ledgers.voice

    def _take_answer(self, said: Utterance) -> None:
        """Note what the rider's act has ended, and go on after it."""
        self._follow(said)
        self._advance(Fate.INTERRUPTED)

    def _fall_silent(self, cause: Fate) -> None:
        self._answering.drop_rest()
        self._speaker.hush()
        self._advance(cause)

    def _drop_all(self, cause: Fate) -> None:
        self._answering.drop_rest()
        waiting = self._backlog.clear()
        self._speaker.stop()
        self._collect(cause)
        for one in waiting:
            self._settle(one.event, cause, one.phrase)

    def _speak(self, turn: Turn) -> None:
        is_urgent = turn.priority is Priority.SAFETY
        turn.utterance = self._speaker.say(
            lambda: self._word(turn),
            turn.language,
            # Only what is urgent may wait there too, and gives way to a newer one about the same.
            key=turn.waiting[0].event.subject if is_urgent else None,
            priority=turn.priority,
        )
        self._follow(turn.utterance)

    def _word(self, turn: Turn) -> str | None:
        phrase = turn.word(self._phrasebooks, self._pace)
        if phrase is None:
            return None
        self._keep(phrase, turn.language)
        return phrase.spoken

    def _advance(self, cause: Fate | None = None) -> None:
        """Take what has ended, and give the next event its turn; `cause` is why something was ended just now."""
        self._collect(cause)
        while self._may_begin():
            self._turn = Turn(self._backlog.take(find_turn(self._backlog.list_waiting())))
            self._speak(self._turn)
            self._collect(None)

    def _may_begin(self) -> bool:
        """Tell whether the next event can be said now; a less urgent one is ended for it."""
        for one in self._backlog.expire(self._monotonic()):
            self._settle(one.event, Fate.PAUSED if self._is_paused else Fate.LATE, one.phrase)
        first = self._backlog.first()
        if first is None or self._is_paused or self._urgent or self._answering.is_busy:
            return False
        if self._turn is not None:
            if not cuts(first.priority, self._turn.priority):
                return False
            self._speaker.hush()
            self._collect(Fate.CUT)
            return self._may_begin()
        wait_s = 0.0 if first.event.kind in STORIES else self._pace.wait_s(first.priority)
        if wait_s > 0:
            self._rest(wait_s)
        return wait_s <= 0

    def _collect(self, cause: Fate | None) -> None:
        """Note the end of all that has ended."""
        for spoken in self._answering.take_heard():
            self._pace.note_words(spoken)
        over = [turn for turn in (*self._urgent, self._turn) if turn is not None and turn.is_over]
        self._urgent = [turn for turn in self._urgent if turn not in over]
        self._turn = None if self._turn in over else self._turn
        for turn in over:
            ended = turn.settle(cause)
            if any(fate is Fate.SAID for _, fate, _ in ended):
                self._pace.note_end()
            for waiting, fate, phrase in ended:
                self._end(waiting, fate, phrase)

    def _end(self, waiting: Waiting, fate: Fate, phrase: Phrase) -> None:
        """Note an end; what lasts and was cut short waits for another turn, unless there is something newer."""
        if fate is Fate.SAID:
            self._pace.note_words(phrase.spoken)
        waiting.tries += fate is Fate.INTERRUPTED
        is_cut_short = fate is Fate.CUT or (fate is Fate.INTERRUPTED and waiting.tries < MOST_TRIES)
        if is_cut_short and waiting.event.lasts:
            if not self._backlog.has(waiting.event.subject):
                self._backlog.put(waiting)
                return
            fate = Fate.REPLACED
        self._settle(waiting.event, fate, phrase)

    def _settle(self, event: Event, fate: Fate, phrase: Phrase | None) -> None:
        self._once.settle(event, fate)
        self._ledger.note(event, fate, phrase)

    def _replace(self, replaced: Sequence[Waiting]) -> None:
        for one in replaced:
            self._settle(one.event, Fate.REPLACED, one.phrase)

    def _keep(self, phrase: Phrase, language: str) -> None:
        self._history.add(Said(self._now(), phrase.lines, (SpokenPart(phrase.spoken, language),)))

    def _follow(self, said: Utterance) -> None:
        """Go on when it has ended."""
        if said.outcome is None:
            task = asyncio.create_task(self._advance_after(said))
            self._following.add(task)
            task.add_done_callback(self._following.discard)

    async def _advance_after(self, said: Utterance) -> None:
        await said.wait()
        self._advance()

    def _rest(self, seconds: float) -> None:
        """Take a breath before the next event."""
        if self._resting is None or self._resting.done():
            self._resting = asyncio.create_task(self._advance_later(seconds))

    async def _advance_later(self, seconds: float) -> None:
        await self._sleep(seconds)
        self._resting = None
        self._advance()


def _join(lines: Sequence[Line]) -> str:
    return join_sentences(line.spoken for line in lines)
