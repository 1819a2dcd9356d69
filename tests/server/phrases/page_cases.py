"""Later parts of lists, for the sentences that are proofread: they do not begin as if they were the first."""

from collections.abc import Callable

from stopbell_server.contract.alerts import AlertsData
from stopbell_server.contract.stops import StopsData
from stopbell_server.contract.vehicles import VehiclesData
from stopbell_server.phrases import Phrasebook
from stopbell_server.phrases.phrase import Phrase
from tests.server.phrases.facts import LOW_FLOOR, NOW, alert, board, call, stop, vehicle

Case = Callable[[Phrasebook], tuple[str, str]]


def _to_case(tell: Callable[[Phrasebook], Phrase]) -> Case:
    return lambda book: (tell(book).written, tell(book).spoken)


def _stops(data: StopsData) -> Case:
    return _to_case(lambda book: book.stops(data))


def _alerts(data: AlertsData) -> Case:
    return _to_case(lambda book: book.alerts(data))


def _vehicles(data: VehiclesData) -> Case:
    return _to_case(lambda book: book.vehicles(data))


_NEXT = {"scope": "stop", "stop": stop(), "now": NOW, "window_end": "2026-03-02T15:02:00+02:00"}
PAGES: dict[str, Case] = {
    "a board, further calls": _to_case(lambda book: book.board(board(call(), alerts=[alert()], before=3, more=2))),
    "a board, none left": _to_case(lambda book: book.board(board(before=3))),
    "stops found, further ones": _stops(StopsData(query="main", stops=[stop(), stop("Zoo")], before=3, more=2)),
    "stops near, further ones": _stops(StopsData(stops=[stop(distance_meters=120)], before=1, more=21)),
    "stops, none left": _stops(StopsData(query="main", stops=[], before=21)),
    "alerts, a further one": _alerts(AlertsData(scope="all", alerts=[alert()], before=5)),
    "alerts, none left": _alerts(AlertsData(scope="all", alerts=[], before=2)),
    "low floor at a stop, further ones": _vehicles(
        VehiclesData.model_validate({**_NEXT, "calls": [call(access=LOW_FLOOR)], "before": 1, "unknown": 2})
    ),
    "low floor at a stop, none left": _vehicles(VehiclesData.model_validate({**_NEXT, "before": 1})),
    "low floor near, further ones": _vehicles(VehiclesData(scope="near", vehicles=[vehicle()], before=3, unknown=2)),
    "low floor near, none left": _vehicles(VehiclesData(scope="near", before=3)),
}
