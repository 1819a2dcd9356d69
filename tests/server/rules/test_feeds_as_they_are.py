"""Timetables as agencies really publish them: what users of other products reported of files and tables."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.server.rules.line import AGENCY, LINE, list_calls, open_line, show

BY_PLAN = ["T 12:10 running timetable"]


@pytest.fixture
def far_away(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine whose own zone is half a world from the city's."""
    monkeypatch.setenv("TZ", "Pacific/Auckland")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.usefixtures("far_away")
@pytest.mark.parametrize("hour", ["00", "12", "23"])
def test_the_zone_of_the_machine_does_not_matter(tmp_path: Path, hour: str) -> None:
    """vingerha/gtfs2#166 and vbhjckfd/timetable-api-node 93b4beb: neither UTC nor the host's zone is "today"."""
    world = open_line(tmp_path, at=f"{hour}:05", files={"stop_times.txt": LINE.replace("12:", f"{hour}:")})
    (call,) = list_calls(world, "B")
    assert (call.service_day.isoformat(), f"{call.departure.scheduled:%H:%M}") == ("2026-11-30", f"{hour}:10")


def test_every_file_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    """tulsawebdevs/django-multi-gtfs#31, OpenMetroMaps#6, OpenTripPlanner#2480, matsim-org/pt2matsim PR#19."""
    files = {
        "agency.txt": AGENCY.format(zone="Europe/Kyiv"),
        "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,1,3",
        "trips.txt": "route_id,service_id,trip_id\nR,daily,T",
        "stop_times.txt": LINE.strip().replace("    ", ""),
        "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\n" + "".join(f"{n},{n},49.8,24.0\n" for n in "ABCD"),
    }
    world = open_line(tmp_path, files={name: "\ufeff" + text for name, text in files.items()})
    assert show(world, "B") == BY_PLAN


NAMES = """
    stop_id,stop_name,stop_lat,stop_lon,location_type
    A,{name},49.84,24.03,0
    B,B,49.85,24.03,0
    C,C,49.86,24.03,0
    D,D,49.87,24.03,0
    """


@pytest.mark.parametrize(
    "name",
    ['"Osnabrück, "emma""', 'Spini "Casa Circondariale', '"Torino" Porta', '"Gare ""Nord"""', '"A, B"'],
)
def test_quotes_in_a_name_shift_no_other_stop(tmp_path: Path, name: str) -> None:
    """mfdz/gtfs-hub#19, matsim-org/pt2matsim#90, transitland-datastore#511, node-gtfs PR#111,
    rangelovkiril/rampme-software#101."""
    world = open_line(tmp_path, files={"stops.txt": NAMES.format(name=name)})
    assert [world.resolve_stop(f"test:{stop}").found is not None for stop in "BCD"] == [True, True, True]
    assert show(world, "B") == BY_PLAN


@pytest.mark.parametrize(
    "table",
    [
        LINE.replace("\n    T,12:10", "\n\n\n    T,12:10") + "\n\n",
        LINE.replace("trip_id,arrival_time", " trip_id , arrival_time"),
        LINE.replace("stop_sequence", "stop_sequence,"),
        LINE.replace("T,12:10:00,12:10:00,B,2", "T, 12:10:00 ,12:10:00, B ,2"),
    ],
    ids=["blank lines", "blanks in the header", "a header without a name", "blanks in cells"],
)
def test_blanks_where_none_belong_change_nothing(tmp_path: Path, table: str) -> None:
    """UrbanAnalyst/gtfsrouter#138, gtfs-validator PR#465, septadev/GTFS#11, conveyal/gtfs-lib#124."""
    files = {
        "stop_times.txt": table,
        "trips.txt": "route_id,service_id,trip_id\nR,daily,T",
        "stops.txt": NAMES.format(name="A"),
    }
    assert show(open_line(tmp_path, files=files), "B") == BY_PLAN


@pytest.mark.parametrize(
    "files",
    [
        {"calendar_dates.txt": "service_id,date,exception_type\ndaily,20261130,1"},
        {
            "agency.txt": "agency_name,agency_url,agency_timezone\nAgency,https://example.org,Europe/Kyiv",
            "routes.txt": "route_id,route_short_name,route_type\nR,1,3",
        },
        {"stop_times.txt": LINE + "    lone,12:11:00,12:11:00,B,1\n"},
        {"transfers.txt": "from_stop_id,to_stop_id,transfer_type"},
    ],
    ids=["no calendar.txt", "no agency_id", "a trip of one stop", "transfers with a header only"],
)
def test_a_feed_that_lacks_what_it_may_lack_is_read(tmp_path: Path, files: dict[str, str]) -> None:
    """conveyal/gtfs-lib#33, Bondify/gtfs_functions#40, UrbanAnalyst/gtfsrouter#14, itinero/GTFS PR#11,
    open-transit-indicators#217, mfdz/GTFS-Issues#252."""
    assert show(open_line(tmp_path, files=files), "B") == BY_PLAN


def test_a_feed_without_stop_times_has_empty_boards(tmp_path: Path) -> None:
    """chairemobilite/transition#244."""
    files = {
        "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence",
        "stops.txt": "stop_id,stop_name,stop_lat,stop_lon\nA,A,49.84,24.03",
    }
    assert show(open_line(tmp_path, files=files), "A") == []
