"""Line mode: an append-only transcript, typed words in, whole lines out; a full peer of the screen.

It is what works with every screen reader and braille display: no cursor movement, no redrawing, no drawing
characters, silence while nothing happens.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Literal

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.profile import VoiceMode
from stopbell.conversation.reply import Control, Reply
from stopbell.faces.interjecting import Interjections, Pauses
from stopbell.faces.loudspeaker import Loudspeaker, OpenVoice
from stopbell.faces.patience import Patience
from stopbell.faces.screen_readers import find_screen_reader
from stopbell.faces.terminal import Lines, Terminal, keep_terminal
from stopbell.faces.transcript import Transcript
from stopbell.faces.voice import Voice
from stopbell_server.phrases.phrasebooks import Phrasebooks

Why = Literal["flag", "environment", "profile", "terminal", "pipe", "default"]
"""What chose this mode; it is said in the first line."""


_MODES: Mapping[VoiceMode, str] = {"reader": "face.reader_mode", "self": "face.line_mode", "off": "face.quiet_mode"}


@dataclass(frozen=True, slots=True)
class Pace:
    """How long things take, in seconds."""

    looking_up_s: float = 1.0
    """An answer that takes longer is announced."""
    still_looking_s: float = 10.0
    """And again each time so long has passed."""
    before_exit_s: float = 0.3
    """Some readers lose the last line of a program that ends at once."""
    pauses: Pauses = field(default_factory=Pauses)
    """When events may be written."""


async def run_line(
    conversation: Conversation,
    phrasebooks: Phrasebooks,
    *,
    mode: VoiceMode = "reader",
    why: Why = "default",
    open_voice: OpenVoice | None = None,
    notes: tuple[str, ...] = (),
    find_reader: Callable[[], str | None] = find_screen_reader,
    lines: Lines | None = None,
    pace: Pace | None = None,
) -> None:
    """Talk until the rider leaves, input ends, or Ctrl-C.

    Args:
        conversation: answers; its language is that of the first line.
        phrasebooks: the catalogs.
        mode: who speaks. `reader` and `off` print only.
        why: what chose the mode.
        open_voice: makes a voice when one is first wanted; None: there is none, and all is printed only.
        notes: ids of messages to print after the first line.
        find_reader: tells whether a screen reader runs; with our voice on, the rider hears once how to stop it.
        lines: where lines come from and go to; standard input and output unless given.
        pace: delays, for tests.
    """
    async with AsyncExitStack() as stack:
        stack.enter_context(keep_terminal())
        clock = conversation.watches.lookout.clock

        def make_announcer(voice: Voice) -> Announcer:
            ledgers = conversation.ledgers
            return Announcer(voice, phrasebooks, clock.now, monotonic=clock.monotonic, ledgers=ledgers)

        speaker = Loudspeaker(open_voice, stack, make_announcer)
        face = _LineFace(conversation, speaker, lines or Terminal(), phrasebooks, pace or Pace())
        found = ("face.reader_found",) if mode == "self" and find_reader() else ()
        await face.run(mode, why, (*notes, *found))


class _LineFace:
    """One run of line mode."""

    def __init__(
        self, conversation: Conversation, speaker: Loudspeaker, lines: Lines, phrasebooks: Phrasebooks, pace: Pace
    ) -> None:
        self._conversation = conversation
        self._speaker = speaker
        self._lines = lines
        self._out = Transcript(lines, phrasebooks, conversation.language)
        self._interjections = Interjections(
            lines, self._out, pace.pauses, clock=conversation.watches.lookout.clock, ledger=conversation.ledgers.text
        )
        self._pace = pace

    async def run(self, mode: VoiceMode, why: Why, notes: tuple[str, ...]) -> None:
        self._conversation.tell_who_speaks(mode)
        await self._speaker.set_mode(mode)
        self._out.write_own(_MODES[mode], *notes, reason=self._out.say(f"face.reason_{why}"))
        try:
            async with self._conversation.watches.running(self._take_event):
                await self._talk()
        except asyncio.CancelledError:
            # Ctrl-C: what was being typed stays on its line.
            if task := asyncio.current_task():
                task.uncancel()
            self._speaker.stop()
            self._lines.write("\n")
            self._out.write_own("talk.goodbye")
        await asyncio.sleep(self._pace.before_exit_s)

    def _take_event(self, event: Event) -> None:
        """Write an event when the rider pauses, and speak it as urgently as it is."""
        self._interjections.take(event)
        self._speaker.announce(event)

    async def _talk(self) -> None:
        reply: Reply | None = await self._conversation.begin()
        await self._show(reply)
        heard: str | None = None
        while reply is None or reply.control is not Control.QUIT:
            if reply is not None:
                heard = await self._interjections.read(f"{self._out.say('face.prompt').written} ")
            self._speaker.hush()
            if heard is None:
                self._out.write_own("talk.goodbye")
                return
            reply, heard = await self._answer(heard)
            if reply is not None:
                await self._show(reply)
        await self._speaker.finish()

    async def _answer(self, heard: str) -> tuple[Reply | None, str | None]:
        """Give the answer, or else what was typed while it was being told: that ends it at once."""
        patience = Patience(self._pace.looking_up_s, self._pace.still_looking_s, self._out.write_own)
        is_begun = False

        async def tell(part: Reply) -> None:
            nonlocal is_begun
            patience.note_told()
            self._out.write(part, goes_on=is_begun)
            self._speaker.say(part, goes_on=is_begun)
            is_begun = True

        if not self._conversation.asks_model:
            return await patience.wait(self._conversation.hear(heard)), None
        answering = asyncio.create_task(patience.wait(self._conversation.hear(heard, tell)))
        typing = asyncio.create_task(self._lines.read_meanwhile())
        try:
            await asyncio.wait({answering, typing}, return_when=asyncio.FIRST_COMPLETED)
            return (answering.result(), None) if answering.done() else (None, typing.result())
        finally:
            for task in (answering, typing):
                task.cancel()
            await asyncio.wait({answering, typing})

    async def _show(self, reply: Reply) -> None:
        if reply.control is Control.PAUSE:
            self._interjections.hold()
        else:
            self._interjections.release()
        if reply.control is Control.QUIT:
            # Nothing is told after goodbye.
            self._interjections.flush()
        self._out.write(reply)
        self._interjections.flush()
        if reply.control is Control.VOICE and (mode := self._conversation.profile.voice):
            await self._speaker.set_mode(mode)
        self._speaker.set_sound(self._conversation.profile)
        if reply.control is Control.RESUME:
            self._speaker.resume()
        elif reply.control is Control.PAUSE:
            self._speaker.pause()
        elif reply.control is Control.SILENCE:
            self._speaker.stop()
        else:
            self._speaker.say(reply)
