"""A feed written as text becomes a store that answers."""

from datetime import date
from pathlib import Path

from stopbell_server.domain.ids import ServiceId, StopId, TripId
from stopbell_server.domain.store import PlannedCall
from tests.feedtext import open_text_feed


def test_a_text_feed_gives_the_calls_of_a_day(tmp_path: Path) -> None:
    store = open_text_feed(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,08:00:00,08:00:00,S1,1
                T1,08:05:00,08:06:00,S2,2
                T1,08:10:00,08:10:00,S3,3
            """
        },
    )

    calls = store.list_planned_calls([StopId("S2")], date(2026, 3, 2), 8 * 3600, 9 * 3600)

    assert calls == (PlannedCall(TripId("T1"), StopId("S2"), 2, 29_100, 29_160, ServiceId("daily")),)
