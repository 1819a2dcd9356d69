"""Speaking from a command: one reply and out, or a voice for a face."""

from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Reply
from stopbell.speech.opening import open_speech
from stopbell.speech.queue import SpeechQueue
from stopbell.speech.trouble import Trouble
from stopbell_server.phrases.phrasebooks import Phrasebooks


@asynccontextmanager
async def open_voice(
    phrasebooks: Phrasebooks, find_language: Callable[[], str], write: Callable[[str], None]
) -> AsyncGenerator[SpeechQueue]:
    """Open a voice that writes, once for each reason, why it cannot be heard."""

    def tell(trouble: Trouble) -> None:
        write(phrasebooks.pick(find_language()).say(f"speech.{trouble.code.value}").written)

    async with open_speech() as speech:
        speech.tell_troubles_to(tell)
        yield speech


async def speak_once(reply: Reply, phrasebooks: Phrasebooks, profile: Profile) -> tuple[str, ...]:
    """Speak a reply to its end, as the rider likes it; give the sentences that say why it was not heard."""
    notes: list[str] = []
    async with open_voice(phrasebooks, lambda: reply.language, notes.append) as speech:
        if reply.spoken:
            speech.set_sound(rate_wpm=profile.rate_wpm, volume=profile.volume)
            speech.say(reply.spoken, reply.language)
            await speech.idle()
    return tuple(notes)
