"""Stops as the wire has them, in the words of one question."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from stopbell_server.contract.from_alerts import to_alert_summary
from stopbell_server.contract.from_boarding import to_line_boardings
from stopbell_server.contract.from_station_inside import to_station_inside
from stopbell_server.contract.from_stops import Place, to_stop_summary
from stopbell_server.contract.line_boarding import LineBoarding
from stopbell_server.contract.plain_text import to_plain_text
from stopbell_server.contract.station_inside import StationInside
from stopbell_server.contract.stops import StopData, StopSummary
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import StopDescription, StopRef
from stopbell_server.domain.ids import RouteId
from stopbell_server.timetable.nearer_namesake import find_nearer, measure_to

_MOST_PLATFORMS = 12
_LONGEST_STREET = 60


def summarise(question: Question, described: StopDescription, place: Place | None = None) -> StopSummary:
    """Give a stop named in the answer's language; with a place, also the way there.

    Its feed is named where another feed of this world has a stop of that name.
    """
    if place is not None or described.distance_m is not None:
        return _summarise(question, described, place)
    memory = question.known_stops.recall(question.world)
    key = (described.feed.authority, described.stop.id, question.book.language, described.matched or "")
    return memory.summaries.get(key) or memory.keep_summary(key, _summarise(question, described, None))


def _summarise(question: Question, described: StopDescription, place: Place | None) -> StopSummary:
    summary = to_stop_summary(described, question.get_naming(described.feed.authority), place=place)
    if question.world.is_named_elsewhere(described):
        return _with_source(question, described, summary)
    return summary


def summarise_all(
    question: Question, found: Sequence[StopDescription], place: Place | None = None
) -> list[StopSummary]:
    """Give the stops of one answer: with their feeds where these are several, with streets among namesakes."""
    summaries = [summarise(question, described, place) for described in found]
    if len({described.feed.authority for described in found}) > 1:
        summaries = [_with_source(question, *pair) for pair in zip(found, summaries, strict=True)]
    names = Counter(summary.name.casefold() for summary in summaries)
    return [
        _with_street(described, summary) if names[summary.name.casefold()] > 1 else summary
        for described, summary in zip(found, summaries, strict=True)
    ]


def _with_source(question: Question, described: StopDescription, summary: StopSummary) -> StopSummary:
    title = question.name_feed(described.feed.authority)
    return summary.model_copy(update={"source": title or None})


def _with_street(described: StopDescription, summary: StopSummary) -> StopSummary:
    street = to_plain_text(described.stop.description or "", _LONGEST_STREET)
    return summary.model_copy(update={"street": street or None})


def to_stop_data(question: Question, described: StopDescription, place: Place | None = None) -> StopData:
    """Gather a stop and, for a station, its platforms, each with its own directions.

    With a place also how far and which way it is from there, and a stop of the same name that is nearer.
    """
    authority = described.feed.authority
    platforms = [
        question.world.describe_stop(StopRef(authority, platform.id))
        for platform in described.platforms[:_MOST_PLATFORMS]
    ]
    return StopData(
        stop=summarise(question, described, place),
        platforms=[summarise(question, platform) for platform in platforms if platform],
        nearer=_find_nearer(question, described, place) if place else None,
        description=to_plain_text(described.stop.description or "") or None,
        boarding=_list_boarding(question, described),
        inside=find_inside(question, described),
    )


def _find_nearer(question: Question, described: StopDescription, place: Place) -> StopSummary | None:
    """Find a stop of the same name that is nearer to the place."""
    view = question.get_view(described.feed.authority)
    found = find_nearer(view.store, described.stop, place.lat, place.lon)
    if found is None:
        return None
    stop, meters = found
    nearer = question.world.describe_stop(StopRef(described.feed.authority, stop.id))
    return summarise(question, replace(nearer, distance_m=meters), place) if nearer else None


def measure_from(described: StopDescription, place: Place) -> StopDescription:
    """Give the same stop with its straight distance from a place, where its position is known."""
    return replace(described, distance_m=measure_to(described.stop, place.lat, place.lon))


def _list_boarding(question: Question, described: StopDescription) -> list[LineBoarding]:
    """List what must be known to board, over all platforms of a station."""
    view, naming = question.get_view(described.feed.authority), question.get_naming(described.feed.authority)
    stops = [described.stop.id, *(platform.id for platform in described.platforms)]

    def name_line(route: RouteId) -> str:
        found = view.store.find_route(route)
        return naming.name_line(found) if found else route

    def find_phone(route: RouteId) -> str | None:
        found = view.store.find_route(route)
        agency = view.store.find_agency(found.agency) if found else None
        return agency.phone if agency else None

    return to_line_boardings(
        (one for stop in stops for one in view.store.list_hailing(stop)),
        (one for stop in stops for one in view.store.list_bookings(stop)),
        name_line,
        find_phone,
    )


def find_inside(question: Question, described: StopDescription) -> StationInside | None:
    """Tell the ways and lifts of a stop's station; None where the feed describes none."""
    authority = described.feed.authority
    inside = question.world.describe_inside(StopRef(authority, described.stop.id))
    if inside is None:
        return None
    naming, now = question.get_naming(authority), question.world.now
    return to_station_inside(
        inside,
        described.stop,
        authority,
        naming,
        lambda match: to_alert_summary(match, naming, described.feed, now, in_short=True),
    )
