"""Another platform of a station on a run's way, for a run that calls elsewhere today."""

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import Stop
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.chance import Chance
from stopbell_server.feeds.simulator.runs import Run


def find_other_platform(chance: Chance, store: Store, run: Run) -> tuple[int, StopId] | None:
    """Give (index of the call, the platform that it moves to); None where no station has another one.

    Only a platform that vehicles of the same mode use: a bus does not move to rails.
    """
    route = store.find_route(run.trip.route)
    if route is None:
        return None
    for index, planned in enumerate(run.stops[:-1]):
        stop = store.find_stop(planned.stop)
        if stop is None or stop.parent is None:
            continue
        others = [platform for platform in store.list_platforms(stop.parent) if platform.id != stop.id]
        fitting = [other.id for other in others if _has_mode(store, other, route.mode)]
        if fitting:
            return index, chance.pick(fitting, "platform", run.key)
    return None


def _has_mode(store: Store, platform: Stop, mode: object) -> bool:
    return any(route.mode is mode for route in store.list_routes_at([platform.id]))
