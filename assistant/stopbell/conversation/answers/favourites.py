"""Stops and lines that the rider saved under a name: saving, listing, removing."""

from dataclasses import dataclass

from stopbell.brains.brain import Intent
from stopbell.conversation.answers.asking_stop import ask_for_stop, find_stop_in_use
from stopbell.conversation.answers.own_stops import offer_own_stops
from stopbell.conversation.answers.stops import resolve_stop
from stopbell.conversation.choosing import fold
from stopbell.conversation.known_places import WORK, find_own, is_home, is_work, name_work
from stopbell.conversation.memory import Option
from stopbell.conversation.profile import Favourite, SavedStop
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line

MOST_KEPT = 50


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is to be saved."""

    name: str
    route: str
    destination: str


async def save_favourite(session: Session, intent: Intent) -> Reply:
    """Save a stop, or a line at it, under the name that the rider gives, else under the stop's own."""
    wish = _Wish(intent.text("name") or "", intent.text("route") or "", intent.text("destination") or "")

    async def use(later: Session, stop: StopSummary) -> Reply:
        return _save(later, stop, wish)

    stop = intent.text("stop") or find_stop_in_use(session)
    if stop is None:
        return ask_for_stop(session, lambda later, name: resolve_stop(later, name, use))
    return await resolve_stop(session, stop, use)


def _save(session: Session, stop: StopSummary, wish: _Wish) -> Reply:
    saved = SavedStop(id=stop.id, name=stop.name)
    if is_home(session, wish.name):
        session.change_profile(home_stop=saved)
        return session.reply(session.say("talk.home_saved", stop=session.book.name(stop.name)), kind="note")
    name = name_work(session) if wish.name == WORK else wish.name or stop.name
    one = Favourite(name=name, stop=saved, route=wish.route, destination=wish.destination)
    before = find_own(session, name) if is_work(session, name) else None
    others = [known for known in session.profile.favourites if known != before and fold(known.name) != fold(name)]
    session.change_profile(favourites=(*others, one)[-MOST_KEPT:])
    return session.reply(
        session.say("talk.favourite_saved", name=session.book.text(one.name), what=_tell(session, one)), kind="note"
    )


async def list_favourites(session: Session, intent: Intent) -> Reply:
    """List the home stop and the favourites; a number then asks for what comes there."""
    del intent
    options: list[Option] = []
    if home := session.profile.home_stop:
        named = session.say("talk.home_row", stop=session.book.name(home.name)).lines[0]
        options.append(Option(named, home.id))
    for one in session.profile.favourites:
        row = session.say("talk.favourite_row", name=session.book.text(one.name), what=_tell(session, one))
        options.append(Option(row.lines[0], one.stop.id))
    if not options:
        return session.reply(session.say("talk.no_favourites"), kind="note")
    return offer_own_stops(session, session.say("talk.favourites", count=len(options)), options)


async def remove_favourite(session: Session, intent: Intent) -> Reply:
    """Remove a favourite, or the home stop; one that is not there is said to be missing."""
    name = intent.text("name") or intent.text("stop") or ""
    if is_home(session, name):
        session.change_profile(home_stop=None)
        return session.reply(session.say("talk.home_removed"), kind="note")
    one = find_own(session, name)
    if one is None:
        return session.reply(session.say("talk.favourite_unknown", name=session.book.text(name)), kind="note")
    session.change_profile(favourites=tuple(known for known in session.profile.favourites if known != one))
    return session.reply(session.say("talk.favourite_removed", name=session.book.text(one.name)), kind="note")


def _tell(session: Session, one: Favourite) -> Line:
    """Give what a favourite is: the stop, and the line with where it goes."""
    parts = [session.book.name(one.stop.name)]
    if one.route:
        parts.append(session.say("talk.number_line", line=session.book.label(one.route)).lines[0])
    if one.destination:
        parts.append(session.say("board.asked_direction", destination=session.book.text(one.destination)).lines[0])
    return session.book.chain(parts)
