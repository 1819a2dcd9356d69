"""Every state of every kind of answer, each by name; the sentences for them stand in `sentences/<language>.txt`."""

from collections.abc import Callable
from datetime import date, datetime
from typing import Any

from stopbell_server.contract.alerts import AlertsData
from stopbell_server.contract.arrivals import AccessCounts, BoardData, CarriageSummary, ContinuesAs, MonitoredCall
from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.stops import StopData, StopsData
from stopbell_server.contract.vehicles import VehiclesData
from stopbell_server.phrases import Phrasebook
from tests.server.phrases import (
    history_cases,
    journey_cases,
    missing_cases,
    my_stop_cases,
    page_cases,
    route_cases,
    station_cases,
    trip_cases,
    which_cases,
)
from tests.server.phrases.facts import LOW_FLOOR, NOW, access, alert, board, call, fact, stop, vehicle

Case = Callable[[Phrasebook], tuple[str, str]]
"""Gives what is written and what is spoken."""


def _call(given: MonitoredCall, verbosity: str = "normal", *, is_arrival: bool = False) -> Case:
    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.call(given, verbosity=verbosity, is_arrival=is_arrival)
        return phrase.written, phrase.spoken

    return tell


def _board(given: BoardData, verbosity: str = "normal", age_seconds: int | None = None) -> Case:
    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.board(given, verbosity=verbosity, age_seconds=age_seconds)
        return phrase.written, phrase.spoken

    return tell


def _stops(given: StopsData) -> Case:
    return lambda book: (book.stops(given).written, book.stops(given).spoken)


def _portrait(given: StopData) -> Case:
    return lambda book: (book.portrait(given).written, book.portrait(given).spoken)


def _vehicles(given: VehiclesData) -> Case:
    return lambda book: (book.vehicles(given).written, book.vehicles(given).spoken)


def _alerts(given: AlertsData) -> Case:
    return lambda book: (book.alerts(given).written, book.alerts(given).spoken)


def _code(code: Code, **values: str | int) -> Case:
    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.code(code, **values).then(book.remedy(code, **values))
        return phrase.written, phrase.spoken

    return tell


def _freshness(state: str, age: int | None) -> Case:
    def tell(book: Phrasebook) -> tuple[str, str]:
        phrase = book.freshness(state, age_seconds=age)
        return phrase.written, phrase.spoken

    return tell


def _line(make: Callable[[Phrasebook], object]) -> Case:
    def tell(book: Phrasebook) -> tuple[str, str]:
        line = make(book)
        return line.written, line.spoken  # type: ignore[attr-defined]  # Line or Phrase: both have both

    return tell


_YESTERDAY = "2026-03-01T23:58:00+02:00"
_BOARDABLE = access("yes", stop="yes", vehicle="yes")
_NO_STOP = access("no", stop="no")
_NO_VEHICLE = access("no", stop="yes", vehicle="no")
_HIGH = access("yes", stop="yes", vehicle="yes", low_floor="no")
_HARBOUR = {"line": "T02", "headsign": "вул. Пасічна"}

