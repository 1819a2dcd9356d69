"""Practise a trip at home: what would be heard on the way, in less time, and never as if it were happening."""

from stopbell.answer import Answer
from stopbell.conversation.practising.rehearsal import KIND, Rehearsal, mark
from stopbell.conversation.practising.ride import PractisedRide, plan_stops
from stopbell.conversation.practising.script import write_script
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.contract.stops import StopData
from stopbell_server.contract.trips import TripLeg, TripOption, TripPlanData

_MOST_STOPS = 100


async def begin_practice(session: Session, answer: Answer, data: TripPlanData) -> Reply:
    """Practise the first way that has clock times; where nobody stays to listen, all of it is told at once."""
    option = next((one for one in data.options if one.departs and one.arrives), None)
    rides = await _list_rides(session, option) if option else []
    if option is None or not rides or data.destination is None:
        return session.reply_with(answer).then(session.say("practice.no_times"))
    steps = await write_script(rides, session.phrasebooks, session.language)
    plan = session.book.trips(data.model_copy(update={"options": [option], "lapsed": []}), verbosity=session.verbosity)
    told = [
        session.say("practice.begins"),
        session.say("practice.as_planned"),
        session.book.with_notice(plan, answer.provenance.notice),
    ]
    if session.watches.is_running:
        session.watches.add(Rehearsal(steps, session.book.name(data.destination.name), session.clock))
        return session.reply(*told, session.say("practice.how_to_end"), kind=KIND)
    marked = [mark(session.book, step.phrase, is_last=step is steps[-1]) for step in steps]
    return session.reply(*told, *marked, kind=KIND)


async def _list_rides(session: Session, option: TripOption) -> list[PractisedRide]:
    """Give the rides of a way; none where the stops of one are not known."""
    legs = [leg for leg in option.legs if leg.kind == "ride"]
    rides = [await _to_ride(session, leg) for leg in legs]
    return [ride for ride in rides if ride is not None] if None not in rides else []


async def _to_ride(session: Session, leg: TripLeg) -> PractisedRide | None:
    if leg.board is None or leg.journey is None or leg.boarding is None:
        return None
    journey = await session.ask("get_monitored_journey", journey=leg.journey, limit=_MOST_STOPS)
    stop = await session.ask("describe_stop", stop=leg.board.stop_id)
    if not isinstance(journey.data, JourneyData) or not isinstance(stop.data, StopData) or stop.data.stop is None:
        return None
    stops = plan_stops(journey.data.calls, leg)
    return PractisedRide(leg, leg.journey, stop.data.stop, leg.boarding, stops) if len(stops) > 1 else None
