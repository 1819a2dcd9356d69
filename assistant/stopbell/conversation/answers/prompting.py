"""The server's prompts: listed as numbered choices, their arguments asked for, their request then answered."""

from collections.abc import Awaitable, Callable, Mapping

from stopbell.answer import PromptChoice, PromptField
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.answers.nothing_loaded import has_nothing_loaded
from stopbell.conversation.choosing import offer
from stopbell.conversation.memory import Asking, Option
from stopbell.conversation.model_turn import ModelTurn
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.phrases.phrase import Line

Hear = Callable[[Session, str], Awaitable[Reply | None]]
"""Answers a request as if the rider had said it; None when it is not understood."""


async def list_prompts(session: Session, intent: Intent, hear: Hear) -> Reply:
    """Offer the server's prompts as numbered choices."""
    del intent
    prompts = {prompt.name: prompt for prompt in await session.tools.list_prompts()}
    if not prompts:
        return session.reply(session.say("talk.no_prompts"), kind="note")
    options = [Option(_to_line(session, prompt.title), name) for name, prompt in prompts.items()]

    async def take(later: Session, option: Option) -> Reply:
        return await _fill(later, prompts[option.value], _to_known(later, prompts[option.value]), hear)

    return offer(session, (session.say("talk.prompts"),), options, take)


def _to_known(session: Session, prompt: PromptChoice) -> dict[str, str]:
    """Give the arguments that the conversation knows already: language, stop, place."""
    place = session.memory.place
    known: dict[str, str | None] = {
        "language": session.language,
        "stop": find_stop_in_use(session),
        "latitude": str(place.lat) if place else None,
        "longitude": str(place.lon) if place else None,
    }
    names = {field.name for field in prompt.fields}
    return {name: value for name, value in known.items() if value and name in names}


async def _fill(session: Session, prompt: PromptChoice, given: Mapping[str, str], hear: Hear) -> Reply:
    """Ask for the next required argument, or answer the prompt when none is missing."""
    missing = next((field for field in prompt.fields if field.is_required and field.name not in given), None)
    if missing is None:
        return await _answer(session, prompt, given, hear)
    return _ask_for(session, prompt, missing, given, hear)


def _ask_for(session: Session, prompt: PromptChoice, field: PromptField, given: Mapping[str, str], hear: Hear) -> Reply:
    async def take(later: Session, said: str) -> Reply:
        return await _fill(later, prompt, {**given, field.name: said}, hear)

    session.wait_for(Asking(take))
    return session.reply(session.say("talk.prompt_argument", what=_to_line(session, field.description)), kind="prompt")


async def _answer(session: Session, prompt: PromptChoice, given: Mapping[str, str], hear: Hear) -> Reply:
    try:
        text = await session.tools.get_prompt(prompt.name, given)
    except LookupError as error:
        return session.reply(session.say("talk.prompt_failed", reason=_to_line(session, str(error))), kind="error")
    whole = " ".join(text.split())

    async def answer_offline() -> Reply:
        request, _, _ = text.partition("\n\n")
        if reply := await hear(session, " ".join(request.split())):
            return reply
        return session.reply(session.say("talk.prompt_needs_model", text=_to_line(session, whole)))

    if session.model is None or has_nothing_loaded(session):
        return await answer_offline()
    return await ModelTurn(session, None).play(whole, answer_offline)


def _to_line(session: Session, text: str) -> Line:
    return session.book.text(text)
