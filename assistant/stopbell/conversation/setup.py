"""The first run: language, who speaks, city, home stop. By ear, each can be skipped, then it answers at once."""

from stopbell.conversation.choosing import offer
from stopbell.conversation.memory import Option
from stopbell.conversation.reply import Control, Reply
from stopbell.conversation.session import Session
from stopbell.conversation.setup_city import ask_city
from stopbell_server.phrases.phrase import Line, Phrase

VOICES = ("reader", "self")


async def begin(session: Session) -> Reply:
    """Ask the first question, in every language there is, the one in use first."""
    if session.chosen_language:
        return await ask_voice(session, session.say("setup.welcome"))
    own = session.language
    tags = sorted(session.phrasebooks.languages, key=lambda tag: tag != own)
    replies: list[Reply] = []
    for tag in reversed(tags):
        session.language = tag
        replies.insert(0, _ask_language(session, tags))
    first, *others = replies
    return Reply(first.lines, first.kind, first.language, first.choices, also=tuple(others))


def _ask_language(session: Session, tags: list[str]) -> Reply:
    options = [Option(_name_language(session, tag), tag) for tag in tags]
    return offer(
        session, (session.say("setup.welcome"), session.say("setup.language")), options, _take_language, _skip_language
    )


def _name_language(session: Session, tag: str) -> Line:
    """Name a language in the one that is spoken and, to be read, in itself."""
    here = session.say(f"language.{tag}")
    itself = session.phrasebooks.pick(tag).say(f"language.{tag}")
    return Line(here.written if here == itself else f"{here.written} ({itself.written})", here.spoken)


async def _take_language(session: Session, option: Option) -> Reply:
    session.change_profile(language=option.value)
    session.language = option.value
    return await ask_voice(session, session.say("talk.language_set"))


async def _skip_language(session: Session) -> Reply:
    return await ask_voice(session)


async def ask_voice(session: Session, *before: Phrase) -> Reply:
    """Ask who speaks: a screen reader, or we."""
    options = [Option(_to_line(session.say(f"setup.voice_{voice}")), voice) for voice in VOICES]
    return offer(session, (*before, session.say("setup.voice")), options, _take_voice, ask_city)


async def _take_voice(session: Session, option: Option) -> Reply:
    session.change_profile(voice=option.value)
    reply = await ask_city(session)
    return Reply(reply.lines, reply.kind, reply.language, reply.choices, Control.VOICE, reply.calls)


def _to_line(phrase: Phrase) -> Line:
    return Line(phrase.written, phrase.spoken)