CALLS: dict[str, Case] = {
    "live, brief": _call(call(), "brief"),
    "live": _call(call()),
    "live, rich": _call(call(), "rich"),
    "live, full": _call(call(age_seconds=20, stops_away=2, occupancy="few-seats", delay_seconds=130), "full"),
    "live, full, one of each": _call(call(age_seconds=1, stops_away=1, delay_seconds=-61, minutes=21), "full"),
    "live, full, on time and uncertain": _call(call(delay_seconds=0, uncertainty_seconds=120), "full"),
    "live, arriving now": _call(call(minutes=0)),
    "live, departing now": _call(call(minutes=0, starts_here=True)),
    "live, terminal, arriving": _call(call(minutes=0, starts_here=True), is_arrival=True),
    "live, 1 minute": _call(call(minutes=1)),
    "live, 2 minutes": _call(call(minutes=2)),
    "live, 11 minutes": _call(call(minutes=11)),
    "live, 21 minutes": _call(call("14:23", minutes=21)),
    "live, 60 minutes": _call(call("15:02", minutes=60)),
    "live, beyond an hour": _call(call("15:30", minutes=88)),
    "live, no minutes": _call(call(minutes=None)),
    "live, observed": _call(call(observed_departure="2026-03-02T14:01:30+02:00", minutes=0)),
    "live, observed arrival": _call(call(observed_arrival="2026-03-02T14:01:30+02:00"), is_arrival=True),
    "ageing": _call(call(certainty="ageing", age_seconds=125)),
    "ageing, a minute": _call(call(certainty="ageing", age_seconds=100, minutes=22), "brief"),
    "ageing, age not known": _call(call(certainty="ageing")),
    "lost": _call(call(certainty="lost", age_seconds=400)),
    "lost, brief": _call(call(certainty="lost"), "brief"),
    "lost, no time": _call(call(certainty="lost", expected_departure=None, scheduled_departure=None, minutes=None)),
    "timetable": _call(call(certainty="timetable")),
    "timetable, rich": _call(call(certainty="timetable"), "rich"),
    "timetable, on the hour": _call(call("17:00", certainty="timetable")),
    "timetable, midnight": _call(call("00:00", certainty="timetable")),
    "timetable, after midnight": _call(call("00:05", certainty="timetable")),
    "timetable, approximate": _call(call(certainty="timetable", approximate=True)),
    "frequency": _call(call(certainty="frequency", headway_minutes=10)),
    "frequency, every minute": _call(call(certainty="frequency", headway_minutes=1)),
    "frequency, 22 minutes": _call(call(certainty="frequency", headway_minutes=22)),
    "no time": _call(call(certainty="none")),
    "cancelled": _call(call(status="cancelled")),
    "cancelled, brief": _call(call(status="cancelled"), "brief"),
    "cancelled, full": _call(call(status="cancelled"), "full"),
    "skipped": _call(call(status="skipped")),
    "replaced": _call(call(status="replaced")),
    "added": _call(call(status="added")),
    "ends here": _call(call(status="ends-here"), is_arrival=True),
    "ends before its end": _call(call(status="ends-here")),
    "platform": _call(call(platform="3")),
    "platform change": _call(call(platform="3", planned_platform="2")),
    "no boarding": _call(call(boarding="none")),
    "book by phone": _call(call(boarding="phone")),
    "signal to the driver": _call(call(boarding="ask-driver")),
    "low floor": _call(call(access=LOW_FLOOR)),
    "low floor, rich": _call(call(access=LOW_FLOOR), "rich"),
    "low floor, stop not accessible": _call(
        call(access=access("no", stop="no", vehicle="yes", low_floor="yes")),
    ),
    "high floor, rich": _call(call(access=access("yes", stop="yes", vehicle="yes", low_floor="no")), "rich"),
    "accessible": _call(call(access=access("yes", stop="yes", vehicle="yes"))),
    "vehicle accessible, stop not known": _call(call(access=access(vehicle="yes"))),
    "vehicle accessible, stop not known, rich": _call(call(access=access(vehicle="yes")), "rich"),
    "not accessible": _call(call(access=access("no", stop="yes", vehicle="no"))),
    "stop not accessible": _call(call(access=access("no", stop="no"))),
    "access not known, rich": _call(call(), "rich"),
    "empty": _call(call(occupancy="empty"), "rich"),
    "many seats": _call(call(occupancy="many-seats"), "rich"),
    "standing room": _call(call(occupancy="standing-room"), "rich"),
    "very full": _call(call(occupancy="very-full"), "rich"),
    "full": _call(call(occupancy="full")),
    "takes nobody": _call(call(occupancy="not-accepting-passengers")),
    "not for passengers": _call(call(occupancy="not-boardable")),
    "line with leading zero": _call(call(line="T02", headsign="пл. Ринок")),
    "line of look-alike letters": _call(call(line="Т02", headsign="Main St / 5th Ave")),
    "line of three digits": _call(call(line="101", headsign="St Mary's Sq")),
    "no destination": _call(call(headsign=None)),
    "no line": _call(call(line=None)),
    "nothing known": _call(call(line=None, headsign=None)),
    "headsign and last stop": _call(call(destination="Harbour", vehicle_label="412"), "full"),
    "train with room at the front": _call(
        call(carriages=[CarriageSummary(occupancy="many-seats"), CarriageSummary(occupancy="standing-room")]), "rich"
    ),
    "train with room in the middle": _call(
        call(carriages=[CarriageSummary(occupancy=one) for one in ("full", "few-seats", "full")]), "rich"
    ),
    "arrival whose vehicle goes on": _call(
        call(
            status="ends-here",
            continues_as=ContinuesAs(line="5", headsign="5 Zoo", stay_on_board="unknown"),
        ),
        is_arrival=True,
    ),
    "arrival on which one may stay": _call(
        call(status="ends-here", continues_as=ContinuesAs(line="5", stay_on_board="yes")), is_arrival=True
    ),
    "train with room in all carriages": _call(call(carriages=[CarriageSummary(occupancy="empty")] * 2), "rich"),
}

