"""What the rider sets by asking: language, how much is said, who speaks, whether vehicles must be low floor."""

from stopbell.brains.brain import Intent
from stopbell.conversation.profile import VERBOSITIES, Verbosity, VoiceMode
from stopbell.conversation.reply import Control, Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import Line


async def set_language(session: Session, intent: Intent) -> Reply:
    """Speak another language from now on; one that we lack is refused with those that we have."""
    wanted = intent.text("language")
    book = session.phrasebooks.find(wanted) if wanted else None
    if book is None:
        names = [session.say(f"language.{tag}") for tag in session.phrasebooks.languages]
        listed = session.book.listing([Line(name.written, name.spoken) for name in names])
        return session.reply(session.say("talk.languages", languages=listed), kind="note")
    use_language(session, book.language)
    return session.reply(session.say("talk.language_set"), kind="note")


def use_language(session: Session, tag: str) -> None:
    """Speak a language that we have, now and from now on."""
    session.change_profile(language=tag)
    session.chosen_language = session.language = tag


async def set_verbosity(session: Session, intent: Intent) -> Reply:
    """Say more or less from now on."""
    level = _to_level(session.verbosity, intent)
    session.change_profile(verbosity=level)
    return session.reply(session.say(f"talk.verbosity_{level}"), kind="note")


def _to_level(now: Verbosity, intent: Intent) -> Verbosity:
    for level in VERBOSITIES:
        if intent.text("level") == level:
            return level
    step = 1 if intent.text("change") == "more" else -1
    return VERBOSITIES[max(0, min(len(VERBOSITIES) - 1, VERBOSITIES.index(now) + step))]


async def set_voice(session: Session, intent: Intent) -> Reply:
    """Let a screen reader read, or speak ourselves, or neither."""
    said = intent.text("voice")
    mode: VoiceMode = said if said == "self" or said == "off" else "reader"
    session.change_profile(voice=mode)
    session.voice = mode
    return session.reply(session.say(f"face.voice_{mode}"), kind="note", control=Control.VOICE)


async def set_access(session: Session, intent: Intent) -> Reply:
    """Put low-floor and accessible vehicles first from now on, or no longer."""
    is_needed = intent.text("state") != "off"
    session.change_profile(needs_low_floor=is_needed)
    return session.reply(session.say("talk.access_on" if is_needed else "talk.access_off"), kind="note")
