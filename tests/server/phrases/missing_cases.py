"""It never came: what was due and what its vehicle last said, for the sentences that are proofread."""

from collections.abc import Callable
from typing import Any

from stopbell_server.contract.arrivals import PassedCall, SeenVehicle
from stopbell_server.contract.near_stop import NearStop
from stopbell_server.phrases import Phrasebook
from tests.server.phrases.facts import board, call

Case = Callable[[Phrasebook], tuple[str, str]]
_NEAR = NearStop(stop_id="demo:1", name="Zoo", spoken_name="Zoo", distance_meters=300, bearing="west")


def _passed(*vehicles: SeenVehicle | None) -> Case:
    calls = [
        PassedCall(call=call("13:59"), minutes_ago=3, known_by="prediction", gone=False, vehicle=one)
        for one in vehicles
    ]
    data = board(call()).model_copy(update={"passed": calls})
    return lambda book: (book.board(data).written, book.board(data).spoken)


def _seen(**changes: Any) -> SeenVehicle:
    fields: dict[str, Any] = {"label": "412", "age_seconds": 40, "certainty": "live", "nearest": _NEAR}
    return SeenVehicle(**(fields | changes))


MISSING: dict[str, Case] = {
    "it never came, its vehicle reports": _passed(_seen()),
    "it never came, its vehicle has no number": _passed(_seen(label=None)),
    "it never came, its vehicle is silent": _passed(_seen(certainty="lost", age_seconds=600)),
    "it never came, its vehicle names a stop alone": _passed(_seen(nearest=None, next_stop="Lake")),
    "it never came, its vehicle says no place": _passed(_seen(nearest=None)),
    "it never came, no vehicle reports": _passed(SeenVehicle(certainty="none")),
    "two never came": _passed(_seen(), _seen(label="7", age_seconds=60)),
}
