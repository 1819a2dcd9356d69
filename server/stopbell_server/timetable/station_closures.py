"""What alerts close inside a station: doors, nodes, lifts and escalators (GTFS-RT EntitySelector.stop_id).

An alert that names the station or a platform as a whole says not which lift it means: it closes nothing here, and is
told beside the answer.
"""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from stopbell_server.domain.calls import AlertMatch
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import LocationType, Stop
from stopbell_server.domain.realtime import Selector
from stopbell_server.domain.stations import Pathway, PathwayMode
from stopbell_server.timetable.alerts import list_stop_alerts
from stopbell_server.timetable.station_graph import STEP_FREE, StationGraph
from stopbell_server.timetable.view import FeedView

_CLOSED_TO_ALL = "NO_SERVICE"
_ACCESS = "ACCESSIBILITY_ISSUE"
_MACHINES = (PathwayMode.LIFT, PathwayMode.ESCALATOR)
"""What an accessibility issue at a landing is about, the likelier first."""


@dataclass(frozen=True, slots=True)
class StationClosures:
    """What cannot be used now, each with the notices that say so."""

    places: dict[StopId, list[AlertMatch]] = field(default_factory=lambda: defaultdict(list))
    """Closed to all."""
    steps: dict[StopId, list[AlertMatch]] = field(default_factory=lambda: defaultdict(list))
    """Closed to whoever needs a step-free way."""
    pathways: dict[str, list[AlertMatch]] = field(default_factory=lambda: defaultdict(list))
    """Lifts and escalators, by the key of the pathway."""
    notices: dict[StopId, list[AlertMatch]] = field(default_factory=lambda: defaultdict(list))
    """Access notices about a platform or the station as a whole."""
    is_known: bool = False
    """Whether notices of this feed are there and fresh enough: only then does silence mean anything."""

    @property
    def is_empty(self) -> bool:
        """Whether nothing at all is closed."""
        return not (self.places or self.steps or self.pathways)

    def list_for(self, pathway: Pathway, *, step_free: bool) -> list[AlertMatch]:
        """List what closes a pathway or either of its ends."""
        found = list(self.pathways.get(to_key(pathway), ()))
        for end in (pathway.start, pathway.end):
            found += self.places.get(end, ())
            if step_free:
                found += self.steps.get(end, ())
        return found


def to_key(pathway: Pathway) -> str:
    """Give one key for both directions between two places by one means."""
    return "\x1f".join((str(pathway.mode.value), *sorted((pathway.start, pathway.end))))


def find_closures(view: FeedView, station: Stop, graph: StationGraph, now: datetime) -> StationClosures:
    """Find what is closed at this instant; nothing once the alerts are too old to be believed."""
    snapshot = view.snapshot
    is_known = (
        snapshot is not None and snapshot.alerts_time is not None and now - snapshot.alerts_time <= view.limits.forget
    )
    closures = StationClosures(is_known=is_known)
    if not is_known:
        return closures
    for match in list_stop_alerts(view, station, now):
        if match.is_active and match.alert.effect in (_CLOSED_TO_ALL, _ACCESS):
            for selector in match.alert.selectors:
                _close(closures, graph, station, selector, match)
    return closures


def _close(
    closures: StationClosures, graph: StationGraph, station: Stop, selector: Selector, match: AlertMatch
) -> None:
    stop = selector.stop
    # Fields hold together (EntitySelector): what names a line or trip too speaks of its calls, not of the building.
    if stop is None or selector != Selector(stop=stop, agency=selector.agency):
        return
    place = graph.places.get(stop)
    is_whole = stop == station.id or (place is not None and place.stop.location_type is LocationType.STOP)
    if is_whole and match.alert.effect == _ACCESS:
        closures.notices[stop].append(match)
    if is_whole or place is None:
        return
    if match.alert.effect == _CLOSED_TO_ALL:
        closures.places[stop].append(match)
        return
    touching = [one for one in graph.pathways if stop in (one.start, one.end)]
    for mode in _MACHINES:
        keys = {to_key(one) for one in touching if one.mode is mode}
        for key in keys:
            closures.pathways[key].append(match)
        if keys:
            return
    closures.steps[stop].append(match)


def is_step_free(pathway: Pathway) -> bool:
    """Whether it has neither stairs nor an escalator (pathways.txt pathway_mode)."""
    return pathway.mode in STEP_FREE
