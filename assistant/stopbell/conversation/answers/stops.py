"""Stops and places: which one is meant, where it is, what is near, where the rider is."""

from collections.abc import Awaitable, Callable

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.answers.boards import answer_board
from stopbell.conversation.choosing import offer_candidates
from stopbell.conversation.memory import BoardQuestion, Choosing, Option, Place
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import SETTING_SOURCE, Session
from stopbell_server.contract.stops import StopData, StopsData, StopSummary
from stopbell_server.phrases.phrase import Line, Phrase

NEAREST = 3
STOP_ACCURACY_M = 50
"""How far from a stop's point one may stand who says to be at it."""

UseStop = Callable[[Session, StopSummary], Awaitable[Reply]]


async def resolve_stop(session: Session, asked: str, use: UseStop) -> Reply:
    """Find the stop that is meant and go on with it; several become choices, none is said."""
    answer = await session.ask("describe_stop", stop=asked)
    if isinstance(answer.data, StopData) and answer.data.stop:
        return await use(session, answer.data.stop)
    if answer.status.candidates:

        async def take(later: Session, option: Option) -> Reply:
            return await resolve_stop(later, option.value, use)

        return offer_candidates(session, answer, take)
    return session.reply_with(answer)


async def set_stop(session: Session, intent: Intent) -> Reply:
    """Take a stop as the one in use, and answer at once with what comes there."""
    if "coordinates" in intent.slots:
        return await set_coordinates(session, intent)
    asked = intent.text("stop")
    is_here = intent.text("here") == "yes"

    async def use(later: Session, stop: StopSummary) -> Reply:
        return await use_stop(later, stop, is_here=is_here)

    if asked is None:
        return ask_for_stop(session, lambda later, name: resolve_stop(later, name, use))
    return await resolve_stop(session, asked, use)


async def use_stop(session: Session, stop: StopSummary, *, is_here: bool) -> Reply:
    """Make a stop the one in use; where the rider is there, it is the rider's place too."""
    session.memory.move_to(stop)
    name = session.book.label_stop(stop)
    if is_here and stop.lat is not None and stop.lng is not None:
        session.memory.place = Place(stop.lat, stop.lng, STOP_ACCURACY_M, "stop")
    said = session.say("talk.here_set" if is_here else "talk.stop_set", stop=name)
    return (await answer_board(session, BoardQuestion(stop.id))).after(said)


async def set_coordinates(session: Session, intent: Intent) -> Reply:
    """Take coordinates as the rider's place, and tell the nearest stops."""
    value = intent.slots["coordinates"]
    lat, lon = value if isinstance(value, tuple) and len(value) == 2 else ("", "")
    place = parse_place(lat, lon)
    if place is None:
        return session.reply(session.say("talk.not_on_earth"), kind="note")
    session.memory.place = place
    return (await _tell_nearest(session, place, NEAREST, "")).after(_tell_source(session, place))


def parse_place(lat: str, lon: str) -> Place | None:
    """Give the place of coordinates as written, as accurate as their decimals; None when they are not on Earth."""
    try:
        latitude, longitude = float(lat), float(lon)
    except ValueError:
        return None
    if not (-90 <= latitude <= 90 and -180 <= longitude <= 180):
        return None
    decimals = min(len(text.partition(".")[2]) for text in (lat, lon))
    return Place(latitude, longitude, max(10, round(111_000 / 10**decimals)), "said")


async def answer_nearest(session: Session, intent: Intent) -> Reply:
    """Tell the stops nearest to the rider; without a place, ask for one."""
    named = parse_place(intent.text("latitude") or "", intent.text("longitude") or "")
    place = session.memory.place = named or session.memory.place
    if place is None:
        return session.reply(session.say("talk.place_unknown"), kind="note")
    count = intent.number("count") or NEAREST
    return (await _tell_nearest(session, place, count, intent.text("mode") or "")).after(_tell_source(session, place))


