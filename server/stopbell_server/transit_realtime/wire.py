"""How ids, names, positions and instants are written here."""

from datetime import UTC, datetime

from stopbell_server.desk.question import Question
from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Route, Stop
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.view import FeedView
from stopbell_server.transit_realtime.payloads import FoundStop, StopPart

_LOW_FLOOR = {Access.YES: True, Access.NO: False, Access.UNKNOWN: None}


def to_id(question: Question, authority: str, identity: str) -> str:
    """Give an id as the feed has it; with its feed before it only where several are loaded."""
    return identity if len(question.world.feeds) == 1 else f"{authority}:{identity}"


def to_coordinate(degrees: float | None) -> float | None:
    """Round to a metre."""
    return None if degrees is None else round(degrees, 5)


def to_bearing(degrees: float | None) -> int | None:
    """Give whole degrees clockwise from north, 0 to 359."""
    return None if degrees is None else round(degrees) % 360


def to_low_floor(access: Access) -> bool | None:
    """Give None where it is not known."""
    return _LOW_FLOOR[access]


def to_instant(instant: datetime | None) -> str | None:
    """Give an instant inside a payload, with milliseconds."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.000Z") if instant else None


def to_updated_at(question: Question, source_time: datetime | None = None) -> str:
    """Give `updated_at`, without milliseconds; that of the live data where there is any, but never after now."""
    now = question.world.now
    return min(source_time or now, now).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def to_line(route: Route) -> str:
    """Give the label that stands on the vehicle."""
    return to_clean_text(route.line)


def to_name(view: FeedView, stop: StopId | None) -> str | None:
    """Give a stop's name as its feed writes it; None for a stop that the timetable does not have."""
    found = view.store.find_stop(stop) if stop is not None else None
    return to_clean_text(found.name) or found.id if found else None


def to_stop(question: Question, view: FeedView, stop: Stop) -> StopPart:
    """Give a stop with its position."""
    return StopPart(
        id=to_id(question, view.store.info.authority, stop.id),
        name=to_clean_text(stop.name) or stop.id,
        lat=to_coordinate(stop.lat),
        lng=to_coordinate(stop.lon),
    )


def to_found_stop(question: Question, view: FeedView, stop: Stop) -> FoundStop:
    """Give a stop with its English name, where the feed has one, and its lines."""
    english = view.store.translate("stops", "stop_name", stop.id, stop.name, "en")
    if english is None and (view.store.info.language or "").partition("-")[0] == "en":
        english = stop.name
    places = [platform.id for platform in view.store.list_platforms(stop.id)] or [stop.id]
    routes = view.store.list_routes_at(places)
    return FoundStop(
        **to_stop(question, view, stop).model_dump(),
        eng_name=to_clean_text(english) or None if english else None,
        routes=list(dict.fromkeys(to_line(route) for route in routes)),
    )
