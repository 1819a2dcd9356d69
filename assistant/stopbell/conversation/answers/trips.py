"""How to get somewhere: a trip from where the rider is or says to be; and how far a stop is on foot."""

from dataclasses import replace
from datetime import timedelta

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.answers.boards import answer_next
from stopbell.conversation.answers.halves import settle_time
from stopbell.conversation.answers.knowing import find_now
from stopbell.conversation.answers.practising import begin_practice
from stopbell.conversation.answers.remembering import METERS_A_MINUTE
from stopbell.conversation.answers.trip_notices import tell_stop_notices
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import Asking, Option, Place, TripQuestion
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.stops import StopData
from stopbell_server.contract.trips import TripPlanData
from stopbell_server.phrases.phrase import Phrase

MOST_DIRECT = 10
"""So many ways are asked for where only direct ones are wanted."""
_HOME = "home"
_OF_ANOTHER_TIME = frozenset({"time", "half", "when", "ref"})
_PARTS = frozenset({"morning", "tonight"})
"""Parts of the day that is meant by a time in them."""
_WALKER = frozenset({"step_free", "low_floor"})


async def answer_plan(session: Session, intent: Intent) -> Reply:
    """Plan a trip; what is missing is asked for, one thing at a time. "Low floor" by itself may be about a board."""
    if intent.text("ref") == "previous" and session.memory.trip is None and _is_about_access(intent):
        return await answer_next(session, replace(intent, slots={"feature": "low_floor", "ref": "previous"}))
    is_practice = intent.name == "practise_trip"
    if is_practice and intent.text("ref") == "previous" and session.memory.trip is not None:
        return await _plan(session, replace(session.memory.trip, is_practice=True))
    destination, origin = intent.text("destination"), intent.text("origin")
    if _HOME in (destination, origin) and session.profile.home_stop is None:
        return session.reply(session.say("talk.home_unknown"), kind="note")
    if intent.text("half") and session.memory.zone is None:
        await find_now(session, _to_stop(session, origin))
    when, time = intent.text("when"), settle_time(intent, session.find_now()) or ""
    if when == "tomorrow" and time:
        tomorrow = (session.find_now() + timedelta(days=1)).date()
        time = f"{tomorrow.isoformat()}T{time}"
    elif when not in (None, "today") and not (time and when in _PARTS):
        return session.reply(session.say("talk.plan_needs_time"), kind="note")
    prefs = intent.slots.get("prefs", ())
    wanted = prefs if isinstance(prefs, tuple) else (str(prefs),)
    before = session.memory.trip
    if before is not None and destination is None and origin is None and (wanted or time):
        # "Without changing" goes on from the trip that was just told.
        changed = replace(
            before,
            time=time or before.time,
            is_arrival=_is_arrival(intent, before),
            access=before.access or not _WALKER.isdisjoint(wanted),
            is_direct=before.is_direct or "no_transfers" in wanted,
        )
        return await _plan(session, changed)
    question = TripQuestion(
        destination=_to_stop(session, destination) or "",
        origin=_to_stop(session, origin) or _find_origin(session) or "",
        time=time,
        is_arrival=intent.text("arrive") == "yes",
        access=session.profile.needs_low_floor or not _WALKER.isdisjoint(wanted),
        is_direct="no_transfers" in wanted,
        is_practice=is_practice,
    )
    return await _ask_or_plan(session, question)


async def answer_next_or_trip(session: Session, intent: Intent) -> Reply:
    """Answer what comes next; another time of day by itself is of the trip where that was told last."""
    is_time_alone = "time" in intent.slots and intent.slots.keys() <= _OF_ANOTHER_TIME
    is_time_alone = is_time_alone and intent.text("ref") == "previous"
    if is_time_alone and session.memory.trip is not None:
        return await answer_plan(session, replace(intent, name="plan_trip"))
    return await answer_next(session, intent)


def _is_arrival(intent: Intent, before: TripQuestion) -> bool:
    """Say whether one wants to be there by a time: a new one as it is said, "and at seven?" as the last."""
    if "time" not in intent.slots or intent.text("ref") == "previous":
        return before.is_arrival
    return intent.text("arrive") == "yes"


def _is_about_access(intent: Intent) -> bool:
    prefs = intent.slots.get("prefs", ())
    return isinstance(prefs, tuple) and bool(prefs) and _WALKER.issuperset(prefs)


def _to_stop(session: Session, said: str | None) -> str | None:
    home = session.profile.home_stop
    return home.id if said == _HOME and home else said