async def _tell_nearest(session: Session, place: Place, count: int, mode: str) -> Reply:
    answer = await session.ask(
        "search_nearby_stops",
        latitude=place.lat,
        longitude=place.lon,
        radius_meters=1000,
        mode=mode,
        accessibility="wheelchair" if session.profile.needs_low_floor else None,
        limit=max(1, min(20, count)),
    )
    _offer_stops(session, answer)
    return session.reply_with(answer)


def _offer_stops(session: Session, answer: Answer) -> None:
    """Let the rider choose one of the stops by number or name, without asking."""
    if not isinstance(answer.data, StopsData) or not answer.data.stops:
        return
    labels = [session.book.label_stop(stop) for stop in answer.data.stops]
    options = [
        Option(Line(label.written, label.spoken), stop.id)
        for label, stop in zip(labels, answer.data.stops, strict=True)
    ]

    async def take(later: Session, option: Option) -> Reply:
        return await resolve_stop(later, option.value, _use_elsewhere)

    session.wait_for(Choosing(options, take, is_asked=False))


async def _use_elsewhere(session: Session, stop: StopSummary) -> Reply:
    return await use_stop(session, stop, is_here=False)


async def answer_where(session: Session, intent: Intent) -> Reply:
    """Tell where the rider is, as far as anybody said, and how sure that is."""
    del intent
    place, stop = session.memory.place, session.memory.stop
    if place is None:
        return session.reply(session.say("talk.place_unknown"), kind="note")
    if place.source == "stop" and stop:
        return session.reply(session.say("talk.at_stop", stop=session.book.label_stop(stop)))
    return (await _tell_nearest(session, place, 1, "")).after(_tell_source(session, place))


def _tell_source(session: Session, place: Place) -> Phrase:
    accuracy = session.book.distance(place.accuracy_m)
    ids = {"stop": "talk.place_from_stop", SETTING_SOURCE: "talk.place_from_setting"}
    return session.say(ids.get(place.source, "talk.place_from_coordinates"), distance=accuracy)


async def answer_side(session: Session, intent: Intent) -> Reply:
    """Tell which way vehicles leave from the stop in use, and where the stop for the other way is."""

    async def use(later: Session, stop: StopSummary) -> Reply:
        later.memory.move_to(stop)
        label = later.say("talk.stop_set", stop=later.book.label_stop(stop))
        return later.reply(label, later.book.side(stop), kind="stop")

    return await _with_stop_in_use(session, intent, use)


async def answer_info(session: Session, intent: Intent) -> Reply:
    """Describe a stop; what the data cannot hold, such as a shelter, is said to be missing."""
    is_about_landmarks = intent.text("topic") == "landmarks"

    async def describe(later: Session, stop: StopSummary) -> Reply:
        later.memory.move_to(stop)
        answer = later.calls[-1].answer
        reply = later.reply_with(answer)
        return reply.after(later.say("talk.no_landmarks")) if is_about_landmarks else reply

    return await _with_stop_in_use(session, intent, describe)


async def _with_stop_in_use(session: Session, intent: Intent, use: UseStop) -> Reply:
    asked = intent.text("stop") or find_stop_in_use(session)
    if asked is None:
        return ask_for_stop(session, lambda later, name: resolve_stop(later, name, use))
    return await resolve_stop(session, asked, use)


async def answer_other_direction(session: Session) -> Reply:
    """Turn the last question to the stop for the other way."""
    memory = session.memory
    if memory.stop is None:
        return session.reply(session.say("talk.nothing_before"), kind="note")
    if memory.stop.opposite is None:
        return session.reply(session.say("talk.no_opposite"), kind="note")
    question = memory.question or BoardQuestion(memory.stop.id)

    async def use(later: Session, stop: StopSummary) -> Reply:
        later.memory.move_to(stop)
        asked = BoardQuestion(stop.id, question.route, "", question.mode, question.feature, question.within_min)
        said = later.say("talk.other_direction", stop=later.book.label_stop(stop))
        return (await answer_board(later, asked)).after(said)

    return await resolve_stop(session, memory.stop.opposite, use)
