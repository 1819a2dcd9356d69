"""What may stand in a part of an address, as it is typed: things of the feed, day and line that were chosen before."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import date, timedelta
from itertools import islice

from stopbell_server.contract.from_stops import is_station
from stopbell_server.contract.linked_plans import to_journey_id
from stopbell_server.desk.journeys import parse_journey_id
from stopbell_server.desk.question import Question
from stopbell_server.domain.ids import RouteId, TripId
from stopbell_server.domain.network import Trip
from stopbell_server.timetable.day_plan import list_parts, to_whole_day
from stopbell_server.timetable.journey_runs import list_run_starts
from stopbell_server.timetable.routes import find_routes
from stopbell_server.timetable.vehicles import is_forgotten
from stopbell_server.world import FeedView, World

MOST_VALUES = 100
"""So many are looked for; a client is told of fewer, and that there are more."""
_MOST_DAYS = 400
_DAYS_BEFORE = 30
_STATION, _STOP = "mobility://transport-station/", "mobility://public-transport-stop/"


def list_address_values(
    question: Question, template: str, name: str, typed: str, given: Mapping[str, str]
) -> list[str]:
    """List what may stand for a variable of a template, best first, each once; `given` are those filled before."""
    views = _list_views(question, given)
    found: Iterable[str] = ()
    if name == "authority":
        found = sorted(
            one for view in question.world.feeds if (one := view.store.info.authority).startswith(typed.lower())
        )
    elif name == "routeId":
        found = (one for view in views for one in _list_routes(view, typed))
    elif name in ("stopId", "stationId"):
        wanted = True if template.startswith(_STATION) else False if template.startswith(_STOP) else None
        found = (one for view in views for one in _list_stops(question, view, typed, wants_station=wanted))
    elif name == "patternId":
        found = (one for view in views for one in _list_patterns(view, typed))
    elif name == "journeyId":
        found = (one for view in views for one in _list_journeys(view, typed, given.get("date")))
    elif name == "vehicleId":
        found = (one for view in views for one in _list_vehicles(question, view, typed))
    elif name == "date":
        found = (one for view in views for one in _list_days(question, view, typed, given.get("journeyId")))
    elif name == "hour":
        found = (one for view in views for one in _list_spans(view, typed))
    return list(islice(dict.fromkeys(found), MOST_VALUES))


def _list_views(question: Question, given: Mapping[str, str]) -> tuple[FeedView, ...]:
    authority = given.get("authority")
    if not authority:
        return question.world.feeds
    view = question.world.find_feed(authority)
    return (view,) if view else ()


def _list_routes(view: FeedView, typed: str) -> Iterator[str]:
    """Yield the lines called so, then those whose id begins so."""
    if typed:
        yield from (ref.route.id for ref in find_routes(view.store, typed))
    yield from view.store.list_route_ids(typed, MOST_VALUES)


def _list_stops(question: Question, view: FeedView, typed: str, *, wants_station: bool | None) -> Iterator[str]:
    """Yield the stops called so, then those whose id begins so; where stops are wanted, a station's platforms."""
    if not typed:
        return
    for described in World((view,), question.world.now).find_stops(typed, limit=MOST_VALUES // 5):
        if wants_station is False and is_station(described.stop):
            yield from (platform.id for platform in described.platforms)
        elif wants_station is None or is_station(described.stop) is wants_station:
            yield described.stop.id
    yield from view.store.list_stop_ids(typed, MOST_VALUES, is_station=wants_station)


def _list_patterns(view: FeedView, typed: str) -> Iterator[str]:
    """Yield the patterns of the lines that the text names or begins to name."""
    named = (RouteId(typed[:place]) for place, sign in enumerate(typed) if sign == ".")
    routes = (*(one for one in named if view.store.find_route(one)), *view.store.list_route_ids(typed, MOST_VALUES))
    for route in dict.fromkeys(routes):
        yield from (one.id for one in view.store.list_patterns_of(route) if one.id.startswith(typed))


def _list_journeys(view: FeedView, typed: str, day_text: str | None) -> Iterator[str]:
    """Yield the trips whose id begins so, on a day those that run; of one that repeats its single runs, if it has."""
    day = _to_date(day_text) if day_text else None
    if day_text and day is None:
        return
    begins = {typed, typed.rpartition("@")[0] or typed}
    for begin in sorted(begins, key=len, reverse=True):
        for trip in map(view.store.find_trip, view.store.list_trip_ids(begin, MOST_VALUES, day)):
            if trip:
                yield from (one for one in _list_runs(view, trip, day) if one.startswith(typed))


def _list_runs(view: FeedView, trip: Trip, day: date | None) -> tuple[str, ...]:
    if not trip.is_frequency:
        return (trip.id,)
    exact = tuple(
        start
        for row in view.store.list_frequencies(trip.id)
        if row.is_exact
        for start in range(row.start_s, row.end_s, max(1, row.headway_s))
    )
    starts = list_run_starts(view, trip.id, day) if day else exact
    runs = tuple(to_journey_id(trip.id, start) for start in starts)
    # On a day only single runs are journeys, where there are any; without a day the whole is one too.
    return runs if day and runs else (trip.id, *runs)


def _list_vehicles(question: Question, view: FeedView, typed: str) -> Iterator[str]:
    positions = view.snapshot.list_all_positions() if view.snapshot else ()
    known = {one.vehicle.id for one in positions if one.vehicle.id and not is_forgotten(view, one, question.world.now)}
    yield from sorted(one for one in known if one.startswith(typed))


def _list_days(question: Question, view: FeedView, typed: str, journey_id: str | None) -> Iterator[str]:
    """Yield the days of a timetable, from today on, then those before; of a journey those on which it runs."""
    info = view.store.info
    if info.first_day is None or info.last_day is None:
        return
    trip = _find_trip(view, journey_id) if journey_id else None
    today = question.world.now.astimezone(info.zone).date()
    start = min(max(today, info.first_day), info.last_day)
    later = (start + timedelta(days=n) for n in range(min(_MOST_DAYS, (info.last_day - start).days + 1)))
    before = (start - timedelta(days=n) for n in range(1, min(_DAYS_BEFORE, (start - info.first_day).days) + 1))
    for day in (*later, *before):
        if day.isoformat().startswith(typed) and (trip is None or trip.service in view.store.services_on(day)):
            yield day.isoformat()


def _list_spans(view: FeedView, typed: str) -> Iterator[str]:
    """Yield the hours of the feed's longest service day; the minutes of an hour that is typed whole."""
    hours = [part for part in list_parts(to_whole_day(view.store)) if part.name.startswith(typed[:2])]
    if ":" in typed:
        hour = next((one for one in hours if typed.startswith(f"{one.name}:")), None)
        yield from (one.name for one in list_parts(hour) if one.name.startswith(typed)) if hour else ()
    else:
        yield from (one.name for one in hours if one.name.startswith(typed))


def _find_trip(view: FeedView, journey_id: str) -> Trip | None:
    return view.store.find_trip(TripId(journey_id)) or view.store.find_trip(parse_journey_id(journey_id)[0])


def _to_date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
