"""Trips as live data is compared with them: the same stops and times as a trip asked for alone, shared where equal."""

from pathlib import Path

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import RouteId, TripId
from stopbell_server.domain.outline import TripOutline
from stopbell_server.store.read import SqliteStore
from tests.feedtext import open_text_feed

FILES = {
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\nS,A,2,3",
    "trips.txt": "route_id,service_id,trip_id\nR,daily,early\nS,daily,late\nR,daily,slow\nR,daily,often\nR,daily,none",
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        early,08:00:00,08:01:00,A,10
        early,08:10:00,08:10:00,B,20
        late,25:00:00,25:01:00,A,10
        late,25:10:00,25:10:00,B,20
        slow,08:00:00,08:00:00,A,10
        slow,08:30:00,08:30:00,B,20
        often,00:05:00,00:05:00,A,1
        often,00:10:00,00:10:00,B,2
        """,
    "frequencies.txt": "trip_id,start_time,end_time,headway_secs\noften,06:00:00,09:00:00,600",
}


def list_calls(outline: TripOutline) -> list[tuple[str, int, int | None, int | None]]:
    times = zip(outline.times.arrivals, outline.times.departures, strict=True)
    shifted = [[None if time is None else time + outline.start_s for time in pair] for pair in times]
    places = zip(outline.stops.stops, outline.stops.sequences, shifted, strict=True)
    return [(stop, sequence, arrival, departure) for stop, sequence, (arrival, departure) in places]


def outline(store: SqliteStore, *trips: str) -> dict[str, TripOutline]:
    return {found.trip: found for found in store.list_outlines([TripId(trip) for trip in trips])}


def test_an_outline_calls_where_and_when_its_trip_does(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, FILES)
    found = outline(store, "early", "late", "slow", "often", "none", "unheard-of")
    assert set(found) == {"early", "late", "slow", "often", "none"}
    for trip, told in found.items():
        calls = store.list_stop_times(TripId(trip))
        assert list_calls(told) == [(c.stop, c.sequence, c.arrival_s, c.departure_s) for c in calls]
    assert (found["late"].route, found["often"].is_frequency) == (RouteId("S"), True)


def test_trips_that_are_alike_share_stops_and_times(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, FILES)
    found = outline(store, "early")
    later = outline(store, "late", "slow")
    assert later["late"].stops is later["slow"].stops is found["early"].stops
    assert later["late"].times is found["early"].times
    assert later["slow"].times is not found["early"].times


def test_an_outline_says_where_one_may_get_on_and_off(tmp_path: Path) -> None:
    files = {
        "stop_times.txt": """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type
            t,08:00:00,08:00:00,A,1,,
            t,08:10:00,08:10:00,B,2,1,
            t,08:20:00,08:20:00,C,3,2,1
            t,08:30:00,08:30:00,D,4,0,3
            """
    }
    told = outline(open_text_feed(tmp_path, files), "t")["t"].stops
    assert told.can_board == (True, False, True, False)
    assert told.can_alight == (False, True, False, True)


def test_an_outline_knows_whether_its_vehicle_can_be_boarded(tmp_path: Path) -> None:
    trips = "route_id,service_id,trip_id,wheelchair_accessible\nR,daily,early,1\nR,daily,late,2\nR,daily,slow,"
    found = outline(
        open_text_feed(tmp_path, {**FILES, "trips.txt": trips, "frequencies.txt": ""}), "early", "late", "slow"
    )
    assert [found[trip].wheelchair for trip in ("early", "late", "slow")] == [Access.YES, Access.NO, Access.UNKNOWN]
