"""Real feeds and published faults: each becomes a usable store or is refused with a reason."""

import csv
import io
import random
import zipfile
from collections import defaultdict
from datetime import date, timedelta
from pathlib import Path

import pytest

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.network import LocationType
from stopbell_server.feeds.importing import ImportReport, Severity, import_feed
from stopbell_server.store.read import SqliteStore
from tests.server.feeds.importing.reports import ignore_progress

pytestmark = pytest.mark.corpus

REFUSED = {
    "s06-missing-stops": r"stops\.txt is missing",
    "s10-missing-column": r"agency\.txt has no column agency_name",
    "s22-missing-weekday-column": r"calendar\.txt has no column thursday",
    "s26-verybad": r"agency\.txt has no column agency_name",
    "s42-no-stop-times": r"stop_times\.txt is missing",
    "s54-timezone-unknown": r"Europe/Nowhere.* is not a time zone",
    "s58-truncated-download": "is not a whole zip file",
}
WARNED = (
    "s02-utf16", "s04-nul-bytes", "s08-missing-calendar", "s12-bad-date-format", "s14-duplicate-schedule-id",
    "s16-negative-stop-sequence", "s18-missing-endpoint-times", "s20-missing-row-cells", "s24-space-header",
    "s28-duplicate-trips", "s30-invalid-stoptime-type", "s32-bad-coords", "s34-subdirectory", "s36-zip-in-zip",
    "s38-many-errors", "s40-short-rows-shift-jaroslaw", "s44-unescaped-inner-quotes", "s50-time-HH-MM",
    "s52-negative-and-garbage-times", "s56-backslash-paths",
)  # fmt: skip


def import_broken(corpus: Path, name: str, tmp_path: Path) -> ImportReport:
    return import_feed(corpus / "broken" / f"{name}.zip", "test", tmp_path, ignore_progress)


def ask_everything(store: SqliteStore) -> None:
    """Ask a bit of everything of some stops that trips call at."""
    info = store.info
    day = info.first_day or date(2026, 1, 1)
    stops = [hit.stop for hit in store.search_names("station", 20)]
    for stop in stops:
        found = store.find_stop(stop)
        assert found is not None
        if found.lat is not None and found.lon is not None:
            assert store.list_stops_near(found.lat, found.lon, 50, 50)
        routes = {route.id for route in store.list_routes_at([stop])}
        assert {route for route, _, _ in store.list_headsigns_at(stop)} <= routes
        assert all(store.find_stop(following) for following, *_ in store.list_next_stops(stop))
    assert {route.id for route in store.list_routes_at(stops)} <= {route.id for route in store.list_routes()}
    for offset in range(7):
        on = day + timedelta(days=offset)
        for call in store.list_planned_calls(stops, on, 0, info.longest_s):
            assert call.service in store.services_on(on)
            assert call.stop in [row.stop for row in store.list_stop_times(call.trip)]


def list_feeds() -> list[str]:
    return [
        "lviv-sample-2026-09-05/static-head.zip", "pair-bart-2018-05-30/static.zip", "pair-bart-2019-08-07/static.zip",
        "pair-bustang-2023-03-06/static.zip", "pair-caltrain-2023-11-08/static.zip", "pair-delijn-2019/static.zip",
        "pair-halifax-2025-11-06/static.zip", "pair-hsl-notripid-2020-02-23/static.zip", "pair-nyct-2024-03/static.zip",
        "pair-raba-2025-06-08/static.zip", "pair-wmata-midnight-2023-08-19/static.zip", "static-amtrak-2021/gtfs.zip",
        "static-cdmx-2018/gtfs.zip", "static-chiibus-2026/gtfs-jp.zip", "static-chisinau-2019/gtfs.zip",
        "static-ctran-flex-2025/gtfs.zip", "static-detroit-peoplemover/gtfs.zip", "static-hsr-hongkong/gtfs.zip",
        "static-israel-route/gtfs.zip", "static-kobe-subway-2017/gtfs.zip", "static-kuopio-2016/gtfs.zip",
        "static-macedonia-rail/gtfs.zip", "static-portoalegre-cut/gtfs.zip", "static-samtrans-2017/gtfs.zip",
        "static-sandy-flex-fares/gtfs.zip", "static-saopaulo-cut/gtfs.zip", "static-sofia-2025-01/SofiaTraffic.zip",
        "static-soundtransit-2024/gtfs.zip", "static-towada-2021/gtfs-jp.zip", "static-transjakarta/gtfs.zip",
        "static-trondheim-2019/gtfs.zip", "static-vilnius-2015/gtfs.zip", "static-wmata-rail-2026/gtfs.zip",
    ]  # fmt: skip


