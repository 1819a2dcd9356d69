"""What was observed is kept as it was stated, for a bounded time, and nothing else is."""

from datetime import timedelta
from typing import Any

import pytest

from stopbell_server.domain.ids import TripId
from stopbell_server.feeds.history import last_updates, recorder, stated, vehicles
from stopbell_server.feeds.history.recorded import Recorded
from tests.realtimetext import stop, update, vehicle
from tests.server.feeds.history.recording import NOON, Recording

DAY = "20261130"


def report(at: int, sequence: int | None = None, status: str | None = None, **fields: Any) -> dict[str, Any]:
    """Give what bus-7 says `at` seconds after noon."""
    said = {"current_stop_sequence": sequence, "current_status": status}
    told: dict[str, Any] = {name: value for name, value in said.items() if value is not None} | fields
    return vehicle("bus-7", trip={"trip_id": "t1", "start_date": DAY}, timestamp=NOON + at, **told)


def test_reports_that_say_the_same_are_one_sighting() -> None:
    heard = Recording()
    for at in (0, 30, 60):
        heard.hear(at, report(at - 5, 1, "STOPPED_AT"))
    heard.hear(90, report(80, 2))

    assert heard.list_sightings("t1") == [(1, None, "STOPPED_AT", -5, 55), (2, None, "IN_TRANSIT_TO", 80, 80)]


def test_a_report_that_comes_again_is_no_later_sighting() -> None:
    heard = Recording()
    heard.hear(0, report(-5, 1))
    heard.hear(30, report(-5, 1))

    assert heard.list_sightings("t1") == [(1, None, "IN_TRANSIT_TO", -5, -5)]


def test_an_older_report_changes_nothing() -> None:
    heard = Recording()
    heard.hear(0, report(-5, 3))
    heard.hear(30, report(-60, 2))

    assert heard.list_sightings("t1") == [(3, None, "IN_TRANSIT_TO", -5, -5)]


def test_no_report_is_younger_than_its_feed() -> None:
    heard = Recording()
    heard.hear(0, report(3600, 1), header=-40)

    assert heard.list_sightings("t1") == [(1, None, "IN_TRANSIT_TO", -40, -40)]


def test_a_vehicle_without_a_stop_was_heard_of_and_no_more() -> None:
    heard = Recording()
    heard.hear(0, report(-5, status="STOPPED_AT"))

    assert heard.list_sightings("t1") == [(None, None, None, -5, -5)]


def test_two_vehicles_that_cannot_be_told_apart_are_not_heard() -> None:
    heard = Recording()
    twin = vehicle(None, trip={"trip_id": "t1", "start_date": DAY}, current_stop_sequence=2, timestamp=NOON)
    heard.hear(0, twin, {**twin})
    assert heard.list_sightings("t1") == []

    heard.hear(30, {"vehicle": twin["vehicle"] | {"timestamp": NOON + 30}})
    assert heard.list_sightings("t1") == [(2, None, "IN_TRANSIT_TO", 30, 30)]


def test_a_stop_is_known_by_the_id_that_was_reported() -> None:
    heard = Recording()
    heard.hear(0, report(-5, stop_id="площа"))
    heard.hear(30, report(25, stop_id="oak"))

    assert [stop for _, stop, *_ in heard.list_sightings("t1")] == ["площа", "oak"]


def test_what_is_older_than_is_kept_is_gone_though_the_feed_is_silent() -> None:
    heard = Recording(kept_s=600)
    heard.hear(0, report(0, 1))
    heard.hear(30, report(30, 2))
    heard.now = NOON + 615
    assert heard.list_sightings("t1") == [(2, None, "IN_TRANSIT_TO", 30, 30)]
    heard.now = NOON + 700
    assert heard.list_sightings("t1") == []


def test_what_is_gone_does_not_come_back() -> None:
    heard = Recording(kept_s=600)
    heard.hear(0, report(0, 1))
    heard.hear(1000, report(1000, 5))
    heard.hear(1030, report(5, 2))

    assert heard.list_sightings("t1") == [(5, None, "IN_TRANSIT_TO", 1000, 1000)]


def test_a_record_that_was_handed_out_does_not_change() -> None:
    heard = Recording()
    heard.hear(0, report(0, 1))
    before, now = heard.history, heard.to_now()
    heard.hear(30, report(30, 2))
    heard.hear(60, report(60, 3), vehicle("bus-8", trip="t1", timestamp=NOON + 60))

    assert before is not None
    (track,) = before.list_tracks(TripId("t1"), now)
    assert [one.sequence for one in track.sightings] == [1]


def test_too_many_tracks_leave_the_oldest_out_and_the_record_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vehicles, "MOST_TRACKS", 3)
    heard = Recording()
    for n in range(6):
        heard.hear(600 * n, vehicle(f"bus-{n}", trip=f"t{n}", current_stop_sequence=1, timestamp=NOON + 600 * n))

    assert heard.history is not None
    assert [n for n in range(6) if heard.list_sightings(f"t{n}")] == [3, 4, 5]
    assert heard.history.since(heard.to_now()) >= heard.to_now() - timedelta(seconds=1800)


def test_the_record_begins_when_something_was_heard() -> None:
    heard = Recording()
    heard.hear(0, report(0, 1))
    begun = heard.to_now()
    heard.hear(300, report(300, 2))

    assert heard.history is not None
    assert heard.history.since(heard.to_now()) == begun
    later = begun + timedelta(hours=5)
    assert heard.history.since(later) == later - timedelta(hours=2)


