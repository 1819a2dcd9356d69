"""The simulation as a whole: what a live feed of this timetable says at an instant."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain

from stopbell_server.domain.realtime import Alert, TripUpdate, VehiclePosition
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.alerts import choose_alerts, list_skipped, to_alert
from stopbell_server.feeds.simulator.casting import SLOT_S, Casting
from stopbell_server.feeds.simulator.chance import Chance
from stopbell_server.feeds.simulator.positions import is_out, to_idle_position, to_position
from stopbell_server.feeds.simulator.runs import RunFinder
from stopbell_server.feeds.simulator.scenario import Scenario
from stopbell_server.feeds.simulator.updates import Played, play, to_update

_AHEAD_S = 75 * 60
"""How far ahead a run's start may be for the feed to speak of it: an hour's board, and its late vehicles."""
_BEHIND_S = 20 * 60
"""How long after its planned end a late run may still be on its way."""


class Simulator:
    """Plays a scenario on a timetable. All answers depend on the instant that is asked for only."""

    def __init__(self, store: Store, scenario: Scenario) -> None:
        """Play this scenario on this timetable."""
        self._store = store
        self._chance = Chance(scenario.seed)
        self._finder = RunFinder(store)
        self._casting = Casting(store, scenario, self._finder)
        self._alerts = choose_alerts(self._chance, scenario.alerts)

    def list_updates(self, now: datetime) -> tuple[tuple[str, TripUpdate], ...]:
        """List the trip updates at an instant, each with its entity id."""
        told = ((played.run.key, to_update(self._chance, self._store, played)) for played in self._play(now))
        return tuple((key, update) for key, update in told if update is not None)

    def list_positions(self, now: datetime) -> tuple[tuple[str, VehiclePosition], ...]:
        """List the vehicle positions at an instant, each with its entity id; no vehicle comes twice."""
        instant = int(now.timestamp())
        found = {
            played.part.vehicle.id: (
                played.run.key,
                to_position(self._chance, self._store, played, played.part.vehicle),
            )
            for played in self._play(now)
            if played.part.vehicle and is_out(played, instant)
        }
        idle = self._casting.get_slot(instant // SLOT_S).idle
        alone = (("idle", to_idle_position(self._store, *idle, instant)),) if idle else ()
        return (*found.values(), *alone)

    def list_alerts(self, now: datetime) -> tuple[Alert, ...]:
        """List the alerts at an instant, those to come included."""
        return tuple(to_alert(plan, now, self._store.info.zone) for plan in self._alerts)

    def _play(self, now: datetime) -> Iterator[Played]:
        """Yield the runs on the stage: under way, late behind their plan, or to start soon."""
        instant = int(now.timestamp())
        start, end = instant - _BEHIND_S, instant + _AHEAD_S
        planned = ((run, self._casting.get_part(run)) for run in self._finder.list_between(start, end))
        slots = (self._casting.get_slot(number) for number in range(start // SLOT_S - 1, end // SLOT_S + 1))
        added = ((run, part) for slot in slots for run, part in slot.added if run.start <= end and run.end >= start)
        for run, part in chain(planned, added):
            skipped = list_skipped(self._alerts, run.trip.route, now, self._store.info.zone)
            yield play(self._chance, run, part, skipped, instant)