BOARDS: dict[str, Case] = {
    "one group": _board(
        board(call(access=LOW_FLOOR), call(minutes=14, access=LOW_FLOOR), call(minutes=26, access=LOW_FLOOR))
    ),
    "all live": _board(board(call(), call(minutes=5, line="2", headsign="Harbour"), call(minutes=21))),
    "all live, brief": _board(board(call(), call(minutes=5, line="2", headsign="Harbour")), "brief"),
    "mixed": _board(
        board(
            call(minutes=0),
            call(minutes=1),
            call("14:10", certainty="timetable", **_HARBOUR),
            call("14:20", certainty="timetable", **_HARBOUR),
            call("14:15", status="cancelled", line="2"),
            call("14:11", certainty="lost", line="7"),
        )
    ),
    "nothing live": _board(board(call(certainty="timetable"), call("14:21", certainty="timetable", line="2"))),
    "nothing live, brief": _board(board(call(certainty="timetable")), "brief"),
    "ageing by the feed's age": _board(board(call(certainty="ageing")), age_seconds=150),
    "past its time": _board(board(call("14:00", minutes=None), call("14:00", certainty="timetable", line="2"))),
    "tomorrow": _board(
        board(call(certainty="timetable", scheduled_departure="2026-03-03T05:10:00+02:00", minutes=None))
    ),
    "on a weekday": _board(
        board(call(certainty="timetable", scheduled_departure="2026-03-05T05:10:00+02:00", minutes=None))
    ),
    "on a date": _board(
        board(call(certainty="timetable", scheduled_departure="2026-03-21T05:10:00+02:00", minutes=None))
    ),
    "after midnight, soon": _board(
        board(
            call(expected_departure="2026-03-02T00:10:00+02:00", minutes=12),
            now=_YESTERDAY,
            window_start=_YESTERDAY,
        )
    ),
    "access asked": _board(
        board(
            call(access=LOW_FLOOR),
            call(minutes=9),
            call(minutes=12, access=access("no", stop="yes", vehicle="no")),
            access_filter=True,
            access_counts=AccessCounts(yes=1, no=1, unknown=1),
            more=2,
        )
    ),
    "all accessible": _board(board(call(access=_BOARDABLE), call(minutes=9, line="2", access=_BOARDABLE), more=1)),
    "all low floor, rich": _board(board(call(access=LOW_FLOOR), call(line="2", access=LOW_FLOOR)), "rich"),
    "stop not accessible for any": _board(board(call(access=_NO_STOP), call(line="2", access=_NO_STOP))),
    "none accessible": _board(board(call(access=_NO_VEHICLE), call(line="2", access=_NO_VEHICLE))),
    "vehicles accessible": _board(
        board(call(access=access(vehicle="yes")), call(line="2", access=access(vehicle="yes")))
    ),
    "vehicles accessible, rich": _board(
        board(call(access=access(vehicle="yes")), call(line="2", access=access(vehicle="yes"))), "rich"
    ),
    "high floor for all, rich": _board(board(call(access=_HIGH), call(line="2", access=_HIGH)), "rich"),
    "access not known for any": _board(
        board(call(), call(line="2"), access_filter=True, access_counts=AccessCounts(yes=0, no=0, unknown=2))
    ),
    "two now, others later": _board(board(call(minutes=0), call(minutes=0), call(minutes=7), call(minutes=21))),
    "one now, one later": _board(board(call(minutes=0), call(minutes=4))),
    "several at about": _board(
        board(call(certainty="timetable", approximate=True), call("14:17", certainty="timetable", approximate=True))
    ),
    "more within half an hour": _board(board(call(), more=4, window_end="2026-03-02T14:32:00+02:00")),
    "more later": _board(
        board(
            call("16:10", minutes=128),
            more=4,
            window_start="2026-03-02T16:00:00+02:00",
            window_end="2026-03-02T17:00:00+02:00",
        )
    ),
    "more that come every so often": _board(
        board(call(certainty="frequency", headway_minutes=4), call(line="2", certainty="frequency"), more=10)
    ),
    "with disruptions": _board(board(call(), alerts=[alert()], more_alerts=2)),
    "with long disruptions": _board(
        board(call(), alerts=[alert(" ".join(["Stop moved."] * 12)), alert("Line 2 shortened")])
    ),
    "own platform is not repeated": _board(board(call(platform="A"), stop=stop(platform="A"))),
    "none": _board(board()),
    "none, arrivals": _board(board(kind="arrivals")),
    "none of a line": _board(board(route_filter=["10A"])),
    "none of two lines": _board(board(route_filter=["10A", "T02"])),
    "none in three hours": _board(board(window_end="2026-03-02T17:02:00+02:00")),
    "none until the evening": _board(board(window_end="2026-03-02T20:30:00+02:00")),
    "none later": _board(
        board(window_start="2026-03-02T16:00:00+02:00", window_end="2026-03-02T17:00:00+02:00"),
    ),
    "none, window not known": _board(board(window_start=None)),
    "no service on this day": _board(board(coverage="no-service")),
    "timetable ended": _board(board(coverage="ended", timetable_ends="2026-02-28")),
    "timetable not started": _board(board(coverage="not-started")),
    "no calendar": _board(board(coverage="unknown")),
}

