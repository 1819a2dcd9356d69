"""Random small timetables, as the text of their tables: what hypothesis makes and shrinks."""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

PLACES = ("A", "B1", "B2", "NA", "007")
"""Where vehicles stop. B1 and B2 are platforms of station B; the last two are ids that are easily mistaken."""
CHANGES = {
    "Europe/Kyiv": ("20260601", "20260329", "20261025"),
    "America/Havana": ("20260601", "20260308", "20261101"),
    "Australia/Lord_Howe": ("20260601", "20261004", "20260405"),
    "Asia/Kolkata": ("20260601", "20260101", "20261231"),
}
"""Zones with an ordinary day and days on which the clock changes: at three, at midnight, by half an hour, never."""
Value = TypeVar("Value")


@st.composite
def draw_plan(draw: st.DrawFn) -> tuple[dict[str, str], str]:
    """Draw the tables of a timetable, and the day on which something is to be asked about it."""
    zone = draw(st.sampled_from(tuple(CHANGES)))
    day = draw(pick(*CHANGES[zone]))
    trips, calls, runs = (
        ["route_id,service_id,trip_id,direction_id,trip_headsign,wheelchair_accessible"],
        ["trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,timepoint,stop_headsign"],
        ["trip_id,start_time,end_time,headway_secs,exact_times"],
    )
    for trip in ("T", "U", "V")[: draw(st.sampled_from((1, 2, 3)))]:
        route = draw(st.sampled_from(("R", "S")))
        service = draw(pick("daily", "some"))
        rest = [draw(pick(*values)) for values in (("0", "1", ""), ("", "North"), ("", "1", "2"))]
        trips.append(",".join([route, service, trip, *rest]))
        rows, first_s = draw(_draw_calls(trip))
        calls += rows
        runs += draw(_draw_runs(trip, first_s))
    files = {
        "agency.txt": f"agency_id,agency_name,agency_url,agency_timezone\nX,Ex,https://example.org,{zone}\n"
        f"Y,Why,https://example.org,{zone}",
        "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,X,1,3\nS,Y,2,0",
        "stops.txt": draw(_draw_stops()),
        "trips.txt": "\n".join(trips),
        "stop_times.txt": "\n".join(calls),
        "frequencies.txt": "\n".join(runs) if len(runs) > 1 else "",
        **draw(_draw_calendar(day)),
    }
    return files, day


def pick(*values: Value) -> st.SearchStrategy[Value]:
    """Draw mostly the first value. It stands at both ends, which hypothesis likes best."""
    usual = [values[0]] * len(values)
    return st.sampled_from((*usual, *values[1:], *usual))


def rarely(one_in: int = 6) -> st.SearchStrategy[bool]:
    """Draw True one time in so many."""
    return st.sampled_from((*[False] * (one_in // 2), True, *[False] * (one_in // 2)))


@st.composite
def _draw_stops(draw: st.DrawFn) -> str:
    rows = ("A,Alder,0,", "B1,Birch,0,B", "B2,Birch,,B", "B,Birch,1,", "NA,Cedar,,", "007,Dale,0,")
    lines = [f"{row},{draw(pick('', '1', '2', '0'))}" for row in rows]
    parts = ("door,Birch door,2,B,", "node,,3,B,", "bay,Birch bay,4,B1,")
    return "\n".join(["stop_id,stop_name,location_type,parent_station,wheelchair_boarding", *lines, *parts])


@st.composite
def _draw_calendar(draw: st.DrawFn, day: str) -> dict[str, str]:
    """Draw when the two services run: `daily` always, `some` by weekdays, range and exceptions."""
    exceptions = ["service_id,date,exception_type"]
    other = str(int(day) - 1 if day[-2:] != "01" else int(day) + 1)
    if draw(st.booleans()):
        for service in ("daily", "some"):
            days = draw(st.sets(st.sampled_from((day, other)), min_size=1))
            exceptions += [f"{service},{each},1" for each in sorted(days)]
        return {"calendar.txt": "", "calendar_dates.txt": "\n".join(exceptions)}
    weekdays = draw(st.sampled_from(("1,1,1,1,1,1,1", "1,1,1,1,1,0,0", "0,0,0,0,0,1,1", "0,0,0,0,0,0,0")))
    first = draw(st.sampled_from(("20260101", day, other)))
    last = draw(st.sampled_from(("20261231", day, other)))
    for each in (day, other):
        kind = draw(pick("", "1", "2"))
        exceptions += [f"some,{each},{kind}"] if kind else []
    return {
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        f"daily,1,1,1,1,1,1,1,20260101,20261231\nsome,{weekdays},{first},{last}",
        "calendar_dates.txt": "\n".join(exceptions) if len(exceptions) > 1 else "",
    }


@st.composite
def _draw_calls(draw: st.DrawFn, trip: str) -> tuple[list[str], int]:
    """Draw the rows of a trip, some without times, and its first departure in seconds."""
    stops = draw(st.lists(st.sampled_from(PLACES), min_size=2, max_size=5))
    first_s = now_s = draw(pick(8, 0, 1, 2, 23, 24, 25, 27, 49)) * 3600 + draw(pick(0, 10, 1500, 3540))
    first, step = draw(st.sampled_from(((1, 1), (0, 1), (5, 10))))
    rows: list[str] = []
    for place, stop in enumerate(stops):
        if place:
            now_s += draw(pick(300, 60, 0, 1200, 18000))
        arrival_s = now_s
        if place:
            now_s += draw(pick(0, 60, 900))
        arrival, departure = write_time(arrival_s), write_time(now_s)
        shown = draw(pick("both", "one", "none"))
        if 0 < place < len(stops) - 1 and shown != "both":
            arrival, departure = (arrival, "") if shown == "one" else ("", "")
            now_s = arrival_s
        rest = [draw(pick(*values)) for values in (("0", "1", "2", "3"), ("", "1"), ("", "0", "1"), ("", "Via"))]
        rows.append(",".join([trip, arrival, departure, stop, str(first + place * step), *rest]))
    if draw(st.booleans()):
        rows.reverse()
    return rows, first_s


@st.composite
def _draw_runs(draw: st.DrawFn, trip: str, first_s: int) -> Sequence[str]:
    """Draw rows of frequencies.txt, mostly none."""
    exact = draw(pick(None, "1", "0", ""))
    if exact is None:
        return ()
    start_s = first_s + draw(st.sampled_from((0, 600, -3600))) if first_s >= 3600 else first_s
    headway_s = draw(st.sampled_from((600, 900, 3600)))
    end_s = start_s + draw(st.sampled_from((headway_s, 1800, 1000)))
    rows = [f"{trip},{write_time(start_s)},{write_time(end_s)},{headway_s},{exact}"]
    if draw(st.booleans()):
        rows.append(f"{trip},{write_time(end_s)},{write_time(end_s + 2400)},1200,{exact}")
    return rows


def write_time(seconds: int) -> str:
    """Write a time of the service day."""
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
