"""Files: which are needed, encodings, time zones, calendars, what is ignored."""

import codecs
from datetime import date
from pathlib import Path

import pytest

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.domain.ids import StopId
from stopbell_server.feeds.importing import import_feed
from stopbell_server.store.read import SqliteStore
from tests.feedtext import make_feed
from tests.server.feeds.importing.reports import ignore_progress, import_text, shorten

STOPS = "stop_id,stop_name\nS,Площа Ринок\n"


def find_name(path: Path) -> str:
    stop = SqliteStore(path).find_stop(StopId("S"))
    assert stop is not None
    return stop.name


@pytest.mark.parametrize("missing", ["agency.txt", "stops.txt", "routes.txt", "trips.txt", "stop_times.txt"])
def test_a_missing_file_is_named(tmp_path: Path, missing: str) -> None:
    source = make_feed(tmp_path / "source", {})
    (source / missing).unlink()

    with pytest.raises(FeedRefused, match=f"source: {missing} is missing. Ask the publisher"):
        import_feed(source, "test", tmp_path / "compiled", ignore_progress)
    assert not (tmp_path / "compiled").exists()


@pytest.mark.parametrize(
    ("file", "text", "column"),
    [
        ("agency.txt", "agency_id,agency_timezone\nA,Europe/Kyiv", "agency_name"),
        ("stops.txt", "stop_name\nS", "stop_id"),
        ("routes.txt", "route_id\nR", "route_type"),
        ("stop_times.txt", "trip_id,stop_id,arrival_time\nT,S,08:00:00", "stop_sequence"),
        ("calendar.txt", "service_id,monday,start_date,end_date\nX,1,20260101,20261231", "tuesday"),
        ("calendar_dates.txt", "service_id,date\nX,20260101", "exception_type"),
        ("frequencies.txt", "trip_id,start_time,end_time\nT,08:00:00,09:00:00", "headway_secs"),
    ],
)
def test_a_missing_column_that_matters_is_named(tmp_path: Path, file: str, text: str, column: str) -> None:
    with pytest.raises(FeedRefused, match=rf"{file} has no column .*{column}"):
        import_text(tmp_path, {file: text})


def test_a_missing_column_of_a_file_that_does_not_matter_is_noted(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"translations.txt": "table_name,language\nstops,en"})

    assert shorten(report) == [("dropped", "translations.txt", 1, "translation", 1)]


@pytest.mark.parametrize("empty", ["", "\n\n", "  "])
def test_an_empty_file_is_refused(tmp_path: Path, empty: str) -> None:
    with pytest.raises(FeedRefused, match=r"stops\.txt is empty"):
        import_text(tmp_path, {"stops.txt": empty.encode()})


