"""The rider's own names for places: favourites and home, put where a question names one."""

from collections.abc import Sequence
from dataclasses import replace

from rapidfuzz import fuzz

from stopbell.brains.brain import Intent, SlotValue
from stopbell.conversation.choosing import fold
from stopbell.conversation.profile import Favourite, SavedStop
from stopbell.conversation.session import Session

HOME = "home"
"""What grammars call the home stop where no word of the rider's is needed."""
WORK = "work"
"""And where the rider works."""
ALIKE = 80
"""From this likeness on (0 to 100) a name is taken for a favourite's: cases and typing errors."""
SHORTEST_ALIKE = 4
_PLACES = ("stop", "origin", "station", "destination")
_OWN = frozenset({"save_favourite", "remove_favourite", "list_favourites", "forget_me", "recent_stops"})
_CONTROL_WORDS = frozenset(
    {"stop_speaking", "cancel", "repeat", "back", "more", "help", "quit", "pause_resume", "skip"}
)
_ANSWERS = frozenset({"affirm", "deny", "thanks", "select_option"})
"""What no name of a favourite can mean, nor one of those before."""
_ABOUT_BOARDS = frozenset({"next_arrivals", "unknown", "set_stop"})


def is_home(session: Session, said: str | None) -> bool:
    """Say whether a name is one for the rider's home, in any language."""
    return said == HOME or _is_among(session, said, "talk.home_words")


def is_work(session: Session, said: str | None) -> bool:
    """Say whether a name is one for where the rider works, in any language."""
    return said == WORK or _is_among(session, said, "talk.work_words")


def name_work(session: Session) -> str:
    """Give the word for where the rider works, in the language of this turn."""
    return session.say("talk.work_words").written.partition("|")[0]


def _is_among(session: Session, said: str | None, words_id: str) -> bool:
    asked = fold(said or "")
    books = map(session.phrasebooks.pick, session.phrasebooks.languages)
    return bool(asked) and any(asked in map(fold, book.say(words_id).written.split("|")) for book in books)


def find_own(session: Session, said: str) -> Favourite | None:
    """Give the favourite that is meant by a name; for work by any word for it."""
    favourites = session.profile.favourites
    if (one := find_favourite(favourites, said)) is not None:
        return one
    return (
        next((known for known in favourites if is_work(session, known.name)), None) if is_work(session, said) else None
    )


def find_favourite(favourites: Sequence[Favourite], said: str) -> Favourite | None:
    """Give the favourite that is meant by a name; None where none is like it."""
    asked = fold(said)
    for one in favourites:
        if fold(one.name) == asked:
            return one
    if len(asked) < SHORTEST_ALIKE:
        return None
    scored = [(fuzz.ratio(asked, fold(one.name)), -place) for place, one in enumerate(favourites)]
    best, place = max(scored, default=(0.0, 0))
    return favourites[-place] if best >= ALIKE else None


def with_own_places(session: Session, intent: Intent, heard: str) -> Intent:
    """Put stops in the place of the rider's own names for them; a favourite with a line brings its line along.

    Home that is not known stays `HOME`.
    """
    if intent.name in _OWN | _CONTROL_WORDS | _ANSWERS:
        return intent
    favourites = session.profile.favourites
    if named := _find_in(favourites, heard, is_board=intent.name in _ABOUT_BOARDS):
        return Intent("next_arrivals", {"stop": named.stop.id, **_list_line(named)}, intent.language)
    slots: dict[str, SlotValue] = dict(intent.slots)
    for slot in _PLACES:
        said = intent.text(slot)
        if said is None:
            continue
        if (one := find_own(session, said)) is not None:
            slots[slot] = _to_value(intent, slot, one.stop)
            if slot == "stop":
                slots = {**_list_line(one), **slots}
        elif is_home(session, said):
            home = session.profile.home_stop
            slots[slot] = _to_value(intent, slot, home) if home and intent.name != "plan_trip" else HOME
    return replace(intent, slots=slots)


def to_own_stop(session: Session, said: str) -> str:
    """Give the id of the stop that the rider calls so; what names none of the rider's own stays as it was said."""
    one = find_own(session, said)
    home = session.profile.home_stop if is_home(session, said) else None
    stop = one.stop if one else home
    return stop.id if stop else said


def needs_home(session: Session, intent: Intent) -> bool:
    """Say whether the home stop is asked about and there is none."""
    is_named = HOME in (intent.text("stop"), intent.text("station"))
    return is_named and session.profile.home_stop is None and intent.name not in _OWN


def _to_value(intent: Intent, slot: str, stop: SavedStop) -> str:
    """Give a stop as a question takes it: where vehicles go is compared by name, all else by id."""
    return stop.name if slot == "destination" and intent.name != "plan_trip" else stop.id


def _list_line(one: Favourite) -> dict[str, SlotValue]:
    named = {"route": one.route, "destination": one.destination}
    return {name: value for name, value in named.items() if value}


def _find_in(favourites: Sequence[Favourite], heard: str, *, is_board: bool) -> Favourite | None:
    """Give the favourite whose name is all that was said, or is part of a question about what comes next.

    A name of one word is no such part: "work" in a question is heard as its stop, or is no name.
    """
    said = f" {' '.join(fold(heard).strip(' .?!').split())} "
    for one in favourites:
        name = fold(one.name)
        if said.strip() == name or (is_board and " " in name and f" {name} " in said):
            return one
    return None
