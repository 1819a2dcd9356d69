"""Lines by id or by the label riders use."""

from dataclasses import dataclass

from stopbell_server.domain.ids import Authority, RouteId, StopId
from stopbell_server.domain.network import Route
from stopbell_server.domain.store import Store
from stopbell_server.timetable.labels import fold_label


@dataclass(frozen=True, slots=True)
class RouteRef:
    """A route in its feed."""

    authority: Authority
    route: Route


def find_routes(store: Store, asked: str, places: tuple[StopId, ...] = ()) -> tuple[RouteRef, ...]:
    """Find the routes that a label or id may mean.

    An id that fits is the answer. Else labels that are equal after folding; else long names. `places`
    narrow the choice to routes that call there, if any of those fits.
    """
    exact = store.find_route(RouteId(asked))
    found: list[Route] = [exact] if exact else []
    found += [route for route in _list_labelled(store, asked) if route != exact]
    if places:
        served = {route.id for route in store.list_routes_at(places)}
        found = [route for route in found if route.id in served] or found
    return tuple(RouteRef(store.info.authority, route) for route in found)


def _list_labelled(store: Store, asked: str) -> list[Route]:
    wanted = fold_label(asked)
    if not wanted:
        return []
    routes = store.list_routes()
    by_short = [route for route in routes if route.short_name and fold_label(route.short_name) == wanted]
    return by_short or [route for route in routes if route.long_name and fold_label(route.long_name) == wanted]
