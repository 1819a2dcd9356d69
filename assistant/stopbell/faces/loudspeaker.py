"""The voice of line mode: opened when it is first wanted, silent when a screen reader reads."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, AsyncExitStack

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.conversation.profile import Profile, VoiceMode
from stopbell.conversation.reply import Reply
from stopbell.faces.voice import Voice

OpenVoice = Callable[[], AbstractAsyncContextManager[Voice]]


class Loudspeaker:
    """Speaks replies in `self` mode only: what is printed for a screen reader is never spoken twice."""

    def __init__(
        self, open_voice: OpenVoice | None, stack: AsyncExitStack, make_announcer: Callable[[Voice], Announcer]
    ) -> None:
        """Open the voice on this stack, in the task that leaves it; all that it says goes through one announcer."""
        self._open_voice = open_voice
        self._stack = stack
        self._make_announcer = make_announcer
        self._announcer: Announcer | None = None
        self._voice: Voice | None = None
        self._is_on = False

    @property
    def is_on(self) -> bool:
        """Whether there is a voice and the rider wants it."""
        return self._is_on and self._announcer is not None

    async def set_mode(self, mode: VoiceMode) -> None:
        """Speak from now on, or be silent."""
        if mode == "self" and self._voice is None and self._open_voice is not None:
            self._voice = await self._stack.enter_async_context(self._open_voice())
            self._announcer = self._make_announcer(self._voice)
            self._stack.callback(self._announcer.close)
        self._is_on = mode == "self"
        if not self._is_on:
            self.stop()

    def set_sound(self, profile: Profile) -> None:
        """Sound as the rider wants, from the next sentence on."""
        if self._announcer is not None:
            self._announcer.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)

    def say(self, reply: Reply, *, goes_on: bool = False) -> None:
        """Speak what was not told early of a reply, then the same in other languages where it has them.

        Args:
            reply: what is said.
            goes_on: whether it is a further part of an answer that began before: it is said after that.
        """
        if self._announcer is None or not self._is_on:
            return
        others = [(other.lines, other.language) for other in reply.also]
        if goes_on or reply.told:
            self._announcer.go_on(reply.untold.lines, reply.language)
        elif reply.lines:
            self._announcer.answer(reply.lines, reply.language, *others)

    def announce(self, event: Event) -> None:
        """Speak an event, as urgently as it is."""
        if self._announcer is not None and self._is_on:
            self._announcer.announce(event)

    def pause(self) -> None:
        """Fall silent, and keep what comes for later."""
        if self._announcer is not None:
            self._announcer.pause()

    def resume(self) -> None:
        """Say again what was said last, then what came since."""
        if self._announcer is not None and self._is_on:
            self._announcer.resume()

    def stop(self) -> None:
        """Fall silent at once."""
        if self._announcer is not None:
            self._announcer.stop()

    def hush(self) -> None:
        """Fall silent, unless what is said is a matter of safety: the rider has typed something."""
        if self._announcer is not None:
            self._announcer.hush()

    async def finish(self) -> None:
        """Let the last words be heard before the program ends; nothing is told after them."""
        if self._announcer is not None and self._voice is not None and self._is_on:
            await self._announcer.finish()
            await self._voice.idle()
