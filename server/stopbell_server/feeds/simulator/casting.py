"""Who plays what: every half hour's runs get their fates and their vehicles."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.network import Mode
from stopbell_server.domain.realtime import Vehicle
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.chance import Chance
from stopbell_server.feeds.simulator.runs import PlannedStop, Run, RunFinder
from stopbell_server.feeds.simulator.scenario import ALWAYS, Fate, Scenario
from stopbell_server.feeds.simulator.vehicles import Allotment

SLOT_S = 1800
"""Every hour, from any instant on, holds one whole slot, and with it a run of each fate in `ALWAYS`."""
_CACHED_SLOTS = 64
_WITHOUT_VEHICLE = (Fate.CANCELLED, Fate.UNASSIGNED, Fate.SILENT)
_WITHOUT_PLANNED_TIME = (Fate.ON_TIME, Fate.LOST, Fate.SILENT)


@dataclass(frozen=True, slots=True)
class Part:
    """What one run plays."""

    fate: Fate
    vehicle: Vehicle | None


@dataclass(frozen=True, slots=True)
class Slot:
    """One half hour's runs with their parts: those whose middle departure is planned in it."""

    parts: dict[str, Part]
    """Of planned runs, by their key."""
    added: tuple[tuple[Run, Part], ...]
    """Runs that the plan does not have."""
    idle: tuple[Vehicle, Run] | None
    """A vehicle without a trip, and a run along whose stops it moves."""


class Casting:
    """Deals fates and vehicles, slot by slot; a slot's deal never changes."""

    def __init__(self, store: Store, scenario: Scenario, finder: RunFinder) -> None:
        """Deal for this timetable and scenario."""
        self._store = store
        self._scenario = scenario
        self._finder = finder
        self._chance = Chance(scenario.seed)
        self.get_slot = lru_cache(_CACHED_SLOTS)(self._deal)

    def get_part(self, run: Run) -> Part:
        """Give the part of a planned run."""
        return self.get_slot(run.anchor // SLOT_S).parts[run.key]

    def _deal(self, number: int) -> Slot:
        found = self._finder.list_between(number * SLOT_S, (number + 1) * SLOT_S)
        runs = [run for run in found if run.anchor // SLOT_S == number]
        runs = self._chance.shuffle(runs, lambda run: run.key, "slot", number)
        added = self._add_run(number, runs)
        fates = self._deal_fates(runs) | {run.key: Fate.ON_TIME for run in added}
        allotment = Allotment(self._scenario.series, number)
        vehicles: dict[str, Vehicle | None] = {}
        for mode, group in self._group_by_mode((*runs, *added)).items():
            takers = [run.key for run in group if fates[run.key] not in _WITHOUT_VEHICLE]
            vehicles |= zip(takers, allotment.list_vehicles(mode), strict=False)
        idle = allotment.find_idle(self._find_mode(runs[0])) if runs else None
        parts = {key: Part(fate, vehicles.get(key)) for key, fate in fates.items()}
        return Slot(parts, tuple((run, parts[run.key]) for run in added), (idle, runs[0]) if idle else None)

    def _deal_fates(self, runs: Sequence[Run]) -> dict[str, Fate]:
        """Give each of `ALWAYS` to the first run that can have it, and to the others what chance says."""
        fates: dict[str, Fate] = {}
        for fate in ALWAYS:
            able = (run for run in runs if run.is_exact and run.key not in fates and _can_have(run, fate))
            if taker := next(able, None):
                fates[taker.key] = fate
        for run in runs:
            if run.key not in fates:
                fate = self._scenario.rates.pick(self._chance.share("fate", run.key))
                fates[run.key] = fate if _can_have(run, fate) else Fate.ON_TIME
        return fates

    def _add_run(self, number: int, runs: Sequence[Run]) -> tuple[Run, ...]:
        model = next((run for run in reversed(runs) if run.is_exact), None)
        if model is None:
            return ()
        shift = int(self._chance.between(180, 480, "added", number))
        stops = tuple(
            PlannedStop(stop.stop, stop.sequence, stop.arrival + shift, stop.departure + shift) for stop in model.stops
        )
        trip = replace(model.trip, id=TripId(f"added-{number}"))
        return (Run(trip, model.service_day, stops, is_added=True),)

    def _group_by_mode(self, runs: Iterable[Run]) -> dict[Mode | None, list[Run]]:
        groups: dict[Mode | None, list[Run]] = defaultdict(list)
        for run in runs:
            groups[self._find_mode(run)].append(run)
        return groups

    def _find_mode(self, run: Run) -> Mode | None:
        route = self._store.find_route(run.trip.route)
        return route.mode if route else None


def _can_have(run: Run, fate: Fate) -> bool:
    """Without a planned time nothing is late or cancelled; only a middle can be left out or unknown."""
    if not run.is_exact:
        return fate in _WITHOUT_PLANNED_TIME
    return len(run.stops) > 2 or fate not in (Fate.SKIPPING, Fate.NO_DATA)
