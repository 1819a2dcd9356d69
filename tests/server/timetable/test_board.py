"""What a board says: one rule of the specification, one test."""

from pathlib import Path

import pytest

from stopbell_server.domain.access import Access, AccessSource
from stopbell_server.domain.calls import Board, Call, CallKind, Coverage, StopRef
from stopbell_server.domain.certainty import CallStatus, Certainty, FeedState
from stopbell_server.domain.ids import Authority, StopId
from tests.realtimetext import make_updates, stop, update, vehicle
from tests.worldtext import open_text_world

NOON = "2026-11-30T12:00:00+02:00"
"""A Monday in Kyiv; POSIX 1_796_032_800."""
NOON_POSIX = 1_796_032_800

CITY = {
    "agency.txt": """
        agency_id,agency_name,agency_url,agency_timezone,agency_lang
        a,City,https://example.org,Europe/Kyiv,uk
        """,
    "calendar.txt": """
        service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
        week,1,1,1,1,1,0,0,20260101,20261231
        """,
    "stops.txt": """
        stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,platform_code,wheelchair_boarding
        S,Central,49.840,24.030,1,,,1
        S1,Central,49.8401,24.0301,0,S,1,
        S2,Central,49.8402,24.0302,0,S,2,2
        m,Market,49.845,24.035,0,,,1
        e,End,49.850,24.040,0,,,
        """,
    "routes.txt": """
        route_id,agency_id,route_short_name,route_type
        r10,a,10A,3
        r7,a,7,0
        """,
    "trips.txt": """
        route_id,service_id,trip_id,trip_headsign,direction_id,wheelchair_accessible
        r10,week,t1,End,0,1
        r10,week,t2,End,0,2
        r7,week,t3,End,0,
        """,
    "stop_times.txt": """
        trip_id,arrival_time,departure_time,stop_id,stop_sequence
        t1,12:03:00,12:03:00,S1,1
        t1,12:10:00,12:11:00,m,2
        t1,12:20:00,12:20:00,e,3
        t2,12:23:00,12:23:00,S1,1
        t2,12:30:00,12:30:00,m,2
        t2,12:40:00,12:40:00,e,3
        t3,12:05:00,12:05:00,S2,1
        t3,12:15:00,12:15:00,m,2
        t3,12:25:00,12:25:00,e,3
        """,
}


def _board(
    tmp_path: Path,
    *entities: dict[str, object],
    at: str = NOON,
    stop_id: str = "m",
    age_s: int = 10,
    files: dict[str, str] | None = None,
    **question: object,
) -> Board:
    """Ask for the board of a stop; with entities, the live feed's clock is `age_s` behind."""
    payload = make_updates(header=NOON_POSIX - age_s, entities=entities) if entities else None
    world = open_text_world(tmp_path, CITY | (files or {}), at=at, realtime=None if payload is None else [payload])
    return world.get_board(StopRef(Authority("test"), StopId(stop_id)), limit=20, **question)  # type: ignore[arg-type]  # test keywords


def _rows(board: Board) -> list[str]:
    """Give each call as "trip HH:MM status certainty"."""
    return [_row(call, board.kind) for call in board.calls]


def _row(call: Call, kind: CallKind = CallKind.DEPARTURES) -> str:
    instant = call.effective(kind)
    time = instant.strftime("%H:%M") if instant else "--:--"
    return f"{call.trip} {time} {call.status.value} {call.certainty.value}"


def test_without_live_data_every_call_is_by_timetable(tmp_path: Path) -> None:
    board = _board(tmp_path)
    assert _rows(board) == [
        "t1 12:11 running timetable",
        "t3 12:15 running timetable",
        "t2 12:30 running timetable",
    ]
    assert board.live.state is FeedState.ABSENT


def test_a_station_answers_for_all_its_platforms(tmp_path: Path) -> None:
    board = _board(tmp_path, stop_id="S")
    assert [(call.trip, call.stop.platform) for call in board.calls] == [("t1", "1"), ("t3", "2"), ("t2", "1")]


def test_a_last_call_is_no_departure(tmp_path: Path) -> None:
    assert _rows(_board(tmp_path, stop_id="e")) == []


def test_a_last_call_is_an_arrival_that_ends_here(tmp_path: Path) -> None:
    rows = _rows(_board(tmp_path, stop_id="e", kind=CallKind.ARRIVALS))
    assert rows == ["t1 12:20 ends-here timetable", "t3 12:25 ends-here timetable", "t2 12:40 ends-here timetable"]


