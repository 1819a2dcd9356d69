"""Trips from end to end."""

from datetime import date
from pathlib import Path

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import RouteId, ServiceId, StopId, TripId
from stopbell_server.domain.network import Boarding, Frequency, StopTime, Trip
from tests.feedtext import open_text_feed

DAY = date(2026, 3, 2)


def test_a_trip_has_all_that_trips_txt_says(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "trips.txt": """
                route_id,service_id,trip_id,trip_headsign,trip_short_name,direction_id,block_id,wheelchair_accessible
                R,daily,T1,Вокзал,IC 1,1,B7,1
                R,daily,T2,,,,,2
                R,daily,T3,,,,,0
            """
        },
    )

    assert store.find_trip(TripId("T1")) == Trip(
        TripId("T1"), RouteId("R"), ServiceId("daily"), "Вокзал", "IC 1", 1, "B7", Access.YES, is_frequency=False
    )
    assert store.find_trip(TripId("T2")) == Trip(TripId("T2"), RouteId("R"), ServiceId("daily"), wheelchair=Access.NO)
    assert store.find_trip(TripId("T3")) == Trip(TripId("T3"), RouteId("R"), ServiceId("daily"))
    assert store.find_trip(TripId("T4")) is None
    assert store.known_trips([TripId("T3"), TripId("T4"), TripId("T1")]) == {TripId("T1"), TripId("T3")}


def test_stop_times_come_by_sequence_with_all_that_the_row_says(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type,drop_off_type,stop_headsign,timepoint
                T1,08:10:00,08:12:00,M,7,2,3,,0
                T1,08:00:00,08:00:00,S,2,,1,Центр,1
                T1,08:20:00,08:20:00,E,40,1,,,
            """
        },
    )

    assert store.list_stop_times(TripId("T1")) == (
        StopTime(StopId("S"), 2, 28_800, 28_800, drop_off=Boarding.NOT_AVAILABLE, headsign="Центр"),
        StopTime(StopId("M"), 7, 29_400, 29_520, Boarding.PHONE_AGENCY, Boarding.ASK_DRIVER, is_approximate=True),
        StopTime(StopId("E"), 40, 30_000, 30_000, pickup=Boarding.NOT_AVAILABLE),
    )
    assert store.list_stop_times(TripId("unknown")) == ()


def test_trips_of_one_pattern_keep_their_own_times(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,S,1
                T1,08:10:00,08:10:00,E,2
                T2,09:00:00,09:00:00,S,1
                T2,09:10:00,09:10:00,E,2
                T3,09:00:00,09:00:00,S,1
                T3,09:11:00,09:11:00,E,2
            """
        },
    )

    times = [[row.arrival_s for row in store.list_stop_times(TripId(trip))] for trip in ("T1", "T2", "T3")]

    assert times == [[28_800, 29_400], [32_400, 33_000], [32_400, 33_060]]


def test_frequencies_come_by_start(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                F,00:00:00,00:00:00,S,1
                F,00:10:00,00:10:00,E,2
            """,
            "frequencies.txt": """
                trip_id,start_time,end_time,headway_secs,exact_times
                F,09:00:00,12:00:00,900,0
                F,06:00:00,09:00:00,600,1
            """,
        },
    )

    assert store.list_frequencies(TripId("F")) == (
        Frequency(21_600, 32_400, 600, is_exact=True),
        Frequency(32_400, 43_200, 900, is_exact=False),
    )
    trip = store.find_trip(TripId("F"))
    assert trip is not None
    assert trip.is_frequency


def test_trips_are_found_by_the_time_they_start(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:01:00,S,1
                T1,08:10:00,08:10:00,E,2
                T2,08:01:00,08:01:00,S,1
                T2,08:10:00,08:10:00,E,2
                T3,08:02:00,08:02:00,S,1
                T3,08:10:00,08:10:00,E,2
            """
        },
    )

    def find(route: str, day: date, start_s: int) -> list[str]:
        return [trip.id for trip in store.list_trips_starting(RouteId(route), day, start_s)]

    assert find("R", DAY, 28_860) == ["T1", "T2"]
    assert find("R", DAY, 28_800) == []
    assert find("unknown", DAY, 28_860) == []
    assert find("R", date(2027, 3, 2), 28_860) == []


def test_a_frequency_trip_starts_only_at_its_exact_runs(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                X,06:00:00,06:00:00,S,1
                X,06:10:00,06:10:00,E,2
                F,06:00:00,06:00:00,S,1
                F,06:10:00,06:10:00,E,2
            """,
            "frequencies.txt": """
                trip_id,start_time,end_time,headway_secs,exact_times
                X,06:00:00,07:00:00,600,1
                F,06:00:00,07:00:00,600,0
            """,
        },
    )

    found = {
        start: [trip.id for trip in store.list_trips_starting(RouteId("R"), DAY, start)]
        for start in (21_600, 22_200, 22_201, 25_200)
    }

    assert found == {21_600: ["X"], 22_200: ["X"], 22_201: [], 25_200: []}
