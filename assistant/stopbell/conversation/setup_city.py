"""The first run's third question: which city, among those loaded or those that the catalogue of feeds knows."""

from stopbell.conversation.choosing import offer
from stopbell.conversation.memory import Asking, Option
from stopbell.conversation.ports import Cities, City
from stopbell.conversation.reply import Reply
from stopbell.conversation.session import Session
from stopbell.conversation.setup_home import ask_home, finish_without_city
from stopbell_server.phrases.phrase import Phrase


async def ask_city(session: Session, *before: Phrase) -> Reply:
    """Ask which city; with exactly one loaded only say which it is. Behind a remote server there is nothing to ask."""
    cities = session.cities
    if cities is None:
        return await ask_home(session, *before)
    loaded = cities.list_loaded()
    if len(loaded) == 1:
        session.change_profile(feed=loaded[0].name)
        return await ask_home(session, *before, session.say("setup.city_one", city=session.book.text(loaded[0].title)))
    if loaded:
        options = [Option(session.book.text(city.title), city.name) for city in loaded]
        return offer(
            session, (*before, session.say("setup.city_which")), options, _take_loaded, ask_home, kind="prompt"
        )
    return _ask_name(session, cities, *before)


async def _take_loaded(session: Session, option: Option) -> Reply:
    session.change_profile(feed=option.value)
    return await ask_home(session)


def _ask_name(session: Session, cities: Cities, *before: Phrase) -> Reply:
    async def take(later: Session, said: str) -> Reply:
        return await _offer_found(later, cities, said)

    session.wait_for(Asking(take, finish_without_city))
    return session.reply(*before, session.say("setup.city"), kind="prompt")


async def _offer_found(session: Session, cities: Cities, said: str) -> Reply:
    found = {city.name: city for city in cities.find(said, (session.language, "en"))}
    if not found:
        return _ask_name(session, cities, session.say("setup.city_none", city=session.book.text(said)))

    async def take(later: Session, option: Option) -> Reply:
        return _announce_loading(later, cities, found[option.value])

    options = [Option(session.book.text(city.title), city.name) for city in found.values()]
    return offer(session, (session.say("setup.city_found", count=len(found)),), options, take, finish_without_city)


def _announce_loading(session: Session, cities: Cities, city: City) -> Reply:
    """Say that it will take a while before it does, so that silence is no surprise."""

    async def load(later: Session) -> Reply:
        if not await cities.add(city):
            return _ask_name(later, cities, later.say("setup.city_failed", city=later.book.text(city.title)))
        later.change_profile(feed=city.name)
        return await ask_home(later, later.say("setup.city_loaded_now", city=later.book.text(city.title)))

    async def take(later: Session, said: str) -> Reply:
        del said
        return await load(later)

    session.wait_for(Asking(take, load))
    return session.reply(session.say("setup.city_begin", city=session.book.text(city.title)), kind="prompt")