def test_a_first_call_is_no_arrival(tmp_path: Path) -> None:
    assert _rows(_board(tmp_path, stop_id="S", kind=CallKind.ARRIVALS)) == []


def test_a_stop_without_pickup_offers_no_departure(tmp_path: Path) -> None:
    files = {
        "stop_times.txt": CITY["stop_times.txt"]
        .replace("stop_sequence", "stop_sequence,pickup_type")
        .replace("12:11:00,m,2", "12:11:00,m,2,1")
    }
    assert [call.trip for call in _board(tmp_path, files=files).calls] == ["t3", "t2"]


def test_a_delay_moves_the_call_and_is_live(tmp_path: Path) -> None:
    board = _board(tmp_path, update("t1", stop(1, "S1", departure={"delay": 300}), start_date="20261130"))
    assert _rows(board)[:2] == ["t3 12:15 running timetable", "t1 12:16 running live"]


def test_a_trip_without_update_is_not_on_time_but_by_timetable(tmp_path: Path) -> None:
    board = _board(tmp_path, update("t1", stop(1, "S1", departure={"delay": 0}), start_date="20261130"))
    assert [(call.trip, call.certainty) for call in board.calls] == [
        ("t1", Certainty.LIVE),
        ("t3", Certainty.TIMETABLE),
        ("t2", Certainty.TIMETABLE),
    ]
    assert board.calls[1].departure.expected is None


@pytest.mark.parametrize(
    ("age_s", "certainty"), [(90, "live"), (91, "ageing"), (180, "ageing"), (181, "lost"), (1799, "lost")]
)
def test_a_prediction_ages_by_the_feeds_own_clock(tmp_path: Path, age_s: int, certainty: str) -> None:
    entity = update("t1", stop(1, "S1", departure={"delay": 60}), start_date="20261130")
    assert _rows(_board(tmp_path, entity, age_s=age_s))[0] == f"t1 12:12 running {certainty}"


def test_after_half_an_hour_a_prediction_is_forgotten_and_the_feed_is_lost(tmp_path: Path) -> None:
    entity = update("t1", stop(1, "S1", departure={"delay": 60}), start_date="20261130")
    board = _board(tmp_path, entity, age_s=1801)
    assert (_rows(board)[0], board.live.state) == ("t1 12:11 running timetable", FeedState.LOST)


def test_an_updates_own_older_stamp_counts_more_than_the_header(tmp_path: Path) -> None:
    entity = update("t1", stop(1, "S1", departure={"delay": 60}), start_date="20261130", timestamp=NOON_POSIX - 240)
    assert _rows(_board(tmp_path, entity))[0] == "t1 12:12 running lost"


def test_a_feed_ahead_of_our_clock_is_not_used_and_no_minutes_are_credible(tmp_path: Path) -> None:
    entity = update("t1", stop(1, "S1", departure={"delay": 60}), start_date="20261130")
    board = _board(tmp_path, entity, age_s=-121)
    assert (_rows(board)[0], board.live.state) == ("t1 12:11 running timetable", FeedState.FUTURE)
    assert not board.live.clock_ok


def test_a_cancelled_trip_is_listed_as_cancelled_at_its_planned_time(tmp_path: Path) -> None:
    board = _board(tmp_path, update("t1", start_date="20261130", schedule_relationship="CANCELED"))
    assert _rows(board)[0] == "t1 12:11 cancelled live"


def test_a_cancellation_beats_the_stops_predictions(tmp_path: Path) -> None:
    entity = update(
        "t1", stop(2, "m", departure={"delay": 600}), start_date="20261130", schedule_relationship="CANCELED"
    )
    assert _rows(_board(tmp_path, entity))[0] == "t1 12:11 cancelled live"


def test_a_cancelled_trip_is_no_departure_at_its_last_stop(tmp_path: Path) -> None:
    entity = update("t1", start_date="20261130", schedule_relationship="CANCELED")
    assert _rows(_board(tmp_path, entity, stop_id="e")) == []


def test_a_deleted_trip_is_not_shown_at_all(tmp_path: Path) -> None:
    board = _board(tmp_path, update("t1", start_date="20261130", schedule_relationship="DELETED"))
    assert [call.trip for call in board.calls] == ["t3", "t2"]


def test_a_skipped_stop_offers_no_ride_but_is_said(tmp_path: Path) -> None:
    entity = update("t1", stop(2, "m", schedule_relationship="SKIPPED"), start_date="20261130")
    assert _rows(_board(tmp_path, entity))[0] == "t1 12:11 skipped live"


