"""Journeys and vehicles in every state, for the sentences that are proofread."""

from collections.abc import Callable
from typing import Any

from stopbell_server.contract.journeys import ActiveJourneySummary, JourneyData, JourneysData, JourneyStop
from stopbell_server.contract.near_stop import NearStop
from stopbell_server.contract.vehicle_position import PositionData
from stopbell_server.phrases import Phrasebook
from tests.server.phrases.facts import NOW, fact, vehicle
from tests.server.phrases.facts import stop as place

Case = Callable[[Phrasebook], tuple[str, str]]


def stop(name: str, clock: str, minutes: int | None, **changes: Any) -> JourneyStop:
    """Give a stop that is predicted for its planned time."""
    instant = f"2026-03-02T{clock}:00+02:00"
    fields: dict[str, Any] = {
        "stop_id": "demo:1",
        "name": name,
        "spoken_name": name,
        "progress": "ahead",
        "scheduled_departure": instant,
        "expected_departure": instant,
        "minutes": minutes,
        "certainty": "live",
        "status": "running",
        "access": fact("unknown"),
    } | changes
    if fields["certainty"] == "timetable":
        fields["expected_departure"] = None
    return JourneyStop(**fields)


def tell_of_journey(*stops: JourneyStop, verbosity: str = "normal", **changes: Any) -> Case:
    """Give a journey with changes, told."""
    fields: dict[str, Any] = {
        "line": "10A",
        "headsign": "Central Station",
        "now": NOW,
        "phase": "under-way",
        "known_by": "vehicle",
        "delay_seconds": 180,
        "vehicle_label": "412",
        "calls": list(stops),
    }
    data = JourneyData(**(fields | changes))

    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.journey(data, verbosity=verbosity)
        return phrase.written, phrase.spoken

    return tell


def _position(**changes: Any) -> Case:
    near = NearStop(stop_id="demo:1", name="Main St", spoken_name="Main Street", distance_meters=120, bearing="north")
    fields: dict[str, Any] = {"vehicle": vehicle(label="412", next_stop="Zoo"), "nearest": near}
    data = PositionData(**(fields | changes))
    return lambda book: (book.position(data).written, book.position(data).spoken)


_NEXT = stop("Market Square", "14:04", 2, progress="next")
_ZOO = stop("Zoo", "14:07", 5)
_LAST = stop("Harbour", "14:20", 18, status="ends-here")
_PLANNED = stop("Market Square", "14:04", 2, progress="next", certainty="timetable")

JOURNEYS: dict[str, Case] = {
    "on board": tell_of_journey(_NEXT, _ZOO),
    "on board, in full": tell_of_journey(_NEXT, _ZOO, stop("Lake", "14:12", 10), verbosity="rich", last=_LAST, more=3),
    "at a stop": tell_of_journey(stop("Main St", "14:02", 0, progress="here"), _NEXT, _ZOO, delay_seconds=0),
    "next by prediction": tell_of_journey(_NEXT, _ZOO, known_by="prediction", delay_seconds=-120),
    "next by timetable": tell_of_journey(_PLANNED, _ZOO, known_by="timetable", delay_seconds=None),
    "next stop is the last": tell_of_journey(_LAST.model_copy(update={"progress": "next"})),
    "not there yet": tell_of_journey(stop("Main St", "13:58", None, progress="next"), _ZOO),
    "not begun": tell_of_journey(_PLANNED, _ZOO, phase="not-started", known_by="timetable", last=_LAST, more=1),
    "leaves out stops": tell_of_journey(_NEXT, _ZOO, skipped=["Main St"]),
    "leaves out several stops": tell_of_journey(_NEXT, _ZOO, skipped=["Main St", "Lake"]),
    "cancelled journey": tell_of_journey(stop("Main St", "14:30", None, status="cancelled"), phase="cancelled"),
    "at the last stop": tell_of_journey(_LAST.model_copy(update={"progress": "here"}), phase="ended"),
    "over by prediction": tell_of_journey(
        stop("Harbour", "13:50", None, progress="due", status="ends-here"), phase="ended", known_by="prediction"
    ),
    "over by timetable": tell_of_journey(
        stop("Harbour", "13:50", None, progress="due", status="ends-here", certainty="timetable"),
        phase="ended",
        known_by="timetable",
    ),
    "by headway": tell_of_journey(
        stop(
            "Main St",
            "14:00",
            None,
            certainty="frequency",
            scheduled_departure=None,
            expected_departure=None,
            headway_minutes=20,
        ),
        phase="unknown",
        known_by="nothing",
        delay_seconds=None,
    ),
    "vehicle silent": tell_of_journey(
        _NEXT, known_by="prediction", vehicle=vehicle(label="412", certainty="lost", age_seconds=600)
    ),
}