_NEAR = [
    stop("Main St", towards=["Central Station", "Harbour"], distance_meters=118, walk_bearing="north", platform="A"),
    stop("вул. Хрещатик", lines=["1", "2", "3", "4", "5A"], distance_meters=1234, walk_bearing="south-west"),
    stop("Central", type="TransportStation", distance_meters=3),
]
_FOUND = [stop("пл. Ринок", towards=["Вокзал"]), stop("пл. Ринок", code="204A")]
_STATION = stop("Central", type="TransportStation", access=fact("no", "stop"))

STOPS: dict[str, Case] = {
    "nearest stops": _stops(StopsData(latitude=1, longitude=2, radius_meters=500, stops=_NEAR, more=2)),
    "stops by name": _stops(StopsData(query="rynok", stops=_FOUND)),
    "one stop by name": _stops(StopsData(query="main", stops=_NEAR[:1])),
    "no stop by name": _stops(StopsData(query="5th St", stops=[])),
    "no stop near": _stops(StopsData(latitude=1, longitude=2, radius_meters=500, stops=[])),
    "no stop near, radius not known": _stops(StopsData(stops=[])),
    "far stop": _stops(StopsData(stops=[stop("Harbour", distance_meters=21_300, walk_bearing="west")])),
    "stop portrait": _portrait(
        StopData(
            stop=stop(
                towards=["Central Station", "Harbour"],
                lines=["2", "10A", "T02"],
                platform="A",
                station="Central",
                side="north-east",
                opposite="demo:2",
                opposite_meters=38,
                code="204A",
                access=fact("yes", "station"),
            ),
            description="In front of the town hall.",
        )
    ),
    "stop portrait, little known": _portrait(StopData(stop=stop(lines=["2"], towards=["Harbour"]))),
    "station portrait": _portrait(
        StopData(stop=_STATION, platforms=[stop("Central", platform="1", towards=["Harbour"]), stop("Central South")])
    ),
    "accessible stop": _portrait(StopData(stop=stop(access=fact("yes", "stop")))),
    "stop of a station that is not accessible": _portrait(StopData(stop=stop(access=fact("no", "station")))),
    "stop not known": _portrait(StopData()),
    **{name: _portrait(given) for name, given in station_cases.PORTRAITS.items()},
    "side": _line(lambda book: book.side(stop(side="south", opposite="demo:2", opposite_meters=21))),
    "label of a stop": _line(lambda book: book.label_stop(_NEAR[0])),
    "choices": _line(
        lambda book: book.candidates(
            [
                Candidate(number=1, id="demo:1", name="Main St", label="Main St", spoken="Main Street"),
                Candidate(number=2, id="demo:2", name="Elm St", label="Elm St", spoken="Elm Street"),
            ]
        )
    ),
    "one choice": _line(
        lambda book: book.candidates(
            [Candidate(number=1, id="demo:1", name="Main St", label="Main St", spoken="Main Street")]
        )
    ),
    "no choice": _line(lambda book: book.candidates([])),
}


