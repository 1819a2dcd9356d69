"""Which lines of all feeds are meant: by a scoped id, a raw id, or the label riders use."""

from collections.abc import Sequence

from stopbell_server.domain.calls import StopRef
from stopbell_server.domain.ids import StopId
from stopbell_server.timetable.routes import RouteRef, find_route_by_id, find_routes
from stopbell_server.timetable.view import FeedView


def resolve_routes(
    views: Sequence[FeedView], asked: str, at: StopRef | None, authority: str | None
) -> tuple[RouteRef, ...]:
    """List the routes that may be meant, those that call `at` first; of one feed where `at` or `authority` names it."""
    prefix, separator, rest = asked.strip().partition(":")
    scoped = next((view for view in views if separator and view.store.info.authority == prefix), None)
    if scoped is not None:
        return find_route_by_id(scoped.store, rest) or find_routes(scoped.store, rest)
    name = at.authority if at else authority
    meant = [view for view in views if name in (None, view.store.info.authority)]
    return tuple(ref for view in meant for ref in find_routes(view.store, asked.strip(), _list_places(view, at)))


def _list_places(view: FeedView, at: StopRef | None) -> tuple[StopId, ...]:
    stop = view.store.find_stop(at.stop) if at else None
    return tuple(view.hours.list_boarding_stops(stop)) if stop else ()
