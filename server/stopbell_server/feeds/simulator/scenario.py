"""What a simulation plays: seed, rates, vehicles and alerts, as data that a city brings."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import time
from enum import Enum

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import RouteId, StopId
from stopbell_server.domain.network import Mode


class Fate(Enum):
    """What happens to a run."""

    ON_TIME = "on-time"
    LATE = "late"
    EARLY = "early"
    CANCELLED = "cancelled"
    SKIPPING = "skipping"
    """It runs, but leaves out a stop in its middle."""
    LOST = "lost"
    """Its vehicle reports only now and then, minutes late: what is known of it is old."""
    UNASSIGNED = "unassigned"
    """A dispatcher's forecast, and no vehicle yet."""
    SILENT = "silent"
    """Nothing is known of it but the plan."""
    NO_DATA = "no-data"
    """Predicted up to its middle; from there on the feed says that it does not know."""
    MOVED = "moved"
    """It calls at another platform of a station on its way, where there is one."""


ALWAYS = (Fate.LATE, Fate.CANCELLED, Fate.SKIPPING, Fate.LOST, Fate.UNASSIGNED, Fate.SILENT)
"""What every half hour holds, as far as its runs suffice, the first ones first."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a run gets a fate beyond those that every half hour holds; the rest is on time."""

    late: float = 0.18
    early: float = 0.07
    cancelled: float = 0.03
    skipping: float = 0.04
    lost: float = 0.05
    unassigned: float = 0.05
    silent: float = 0.06
    no_data: float = 0.04
    moved: float = 0.05

    def pick(self, share: float) -> Fate:
        """Give the fate that a draw from 0 to below 1 falls on."""
        for fate, rate in (
            (Fate.LATE, self.late),
            (Fate.EARLY, self.early),
            (Fate.CANCELLED, self.cancelled),
            (Fate.SKIPPING, self.skipping),
            (Fate.LOST, self.lost),
            (Fate.UNASSIGNED, self.unassigned),
            (Fate.SILENT, self.silent),
            (Fate.NO_DATA, self.no_data),
            (Fate.MOVED, self.moved),
        ):
            share -= rate
            if share < 0:
                return fate
        return Fate.ON_TIME


@dataclass(frozen=True, slots=True)
class VehicleSeries:
    """A kind of vehicle with its range of fleet numbers."""

    prefix: str
    """Stands before the number in the vehicle's id; the number alone is its label."""
    first: int
    count: int
    mode: Mode | None = None
    """None: it runs on every mode that has no series of its own."""
    wheelchair: Access | None = None
    """What it reports of itself; None is nothing (NO_VALUE)."""
    share: int = 1
    """How often it comes beside the others of its mode."""


ANY_VEHICLES = (
    VehicleSeries("vehicle-", 1000, 4000, share=3),
    VehicleSeries("vehicle-", 5000, 4000, wheelchair=Access.UNKNOWN),
    VehicleSeries("vehicle-", 9000, 4000, wheelchair=Access.NO),
    VehicleSeries("vehicle-", 13000, 4000, wheelchair=Access.YES),
)


@dataclass(frozen=True, slots=True)
class AlertPlan:
    """An alert that a city may have; texts are by language."""

    group: str
    """Of each group the seed picks one; also the alert's id."""
    effect: str
    header: Mapping[str, str]
    start: tuple[int, time]
    """Days from the local day of the feed's clock, and the time of day at which it begins to hold."""
    end: tuple[int, time]
    cause: str = "UNKNOWN_CAUSE"
    severity: str | None = None
    stops: tuple[StopId, ...] = ()
    routes: tuple[RouteId, ...] = ()
    skipped: tuple[StopId, ...] = ()
    """Stops that its routes leave out as long as it holds."""
    description: Mapping[str, str] = field(default_factory=dict[str, str])
    spoken_header: Mapping[str, str] = field(default_factory=dict[str, str])
    spoken_description: Mapping[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True)
class Scenario:
    """Everything that a simulation depends on beside the timetable and the instant."""

    seed: int
    rates: Rates = Rates()
    series: tuple[VehicleSeries, ...] = ANY_VEHICLES
    alerts: tuple[AlertPlan, ...] = ()