def _find_origin(session: Session) -> str | None:
    """Give where the rider sets out: the place that was said, else the stop in use."""
    place = session.memory.place
    if place is not None and place.source != "stop":
        return f"{place.lat},{place.lon}"
    return find_stop_in_use(session)


async def _ask_or_plan(session: Session, question: TripQuestion) -> Reply:
    if not question.destination:

        async def take_destination(later: Session, said: str) -> Reply:
            return await _ask_or_plan(later, replace(question, destination=said))

        session.wait_for(Asking(take_destination))
        return session.reply(session.say("talk.which_destination"), kind="prompt")
    if not question.origin:

        async def take_origin(later: Session, said: str) -> Reply:
            return await _ask_or_plan(later, replace(question, origin=said))

        session.wait_for(Asking(take_origin))
        return session.reply(session.say("talk.which_origin"), kind="prompt")
    return await _plan(session, question)


async def _plan(session: Session, question: TripQuestion) -> Reply:
    session.memory.trip = replace(question, is_practice=False)
    answer = await session.ask(
        "plan_trip",
        origin=question.origin,
        destination=question.destination,
        time=question.time,
        arrive_by=question.is_arrival or None,
        access=question.access or None,
        limit=MOST_DIRECT if question.is_direct else None,
        verbosity=session.verbosity,
    )
    data = answer.data if isinstance(answer.data, TripPlanData) else None
    if data is not None and data.asked and answer.status.candidates and answer.status.state == "ambiguous":
        is_origin = data.asked == "origin"

        async def take(later: Session, option: Option) -> Reply:
            chosen = (
                replace(question, origin=option.value) if is_origin else replace(question, destination=option.value)
            )
            return await _plan(later, chosen)

        return offer_candidates(session, answer, take)
    if question.is_practice and data and data.options:
        return await begin_practice(session, answer, data)
    reply = (
        _keep_direct(session, answer, data)
        if question.is_direct and data and data.options
        else session.reply_with(answer)
    )
    if data is None or not data.options:
        return reply
    first = next((one for one in data.options if question.is_direct and not one.changes), data.options[0])
    notices = await tell_stop_notices(session, first) if question.access else ()
    return reply.then(*notices, *_warn_of_walk(session, data.options[0].walk_meters))


def _warn_of_walk(session: Session, meters: int) -> tuple[Phrase, ...]:
    """Say that a walk is longer than the rider wants; as the crow flies it is shorter than any way."""
    limit = session.profile.walking_limit_meters
    if limit is None or meters <= limit:
        return ()
    return (session.say("talk.walk_beyond", distance=session.book.distance(limit)),)


def _tell_pace(session: Session, meters: int) -> tuple[Phrase, ...]:
    """Say how long a walk takes at least, to a rider who said how fast he walks."""
    pace = session.profile.walking_pace
    if pace == "normal":
        return ()
    minutes = max(1, round(meters / METERS_A_MINUTE[pace]))
    return (session.say("talk.walk_time", minutes=session.book.minutes(minutes)),)


def _keep_direct(session: Session, answer: Answer, data: TripPlanData) -> Reply:
    """Tell direct rides alone, to whoever does not want to change; where there is none, that, and what there is."""
    direct = [option for option in data.options if not option.changes][:3]
    if not direct:
        return session.reply_with(answer).after(session.say("talk.no_direct"))
    told = session.book.trips(data.model_copy(update={"options": direct}), verbosity=session.verbosity)
    return session.reply(session.book.with_notice(told, answer.provenance.notice))


async def answer_walk(session: Session, intent: Intent) -> Reply:
    """Tell how far and which way a stop is from where the rider is, as the crow flies; without a place, ask for it."""
    stop, place = intent.text("stop") or find_stop_in_use(session), session.memory.place
    if place is None or place.source == "stop":
        return session.reply(session.say("talk.walk_needs_place"), kind="note")
    if stop is None:
        return ask_for_stop(session, lambda later, name: _tell_walk(later, name, place))
    return await _tell_walk(session, stop, place)


async def _tell_walk(session: Session, stop: str, place: Place) -> Reply:
    answer = await session.ask("describe_stop", stop=stop, latitude=place.lat, longitude=place.lon)
    if answer.status.candidates and answer.status.state == "ambiguous":

        async def take(later: Session, option: Option) -> Reply:
            return await _tell_walk(later, option.value, place)

        return offer_candidates(session, answer, take)
    reply = session.reply_with(answer)
    meters = answer.data.stop.distance_meters if isinstance(answer.data, StopData) and answer.data.stop else None
    return reply if meters is None else reply.then(*_tell_pace(session, meters), *_warn_of_walk(session, meters))
