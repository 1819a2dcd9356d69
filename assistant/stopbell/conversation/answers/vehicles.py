"""What is known of the next vehicle: whether one can board it, where it is, how full it is."""

from collections.abc import Callable
from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_board import ACCESS_FEATURES, ask_board, list_calls, to_question
from stopbell.conversation.answers.asking_stop import ask_for_stop
from stopbell.conversation.answers.boards import tell_board
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import Option
from stopbell.conversation.profile import Verbosity
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.codes import Code

Note = Callable[[MonitoredCall], str | None]
"""Gives the id of what must be said before the call, as it is what was asked for; or None."""


async def answer_features(session: Session, intent: Intent) -> Reply:
    """Tell whether the next vehicle that is meant is low floor or accessible; other features are not in the data."""
    feature = intent.text("feature") or "wheelchair"
    if feature not in ACCESS_FEATURES:
        return session.reply(session.say("talk.not_in_data", what=session.say(f"feature.{feature}")), kind="note")
    return await _tell_first(session, intent, "rich", lambda call: None)


async def answer_location(session: Session, intent: Intent) -> Reply:
    """Tell how far the next vehicle is, as far as it reports it."""
    return await _tell_first(
        session, intent, "full", lambda call: "talk.place_not_reported" if call.stops_away is None else None
    )


async def answer_occupancy(session: Session, intent: Intent) -> Reply:
    """Tell how full the next vehicle is; never promise a seat."""
    return await _tell_first(
        session, intent, "full", lambda call: "talk.occupancy_not_reported" if call.occupancy is None else None
    )


async def _tell_first(session: Session, intent: Intent, verbosity: Verbosity, note: Note) -> Reply:
    named = {name: value for name, value in intent.slots.items() if name not in ("feature", "count")}
    question = to_question(session, replace(intent, slots=named))
    if question is None:

        async def go_on(later: Session, name: str) -> Reply:
            return await _tell_first(later, replace(intent, slots={**named, "stop": name}), verbosity, note)

        return ask_for_stop(session, go_on)
    question = replace(question, feature="", limit=1)
    answer = await ask_board(session, question, verbosity=verbosity)
    if answer.status.candidates and answer.status.state == "ambiguous":
        part = "route" if answer.status.code == Code.AMBIGUOUS_ROUTE.value else "stop"

        async def take(later: Session, option: Option) -> Reply:
            return await _tell_first(later, replace(intent, slots={**named, part: option.value}), verbosity, note)

        return offer_candidates(session, answer, take)
    reply = tell_board(session, replace(question, limit=None), answer, verbosity=verbosity)
    calls = list_calls(answer)
    missing = note(calls[0]) if calls else None
    return reply.after(session.say(missing)) if missing else reply
