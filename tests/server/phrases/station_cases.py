"""States of what is told of a station's inside, and of boarding a line at a stop."""

from typing import Any

from stopbell_server.contract.line_boarding import LineBoarding
from stopbell_server.contract.station_inside import (
    LiftSummary,
    PlatformInside,
    StationInside,
    StationPlaceName,
    StationStep,
    StationWay,
)
from stopbell_server.contract.stops import StopData
from tests.server.phrases.facts import alert, fact, stop


def _place(name: str, platform: str | None = None) -> StationPlaceName:
    return StationPlaceName(id=f"demo:{name}", name=name, spoken_name=name, platform=platform)


_MARKET, _MILL = _place("Market St"), _place("Mill Lane")
_ONE, _TWO, _BAY = _place("Central", "1"), _place("Central", "2"), _place("Bay platform")
_OUTAGE = alert("Lift out of order until Friday", reason="station")


def _step(mode: Any, **fields: Any) -> StationStep:
    return StationStep(mode=mode, **fields)


_BY_LIFT = [_step("lift", heading="down", levels=1), _step("fare-gate"), _step("walkway", meters=42)]
_BY_STAIRS = [
    _step("walkway", meters=6),
    _step("stairs", heading="down", stairs=24),
    _step("escalator", heading="up"),
    _step("moving-walkway", meters=60),
    _step("stairs", heading="up"),
    _step("exit-gate"),
]
_LONG = [step for _ in range(4) for step in (_step("walkway", meters=20), _step("lift", heading="up", levels=2))]
_UNSAID = [_step("walkway"), _step("lift"), _step("stairs"), _step("escalator"), _step("lift", heading="down")]


def _inside(*steps: list[StationStep], verdict: Any = "yes", **fields: Any) -> StationInside:
    entrances = (_MARKET, _MILL)
    given: dict[str, Any] = {
        "is_whole": False,
        "platforms": [PlatformInside(place=_TWO, step_free=verdict, by_lift=verdict in ("yes", "closed"))],
        "ways": [
            StationWay(
                entrance=entrance, to=_TWO, step_free=verdict if verdict in ("no", "unknown") else "yes", steps=way
            )
            for entrance, way in zip(entrances, steps, strict=False)
        ],
        "lifts": [],
    }
    return StationInside(**(given | fields))


def _lifts(*states: Any) -> list[LiftSummary]:
    return [LiftSummary(levels=["Street", "Tracks"] if number else [], state=one) for number, one in enumerate(states)]


def _at(inside: StationInside) -> StopData:
    return StopData(stop=stop("Central", platform="2", access=fact("yes", "stop")), inside=inside)


def _boarding(**fields: Any) -> StopData:
    return StopData(stop=stop(), boarding=[LineBoarding(line=line, **fields) for line in ("5", "12")])


_MIXED = [
    PlatformInside(place=_ONE, step_free="yes", by_lift=True),
    PlatformInside(place=_TWO, step_free="no"),
    PlatformInside(place=_BAY, step_free="yes", by_lift=False),
    PlatformInside(place=_place("Tram"), step_free="closed", by_lift=True),
    PlatformInside(place=_place("Buses"), step_free="unknown"),
    PlatformInside(place=_place("Trains"), step_free="in-doubt", by_lift=True),
]
_WHOLE = [StationWay(entrance=_MARKET, to=place, step_free="yes", steps=_BY_LIFT) for place in (_ONE, _BAY)]

PORTRAITS: dict[str, StopData] = {
    "platform by lift": _at(_inside(_BY_LIFT, lifts=_lifts("no-outage-reported"))),
    "platform by stairs": _at(_inside(_BY_STAIRS, [_step("walkway")], verdict="no")),
    "platform by a long way": _at(_inside(_LONG, verdict="yes", lifts=_lifts("unknown", "unknown"))),
    "platform by ways of which little is said": _at(_inside(_UNSAID, verdict="unknown")),
    "platform whose lift is closed": _at(
        _inside(verdict="closed", closed_by=[_OUTAGE], lifts=_lifts("no-outage-reported", "closed"))
    ),
    "platform with a notice of its station": _at(
        _inside(_BY_LIFT, notices=[_OUTAGE], lifts=_lifts("closed", "unknown"))
    ),
    "platform whose lift a notice may mean": _at(
        _inside(_BY_LIFT, verdict="in-doubt", notices=[_OUTAGE], lifts=_lifts("unknown", "unknown"))
    ),
    "platform straight from the street": _at(
        _inside(platforms=[PlatformInside(place=_TWO, step_free="unknown", street="yes")])
    ),
    "platform through the station only": _at(
        _inside(_BY_LIFT, platforms=[PlatformInside(place=_TWO, step_free="yes", by_lift=False, street="no")])
    ),
    "station of many kinds of platforms": StopData(
        stop=stop("Central", type="TransportStation"),
        inside=_inside(is_whole=True, platforms=_MIXED, ways=_WHOLE, lifts=_lifts("closed")),
    ),
    "station of one platform": StopData(
        stop=stop("Central", type="TransportStation"),
        inside=_inside(
            is_whole=True, ways=[StationWay(entrance=_MARKET, to=_place("Central"), step_free="yes", steps=_BY_LIFT)]
        ),
    ),
    "station of too many platforms": StopData(
        stop=stop("Central", type="TransportStation"),
        inside=_inside(
            is_whole=True,
            platforms=[PlatformInside(place=_place("Central"), step_free=one) for one in ("no", "no", "unknown")],
            ways=_WHOLE * 2,
        ),
    ),
    "lines hailed anywhere": _boarding(board_between_stops="anywhere", alight_between_stops="anywhere"),
    "lines hailed anywhere by some trips": _boarding(board_between_stops="anywhere", some_trips=True),
    "lines hailed by asking": _boarding(board_between_stops="ask-driver", alight_between_stops="by-phone"),
    "lines left anywhere": _boarding(alight_between_stops="anywhere", board_between_stops="by-phone"),
    "lines hailed by phone": _boarding(board_between_stops="by-phone", alight_between_stops="by-phone"),
    "lines hailed and left by asking": _boarding(board_between_stops="ask-driver", alight_between_stops="ask-driver"),
    "lines left by asking": _boarding(alight_between_stops="ask-driver"),
    "lines to be booked": _boarding(must_book="boarding", phone="555-01", message="Call before noon"),
    "lines to be booked for getting off": _boarding(must_book="alighting"),
    "lines to be booked for both": _boarding(must_book="both", phone="555 01"),
}