def test_a_feed_with_headers_only_says_that_there_are_no_departures(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence"})

    assert [finding.handling for finding in report.findings] == ["there are no departures"]


def test_no_calendar_at_all_is_said(tmp_path: Path) -> None:
    source = make_feed(tmp_path / "source", {})
    (source / "calendar.txt").rename(source / "calender.txt")

    report = import_feed(source, "test", tmp_path / "compiled", ignore_progress)

    assert [finding.what for finding in report.findings if finding.file.startswith("cal")] == [
        "neither calendar.txt nor calendar_dates.txt is there",
        "not a file of GTFS; is calendar.txt meant?",
    ]
    info = SqliteStore(report.path).info
    assert (info.first_day, info.last_day) == (None, None)


def test_a_bad_date_stops_only_its_service(tmp_path: Path) -> None:
    header = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
    report = import_text(
        tmp_path,
        {
            "calendar.txt": header + "A,1,1,1,1,1,1,1,2026-01-01,20261231\nB,1,1,1,1,1,1,1,20260101,20261231",
            "calendar_dates.txt": "service_id,date,exception_type\nB,20260230,2\nB,20260303,9",
        },
    )

    assert SqliteStore(report.path).services_on(date(2026, 3, 2)) == {"B"}
    assert [finding[:4] for finding in shorten(report)][:3] == [
        ("dropped", "calendar.txt", 2, "start_date"),
        ("dropped", "calendar_dates.txt", 2, "date"),
        ("dropped", "calendar_dates.txt", 3, "exception_type"),
    ]


@pytest.mark.parametrize(
    "data",
    [
        STOPS.encode(),
        codecs.BOM_UTF8 + STOPS.encode(),
        STOPS.encode("utf-16"),
        codecs.BOM_UTF16_BE + STOPS.encode("utf-16-be"),
        STOPS.replace("Ринок", "Ри\0нок").encode(),
    ],
    ids=["utf-8", "utf-8 with mark", "utf-16 little", "utf-16 big", "with NUL"],
)
def test_names_come_out_readable_in_every_encoding_that_is_marked(tmp_path: Path, data: bytes) -> None:
    assert find_name(import_text(tmp_path, {"stops.txt": data}).path) == "Площа Ринок"


def test_western_european_text_is_told_and_said(tmp_path: Path) -> None:
    report = import_text(
        tmp_path, {"stops.txt": "stop_id,stop_name\nS,Trondheim sentralstasjon Ø – spor 1".encode("cp1252")}
    )

    assert find_name(report.path) == "Trondheim sentralstasjon Ø – spor 1"
    assert shorten(report)[0][:2] == ("repaired", "stops.txt")


@pytest.mark.parametrize("encoding", ["cp1251", "koi8-u", "iso8859-7", "shift-jis"])
def test_no_name_is_ever_guessed_into_nonsense(tmp_path: Path, encoding: str) -> None:
    text = {"iso8859-7": "Πλατεία Συντάγματος", "shift-jis": "品川駅"}.get(encoding, "Площа Ринок")

    with pytest.raises(FeedRefused, match="is not UTF-8 and its encoding cannot be told"):
        import_text(tmp_path, {"stops.txt": f"stop_id,stop_name\nS,{text}".encode(encoding)})


def test_a_few_bytes_of_another_encoding_cost_no_more_than_themselves(tmp_path: Path) -> None:
    data = "stop_id,stop_name\nS,Площа Ринок\nA,".encode() + b"Caf\xe9 central\nB,Hotel \x81 Casino\n"

    report = import_text(tmp_path, {"stops.txt": data})

    store = SqliteStore(report.path)
    names = [stop.name for text in "SAB" if (stop := store.find_stop(StopId(text)))]
    assert names == ["Площа Ринок", "Café central", "Hotel Casino"]
    assert shorten(report) == [("repaired", "stops.txt", 3, None, 2)]


@pytest.mark.parametrize("zone", ["Europe/Kyiv", "Europe/Kiev", "EET", "US/Pacific", "America/New_York", "UTC"])
def test_old_names_of_time_zones_are_known(tmp_path: Path, zone: str) -> None:
    report = import_text(tmp_path, {"agency.txt": f"agency_name,agency_timezone\nA,{zone}"})

    assert SqliteStore(report.path).info.zone.key == zone


@pytest.mark.parametrize(
    "zone", ["", "Europe/Nowhere", "PST", "GMT+2:00", "../../etc/passwd", "/etc/localtime", "Kyiv"]
)
def test_an_unknown_time_zone_is_refused(tmp_path: Path, zone: str) -> None:
    with pytest.raises(FeedRefused, match=r"agency\.txt: agency_timezone .* is not a time zone"):
        import_text(tmp_path, {"agency.txt": f"agency_name,agency_timezone\nA,{zone}"})


def test_agencies_in_several_zones_are_said(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {"agency.txt": "agency_id,agency_name,agency_timezone\nA,A,Europe/Kyiv\nB,B,Europe/Warsaw\nC,C,"},
    )

    assert shorten(report)[0] == ("repaired", "agency.txt", 3, "agency_timezone", 1)
    assert SqliteStore(report.path).info.zone.key == "Europe/Kyiv"


def test_the_feed_says_what_it_is(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "feed_info.txt": """
                feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date
                Львівавтодор,https://example.org,uk,20260201,2026-12-31
            """,
            "attributions.txt": "organization_name,is_producer\nОдин,1\nДва,1\nОдин,0",
        },
    )

    info = SqliteStore(report.path).info
    assert (info.title, info.language, info.attribution) == ("Львівавтодор", "uk", "Один, Два")
    assert (info.first_day, info.last_day) == (date(2026, 2, 1), date(2026, 12, 31))
    assert shorten(report)[0] == ("dropped", "feed_info.txt", 2, "feed_end_date", 1)


def test_on_demand_zones_and_fares_are_ignored_and_said(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,location_id,location_group_id,stop_sequence
                T1,,,,zone,,1
                T1,,,,,group,2
                T2,08:00:00,08:00:00,S,,,1
                T2,08:10:00,08:10:00,E,,,2
            """,
            "booking_rules.txt": "booking_rule_id\nb",
            "locations.geojson": "{}",
            "fare_products.txt": "fare_product_id\nf",
        },
    )

    assert report.counts["stop_times"] == 2
    assert [(finding.severity.value, finding.file, finding.count) for finding in report.findings] == [
        ("noted", "fare_products.txt", 1),
        ("noted", "locations.geojson", 1),
        ("noted", "stop_times.txt", 1),
        ("noted", "stop_times.txt", 1),
        ("noted", "trips.txt", 1),
    ]
    assert [(one.column, one.value) for one in report.findings if one.file == "stop_times.txt"] == [
        ("location_id", "zone"),
        ("location_group_id", "group"),
    ]


def test_frequencies_that_make_no_sense_are_left_out(tmp_path: Path) -> None:
    report = import_text(
        tmp_path,
        {
            "stop_times.txt": """
                trip_id,arrival_time,departure_time,stop_id,stop_sequence
                T1,00:00:00,00:00:00,S,1
                T1,00:10:00,00:10:00,E,2
            """,
            "frequencies.txt": """
                trip_id,start_time,end_time,headway_secs
                T1,06:00:00,07:00:00,0
                T1,06:00:00,05:00:00,600
                T1,early,05:00:00,600
                T1,07:00:00,08:00:00,600
                T1,07:00:00,09:00:00,900
            """,
        },
    )

    assert report.counts["frequencies"] == 1
    assert [finding[:3] for finding in shorten(report)] == [
        ("dropped", "frequencies.txt", line) for line in (2, 3, 4, 6)
    ]