@pytest.mark.parametrize("feed", list_feeds())
def test_every_real_feed_becomes_a_store(corpus: Path, tmp_path: Path, feed: str) -> None:
    report = import_feed(corpus / feed, "test", tmp_path, ignore_progress)

    store = SqliteStore(report.path)
    assert store.info.stop_count == report.counts["stops"] > 0
    assert store.info.trip_count == report.counts["trips"]
    assert store.info.stop_time_count == report.counts["stop_times"]
    ask_everything(store)


def test_every_published_fault_is_loaded_or_refused_with_a_reason(corpus: Path, tmp_path: Path) -> None:
    for path in sorted((corpus / "broken").glob("s*.zip")):
        try:
            report = import_feed(path, "test", tmp_path, ignore_progress)
        except FeedRefused as refusal:
            message = str(refusal)
            assert message.endswith("."), message
            assert 40 < len(message) < 400, message
            continue
        assert len(report.findings) <= 200
        ask_everything(SqliteStore(report.path))


@pytest.mark.parametrize(("name", "reason"), REFUSED.items())
def test_what_cannot_be_used_is_refused(corpus: Path, tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(FeedRefused, match=reason):
        import_broken(corpus, name, tmp_path)


@pytest.mark.parametrize("name", WARNED)
def test_what_can_be_used_is_loaded_and_said(corpus: Path, tmp_path: Path, name: str) -> None:
    assert import_broken(corpus, name, tmp_path).findings


def test_unescaped_quotes_leave_the_other_stops_alone(corpus: Path, tmp_path: Path) -> None:
    good = import_feed(corpus / "static-macedonia-rail" / "gtfs.zip", "test", tmp_path, ignore_progress)
    bad = import_broken(corpus, "s44-unescaped-inner-quotes", tmp_path)

    stores = [SqliteStore(report.path) for report in (good, bad)]
    stops = [[store.find_stop(StopId(hit.stop)) for hit in store.search_names("Ск", 100)] for store in stores]
    assert [stop for stop in stops[0] if stop and stop.id != "SKP"] == [
        stop for stop in stops[1] if stop and stop.id != "SKP"
    ]
    (finding,) = bad.findings
    assert (finding.severity, finding.file, finding.line) == (Severity.REPAIRED, "stops.txt", 2)


def test_a_garbage_time_costs_its_trip_one_stop(corpus: Path, tmp_path: Path) -> None:
    store = SqliteStore(import_broken(corpus, "s52-negative-and-garbage-times", tmp_path).path)

    assert [row.stop for row in store.list_stop_times(TripId("T2020"))][:4] == ["SKP", "MDZ", "MLD", "DLJ"]


def test_impossible_places_never_win_a_search_by_place(corpus: Path, tmp_path: Path) -> None:
    store = SqliteStore(import_broken(corpus, "s32-bad-coords", tmp_path).path)

    places = [(stop.lat, stop.lon) for stop, _ in store.list_stops_near(0, 0, 20_100_000, 1000)]
    assert places
    assert all(lat is not None and lon is not None and abs(lat) <= 90 and abs(lon) <= 180 for lat, lon in places)


def test_a_shifted_location_type_leaves_the_stop_usable(corpus: Path, tmp_path: Path) -> None:
    store = SqliteStore(import_broken(corpus, "s40-short-rows-shift-jaroslaw", tmp_path).path)

    stop = store.find_stop(StopId("Jar_BaCh_01"))
    assert stop is not None
    assert (stop.name, stop.location_type) == ("Batalionów Chłopskich I", LocationType.STOP)
    assert [hit.stop for hit in store.search_names("batalionow chlopskich 1", 1)]


def test_a_zip_bomb_beside_the_tables_is_never_unpacked(corpus: Path, tmp_path: Path) -> None:
    report = import_broken(corpus, "s60-zip-bomb-1GiB", tmp_path)

    assert report.counts["stop_times"] == 369
    assert [(one.severity, one.file) for one in report.findings] == [(Severity.NOTED, "shapes.txt")]


def test_a_name_with_a_line_break_is_one_line(corpus: Path, tmp_path: Path) -> None:
    store = SqliteStore(import_broken(corpus, "s46-quoted-comma-and-newline", tmp_path).path)

    names = [hit.matched for hit in store.search_names("Скопје", 50)]
    assert names
    assert not [name for name in names if "\n" in name]


def test_times_of_more_than_three_days_are_kept(corpus: Path, tmp_path: Path) -> None:
    report = import_feed(corpus / "static-amtrak-2021" / "gtfs.zip", "test", tmp_path, ignore_progress)

    assert SqliteStore(report.path).info.longest_s == 86 * 3600 + 52 * 60


def test_blanks_in_sofia_are_trimmed_and_its_names_are_found(corpus: Path, tmp_path: Path) -> None:
    report = import_feed(corpus / "static-sofia-2025-01" / "SofiaTraffic.zip", "test", tmp_path, ignore_progress)

    store = SqliteStore(report.path)
    assert store.info.zone.key == "EET"
    assert report.counts["stop_times"] == 603_769
    assert store.search_names("ploshtad makedonia", 1)[0].score > 0.8


@pytest.mark.parametrize(
    "feed",
    [
        "pair-halifax-2025-11-06/static.zip",
        "pair-caltrain-2023-11-08/static.zip",
        "pair-nyct-2024-03/static.zip",
        "static-kuopio-2016/gtfs.zip",
        "static-trondheim-2019/gtfs.zip",
    ],
)
def test_trips_and_boards_are_those_of_the_file_read_row_by_row(corpus: Path, tmp_path: Path, feed: str) -> None:
    store = SqliteStore(import_feed(corpus / feed, "test", tmp_path, ignore_progress).path)
    trips, boards = read_row_by_row(corpus / feed)
    draw = random.Random(3)

    for trip in draw.sample(sorted(trips), 60):
        expected = [row for row in sorted(trips[trip]) if store.find_stop(StopId(row[1]))]
        found = store.list_stop_times(TripId(trip))
        assert [(row.sequence, row.stop, row.arrival_s, row.departure_s) for row in found] == expected
    for stop in draw.sample(sorted(boards), 30):
        if store.find_stop(StopId(stop)) is None:
            continue
        day = (store.info.first_day or date(2026, 1, 1)) + timedelta(days=draw.randrange(7))
        services = store.services_on(day)
        running = {
            trip for trip in boards[stop] if (found := store.find_trip(TripId(trip))) and found.service in services
        }
        calls = store.list_planned_calls([StopId(stop)], day, 0, store.info.longest_s)
        assert {call.trip for call in calls} == running
        assert [call.departure_s for call in calls] == sorted(call.departure_s for call in calls)


def read_row_by_row(path: Path) -> tuple[dict[str, list[tuple[int, str, int, int]]], dict[str, set[str]]]:
    """Read stop_times.txt with the standard library: rows by trip, and trips by stop."""
    trips: dict[str, list[tuple[int, str, int, int]]] = defaultdict(list)
    boards: dict[str, set[str]] = defaultdict(set)
    with zipfile.ZipFile(path) as archive, archive.open("stop_times.txt") as raw:
        for cells in csv.DictReader(io.TextIOWrapper(raw, "utf-8-sig"), skipinitialspace=True):
            row = {name.strip(): (cell or "").strip() for name, cell in cells.items()}
            times = [to_seconds(row[column]) for column in ("arrival_time", "departure_time")]
            trips[row["trip_id"]].append((int(row["stop_sequence"]), row["stop_id"], times[0], times[1]))
            boards[row["stop_id"]].add(row["trip_id"])
    return trips, boards


def to_seconds(text: str) -> int:
    hours, minutes, seconds = map(int, text.split(":"))
    return hours * 3600 + minutes * 60 + seconds