def _at_stop(*calls: MonitoredCall, **changes: Any) -> Case:
    fields: dict[str, Any] = {
        "scope": "stop",
        "stop": stop(),
        "now": NOW,
        "window_end": "2026-03-02T15:32:00+02:00",
        "coverage": "covered",
        "calls": list(calls),
    }
    return _vehicles(VehiclesData(**(fields | changes)))


VEHICLES: dict[str, Case] = {
    "vehicles near": _vehicles(
        VehiclesData(
            scope="near",
            vehicles=[
                vehicle(next_stop="пл. Ринок"),
                vehicle(line=None, headsign=None, label="412", certainty="lost", age_seconds=700, occupancy="full"),
            ],
            unknown=3,
            more=1,
        )
    ),
    "one vehicle on a line": _vehicles(
        VehiclesData(scope="route", line="T02", vehicles=[vehicle(age_seconds=None, low_floor="no")], unknown=1)
    ),
    "no vehicle on a line": _vehicles(VehiclesData(scope="route", line="T02", unknown=5)),
    "no vehicle near": _vehicles(VehiclesData(scope="near")),
    "next at a stop": _vehicles(
        VehiclesData(
            scope="stop",
            stop=stop(),
            calls=[call(access=LOW_FLOOR), call(minutes=17, access=access("yes", stop="yes", vehicle="yes"))],
            unknown_before=2,
            excluded_before=1,
            more=1,
        )
    ),
    "next at a stop, nothing before": _vehicles(
        VehiclesData(scope="stop", stop=stop(), calls=[call(access=access(vehicle="yes", low_floor="yes"))])
    ),
    "several times of one line at a stop": _at_stop(
        call(access=_BOARDABLE),
        call(minutes=9, access=_BOARDABLE),
        call(line="2", access=LOW_FLOOR),
        unknown_before=2,
        more=37,
    ),
    "none at a stop": _vehicles(VehiclesData(scope="stop", stop=stop(), unknown=1)),
    "none known at a stop": _at_stop(unknown=21, excluded_before=2),
    "nothing comes to a stop": _at_stop(),
    "nothing of a line comes to a stop": _at_stop(line="2"),
    "no timetable for a stop any more": _at_stop(coverage="ended", timetable_ends="2026-02-28"),
    "no timetable for a stop yet": _at_stop(coverage="not-started"),
    "no calendar for a stop": _at_stop(coverage="unknown"),
    "no service at a stop today": _at_stop(coverage="no-service"),
}

