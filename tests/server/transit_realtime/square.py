"""A town like the one of the documentation, for its requests: stop 61, lines Т01 and Т02, a vehicle at each end.

It is Wednesday 23 September 2026, 12:01:21 in Kyiv. Line А03 is there to change to; line 7 has no direction_id.
"""

import re
from collections.abc import Mapping
from datetime import datetime
from pathlib import Path

from stopbell_server.domain.access import Access
from stopbell_server.domain.fleet import FleetRegistry, FleetRule
from stopbell_server.world import World
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.worldtext import open_text_world

NOW = "2026-09-23T12:01:21+03:00"
NOW_POSIX = int(datetime.fromisoformat(NOW).timestamp())

SQUARE: Mapping[str, str] = {
    "calendar.txt": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        work,1,1,1,1,1,0,0,20260101,20261231
        sat,0,0,0,0,0,1,0,20260101,20261231
        sun,0,0,0,0,0,0,1,20260101,20261231
        """,
    "calendar_dates.txt": """
        service_id,date,exception_type
        work,20260928,2
        sun,20260928,1
        """,
    "stops.txt": """
        stop_id,stop_code,stop_name,stop_lat,stop_lon
        61,61,Площа Ринок,49.84146,24.03227
        58,58,Руська,49.84186,24.03408
        118,118,Залізничний вокзал,49.83900,23.99677
        188,188,Приміський вокзал,49.83850,23.99850
        197,197,Погулянка,49.83000,24.06500
        286,286,Пасічна,49.82000,24.09000
        400,0400,Левандівка,49.85500,23.96000
        """,
    "routes.txt": """
        route_id,agency_id,route_short_name,route_long_name,route_type,route_color
        1627,A,Т01,Вокзал - Погулянка,0,e42d24
        1734,A,Т02,Вокзал - Пасічна,0,93573D
        1900,A,А03,Пасічна - Левандівка,3,
        2000,A,7,,3,
        """,
    "trips.txt": """
        route_id,service_id,trip_id,trip_headsign,direction_id,shape_id
        1627,work,t1a,Залізничний вокзал,0,
        1627,work,t1b,Залізничний вокзал,0,
        1627,sat,t1c,Залізничний вокзал,0,
        1627,sun,t1d,Залізничний вокзал,0,
        1627,work,t1r,Погулянка,1,
        1734,work,t2a,Пасічна,1,east
        1734,work,t2b,Пасічна,1,east
        1734,work,t2r,Залізничний вокзал,0,
        1900,work,a3,Левандівка,0,
        2000,work,s7,,,
        2000,work,s7r,,,
        """,
    "shapes.txt": """
        shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
        east,49.83860,23.99300,1
        east,49.83910,23.99670,2
        east,49.84030,24.01400,3
        east,49.84140,24.03230,4
        east,49.83100,24.06480,5
        east,49.83102,24.06484,6
        east,49.82000,24.09000,7
        """,
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t1a,11:50:00,11:50:00,197,1
        t1a,12:00:00,12:00:00,58,2
        t1a,12:10:00,12:10:00,118,3
        t1a,12:12:00,12:12:00,188,4
        t1b,24:10:00,24:10:00,197,1
        t1b,24:20:00,24:20:00,58,2
        t1b,24:30:00,24:30:00,118,3
        t1b,24:32:00,24:32:00,188,4
        t1c,07:00:00,07:00:00,197,1
        t1c,07:10:00,07:10:00,58,2
        t1c,07:20:00,07:20:00,118,3
        t1c,07:22:00,07:22:00,188,4
        t1d,08:00:00,08:00:00,197,1
        t1d,08:10:00,08:10:00,58,2
        t1d,08:20:00,08:20:00,118,3
        t1d,08:22:00,08:22:00,188,4
        t1r,12:20:00,12:20:00,118,1
        t1r,12:30:00,12:30:00,61,2
        t1r,12:40:00,12:40:00,197,3
        t2a,11:50:00,11:50:00,118,1
        t2a,12:03:00,12:03:00,61,2
        t2a,12:20:00,12:20:00,286,3
        t2b,12:10:00,12:10:00,118,1
        t2b,12:23:00,12:23:00,61,2
        t2b,12:40:00,12:40:00,286,3
        t2r,13:00:00,13:00:00,286,1
        t2r,13:20:00,13:20:00,58,2
        t2r,13:30:00,13:30:00,118,3
        a3,12:50:00,12:50:00,286,1
        a3,13:50:00,13:50:00,400,2
        s7,09:00:00,09:00:00,197,1
        s7,09:10:00,09:10:00,286,2
        s7r,09:30:00,09:30:00,286,1
        s7r,09:40:00,09:40:00,197,2
        """,
    "translations.txt": """
        table_name,field_name,language,translation,record_id
        stops,stop_name,en,Rynok square,61
        stops,stop_name,en,Ruska,58
        stops,stop_name,en,Railway station,118
        """,
}

FLEET = FleetRegistry(
    (
        FleetRule(pattern=re.compile("59.*"), field="id", low_floor=Access.YES),
        FleetRule(pattern=re.compile("23.*"), field="id", low_floor=Access.NO),
    )
)


def list_live(at: int = NOW_POSIX) -> list[bytes]:
    """Give the live feeds: trip updates of two trips, and four vehicles, one of a line that the timetable lacks."""
    updates = (
        update(
            "t2a",
            stop(2, "61", arrival={"delay": 90}, departure={"delay": 90}),
            start_date="20260923",
            vehicle={"id": "2393"},
        ),
        update("t1a", stop(3, "118", departure={"time": at + 219}), stop(4, "188", arrival={"time": at + 268})),
    )
    positions = (
        vehicle(
            "2393", trip="t2a", descriptor={"license_plate": "1238"}, timestamp=at - 10, lat=49.83461, lon=24.01672
        ),
        vehicle("5907", trip="t1a", timestamp=at - 10, lat=49.83947, lon=23.99566),
        vehicle("6000", trip={"route_id": "1627", "direction_id": 1}, timestamp=at - 10, lat=49.8389, lon=23.9960),
        vehicle("7777", trip={"route_id": "EXT9"}, timestamp=at - 10, lat=49.9, lon=24.2),
        vehicle("8888", trip="t1a", timestamp=at - 600, lat=49.83947, lon=23.99566),
    )
    for place, bearing in ((0, 60.4), (1, 126.0)):
        positions[place]["vehicle"]["position"]["bearing"] = bearing
    return [make_updates(header=at, entities=entities) for entities in (updates, positions)]


def open_square(tmp_path: Path, *, at: str = NOW, live: list[bytes] | None = None, authority: str = "lviv") -> World:
    """Give the town with its live feeds, or others."""
    realtime = list_live() if live is None else live
    return open_text_world(tmp_path, SQUARE, at=at, realtime=realtime, fleet=FLEET, authority=authority)
