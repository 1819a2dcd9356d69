"""Where the rider is, as far as the rider says so, and what is near."""

from stopbell.answer import Answer
from stopbell.brains.brain import Intent
from stopbell.conversation.answers.stops import resolve_stop, set_stop, use_stop
from stopbell.conversation.memory import Choosing, Option, Place
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import SETTING_SOURCE, Session
from stopbell_server.contract.stops import StopsData, StopSummary
from stopbell_server.phrases.phrase import Line, Phrase

NEAREST = 3


async def set_place(session: Session, intent: Intent) -> Reply:
    """Take what the rider says about place: coordinates, else a stop."""
    return await (set_coordinates if "coordinates" in intent.slots else set_stop)(session, intent)


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
    pair = intent.slots.get("coordinates")
    lat, lon = (
        pair if isinstance(pair, tuple) and len(pair) == 2 else (intent.text("latitude"), intent.text("longitude"))
    )
    named = parse_place(lat or "", lon or "")
    if named is None and lat and lon:
        return session.reply(session.say("talk.not_on_earth"), kind="note")
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
    labels = session.book.label_stops(answer.data.stops)
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
