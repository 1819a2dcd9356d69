"""Which vehicle stands before the rider, as far as vehicles report it; else that it cannot be told."""

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.choosing import fold, offer_candidates
from stopbell.conversation.memory import Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.codes import Code
from stopbell_server.contract.vehicle_position import PositionData


async def answer_which_vehicle(session: Session, intent: Intent) -> Reply:
    """Tell the vehicle that probably stands at the stop in use or at the rider's place, and why; never for sure."""
    stop = intent.text("stop") or find_stop_in_use(session) or ""
    place = session.memory.place
    if not stop and place is None:
        return ask_for_stop(session, lambda later, name: _tell(later, name, intent.text("route")))
    return await _tell(session, stop, intent.text("route"))


async def _tell(session: Session, stop: str, line: str | None) -> Reply:
    place = session.memory.place
    near = place if place is not None and place.source != "stop" else None
    answer = await session.ask(
        "get_vehicle_position",
        stop=stop,
        latitude=near.lat if near else None,
        longitude=near.lon if near else None,
    )
    if answer.status.code == Code.AMBIGUOUS_STOP.value and answer.status.candidates:

        async def take(later: Session, option: Option) -> Reply:
            return await _tell(later, option.value, line)

        return offer_candidates(session, answer, take)
    data = answer.data if isinstance(answer.data, PositionData) else None
    if data is not None and data.stop is not None:
        session.memory.move_to(data.stop)
    # That it cannot be told which is an answer, not a question back: the rider can only ask the driver.
    reply = session.reply_with(answer, kind="vehicle" if data and data.candidates else None)
    verdict = _judge(answer, line) if line else None
    return reply.after(session.say(verdict)) if verdict else reply


def _judge(answer: Answer, line: str) -> str | None:
    """Say whether the likely vehicle is of the line that was asked about; None where no vehicle is likely."""
    likely = answer.data.vehicle if isinstance(answer.data, PositionData) else None
    if likely is None or likely.line is None:
        return None
    return "talk.probably_it" if fold(likely.line) == fold(line) else "talk.probably_not"