def test_no_data_is_by_timetable(tmp_path: Path) -> None:
    entity = update(
        "t1",
        stop(1, "S1", departure={"delay": 300}),
        stop(2, "m", schedule_relationship="NO_DATA"),
        start_date="20261130",
    )
    assert _rows(_board(tmp_path, entity))[0] == "t1 12:11 running timetable"


def test_an_update_for_yesterday_does_not_touch_today(tmp_path: Path) -> None:
    board = _board(tmp_path, update("t1", stop(1, "S1", departure={"delay": 300}), start_date="20261127"))
    assert _rows(board)[0] == "t1 12:11 running timetable"


def test_without_start_date_the_day_nearest_the_predicted_time_is_meant(tmp_path: Path) -> None:
    entity = update("t1", stop(1, "S1", departure={"time": NOON_POSIX + 240}))
    assert _rows(_board(tmp_path, entity))[0] == "t1 12:12 running live"


def test_a_delay_of_a_whole_day_is_not_spoken(tmp_path: Path) -> None:
    entity = update("t1", stop(1, "S1", departure={"delay": 86_400}), start_date="20261130")
    assert _rows(_board(tmp_path, entity))[0] == "t1 12:11 running timetable"


def test_an_update_without_trip_is_matched_by_route_direction_and_start(tmp_path: Path) -> None:
    entity = update(
        None,
        stop(1, "S1", departure={"delay": 60}),
        route_id="r10",
        direction_id=0,
        start_date="20261130",
        start_time="12:03:00",
    )
    assert _rows(_board(tmp_path, entity))[0] == "t1 12:12 running live"


def test_an_update_without_trip_that_fits_two_trips_is_discarded(tmp_path: Path) -> None:
    files = {
        "trips.txt": CITY["trips.txt"] + "r10,week,t4,End,0,\n        ",
        "stop_times.txt": CITY["stop_times.txt"] + "t4,12:03:00,12:03:00,S2,1\n        t4,12:20:00,12:20:00,e,2\n",
    }
    entity = update(
        None,
        stop(1, "S1", departure={"delay": 60}),
        route_id="r10",
        direction_id=0,
        start_date="20261130",
        start_time="12:03:00",
    )
    assert _rows(_board(tmp_path, entity, files=files))[0] == "t1 12:11 running timetable"


def test_a_late_vehicle_stays_on_the_board_after_its_planned_time(tmp_path: Path) -> None:
    entity = update("t1", stop(1, "S1", departure={"delay": 1200}), start_date="20261130")
    board = _board(tmp_path, entity, at="2026-11-30T12:15:00+02:00", age_s=-890)
    assert "t1 12:31 running live" in _rows(board)


def test_a_vehicle_that_left_early_is_off_the_board(tmp_path: Path) -> None:
    entity = update("t1", stop(2, "m", departure={"delay": -760}), start_date="20261130")
    assert [call.trip for call in _board(tmp_path, entity).calls] == ["t3", "t2"]


def test_a_call_of_the_last_minute_still_counts_as_now(tmp_path: Path) -> None:
    assert _rows(_board(tmp_path, at="2026-11-30T12:12:00+02:00"))[0] == "t1 12:11 running timetable"
    assert _rows(_board(tmp_path, at="2026-11-30T12:12:01+02:00"))[0] == "t3 12:15 running timetable"


def test_an_added_trip_stands_at_its_stops_and_ends_at_its_last(tmp_path: Path) -> None:
    entity = update(
        "x9",
        stop(1, "S1", departure={"time": NOON_POSIX + 60}),
        stop(2, "m", departure={"time": NOON_POSIX + 360}),
        stop(3, "e", arrival={"time": NOON_POSIX + 600}),
        route_id="r10",
        start_date="20261130",
        schedule_relationship="ADDED",
    )
    assert _rows(_board(tmp_path, entity))[0] == "x9 12:06 added live"
    assert _rows(_board(tmp_path, entity, stop_id="e")) == []


def test_a_cancelled_trip_with_an_added_one_in_its_place_is_replaced(tmp_path: Path) -> None:
    added = update(
        "t1_1",
        stop(1, "S1", departure={"time": NOON_POSIX + 180}),
        stop(2, "m", departure={"time": NOON_POSIX + 700}),
        stop(3, "e", arrival={"time": NOON_POSIX + 1200}),
        route_id="r10",
        start_date="20261130",
        schedule_relationship="ADDED",
    )
    cancelled = update("t1", start_date="20261130", schedule_relationship="CANCELED")
    assert _rows(_board(tmp_path, added, cancelled))[:2] == ["t1 12:11 replaced live", "t1_1 12:11 added live"]