ALERTS: dict[str, Case] = {
    "no disruptions": _alerts(AlertsData(scope="all", alerts=[])),
    "no disruptions on a line": _alerts(AlertsData(scope="route", scope_name="10A", alerts=[])),
    "no disruptions at a stop": _alerts(AlertsData(scope="stop", scope_name="пл. Ринок", alerts=[])),
    "one disruption": _alerts(
        AlertsData(
            scope="all",
            alerts=[
                alert(
                    description="Use stop B from 08:00-18:00.",
                    ends="2026-03-04T18:00:00+02:00",
                    lines=["10A"],
                    stops=["пл. Ринок", "Main St"],
                )
            ],
        )
    ),
    "several disruptions": _alerts(
        AlertsData(
            scope="route",
            scope_name="T02",
            alerts=[
                alert(lines=["1", "2", "3", "4", "5", "6"], stops=["A", "B", "C", "D", "E"]),
                alert(
                    "Line 2 ends at Harbour",
                    active=False,
                    starts="2026-03-03T00:00:00+02:00",
                    ends="2026-03-04T05:30:00+02:00",
                ),
                alert("Lift at Central out of order", active=False, starts="2026-03-03T06:00:00+02:00"),
            ],
            more=1,
        )
    ),
    "several disruptions of a city": _alerts(
        AlertsData(
            scope="all",
            scope_name="Demo Transit",
            alerts=[
                alert(lines=["1", "2", "3", "4", "5", "6"], stops=["A", "B"], description="Use stop B."),
                alert("Trip of 16:53 is cancelled", description="Trip of 16:53 on line 2 is cancelled today"),
                alert("Detour", description="Buses of line 2 run along the river. " * 9, stops=["A"]),
            ],
            more=57,
        )
    ),
    "one disruption that says its header again": _alerts(
        AlertsData(
            scope="stop",
            scope_name="Main St",
            alerts=[
                alert(
                    "Route 137 of 16:53 from Robie St is cancelled.",
                    description="Route 137 of 16:53 from Robie St to Regency Park Dr is cancelled.",
                    lines=["137"],
                    stops=["Main St", "Elm St"],
                )
            ],
        )
    ),
    "one disruption with many details": _alerts(
        AlertsData(scope="all", alerts=[alert("Detour", description="Line 2 runs along the river. " * 40)])
    ),
}

_VALUES: dict[str, str | int] = {
    "stop": "Main St",
    "line": "T02",
    "lines": "1, 2A",
    "feed": "Demo Transit",
    "feeds": "demo, lviv",
    "minutes": 12,
    "first_day": "2026-03-05",
    "last_day": "2026-02-28",
    "argument": "limit",
    "allowed": "1 … 20",
    "start": "14:05",
    "until": "16:05",
}

CODES: dict[str, Case] = {
    **{f"code {code.value}": _code(code, **_VALUES) for code in Code},
    **{f"code {code.value}, nothing known": _code(code) for code in Code},
    "code bad-argument, below zero": _code(Code.BAD_ARGUMENT, argument="latitude", allowed="-90 … 90"),
    "code bad-argument, choices": _code(Code.BAD_ARGUMENT, argument="kind", allowed="departures, arrivals"),
}

OTHERS: dict[str, Case] = {
    **{
        f"freshness {state}, {'age not known' if age is None else f'{age} s'}": _freshness(state, age)
        for state in ("live", "ageing", "lost", "absent", "not-yet", "unmatched", "frozen", "future")
        for age in ((None, 40, 400) if state in ("live", "ageing", "lost") else (None,))
    },
    "freshness lost, hours": _freshness("lost", 3 * 3600),
    "notice": _line(lambda book: book.with_notice(book.call(call()), "Demonstration. Not 1 vehicle is real")),
    "clock": _line(lambda book: book.clock(datetime.fromisoformat("2026-03-02T21:01:00+02:00"))),
    "date": _line(lambda book: book.date(date(2026, 3, 31))),
    "date with year": _line(lambda book: book.date(date(2026, 11, 1), with_year=True)),
    "distance, 3 m": _line(lambda book: book.distance(3)),
    "distance, 42 m": _line(lambda book: book.distance(42)),
    "distance, 97 m": _line(lambda book: book.distance(97)),
    "distance, 1000 m": _line(lambda book: book.distance(1001)),
    "distance, 2.4 km": _line(lambda book: book.distance(2390)),
    "distance, 22 km": _line(lambda book: book.distance(22_100)),
    "spelled": _line(lambda book: book.spell("Elm 10A")),
}

ALL: dict[str, Case] = {
    **CALLS,
    **BOARDS,
    **STOPS,
    **VEHICLES,
    **page_cases.PAGES,
    **which_cases.WHICH,
    **my_stop_cases.MY_STOP,
    **missing_cases.MISSING,
    **history_cases.HISTORY,
    **journey_cases.JOURNEYS,
    **journey_cases.POSITIONS,
    **journey_cases.ACTIVE,
    **route_cases.ROUTES,
    **trip_cases.TRIPS,
    **ALERTS,
    **CODES,
    **OTHERS,
}
