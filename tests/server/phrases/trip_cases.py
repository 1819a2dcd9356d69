"""Trips in every state, for the sentences that are proofread."""

from collections.abc import Callable
from typing import Any

from stopbell_server.contract.stops import AccessFactModel, StopData
from stopbell_server.contract.trips import (
    LapsedDeparture,
    TripAccessCounts,
    TripCall,
    TripChange,
    TripEnd,
    TripLeg,
    TripOption,
    TripPlanData,
)
from stopbell_server.phrases import Phrasebook
from tests.server.phrases.facts import LOW_FLOOR, NOW, access, stop

Case = Callable[[Phrasebook], tuple[str, str]]


def _at(clock: str, day: str = "02") -> str:
    return f"2026-03-{day}T{clock}:00+02:00"


def _call(name: str, clock: str | None, certainty: str = "live", **changes: Any) -> TripCall:
    fields: dict[str, Any] = {
        "stop_id": "demo:1",
        "name": name,
        "spoken_name": name,
        "scheduled": _at(clock) if clock else None,
        "expected": _at(clock) if clock and certainty in ("live", "ageing", "lost") else None,
        "certainty": certainty,
        "minutes": 3 if clock else None,
        "status": "running",
        "access": AccessFactModel(value="yes", source="stop"),
    }
    return TripCall(**(fields | changes))


def _ride(board: TripCall, alight: TripCall, **changes: Any) -> TripLeg:
    fields: dict[str, Any] = {
        "kind": "ride",
        "line": "10A",
        "headsign": "Central Station",
        "board": board,
        "alight": alight,
        "stops": 6,
        "after": "Theatre",
        "after_spoken": "Theatre",
        "access": "yes",
        "boarding": LOW_FLOOR,
    }
    return TripLeg(**(fields | changes))


def _walk(meters: int | None, to: str) -> TripLeg:
    return TripLeg(kind="walk", meters=meters, to=to)


def _option(*legs: TripLeg, **changes: Any) -> TripOption:
    rides = [leg for leg in legs if leg.kind == "ride"]
    fields: dict[str, Any] = {
        "departs": _at("14:05"),
        "arrives": _at("14:19"),
        "total_minutes": 14,
        "changes": len(rides) - 1,
        "walk_meters": 0,
        "access": "yes",
        "legs": list(legs),
    }
    return TripOption(**(fields | changes))


def _change(**changes: Any) -> TripChange:
    fields: dict[str, Any] = {"meters": 0, "wait_minutes": 6, "need_minutes": 2, "connection": "not-guaranteed"}
    return TripChange(**(fields | changes))


def _plan(*options: TripOption, verbosity: str = "normal", **changes: Any) -> Case:
    fields: dict[str, Any] = {
        "origin": TripEnd(name="Market Square", spoken_name="Market Square", stop_id="demo:1"),
        "destination": TripEnd(name="Museum", spoken_name="Museum", stop_id="demo:2"),
        "meters": 2400,
        "now": NOW,
        "options": list(options),
    }
    data = TripPlanData(**(fields | changes))

    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.trips(data, verbosity=verbosity)
        return phrase.written, phrase.spoken

    return tell


