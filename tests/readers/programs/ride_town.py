"""A town for one ride: line 10 along five stops and back, a street whose stops lie opposite, names that sound alike."""

from collections.abc import Mapping

BEGIN = "2026-11-30T12:00:00+02:00"
"""The first instant of the ride."""
ZONE = "Europe/Kyiv"
STEP_LATITUDE = 0.0036
"""Between two stops: 400 metres."""
STEP_MIN = 4
_ROAD = ("station", "bridge", "square", "park", "lake")
_NAMES = {
    "station": "Station",
    "bridge": "Bridge",
    "square": "Market Square",
    "park": "Park",
    "lake": "Lake",
    "street": "Market Street",
}
_GERMAN = {
    "station": "Bahnhof",
    "bridge": "Brücke",
    "square": "Marktplatz",
    "park": "Park",
    "lake": "See",
    "street": "Marktstraße",
}
_EAST_SIDE = 24.0300
_WEST_SIDE = 24.0297
"""Twenty metres from the other side of the street."""
_OUTWARD = {"a1": ("11:56", "2"), "a2": ("12:04", "1"), "a3": ("12:24", "1")}
"""Begin at Station, and wheelchair_accessible."""
_BACK = {"b1": ("12:02", "1"), "b2": ("12:22", "2")}


def place(sequence: float) -> float:
    """Give the latitude of a call of the way out, or of a point between two."""
    return 49.84 + STEP_LATITUDE * (sequence - 1)


def list_tables() -> Mapping[str, str]:
    """Give the GTFS tables by file name."""
    stops = [_stop(name, f"{name}-out", number, _EAST_SIDE) for number, name in enumerate(_ROAD, 1)]
    stops += [_stop(name, f"{name}-back", number, _WEST_SIDE) for number, name in enumerate(_ROAD, 1)]
    stops.append(_stop("street", "street", 3, 24.0400))
    trips, times = ["route_id,service_id,trip_id,trip_headsign,direction_id,wheelchair_accessible"], [_TIMES]
    for trip, (begins, access) in _OUTWARD.items():
        trips.append(f"r10,all,{trip},Lake,0,{access}")
        times += _call(trip, begins, [f"{name}-out" for name in _ROAD])
    for trip, (begins, access) in _BACK.items():
        trips.append(f"r10,all,{trip},Station,1,{access}")
        times += _call(trip, begins, [f"{name}-back" for name in reversed(_ROAD)])
    trips.append("r7,all,c1,Station,0,1")
    times += _call("c1", "12:10", ["street", "station-back"])
    return {
        "agency.txt": "agency_id,agency_name,agency_url,agency_timezone,agency_lang\n"
        f"a,Ride Transport,https://example.org,{ZONE},en\n",
        "feed_info.txt": "feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date\n"
        "Ride Transport,https://example.org,en,20260101,20271231\n",
        "calendar.txt": "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
        "all,1,1,1,1,1,1,1,20260101,20271231\n",
        "routes.txt": "route_id,agency_id,route_short_name,route_type\nr10,a,10,0\nr7,a,7,3\n",
        "stops.txt": "\n".join(["stop_id,stop_name,stop_lat,stop_lon,wheelchair_boarding", *stops]),
        "trips.txt": "\n".join(trips),
        "stop_times.txt": "\n".join(times),
        "translations.txt": "\n".join(["table_name,field_name,language,translation,field_value", *_translate()]),
    }


_TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence"


def _stop(name: str, stop_id: str, number: int, longitude: float) -> str:
    return f"{stop_id},{_NAMES[name]},{place(number):.4f},{longitude},1"


def _call(trip: str, begins: str, stops: list[str]) -> list[str]:
    hours, minutes = map(int, begins.split(":"))
    rows: list[str] = []
    for number, stop in enumerate(stops):
        total = hours * 60 + minutes + STEP_MIN * number
        at = f"{total // 60:02d}:{total % 60:02d}:00"
        rows.append(f"{trip},{at},{at},{stop},{number + 1}")
    return rows


def _translate() -> list[str]:
    names = [f"stops,stop_name,de,{german},{_NAMES[name]}" for name, german in _GERMAN.items()]
    return [*names, *(f"trips,trip_headsign,de,{_GERMAN[name]},{_NAMES[name]}" for name in ("lake", "station"))]
