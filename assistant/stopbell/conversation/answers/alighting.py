"""Tell me when to get off: which vehicle the rider is on, which stop, and how early."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.watching_arrivals import tell_if_impossible
from stopbell.conversation.choosing import offer, offer_candidates
from stopbell.conversation.memory import Asking, Option
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.watching.alighting import STOPS_SHOWN, AlightingWatch
from stopbell.conversation.watching.ride import Ride, is_served, is_sure
from stopbell.conversation.watching.stop_notices import list_alighting_notices
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.contract.headsigns import drop_label
from stopbell_server.contract.journeys import ActiveJourneySummary, JourneyData, JourneysData
from stopbell_server.phrases.phrase import Line

LEAD_STOPS = 2
LEAD_S = 120
"""So long before the stop the rider is warned in any case: stops may be a hundred metres apart."""
MOST_OFFERED = 3
_BOARDED_MIN = 1
"""A vehicle that is still to come to the rider's own stop by more than this is not the one boarded there."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is known of the ride so far."""

    stop: str
    route: str = ""
    lead_stops: int = LEAD_STOPS


async def set_alight_alert(session: Session, intent: Intent) -> Reply:
    """Watch for the stop that is named, on the vehicle that the rider is on; what is not clear is asked."""
    if impossible := tell_if_impossible(session):
        return impossible
    wanted = Wanted(intent.text("stop") or "", intent.text("route") or "", intent.number("count") or LEAD_STOPS)
    if not wanted.stop:

        async def take(later: Session, said: str) -> Reply:
            return await _find_vehicle(later, replace(wanted, stop=said))

        session.wait_for(Asking(take))
        return session.reply(session.say("alight.which_stop"), kind="prompt")
    return await _find_vehicle(session, wanted)


async def _find_vehicle(session: Session, wanted: Wanted) -> Reply:
    if boarded := session.watches.find_boarded():
        answer = await _ask_ride(session, boarded, wanted.stop)
        if isinstance(answer.data, JourneyData) and answer.data.stop:
            return await _begin(session, wanted, boarded, answer)
        session.calls.pop()
    answer = await session.ask("search_active_journeys", stop=wanted.stop, route=wanted.route, limit=20)
    if answer.status.candidates and answer.status.state == "ambiguous":
        part = "route" if answer.status.code == Code.AMBIGUOUS_ROUTE.value else "stop"

        async def take(later: Session, option: Option) -> Reply:
            return await _find_vehicle(later, replace(wanted, **{part: option.value}))

        return offer_candidates(session, answer, take)
    data = answer.data
    if not isinstance(data, JourneysData) or data.stop is None:
        return session.reply_with(answer)
    wanted = replace(wanted, stop=data.stop.id)
    journeys = await _keep_boarded(session, wanted, data.journeys)
    if not journeys:
        return session.reply(session.say("alight.none_found", stop=session.book.name(data.stop.name)), kind="note")
    if len(journeys) == 1:
        return await _begin(session, wanted, journeys[0].uri, None)
    if len(journeys) > MOST_OFFERED and not wanted.route:
        return _ask_line(session, wanted)
    return _offer(session, wanted, journeys)


def _ask_line(session: Session, wanted: Wanted) -> Reply:
    async def take(later: Session, said: str) -> Reply:
        return await _find_named(later, wanted, said)

    session.wait_for(Asking(take))
    return session.reply(session.say("alight.which_line"), kind="prompt")


async def _find_named(session: Session, wanted: Wanted, said: str) -> Reply:
    """Take what was said for a line that goes to the stop, else for the number of a vehicle."""
    answer = await session.ask("search_active_journeys", stop=wanted.stop, route=said, limit=1)
    if isinstance(answer.data, JourneysData) and answer.data.journeys:
        return await _find_vehicle(session, replace(wanted, route=said))
    answer = await session.ask("get_monitored_journey", vehicle=said, stop=wanted.stop, limit=STOPS_SHOWN)
    data = answer.data
    if isinstance(data, JourneyData) and data.uri and data.stop:
        return await _begin(session, wanted, data.uri, answer)
    return session.reply_with(answer)