def test_nothing_is_kept_where_nothing_is_to_be_kept() -> None:
    assert Recording(kept_s=0).hear(0, report(0, 1)) is None


def test_another_timetable_begins_another_record() -> None:
    heard = Recording()
    heard.hear(0, report(0, 1))
    assert heard.snapshot is not None
    record = heard.recorder.take(heard.snapshot, "another version", heard.to_now())

    assert record is not None
    (track,) = record.list_tracks(TripId("t1"), heard.to_now())
    assert len(track.sightings) == 1  # what is live now is heard again; nothing before it


def told(trip: str, *stops: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return update(trip, *stops, start_date=DAY, **fields)


def certain(sequence: int, at: int, uncertainty: int | None = 0) -> dict[str, Any]:
    event: dict[str, int] = {"time": NOON + at} | ({} if uncertainty is None else {"uncertainty": uncertainty})
    return stop(sequence, departure=event)


def test_a_past_time_that_is_stated_as_certain_is_recorded_once() -> None:
    heard = Recording()
    heard.hear(0, told("t1", certain(1, -60), certain(2, 120, 30)))
    heard.hear(30, told("t1", certain(1, -60), certain(2, 120, 30)))
    assert heard.list_stated("t1") == [(1, "departure", -60)]

    heard.hear(180, told("t1", certain(1, -60), certain(2, 125), certain(3, 400, 60)))
    assert heard.list_stated("t1") == [(1, "departure", -60), (2, "departure", 125)]


def test_a_past_time_without_uncertainty_is_not_certain() -> None:
    heard = Recording()
    heard.hear(0, told("t1", certain(1, -60, None), certain(2, -30, 15)))

    assert heard.list_stated("t1") == []


def test_a_feed_that_calls_the_future_certain_states_nothing() -> None:
    heard = Recording()
    heard.hear(0, told("t1", certain(1, -60)))
    assert heard.list_stated("t1") == [(1, "departure", -60)]
    heard.hear(30, told("t1", certain(1, -60), certain(2, 600)))
    assert heard.list_stated("t1") == []
    heard.hear(700, told("t1", certain(1, -60), certain(2, 600)))
    assert heard.list_stated("t1") == []


def test_a_time_that_was_to_come_when_its_update_was_made_is_not_recorded() -> None:
    heard = Recording()
    heard.hear(0, told("t1", certain(1, -10), timestamp=NOON - 100))

    assert heard.list_stated("t1") == []


def test_skipped_stops_and_cancelled_trips_have_no_times() -> None:
    heard = Recording()
    skipped = certain(1, -60) | {"schedule_relationship": "SKIPPED"}
    heard.hear(0, told("t1", skipped), told("t2", certain(1, -60), schedule_relationship="CANCELED"))

    assert heard.list_stated("t1") == heard.list_stated("t2") == []


def test_the_last_word_about_a_trip_is_kept_until_it_is_spoken_of_again() -> None:
    heard = Recording()
    heard.hear(0, told("t1", certain(3, 60, 20)), told("t2", certain(1, 60, 20)))
    heard.hear(30, told("t2", certain(1, 60, 20)))
    assert heard.history is not None
    (last,) = heard.history.list_last_updates(TripId("t1"), heard.to_now())
    assert (last.made - NOON, last.update.updates[0].sequence) == (0, 3)
    assert heard.history.list_last_updates(TripId("t2"), heard.to_now()) == ()

    heard.hear(60, told("t1", certain(3, 60, 20)), told("t2", certain(1, 60, 20)))
    assert heard.history.list_last_updates(TripId("t1"), heard.to_now()) == ()


def test_data_ahead_of_our_clock_is_not_recorded() -> None:
    heard = Recording()
    heard.hear(0, report(4000, 1), header=4000)

    assert heard.history is None


def test_a_feed_that_names_new_trips_all_the_time_takes_no_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vehicles, "MOST_TRACKS", 50)
    monkeypatch.setattr(recorder, "MOST_TRIPS", 50)
    monkeypatch.setattr(stated, "MOST_TRIPS", 50)
    monkeypatch.setattr(recorder, "MOST_BYTES", 3_000)
    monkeypatch.setattr(last_updates, "MOST_BYTES", 3_000)
    heard = Recording()
    for turn in range(8):
        at = 30 * turn
        said = (
            entity
            for n in range(100)
            for entity in (
                vehicle(f"bus-{n}", trip=f"t{turn}-{n}", current_stop_sequence=1, timestamp=NOON + at),
                told(f"t{turn}-{n}", certain(1, at - 5)),
            )
        )
        heard.hear(at, *said)
        record = heard.history
        assert isinstance(record, Recorded)
        assert len(record.current) == len(record.names) <= 50
        assert len(record.stated_names) <= 50
        assert sum(len(one.content) for updates in record.kept.values() for one in updates) <= 3_000

    assert heard.history is not None
    assert heard.history.since(heard.to_now()) > heard.to_now() - timedelta(minutes=1)


def test_ids_that_no_timetable_can_have_are_not_kept() -> None:
    heard = Recording()
    long = "x" * 5_000
    heard.hear(
        0,
        vehicle("7", trip=long, current_stop_sequence=1, timestamp=NOON),
        vehicle("8", trip="t1", stop_id=long, timestamp=NOON),
        told(long, certain(1, -5)),
    )

    assert isinstance(heard.history, Recorded)
    assert [name.trip for name in heard.history.names.values()] == ["t1"]
    assert heard.list_sightings("t1") == [(None, None, None, 0, 0)]
    assert not heard.history.stated_names
    assert not heard.history.stop_ids
