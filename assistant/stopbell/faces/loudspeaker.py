"""The voice of line mode: opened when it is first wanted, silent when a screen reader reads."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from datetime import datetime

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.conversation.profile import Profile, VoiceMode
from stopbell.conversation.reply import Reply
from stopbell.faces.voice import Voice
from stopbell_server.phrases.phrasebooks import Phrasebooks

OpenVoice = Callable[[], AbstractAsyncContextManager[Voice]]


class Loudspeaker:
    """Speaks replies in `self` mode only: what is printed for a screen reader is never spoken twice."""

    def __init__(
        self,
        open_voice: OpenVoice | None,
        stack: AsyncExitStack,
        phrasebooks: Phrasebooks,
        now: Callable[[], datetime],
    ) -> None:
        """Open the voice on this stack, in the task that leaves it; `now` is the time of day."""
        self._open_voice = open_voice
        self._stack = stack
        self._phrasebooks = phrasebooks
        self._now = now
        self._announcer: Announcer | None = None
        self._voice: Voice | None = None
        self._is_on = False

    async def set_mode(self, mode: VoiceMode) -> None:
        """Speak from now on, or be silent."""
        if mode == "self" and self._voice is None and self._open_voice is not None:
            self._voice = await self._stack.enter_async_context(self._open_voice())
            self._announcer = Announcer(self._voice, self._phrasebooks, self._now)
        self._is_on = mode == "self"
        if not self._is_on:
            self.stop()

    def set_sound(self, profile: Profile) -> None:
        """Sound as the rider wants, from the next sentence on."""
        if self._voice is not None:
            self._voice.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)

    def say(self, reply: Reply) -> None:
        """Speak a reply, then the same in other languages where it has them."""
        if self._voice is None or not self._is_on:
            return
        for one in (reply.untold, *reply.also):
            if one.spoken:
                self._voice.say(one.spoken, one.language)

    def announce(self, event: Event) -> None:
        """Speak an event, as urgently as it is."""
        if self._announcer is not None and self._is_on:
            self._announcer.announce(event)

    def repeat(self) -> None:
        """Say again what was said last."""
        if self._voice is not None and self._is_on:
            self._voice.repeat()

    def stop(self) -> None:
        """Fall silent at once."""
        if self._voice is not None:
            self._voice.stop()

    def hush(self) -> None:
        """Fall silent, unless what is said is a matter of safety: the rider has typed something."""
        if self._voice is not None:
            self._voice.hush()

    async def finish(self) -> None:
        """Let the last words be heard before the program ends."""
        if self._voice is not None and self._is_on:
            await self._voice.idle()
