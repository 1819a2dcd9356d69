"""Lines on a day in every state, for the sentences that are proofread."""

from collections.abc import Callable
from typing import Any

from stopbell_server.contract.routes import (
    DayType,
    RouteData,
    RouteDirectionModel,
    RoutePeriod,
    RouteStop,
    UsualDayModel,
)
from stopbell_server.phrases import Phrasebook

Case = Callable[[Phrasebook], tuple[str, str]]


def _stop(name: str) -> RouteStop:
    return RouteStop(stop_id="demo:1", name=name)


def _at(clock: str) -> str:
    return f"2026-03-02T{clock}:00+02:00"


def _direction(**changes: Any) -> RouteDirectionModel:
    fields: dict[str, Any] = {
        "headsign": "Central Station",
        "stops": [_stop("Main St"), _stop("Zoo"), _stop("Harbour")],
        "variants": 1,
        "start": _stop("Main St"),
        "trips": 40,
        "first": _at("05:10"),
        "last": _at("23:50"),
        "periods": [],
        "departures": [],
    }
    return RouteDirectionModel(**(fields | changes))


def _route(*directions: RouteDirectionModel, verbosity: str = "normal") -> Case:
    data = RouteData(line="10A", service_day="2026-03-02", directions=list(directions))

    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.route(data, verbosity=verbosity)
        return phrase.written, phrase.spoken

    return tell


def _usual(kind: DayType, *directions: RouteDirectionModel, others: int = 0, days: int = 1) -> Case:
    usual = [
        UsualDayModel(
            day_type=kind,
            service_day=f"2026-03-0{2 + day}",
            compared=20,
            compared_from="2026-03-02",
            compared_until="2026-03-29",
            different=others,
            other_days=[f"2026-03-{10 + other}" for other in range(others)],
        )
        for day in range(days)
    ]
    data = RouteData(line="10A", day_type=kind, usual_days=usual, directions=list(directions))

    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.route(data)
        return phrase.written, phrase.spoken

    return tell


_OFTEN = RoutePeriod(start=_at("05:10"), end=_at("18:50"), headway_minutes=1)
_SELDOM = RoutePeriod(start=_at("19:05"), end=_at("23:50"), headway_minutes=21)

ROUTES: dict[str, Case] = {
    "a line": _route(_direction(periods=[_OFTEN, _SELDOM]), _direction(headsign=None, trips=2)),
    "a line with its stops": _route(_direction(variants=2), verbosity="rich"),
    "a line once a day": _route(_direction(trips=1)),
    "a line by headway": _route(_direction(trips=0, first=None, last=None, periods=[_SELDOM])),
    "a line of many directions": _route(*(_direction() for _ in range(4))),
    "a line without trips": _route(),
    "a line on workdays": _usual("workday", _direction()),
    "a line on workdays, one of which differs": _usual("workday", _direction(), others=1),
    "a line on workdays, some of which differ": _usual("workday", _direction(), others=5),
    "a line on Saturdays": _usual("saturday", _direction(trips=1), others=2),
    "a line on Sundays without trips": _usual("sunday"),
    "a line at weekends": _usual("weekend", _direction()),
    "a line on a day that the timetable lacks": _usual("sunday", days=0),
}
