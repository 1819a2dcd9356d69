"""Lines by id or by the label riders use."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from stopbell_server.domain.addresses import list_meant_ids
from stopbell_server.domain.ids import Authority, RouteId, StopId
from stopbell_server.domain.network import Route
from stopbell_server.domain.store import Store
from stopbell_server.timetable.labels import BY_NUMBER, IN_ANOTHER_SCRIPT, NONE, LabelForms, rank_likeness, to_forms

BY_LONG_NAME = 10


@dataclass(frozen=True, slots=True)
class RouteRef:
    """A route in its feed."""

    authority: Authority
    route: Route


def find_routes(store: Store, asked: str, places: tuple[StopId, ...] = ()) -> tuple[RouteRef, ...]:
    """Find the routes that a label or id may mean.

    Labels go first, those that fit best; routes that call at `places` before all others, unless only their number
    fits while another line is called just so. Then an id; a bare number is a rider's word for a line, never one of
    the feed's inner ids, unless the feed numbers no lines.
    """
    fits = _Fits([], NONE)
    if places:
        fits = _list_labelled(store.list_routes_at(places), asked)
    if fits.rank >= BY_NUMBER:
        everywhere = _list_labelled(store.list_routes(), asked)
        fits = everywhere if everywhere.rank < fits.rank else fits
    found = fits.routes
    if not found and (not asked.isdecimal() or not any(route.short_name for route in store.list_routes())):
        exact = store.find_route(RouteId(asked))
        found = [exact] if exact else []
    return tuple(RouteRef(store.info.authority, route) for route in found)


def find_route_by_id(store: Store, asked: str) -> tuple[RouteRef, ...]:
    """Find the route of exactly this id."""
    route = next((found for one in list_meant_ids(asked) if (found := store.find_route(RouteId(one)))), None)
    return (RouteRef(store.info.authority, route),) if route else ()


class _Fits(NamedTuple):
    """The routes that fit best, and how well."""

    routes: list[Route]
    rank: int


def _list_labelled(routes: Iterable[Route], asked: str) -> _Fits:
    wanted = to_forms(asked)
    ranked = [(_rank(wanted, route), route) for route in routes]
    best = min((rank for rank, _ in ranked), default=NONE)
    return _Fits([route for rank, route in ranked if rank == best] if best < NONE else [], best)


def _rank(wanted: LabelForms, route: Route) -> int:
    """Rank by the short name; by the long one, where no short one fits, only if it is the same."""
    by_short = rank_likeness(wanted, to_forms(route.short_name)) if route.short_name else NONE
    if by_short < NONE or not route.long_name:
        return by_short
    by_long = rank_likeness(wanted, to_forms(route.long_name))
    return by_long + BY_LONG_NAME if by_long <= IN_ANOTHER_SCRIPT else NONE
