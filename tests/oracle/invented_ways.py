"""Random small networks in which one may change, as the text of their tables."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.oracle.invented_plans import CHANGES, pick, rarely, write_time
from tests.oracle.ways import Rule

PLACES = {
    "A": (49.8400, 24.0300),
    "B1": (49.8410, 24.0300),
    "B2": (49.8412, 24.0310),
    "C": (49.8500, 24.0300),
    "C2": (49.8508, 24.0300),
    "D": (49.8600, 24.0300),
    "E": (49.8900, 24.0300),
}
"""B1 and B2 are platforms of station B, a walk from A. C2 lies over the street from C."""
STOPS = "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\n" + "\n".join(
    (
        *(f"{stop},{stop},{lat},{lon},0,{'B' if stop in ('B1', 'B2') else ''}" for stop, (lat, lon) in PLACES.items()),
        "B,B,49.8411,24.0305,1,",
    )
)
TRIPS = ("T", "U", "V", "W", "X", "Y")
ASKED = ("A", "B", "B1", "C", "D", "E")


@st.composite
def draw_network(draw: st.DrawFn) -> tuple[dict[str, str], str, tuple[Rule, ...]]:
    """Draw the tables of a network, the day on which something is to be asked about it, and its rules for changes."""
    zone = draw(st.sampled_from(tuple(CHANGES)))
    day = draw(pick(*CHANGES[zone]))
    trips, calls = (
        ["route_id,service_id,trip_id,direction_id"],
        ["trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type"],
    )
    runs = ["trip_id,start_time,end_time,headway_secs,exact_times"]
    begin_s = draw(pick(8, 0, 1, 23, 24, 26)) * 3600
    for trip in TRIPS[: draw(st.integers(3, len(TRIPS)))]:
        trips.append(f"{draw(st.sampled_from(('R', 'S')))},{draw(pick('daily', 'some'))},{trip},0")
        rows, first_s = draw(_draw_calls(trip, begin_s))
        calls += rows
        if draw(rarely(5)):
            exact, headway = draw(st.sampled_from(("1", "0"))), draw(st.sampled_from((600, 1500)))
            runs.append(f"{trip},{write_time(first_s)},{write_time(first_s + 3600)},{headway},{exact}")
    rules = tuple(draw(st.lists(_draw_rule(), max_size=3)))
    files = {
        "agency.txt": f"agency_id,agency_name,agency_url,agency_timezone\nX,Ex,https://example.org,{zone}",
        "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,X,1,3\nS,X,2,0",
        "stops.txt": STOPS,
        "trips.txt": "\n".join(trips),
        "stop_times.txt": "\n".join(calls),
        "frequencies.txt": "\n".join(runs) if len(runs) > 1 else "",
        "transfers.txt": _write_rules(rules, {row.split(",")[2] for row in trips[1:]}),
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        "daily,1,1,1,1,1,1,1,20260101,20261231\nsome,0,0,0,0,0,0,0,20260101,20261231",
        "calendar_dates.txt": f"service_id,date,exception_type\nsome,{day},1",
    }
    known = {row.split(",")[2] for row in trips[1:]}
    return files, day, tuple(one for one in rules if {one.from_trip, one.to_trip} - {""} <= known)


@st.composite
def _draw_calls(draw: st.DrawFn, trip: str, begin_s: int) -> tuple[list[str], int]:
    stops = draw(st.lists(st.sampled_from(tuple(PLACES)), min_size=2, max_size=5))
    first_s = now_s = begin_s + 60 * draw(st.integers(0, 60))
    rows: list[str] = []
    for place, stop in enumerate(stops):
        arrival_s = now_s
        now_s += draw(pick(0, 60, 300)) if place else 0
        rest = draw(pick("", "1", "2")), draw(pick("", "1"))
        rows.append(",".join([trip, write_time(arrival_s), write_time(now_s), stop, str(place + 1), *rest]))
        now_s += 60 * draw(st.integers(0, 15))
    return rows, first_s


@st.composite
def _draw_rule(draw: st.DrawFn) -> Rule:
    start, end = (draw(st.sampled_from((*PLACES, "B"))) for _ in range(2))
    kind = draw(st.sampled_from((0, 1, 2, 3)))
    minimum = draw(st.sampled_from((0, 60, 600, None))) if kind == 2 else None
    narrow = draw(pick("", "route", "trip"))
    return Rule(
        start,
        end,
        from_route=draw(st.sampled_from(("", "R"))) if narrow == "route" else "",
        to_route=draw(st.sampled_from(("S", "R"))) if narrow == "route" else "",
        from_trip=draw(st.sampled_from(("", "T"))) if narrow == "trip" else "",
        to_trip="U" if narrow == "trip" else "",
        kind=kind,
        minimum=minimum,
    )


def _write_rules(rules: Sequence[Rule], trips: set[str]) -> str:
    rows = [
        ",".join(map(str, (one.start, one.end, one.from_route, one.to_route, one.from_trip, one.to_trip, one.kind)))
        + f",{'' if one.minimum is None else one.minimum}"
        for one in rules
        if {one.from_trip, one.to_trip} - {""} <= trips
    ]
    head = "from_stop_id,to_stop_id,from_route_id,to_route_id,from_trip_id,to_trip_id,transfer_type,min_transfer_time"
    return "\n".join([head, *rows]) if rows else ""