async def _keep_boarded(
    session: Session, wanted: Wanted, journeys: Sequence[ActiveJourneySummary]
) -> Sequence[ActiveJourneySummary]:
    """Leave out what has not been at the rider's own stop yet; where none has, or no stop is known, all stay."""
    here = session.memory.stop
    if here is None or here.id == wanted.stop:
        return journeys
    answer = await session.ask("get_arrivals", stop=here.id, route=wanted.route, passed=True, limit=10)
    data = answer.data
    if not isinstance(data, BoardData):
        return journeys
    gone = [one.call for one in data.passed or ()]
    soon = [call for call in data.arrivals if call.minutes is not None and call.minutes <= _BOARDED_MIN]
    boarded = {_identify(call) for call in (*gone, *soon)}
    kept = [one for one in journeys if (one.trip_id, one.service_day, one.start_time) in boarded]
    return kept or journeys


def _identify(call: MonitoredCall) -> tuple[str | None, str, str | None]:
    return call.trip_id, call.service_day, call.start_time


def _offer(session: Session, wanted: Wanted, journeys: Sequence[ActiveJourneySummary]) -> Reply:
    options = [Option(_label(session, one), one.uri) for one in journeys]

    async def take(later: Session, option: Option) -> Reply:
        return await _begin(later, wanted, option.value, None)

    return offer(session, [session.say("alight.which_vehicle")], options, take)


def _label(session: Session, one: ActiveJourneySummary) -> Line:
    """Give line, destination and next stop, with what says so, and the number on the vehicle."""
    book = session.book
    parts = [_name_line(session, one.line, one.headsign or one.destination)]
    if one.next is not None and one.known_by != "nothing":
        said = book.say(f"alight.at_{one.known_by}", stop=book.name(one.next.name))
        parts.append(Line(said.written, said.spoken))
    if one.vehicle_label:
        said = book.say("call.vehicle", vehicle=book.label(one.vehicle_label))
        parts.append(Line(said.written, said.spoken))
    return book.chain(parts)


def _name_line(session: Session, line: str | None, toward: str | None) -> Line:
    book = session.book
    if line is None or toward is None:
        return book.label(line) if line else book.name(toward or "")
    said = book.say("call.line_to", line=book.label(line), headsign=book.name(drop_label(toward, line)))
    return Line(said.written, said.spoken)


async def _ask_ride(session: Session, journey: str, stop: str) -> Answer:
    return await session.ask(
        "get_monitored_journey", journey=journey, stop=stop, limit=STOPS_SHOWN, verbosity=session.verbosity
    )


async def _begin(session: Session, wanted: Wanted, journey: str, answer: Answer | None) -> Reply:
    """Say back the stop and how far it is, and watch for it."""
    answer = answer or await _ask_ride(session, journey, wanted.stop)
    if answer.status.candidates and answer.status.state == "ambiguous":

        async def take(later: Session, option: Option) -> Reply:
            return await _begin(later, replace(wanted, stop=option.value), journey, None)

        return offer_candidates(session, answer, take)
    data = answer.data
    mine = data.stop if isinstance(data, JourneyData) else None
    if not isinstance(data, JourneyData) or mine is None or mine.progress == "behind" or not is_served(data, mine):
        return session.reply_with(answer)
    visit = mine.stop_id if mine.stop_sequence is None else f"{mine.stop_id}#{mine.stop_sequence}"
    vehicle = data.vehicle.id if data.vehicle else None
    ride = Ride(data.uri or journey, visit, mine.name, vehicle, wanted.lead_stops, LEAD_S)
    session.watches.end_arrivals_of(ride.journey)
    notices = await list_alighting_notices(session.ask, mine.stop_id, data.line)
    session.watches.add(AlightingWatch(ride, data, session.clock.now(), notices=[one.key for one in notices]))
    told = [
        session.say(
            "alight.will_tell",
            count=ride.lead_stops,
            minutes=session.book.minutes(LEAD_S // 60),
            stop=session.book.name(mine.name),
        )
    ]
    if not is_sure(data):
        told.append(session.say("alight.by_plan_only"))
    told += [one.tell(session.book) for one in notices[:1]]
    told += session.hint_once("watch.only_open")
    return session.reply_with(answer, kind="watch").then(*told)
