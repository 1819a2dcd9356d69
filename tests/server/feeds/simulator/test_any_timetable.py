"""The simulator plays on any timetable, however small or odd."""

from datetime import UTC, datetime
from pathlib import Path

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.realtime import TripRelationship
from stopbell_server.feeds.simulator.scenario import ALWAYS, Fate, Rates, Scenario
from stopbell_server.feeds.simulator.simulator import Simulator
from tests.feedtext import open_text_feed

QUARTER_PAST_NINE = datetime(2026, 11, 30, 7, 15, tzinfo=UTC)
CALM = Rates(0, 0, 0, 0, 0, 0, 0, 0, 0)


def list_relationships(simulator: Simulator) -> list[TripRelationship]:
    return [update.descriptor.relationship for _, update in simulator.list_updates(QUARTER_PAST_NINE)]


def test_a_timetable_without_trips_has_no_live_data(tmp_path: Path) -> None:
    store = open_text_feed(tmp_path, {"stops.txt": "stop_id,stop_name,stop_lat,stop_lon\na,A,46,31"})
    simulator = Simulator(store, Scenario(1))

    assert simulator.list_updates(QUARTER_PAST_NINE) == ()
    assert simulator.list_positions(QUARTER_PAST_NINE) == ()
    assert simulator.list_alerts(QUARTER_PAST_NINE) == ()


def test_one_trip_alone_gets_the_first_of_the_fates_that_must_be(tmp_path: Path) -> None:
    table = """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t,09:10:00,09:10:00,a,1
        t,09:20:00,09:20:00,b,2
        t,09:30:00,09:30:00,c,3
        """
    simulator = Simulator(open_text_feed(tmp_path, {"stop_times.txt": table}), Scenario(1, CALM))

    told = {update.descriptor.trip: update for _, update in simulator.list_updates(QUARTER_PAST_NINE)}

    first = told[TripId("t")].updates[0].departure
    planned = QUARTER_PAST_NINE.timestamp() - 300
    assert ALWAYS[0] is Fate.LATE
    assert first
    assert (first.delay_s or 0) > 120 or (first.time or 0) > planned + 120


def test_a_trip_of_two_stops_never_skips_one(tmp_path: Path) -> None:
    rows = "".join(
        f"t{n},09:{n:02}:00,09:{n:02}:00,a,1\nt{n},09:{n + 5:02}:00,09:{n + 5:02}:00,b,2\n" for n in range(10, 30)
    )
    table = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n" + rows
    store = open_text_feed(tmp_path, {"stop_times.txt": table})

    told = Simulator(store, Scenario(1, Rates(skipping=1))).list_updates(QUARTER_PAST_NINE)

    assert len(told) > 10
    assert {stop.relationship.value for _, update in told for stop in update.updates} == {"SCHEDULED"}


def test_exact_frequencies_are_trips_like_others_with_their_start_told(tmp_path: Path) -> None:
    files = {
        "stop_times.txt": """
            trip_id,arrival_time,departure_time,stop_id,stop_sequence
            t,00:00:00,00:00:00,a,1
            t,00:10:00,00:10:00,b,2
            t,00:20:00,00:20:00,c,3
            """,
        "frequencies.txt": """
            trip_id,start_time,end_time,headway_secs,exact_times
            t,09:00:00,10:00:00,600,1
            """,
    }
    simulator = Simulator(open_text_feed(tmp_path, files), Scenario(1, CALM))

    told = [update.descriptor for _, update in simulator.list_updates(QUARTER_PAST_NINE)]

    planned = [one for one in told if one.relationship in (TripRelationship.SCHEDULED, TripRelationship.CANCELED)]
    assert {one.start_s for one in planned} == {9 * 3600 + 600 * n for n in range(6)}
    assert TripRelationship.CANCELED in list_relationships(simulator)