def test_a_replacement_takes_the_place_of_the_plan(tmp_path: Path) -> None:
    entity = update(
        "t1",
        stop(1, "S1", departure={"time": NOON_POSIX + 300}),
        stop(2, "e", arrival={"time": NOON_POSIX + 900}),
        start_date="20261130",
        schedule_relationship="REPLACEMENT",
    )
    assert [call.trip for call in _board(tmp_path, entity).calls] == ["t3", "t2"]
    assert _rows(_board(tmp_path, entity, stop_id="S1"))[0] == "t1 12:05 running live"


def test_a_duplicate_runs_beside_its_original(tmp_path: Path) -> None:
    entity = update(
        "t1",
        schedule_relationship="DUPLICATED",
        trip_properties={"trip_id": "t1-copy", "start_date": "20261130", "start_time": "12:13:00"},
    )
    assert _rows(_board(tmp_path, entity)) == [
        "t1 12:11 running timetable",
        "t3 12:15 running timetable",
        "t1-copy 12:21 added timetable",
        "t2 12:30 running timetable",
    ]


def test_a_changed_platform_is_listed_at_both_and_says_where_it_was_planned(tmp_path: Path) -> None:
    entity = update(
        "t1",
        stop(1, "S1", departure={"delay": 0}, stop_time_properties={"assigned_stop_id": "S2"}),
        start_date="20261130",
    )
    for stop_id in ("S", "S1", "S2"):
        call = next(call for call in _board(tmp_path, entity, stop_id=stop_id).calls if call.trip == "t1")
        assert (call.stop.id, call.planned_stop.id if call.planned_stop else None) == ("S2", "S1"), stop_id


def test_access_joins_stop_and_vehicle_and_names_both_sources(tmp_path: Path) -> None:
    boards = {call.trip: call.access for call in _board(tmp_path, stop_id="m").calls}
    assert [boards[trip].verdict for trip in ("t1", "t2", "t3")] == [Access.YES, Access.NO, Access.UNKNOWN]
    assert (boards["t1"].stop.source, boards["t1"].vehicle.source) == (AccessSource.STOP, AccessSource.TRIP)


def test_a_platform_inherits_access_from_its_station_unless_it_says_otherwise(tmp_path: Path) -> None:
    found = {call.stop.id: call.access.stop for call in _board(tmp_path, stop_id="S").calls}
    assert (found["S1"].value, found["S1"].source) == (Access.YES, AccessSource.STATION)
    assert (found["S2"].value, found["S2"].source) == (Access.NO, AccessSource.STOP)


@pytest.mark.parametrize(
    ("word", "value", "source"),
    [
        ("NO_VALUE", Access.YES, AccessSource.TRIP),
        ("UNKNOWN", Access.UNKNOWN, AccessSource.REALTIME),
        ("WHEELCHAIR_ACCESSIBLE", Access.YES, AccessSource.REALTIME),
        ("WHEELCHAIR_INACCESSIBLE", Access.NO, AccessSource.REALTIME),
    ],
)
def test_the_live_vehicle_overrides_the_plan_and_unknown_wipes_a_planned_yes(
    tmp_path: Path, word: str, value: Access, source: AccessSource
) -> None:
    entity = update(
        "t1",
        stop(1, "S1", departure={"delay": 0}),
        start_date="20261130",
        vehicle={"id": "bus-1", "wheelchair_accessible": word},
    )
    fact = _board(tmp_path, entity).calls[0].access.vehicle
    assert (fact.value, fact.source) == (value, source)


def test_wheelchair_access_does_not_make_a_low_floor(tmp_path: Path) -> None:
    assert _board(tmp_path).calls[0].access.low_floor is Access.UNKNOWN


def test_stops_away_counts_from_the_vehicles_next_stop(tmp_path: Path) -> None:
    position = vehicle(
        "bus-1",
        trip={"trip_id": "t1", "start_date": "20261130"},
        lat=49.84,
        lon=24.03,
        current_stop_sequence=1,
        timestamp=NOON_POSIX - 10,
    )
    call = _board(tmp_path, update("t1", stop(1, "S1", departure={"delay": 0}), start_date="20261130"), position).calls[
        0
    ]
    assert (call.stops_away, call.vehicle.id if call.vehicle else None) == (1, "bus-1")


