"""Which vehicle stands before the rider, in every state, for the sentences that are proofread."""

from collections.abc import Callable
from typing import Any

from stopbell_server.contract.vehicle_position import PositionData, VehicleCandidate
from stopbell_server.phrases import Phrasebook
from tests.server.phrases.facts import vehicle

Case = Callable[[Phrasebook], tuple[str, str]]


def _which(*candidates: VehicleCandidate) -> Case:
    data = PositionData(candidates=list(candidates))
    return lambda book: (book.which_vehicle(data).written, book.which_vehicle(data).spoken)


def _candidate(standing: str, likelihood: str, **changes: Any) -> VehicleCandidate:
    seen = {"label": "412", "distance_meters": 20, "walk_bearing": "east"} | changes
    return VehicleCandidate.model_validate({"vehicle": vehicle(**seen), "standing": standing, "likelihood": likelihood})


WHICH: dict[str, Case] = {
    "which vehicle, one": _which(_candidate("stands-here", "likely")),
    "which vehicle, one before another": _which(
        _candidate("stands-here", "likely"), _candidate("next-here", "unlikely", label="7", distance_meters=120)
    ),
    "which vehicle, one beside one that does not call": _which(
        _candidate("next-here", "likely"), _candidate("not-calling", "unlikely", label="7")
    ),
    "which vehicle, two alike": _which(
        _candidate("stands-here", "possible"), _candidate("stands-here", "possible", label="7", line="2")
    ),
    "which vehicle, hardly one": _which(_candidate("unknown", "possible", age_seconds=120, certainty="ageing")),
    "which vehicle, none of these": _which(
        _candidate("not-calling", "unlikely"),
        _candidate("left", "unlikely", label="7"),
        _candidate("on-the-way-here", "unlikely", label="8"),
    ),
    "which vehicle, old reports": _which(_candidate("unknown", "unlikely", age_seconds=600, certainty="lost")),
    "which vehicle, nothing reports": _which(),
}
