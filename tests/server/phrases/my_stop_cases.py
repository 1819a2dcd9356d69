"""A journey seen from the rider's own stop, in every state, for the sentences that are proofread."""

from typing import Any

from stopbell_server.contract.journeys import JourneyStop
from tests.server.phrases.journey_cases import Case, stop, tell_of_journey

_NEXT = stop("Market Square", "14:04", 2, progress="next")
_ZOO = stop("Zoo", "14:09", 7)


def _mine(mine: JourneyStop, stops_away: int | None = None, **changes: Any) -> Case:
    given: dict[str, Any] = {"stop": mine, "stops_away": stops_away} | changes
    return tell_of_journey(_NEXT, _ZOO, **given)


MY_STOP: dict[str, Case] = {
    "my stop ahead": _mine(_ZOO, 1),
    "my stop far ahead": _mine(_ZOO, 20),
    "my stop ahead by prediction": _mine(_ZOO, 4, known_by="prediction"),
    "my stop ahead by timetable": _mine(
        stop("Zoo", "14:09", 7, certainty="timetable"), 1, known_by="timetable", delay_seconds=None
    ),
    "my stop next": _mine(_NEXT, 0),
    "my stop last": _mine(stop("Zoo", "14:09", 7, status="ends-here"), 1),
    "my stop behind": _mine(stop("Harbour", "13:59", None, progress="behind")),
    "my stop due": _mine(stop("Harbour", "13:59", None, progress="due"), known_by="prediction"),
    "my stop skipped": _mine(stop("Zoo", "14:09", None, status="skipped")),
    "my stop here": _mine(
        stop("Harbour", "14:02", None, progress="here", stop_sequence=3),
        calls=[stop("Harbour", "14:02", None, progress="here", stop_sequence=3), _NEXT],
    ),
    "my stop before it leaves": _mine(_ZOO, 1, phase="not-started"),
}