def test_yesterdays_trip_past_midnight_is_on_tonights_board(tmp_path: Path) -> None:
    files = {
        "stop_times.txt": CITY["stop_times.txt"]
        .replace("t2,12:2", "t2,25:2")
        .replace("t2,12:3", "t2,25:3")
        .replace("t2,12:4", "t2,25:4")
    }
    board = _board(tmp_path, at="2026-12-01T01:00:00+02:00", files=files)
    assert [(row, call.service_day.isoformat()) for row, call in zip(_rows(board), board.calls, strict=True)] == [
        ("t2 01:30 running timetable", "2026-11-30")
    ]


def test_a_removed_day_has_no_service_and_an_added_one_has(tmp_path: Path) -> None:
    files = {"calendar_dates.txt": "service_id,date,exception_type\nweek,20261130,2\nweek,20261129,1\n"}
    assert _board(tmp_path, files=files).coverage is Coverage.NO_SERVICE
    assert len(_board(tmp_path, files=files, at="2026-11-29T12:00:00+02:00").calls) == 3


@pytest.mark.parametrize(
    ("at", "coverage"),
    [("2027-01-04T12:00:00+02:00", Coverage.ENDED), ("2025-12-31T12:00:00+02:00", Coverage.NOT_STARTED)],
)
def test_a_day_outside_the_timetable_is_not_a_day_without_service(tmp_path: Path, at: str, coverage: Coverage) -> None:
    assert _board(tmp_path, at=at).coverage is coverage


FREQUENCY = {
    "frequencies.txt": """
        trip_id,start_time,end_time,headway_secs,exact_times
        t3,12:00:00,12:30:00,600,{exact}
        """
}


def test_exact_frequencies_are_concrete_trips_whose_end_starts_no_run(tmp_path: Path) -> None:
    files = {name: text.format(exact=1) for name, text in FREQUENCY.items()}
    calls = [call for call in _board(tmp_path, files=files).calls if call.trip == "t3"]
    assert [(_row(call), call.start_s) for call in calls] == [
        ("t3 12:10 running timetable", 43200),
        ("t3 12:20 running timetable", 43800),
        ("t3 12:30 running timetable", 44400),
    ]


def test_inexact_frequencies_have_a_headway_and_no_clock_time(tmp_path: Path) -> None:
    files = {name: text.format(exact=0) for name, text in FREQUENCY.items()}
    calls = [call for call in _board(tmp_path, files=files).calls if call.trip == "t3"]
    assert [(_row(call), call.headway_s) for call in calls] == [("t3 --:-- running frequency", 600)]


def test_a_live_run_of_an_inexact_frequency_trip_is_told_apart_by_its_start(tmp_path: Path) -> None:
    files = {name: text.format(exact=0) for name, text in FREQUENCY.items()}
    entity = update(
        "t3",
        stop(1, "S2", departure={"time": NOON_POSIX + 120}),
        start_date="20261130",
        start_time="12:01:00",
        schedule_relationship="UNSCHEDULED",
    )
    rows = [_row(call) for call in _board(tmp_path, entity, files=files).calls if call.trip == "t3"]
    assert rows == ["t3 12:12 running live", "t3 --:-- running frequency"]


def test_a_feed_that_matches_nothing_is_said_to_be_unmatched(tmp_path: Path) -> None:
    entities = [update(f"other-{n}", stop(1, "S1", departure={"delay": 0}), start_date="20261130") for n in range(20)]
    board = _board(tmp_path, *entities)
    assert (board.live.state, board.live.matched) == (FeedState.UNMATCHED, 0)


def test_access_first_ranks_and_drops_nothing(tmp_path: Path) -> None:
    assert [call.trip for call in _board(tmp_path, access=True).calls] == ["t1", "t3", "t2"]
    assert _board(tmp_path, access=True).calls[-1].access.verdict is Access.NO


def test_an_added_call_is_counted_as_more_beyond_the_limit(tmp_path: Path) -> None:
    world = open_text_world(tmp_path, CITY, at=NOON)
    board = world.get_board(StopRef(Authority("test"), StopId("m")), limit=2)
    assert (len(board.calls), board.more) == (2, 1)


def test_a_status_is_never_stronger_than_what_the_feed_said(tmp_path: Path) -> None:
    for call in _board(tmp_path).calls:
        assert (call.arrival.observed, call.departure.observed, call.status) == (None, None, CallStatus.RUNNING)
