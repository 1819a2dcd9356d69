"""The first run: language, who speaks, city, home stop. By ear, each can be skipped, then it answers at once."""

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.settings import use_language
from stopbell.conversation.choosing import offer
from stopbell.conversation.memory import Choosing, Option
from stopbell.conversation.reply import Control, Reply
from stopbell.conversation.session import Session
from stopbell.conversation.setup_city import ask_city
from stopbell_server.phrases.phrase import Line, Phrase

VOICES = ("reader", "self", "off")


async def begin(session: Session, *, asks_language: bool = True) -> Reply:
    """Ask the first question, in every language there is, the one in use first."""
    if not asks_language:
        return await ask_voice(session, session.say("setup.welcome"))
    own = session.language
    tags = sorted(session.phrasebooks.languages, key=lambda tag: tag != own)
    replies: list[Reply] = []
    for tag in reversed(tags):
        session.language = tag
        replies.insert(0, _ask_language(session, tags))
    first, *others = replies
    return Reply(first.lines, first.kind, first.language, first.choices, also=tuple(others))


async def begin_again(session: Session, intent: Intent) -> Reply:
    """Ask all questions of the first run once more, because the rider wants to."""
    del intent
    return await begin(session)


def _ask_language(session: Session, tags: list[str]) -> Reply:
    """Say in the session's language how to choose it; a rider waits for the one that is understood."""
    options = [Option(_name_language(session, tag), tag) for tag in tags]
    session.wait_for(Choosing(options, _take_language, skip=_skip_language))
    number = tags.index(session.language) + 1
    return session.reply(
        session.say("setup.welcome"),
        session.say("setup.language", number=number),
        kind="prompt",
        choices=[option.label for option in options],
    )


def _name_language(session: Session, tag: str) -> Line:
    """Name a language in the one that is spoken and in itself, so that either is understood."""
    here, itself = session.say(f"language.{tag}"), session.phrasebooks.pick(tag).say(f"language.{tag}")
    return Line(f"{here.written} {itself.written}", here.spoken)


async def _take_language(session: Session, option: Option) -> Reply:
    use_language(session, option.value)
    return await ask_voice(session, session.say("talk.language_set"))


async def _skip_language(session: Session) -> Reply:
    return await ask_voice(session, session.say("setup.skipped"))


async def ask_voice(session: Session, *before: Phrase) -> Reply:
    """Ask who speaks: a screen reader, or we."""
    options = [Option(_to_line(session.say(f"setup.voice_{voice}")), voice) for voice in VOICES]
    return offer(session, (*before, session.say("setup.voice")), options, _take_voice, _skip_voice, kind="prompt")


async def _skip_voice(session: Session) -> Reply:
    return await ask_city(session, session.say("setup.skipped"))


async def _take_voice(session: Session, option: Option) -> Reply:
    session.change_profile(voice=option.value)
    reply = await ask_city(session)
    return Reply(reply.lines, reply.kind, reply.language, reply.choices, Control.VOICE, reply.calls)


def _to_line(phrase: Phrase) -> Line:
    return Line(phrase.written, phrase.spoken)
