"""Disruptions: of a line, of the stop in use, or of all."""

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.alerts import AlertsData
from stopbell_server.contract.stops import StopData

MOST_TOLD = 3


async def answer_alerts(session: Session, intent: Intent) -> Reply:
    """Tell the disruptions of the line that is named or was spoken of, else of the stop in use, else all."""
    question = session.memory.question
    route = intent.text("route") or (question.route if question and intent.text("ref") else "")
    stop = intent.text("stop") or ("" if route else find_stop_in_use(session) or "")
    return await _tell(session, stop, route)


async def answer_lifts(session: Session, intent: Intent) -> Reply:
    """Tell what is reported of the station's lifts; where none is described, its disruptions may say what is broken."""
    stop = intent.text("station") or find_stop_in_use(session) or ""
    return await _tell_lifts(session, stop) if stop else await _tell_instead_of_lifts(session, stop)


async def _tell_lifts(session: Session, stop: str) -> Reply:
    answer = await session.ask("describe_stop", stop=stop)
    if answer.status.candidates and answer.status.state == "ambiguous":

        async def take(later: Session, option: Option) -> Reply:
            return await _tell_lifts(later, option.value)

        return offer_candidates(session, answer, take)
    if isinstance(answer.data, StopData) and answer.data.inside and answer.data.inside.lifts:
        return session.reply(session.book.lifts(answer.data))
    return await _tell_instead_of_lifts(session, stop)


async def _tell_instead_of_lifts(session: Session, stop: str) -> Reply:
    return (await _tell(session, stop, "")).after(session.say("talk.lifts_by_alerts"))


async def _tell(session: Session, stop: str, route: str) -> Reply:
    answer = await session.ask("get_alerts", stop=stop, route=route, limit=MOST_TOLD)
    if answer.status.candidates and answer.status.state == "ambiguous":

        async def take(later: Session, option: Option) -> Reply:
            return await _tell(later, "" if route else option.value, option.value if route else "")

        return offer_candidates(session, answer, take)
    return session.reply_with(answer, kind="alerts" if isinstance(answer.data, AlertsData) else None)