POSITIONS: dict[str, Case] = {
    "a vehicle near a stop": _position(),
    "a vehicle with a ramp that lowers itself and speaks": _position(
        vehicle=vehicle(ramp=True, kneeling=True, audio=True, low_floor="yes")
    ),
    "a vehicle without ramp that never speaks": _position(vehicle=vehicle(ramp=False, kneeling=False, audio=False)),
    "a vehicle stands at a stop": _position(movement="stopped-at"),
    "a vehicle comes in": _position(movement="arriving-at"),
    "a vehicle beside a stop": _position(
        nearest=NearStop(stop_id="demo:1", name="Zoo", spoken_name="Zoo", distance_meters=8, bearing="east")
    ),
    "a vehicle long silent": _position(vehicle=vehicle(label="412", certainty="lost", age_seconds=600)),
    "a vehicle without a place": _position(nearest=None, vehicle=vehicle(line=None, headsign=None, label="412")),
}


def _active(**changes: Any) -> ActiveJourneySummary:
    fields: dict[str, Any] = {
        "uri": "mobility://monitored-vehicle-journey/demo/2026-03-02/1",
        "trip_id": "1",
        "service_day": "2026-03-02",
        "line": "10A",
        "headsign": "Central Station",
        "known_by": "vehicle",
        "next": _NEXT,
        "delay_seconds": 180,
        "vehicle_label": "412",
        "access": fact("unknown"),
        "low_floor": "unknown",
    }
    return ActiveJourneySummary(**(fields | changes))


def _journeys(*journeys: ActiveJourneySummary, **changes: Any) -> Case:
    fields: dict[str, Any] = {"line": "10A", "now": NOW, "journeys": list(journeys)}
    data = JourneysData(**(fields | changes))
    return lambda book: (book.journeys(data).written, book.journeys(data).spoken)


_AROUND: dict[str, Any] = {"scope": "near", "line": None, "latitude": 1.0, "longitude": 2.0, "radius_meters": 500}
ACTIVE: dict[str, Case] = {
    "trips of a line": _journeys(
        _active(),
        _active(known_by="prediction", delay_seconds=0, vehicle_label=None),
        _active(known_by="timetable", next=_PLANNED, delay_seconds=None, vehicle_label=None),
        more=3,
    ),
    "trips to a stop": _journeys(_active(at_stop=_ZOO), scope="stop", stop=place(), line=None),
    "trips with access": _journeys(
        _active(low_floor="yes", access=fact("yes")), _active(), access_filter=True, headsign_filter="Zoo"
    ),
    "no trips of a line": _journeys(),
    "no trips to a stop": _journeys(scope="stop", stop=place(), mode_filter="tram"),
    "trips around a place": _journeys(
        _active(distance_meters=120, walk_bearing="north", report_age_seconds=20, report_certainty="live"),
        _active(distance_meters=600, walk_bearing="west", report_age_seconds=600, report_certainty="lost"),
        **_AROUND,
    ),
    "no trips of a line around a place": _journeys(**{**_AROUND, "line": "10A"}),
    "trips of a line around a place, further ones": _journeys(
        _active(), **{**_AROUND, "line": "10A"}, before=3, more=1
    ),
    "trips of a line, none left": _journeys(before=3),
    "trips at another time": _journeys(_active(known_by="timetable", next=_PLANNED), planned_for=NOW),
    "no trips at another time": _journeys(planned_for=NOW),
}
