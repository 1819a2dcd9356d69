"""Tell me when it comes: choosing the vehicle, saying it back, and watching it."""

from collections.abc import Sequence
from dataclasses import replace

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_board import ACCESS_FEATURES, WIRE_MODES, to_headsign, to_question
from stopbell.conversation.answers.asking_stop import ask_for_stop
from stopbell.conversation.answers.numbers import settle_number
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import BoardQuestion, Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.watching.arrival import AHEAD_MIN, MOST_CALLS, ArrivalWatch
from stopbell.conversation.watching.calls import is_live
from stopbell.conversation.watching.stop_notices import StopNotice, list_boarding_notices
from stopbell.conversation.watching.watches import MOST
from stopbell.conversation.watching.wish import Wish
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.phrases.phrase import Phrase


def tell_if_impossible(session: Session) -> Reply | None:
    """Say why nothing can be watched now; None where it can."""
    if not session.watches.is_running:
        return session.reply(session.say("talk.cannot_watch"), kind="note")
    if session.watches.is_full:
        return session.reply(session.say("watch.full", count=MOST), kind="note")
    return None


async def set_arrival_watch(session: Session, intent: Intent) -> Reply:
    """Watch for the vehicle that is meant; its stop and line are asked for where they are not clear."""
    return tell_if_impossible(session) or await settle_number(session, intent, _set_settled)


async def _set_settled(session: Session, intent: Intent) -> Reply:
    question = to_question(session, intent)
    if question is None:

        async def go_on(later: Session, name: str) -> Reply:
            return await _set_settled(later, replace(intent, slots={**intent.slots, "stop": name}))

        return ask_for_stop(session, go_on)
    return await _find_vehicle(session, question, intent)


async def _find_vehicle(session: Session, question: BoardQuestion, intent: Intent) -> Reply:
    headsign = to_headsign(session, question)
    mode = WIRE_MODES.get(question.mode, question.mode)
    answer = await session.ask(
        "get_arrivals",
        stop=question.stop,
        route=question.route,
        headsign=headsign,
        mode=mode,
        within_minutes=AHEAD_MIN,
        limit=MOST_CALLS,
    )
    if answer.status.candidates and answer.status.state == "ambiguous":
        is_line = answer.status.code == Code.AMBIGUOUS_ROUTE.value

        async def take(later: Session, option: Option) -> Reply:
            chosen = {"route": option.value, "mode": ""} if is_line else {"stop": option.value}
            return await _find_vehicle(later, replace(question, **chosen), intent)

        return offer_candidates(session, answer, take)
    data = answer.data
    if not isinstance(data, BoardData) or data.stop is None or answer.status.state not in ("ok", "partial"):
        return session.reply_with(answer)
    session.memory.move_to(data.stop)
    wish = Wish(
        data.stop,
        question.route,
        mode,
        headsign,
        _find_need(session, question),
        intent.number("lead_min"),
        intent.number("lead_stops"),
    )
    return await _begin(session, wish, answer, data)


def _find_need(session: Session, question: BoardQuestion) -> str:
    """Give what the vehicle must have: what was said, else what the profile says."""
    if question.feature in ACCESS_FEATURES:
        return question.feature
    return "low_floor" if session.profile.needs_low_floor else ""


async def _begin(session: Session, wish: Wish, answer: Answer, data: BoardData) -> Reply:
    watch = ArrivalWatch(wish)
    first = watch.begin(data.arrivals, session.clock.now())
    if first is None and any(call.certainty == "frequency" for call in data.arrivals):
        told = session.book.call(data.arrivals[0])
        return session.reply(told, session.say("watch.no_clock"), kind="note")
    session.watches.add(watch)
    phrases = [*_tell_need(session, data.arrivals, first), *_tell_promise(session, wish, first)]
    phrases += [one.tell(session.book) for one in (await _list_notices(session, data, first))[:1]]
    phrases += session.hint_once("watch.only_open")
    phrases[-1] = session.book.with_notice(phrases[-1], answer.provenance.notice)
    return session.reply(*phrases, kind="watch")


async def _list_notices(session: Session, data: BoardData, first: MonitoredCall | None) -> Sequence[StopNotice]:
    """List what closes or moves the stop or stops the line that is waited for."""
    asked = data.route_filter[0] if data.route_filter else None
    stop = data.stop.id if data.stop else ""
    return await list_boarding_notices(session.ask, stop, first.line if first else asked)


def _tell_need(session: Session, calls: list[MonitoredCall], first: MonitoredCall | None) -> list[Phrase]:
    """Give the vehicle that is watched; before it, that vehicles without what is needed were left out."""
    if first is None:
        return [session.say("watch.none_yet")]
    verbosity = "rich" if calls and calls[0] is not first else session.verbosity
    return [session.book.call(first, verbosity=verbosity)]


def _tell_promise(session: Session, wish: Wish, first: MonitoredCall | None) -> list[Phrase]:
    """Say when the rider will be told, and what that rests on."""
    if first is None:
        return []
    phrases: list[Phrase] = []
    is_near = wish.lead_min is not None and first.minutes is not None and first.minutes <= wish.lead_min
    if wish.lead_stops is not None and first.stops_away is None:
        phrases.append(session.say("watch.stops_not_reported"))
    elif wish.lead_stops is not None:
        phrases.append(session.say("watch.will_tell_stops", count=wish.lead_stops))
    elif is_near:
        phrases.append(session.say("watch.near_already"))
    elif wish.lead_min:
        phrases.append(session.say("watch.will_tell_minutes", minutes=session.book.minutes(wish.lead_min)))
    else:
        phrases.append(session.say("watch.will_tell"))
    if not is_live(first):
        phrases.append(session.say("watch.by_timetable"))
    return phrases
