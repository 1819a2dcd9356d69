"""What may stand in an argument of a prompt, as a rider types it: stops, lines, vehicles, trips, days, languages."""

from collections.abc import Iterable, Mapping
from datetime import timedelta

from stopbell_server.contract.from_journeys import to_uri_of
from stopbell_server.desk.question import Desk, Question
from stopbell_server.timetable.active_journeys import list_active_on
from stopbell_server.timetable.vehicles import is_forgotten
from stopbell_server.world import RouteRef

_STOPS = ("stop", "origin", "destination")
_CHOICES = ("true", "false")
_FOUND = 20


def list_prompt_values(question: Question, desk: Desk, name: str, typed: str, given: Mapping[str, str]) -> list[str]:
    """List values for an argument by its name, best first; none where it takes anything, such as a time.

    `given` are the arguments that are filled in already: lines are those of a given stop, trips those of a given line.
    """
    if name == "language":
        return [tag for tag in desk.phrasebooks.languages if tag.startswith(typed.lower())]
    if name in ("access", "arrive_by"):
        return [choice for choice in _CHOICES if choice.startswith(typed.lower())]
    if name in _STOPS:
        return _list_stops(question, typed)
    lists = {"route": _list_lines, "vehicle": _list_vehicles, "journey": _list_journeys, "service_day": _list_days}
    found = set(lists[name](question, given)) if name in lists else set[str]()
    wanted = typed.casefold()
    # An address begins as all others do: what tells it apart, its trip, may be typed alone.
    is_inner = name == "journey"
    fitting = (one for one in found if one and (wanted in one.casefold() if is_inner else _begins(one, wanted)))
    return sorted(fitting, key=_to_order)


def _begins(text: str, wanted: str) -> bool:
    return text.casefold().startswith(wanted)


def _list_stops(question: Question, typed: str) -> list[str]:
    found = question.world.find_stops(typed, limit=_FOUND) if typed else ()
    names = (question.get_naming(one.feed.authority).name_stop(one.stop).written for one in found)
    return list(dict.fromkeys(names))


def _list_lines(question: Question, given: Mapping[str, str]) -> Iterable[str]:
    """List the lines of the stop that is given, if there is just one such; else all lines."""
    resolution = question.world.resolve_stop(given["stop"]) if given.get("stop") else None
    if resolution and resolution.found:
        return resolution.found.lines
    return (route.line for view in question.world.feeds for route in view.store.list_routes())


def _list_vehicles(question: Question, given: Mapping[str, str]) -> Iterable[str]:
    """List what riders read on the vehicles that report, else their ids."""
    del given
    for view in question.world.feeds:
        for position in view.snapshot.list_all_positions() if view.snapshot else ():
            if not is_forgotten(view, position, question.world.now):
                yield position.vehicle.label or position.vehicle.id or ""


def _list_journeys(question: Question, given: Mapping[str, str]) -> Iterable[str]:
    """List the addresses of the trips under way on the line that is given; without it nobody could tell them apart."""
    asked = given.get("route", "")
    routes: tuple[RouteRef, ...] = question.world.resolve_routes(asked) if asked else ()
    for authority in dict.fromkeys(ref.authority for ref in routes):
        view = question.get_view(authority)
        ids = [ref.route.id for ref in routes if ref.authority == authority]
        for one in list_active_on(view, ids, question.world.now):
            yield to_uri_of(one.journey)


def _list_days(question: Question, given: Mapping[str, str]) -> Iterable[str]:
    """List yesterday, whose trips may still run, today and tomorrow, in the zones of the feeds."""
    del given
    for view in question.world.feeds:
        today = question.world.now.astimezone(view.store.info.zone).date()
        yield from ((today + timedelta(days=days)).isoformat() for days in (0, -1, 1))


def _to_order(text: str) -> tuple[int, str]:
    """Order line numbers and vehicles as people count them: 2 before 10."""
    digits = "".join(sign for sign in text if sign.isdecimal())
    return (len(digits) if text[:1].isdecimal() else 99, text)