_ON = _call("Market Square", "14:05", platform="B", side=None)
_OFF = _call("Museum", "14:19")
_DIRECT = _option(_ride(_ON, _OFF))
_PLANNED = _option(_ride(_call("Market Square", "14:05", "timetable"), _call("Museum", "14:19", "timetable")))
_LATER = _option(_ride(_call("Market Square", "14:25", minutes=23), _call("Museum", "14:39")))
_SECOND = _ride(
    _call("Old Bridge", "14:20", "timetable"),
    _call("Museum", "14:27", "timetable"),
    line="5",
    headsign="Harbour",
    stops=1,
    after=None,
    after_spoken=None,
    access="unknown",
    boarding=access("unknown", stop="yes"),
)
_FIRST = _ride(_ON, _call("Bridge", "14:13"))
_HERE = _option(_FIRST, _SECOND, change=_change(), total_minutes=22, access="unknown")
_ELSEWHERE = _option(
    _walk(80, "Market Square"),
    _FIRST,
    _walk(120, "Old Bridge"),
    _SECOND,
    _walk(200, "Museum"),
    change=_change(meters=120),
)
_MANY = _option(
    _ride(_call("Market Square", None, "frequency", headway_minutes=10), _call("Museum", None, "frequency")),
    departs=None,
    arrives=None,
    total_minutes=None,
    at_most_minutes=24,
)
_GONE = LapsedDeparture(line="10A", headsign="Central Station", scheduled=_at("14:04"), why="cancelled")
_NO_ALIGHTING = _option(
    _ride(
        _ON,
        _call("Museum", "14:19", access=AccessFactModel(value="no", source="stop")),
        access="no",
        boarding=access("unknown", stop="yes"),
    ),
    access="no",
)
_COUNTS = TripAccessCounts(yes=0, no=1, unknown=21)


def _lapsed(why: str) -> LapsedDeparture:
    return _GONE.model_copy(update={"why": why})


def _inside(step_free: str, **changes: Any) -> TripOption:
    return _option(_FIRST, _SECOND, change=_change(step_free=step_free, **changes), total_minutes=22)


def _portrait(**changes: Any) -> Case:
    data = StopData(stop=stop(distance_meters=120, walk_bearing="north", side="east"), **changes)
    return lambda book: (book.portrait(data).written, book.portrait(data).spoken)


TRIPS: dict[str, Case] = {
    **{
        f"a direct ride, {verbosity}": _plan(_DIRECT, _LATER, _HERE, verbosity=verbosity)
        for verbosity in ("brief", "normal", "rich", "full")
    },
    "a ride by timetable": _plan(_PLANNED),
    "a ride tomorrow": _plan(
        _option(
            _ride(
                _call("Market Square", "09:05", "timetable", scheduled=_at("09:05", "03"), minutes=1142),
                _call("Museum", "09:19", "timetable", scheduled=_at("09:19", "03"), minutes=1156),
            )
        )
    ),
    "a ride of which contact is lost": _plan(_option(_ride(_call("Market Square", "14:05", "lost"), _OFF))),
    "a ride every so many minutes": _plan(_MANY, _MANY),
    "a ride from beside the opposite stop": _plan(
        _option(_ride(_call("Market Square", "14:05", side="north-east"), _OFF))
    ),
    "a change at the same stop": _plan(_HERE),
    "a change with walks": _plan(_ELSEWHERE, verbosity="rich"),
    "a change to a stop of unknown place": _plan(_option(_FIRST, _SECOND, change=_change(meters=None))),
    "a change without clock times": _plan(_option(_FIRST, _SECOND, change=_change(wait_minutes=None))),
    **{
        f"a change, {word}": _plan(_option(_FIRST, _SECOND, change=_change(connection=word)))
        for word in ("vehicle-waits", "stay-on-board", "get-off-and-on")
    },
    **{f"a change, step-free {word}": _plan(_inside(word)) for word in ("yes", "no", "in-doubt", "unknown")},
    "a change, step-free closed": _plan(_inside("closed", closed_by=["Lift 2 out of order until 18:00"])),
    "a change that live data breaks": _plan(_option(_FIRST, _SECOND, change=_change(lapsed=_lapsed("not-reached")))),
    "departures that do not help": _plan(
        _DIRECT, lapsed=[_GONE, _lapsed("does-not-stop-here"), _lapsed("does-not-stop-there")]
    ),
    "a trip with access asked for": _plan(_NO_ALIGHTING, _HERE, _DIRECT, access_filter=True, access_counts=_COUNTS),
    "a trip to somewhere near": _plan(_DIRECT, meters=320),
    "a stop seen from a place": _portrait(),
    "a stop seen from a place, a namesake nearer": _portrait(
        nearer=stop(distance_meters=40, walk_bearing="south", towards=["Zoo"])
    ),
}
