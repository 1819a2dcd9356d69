"""What a model is told of the rider and the moment: these fields and no others; docs/claude.md lists them.

That a stop is the rider's home is not among them: a question that says "home" is answered offline.
"""

from collections.abc import Mapping

from stopbell.conversation.answers.asking_stop import find_stop_in_use
from stopbell.conversation.session import Session

_GRAIN = 4
"""Decimals of a place in degrees: about ten metres."""


def to_moment(session: Session) -> Mapping[str, str]:
    """Give the fields by name; what is not known is left out."""
    profile, place = session.profile, session.memory.place
    fields = {
        "answer_in": f"{session.book.say(f'language.{session.language}').written} ({session.language})",
        "now": session.find_now().isoformat(timespec="minutes"),
        "verbosity": session.verbosity,
        "needs_low_floor": "yes" if profile.needs_low_floor else "no",
        "stop_in_use": _name_stop(session),
        "place": f"{place.lat:.{_GRAIN}f}, {place.lon:.{_GRAIN}f}, within {place.accuracy_m} metres" if place else "",
    }
    return {name: value for name, value in fields.items() if value}


def _name_stop(session: Session) -> str:
    if stop := session.memory.stop:
        return f"{stop.name} ({stop.id})"
    return find_stop_in_use(session) or ""
