"""Every oddity that feeds are known for: each is handled, and the report says where it stands and what was done."""

import codecs
from collections.abc import Mapping
from pathlib import Path

import pytest

from stopbell_server.domain.errors import FeedRefused
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.feeds.importing import Finding
from stopbell_server.store.read import SqliteStore
from tests.server.feeds.importing.reports import import_text

TIMES = "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
TWO = TIMES + "T1,08:00:00,08:00:00,S,1\nT1,08:10:00,08:10:00,E,2\n"
STOPS = "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\nS,S,49.8,24,0,\nE,E,49.9,24,0,\n"
ROUTES = "route_id,route_short_name,route_type,route_color\nR,1,3,\n"
TRIPS = "route_id,service_id,trip_id\nR,daily,T1\n"
CALENDAR = "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
DAILY = CALENDAR + "daily,1,1,1,1,1,1,1,20260101,20261231\n"
DATES = "service_id,date,exception_type\n"
WINDOWS = "trip_id,start_time,end_time,headway_secs,exact_times\n"
TRANSLATED = "table_name,field_name,language,translation,record_id\n"

Row = tuple[str, str, str, str | None, int | None, str | None]
"""file, its text, severity, column, line, value."""

CASES: Mapping[str, Row] = {
    # Encodings and CSV (File Requirements).
    "UTF-16": ("stops.txt", STOPS, "repaired", None, None, None),
    "Latin-1": ("stops.txt", STOPS + "C,Caf\udce9 du Parc,49,24,0,\n", "repaired", None, 4, None),
    "NUL": ("stops.txt", STOPS + "C,C\0C,49,24,0,\n", "repaired", None, 4, None),
    "control characters": ("stops.txt", STOPS + "C,C\x1b[31m,49,24,0,\n", "repaired", "stop_name", 4, "C[31m"),
    "a very long cell": ("stops.txt", STOPS + f"C,{'x' * 5000},49,24,0,\n", "repaired", "stop_name", 4, "x" * 60 + "…"),
    "a very long id": ("stops.txt", STOPS + f"{'x' * 5000},C,49,24,0,\n", "dropped", "stop_id", 4, "x" * 60 + "…"),
    "unescaped quotes": ("stops.txt", STOPS + 'C,"a "b" c",49,24,0,\n', "repaired", None, 4, 'C,"a "b" c",49,24,0,'),
    "blank rows": ("stops.txt", STOPS.replace("\nE", "\n\nE"), "noted", None, 3, None),
    "carriage returns": ("stops.txt", STOPS.replace("\n", "\r"), "noted", None, 1, None),
    "a column twice": ("stops.txt", "stop_id,stop_name,stop_name\nS,S,x\nE,E,x\n", "repaired", "stop_name", 1, None),
    "a misspelled column": ("stops.txt", "stop_id,stop_nmae\nS,S\nE,E\n", "noted", "stop_name", 1, "stop_nmae"),
    "a column without a name": ("stops.txt", "stop_id,,stop_name\nS,,S\nE,,E\n", "noted", None, 1, None),
    "a missing cell": ("stops.txt", STOPS + "C,C,49,24\n", "repaired", None, 4, "C,C,49,24"),
    "a cell too many": ("stops.txt", STOPS + "C,C,49,24,0,,x\n", "repaired", None, 4, "C,C,49,24,0,,x"),
    # Ids and references.
    "no id": ("stops.txt", STOPS + ",C,49,24,0,\n", "dropped", "stop_id", 4, ""),
    "a stop twice": ("stops.txt", STOPS + "S,C,49,24,0,\n", "dropped", "stop_id", 4, "S"),
    "a line twice": ("routes.txt", ROUTES + "R,2,3,\n", "dropped", "route_id", 3, "R"),
    "a trip twice": ("trips.txt", TRIPS + "R,daily,T1\n", "dropped", "trip_id", 3, "T1"),
    "a service twice": ("calendar.txt", DAILY + DAILY[-38:], "dropped", "service_id", 3, "daily"),
    "a date twice": ("calendar_dates.txt", DATES + "daily,20260302,1\n" * 2, "dropped", "date", 3, "20260302"),
    "a call twice": ("stop_times.txt", TWO + "T1,08:10:00,08:10:00,E,2\n", "dropped", "stop_sequence", 4, "2"),
    "no such line": ("trips.txt", TRIPS + "gone,daily,T2\n", "dropped", "route_id", 3, "gone"),
    "no such service": ("trips.txt", TRIPS + "R,gone,T2\n", "dropped", "service_id", 3, "gone"),
    "no such trip": ("stop_times.txt", TWO + "gone,09:00:00,09:00:00,S,1\n", "dropped", "trip_id", 4, "gone"),
    "no such stop": ("stop_times.txt", TWO + "T1,09:00:00,09:00:00,gone,3\n", "dropped", "stop_id", 4, "gone"),
    "no such parent": ("stops.txt", STOPS + "C,C,49,24,0,gone\n", "dropped", "parent_station", 4, "gone"),
    "its own parent": ("stops.txt", STOPS + "C,C,49,24,1,C\n", "dropped", "parent_station", 4, "C"),
    "parents in a loop": ("stops.txt", STOPS + "C,C,49,24,4,D\nD,D,49,24,4,C\n", "dropped", "parent_station", 4, "D"),
    "no such agency": (
        "routes.txt",
        "route_id,agency_id,route_type,route_short_name\nR,Z,3,1\n",
        "noted",
        "agency_id",
        2,
        "Z",
    ),
    "no such record": ("translations.txt", TRANSLATED + "stops,stop_name,en,x,gone\n", "noted", "record_id", 2, "gone"),
    "no such trip of a window": (
        "frequencies.txt",
        WINDOWS + "gone,6:00:00,7:00:00,600,\n",
        "dropped",
        "trip_id",
        2,
        "gone",
    ),
    # Values.
    "a latitude beyond the pole": ("stops.txt", STOPS + "C,C,91,24,0,\n", "dropped", "stop_lat", 4, "91"),
    "a longitude that is none": ("stops.txt", STOPS + "C,C,49,x,0,\n", "dropped", "stop_lon", 4, "x"),
    "a stop in the sea": ("stops.txt", STOPS + "C,C,0,0.0,0,\n", "dropped", "stop_lat", 4, "0"),
    "no position": ("stops.txt", STOPS + "C,C,,,0,\n", "noted", "stop_lat", 4, ""),
    "a kind of place that is none": ("stops.txt", STOPS + "C,C,49,24,9,\n", "repaired", "location_type", 4, "9"),
    "an entrance to nothing": ("stops.txt", STOPS + "C,C,49,24,2,\n", "noted", "parent_station", 4, ""),
    "a colour that is none": ("routes.txt", ROUTES + "Q,2,3,#FF0000\n", "dropped", "route_color", 3, "#FF0000"),
    "a line without a name": ("routes.txt", ROUTES + "Q,,3,\n", "noted", "route_short_name", 3, ""),
    "a vehicle of no kind": ("routes.txt", ROUTES + "Q,2,99999,\n", "repaired", "route_type", 3, "99999"),
    "a date that is none": (
        "calendar.txt",
        DAILY.replace("20261231", "20261331"),
        "dropped",
        "end_date",
        2,
        "20261331",
    ),
    "an end before the start": (
        "calendar.txt",
        DAILY.replace("20261231", "20251231"),
        "dropped",
        "end_date",
        2,
        "20251231",
    ),
    "the year 2220": ("calendar.txt", DAILY.replace("20261231", "22201231"), "noted", "end_date", 2, "22201231"),
    "a weekday of neither": (
        "calendar.txt",
        CALENDAR + "daily,1,1,yes,1,1,1,1,20260101,20261231\n",
        "repaired",
        "wednesday",
        2,
        "yes",
    ),
    "a kind of exception that is none": (
        "calendar_dates.txt",
        DATES + "daily,20260302,3\n",
        "dropped",
        "exception_type",
        2,
        "3",
    ),
    "a negative time": ("stop_times.txt", TWO + "T1,-1:00:00,9:00:00,S,3\n", "dropped", "arrival_time", 4, "-1:00:00"),
    "a time of garbage": ("stop_times.txt", TWO + "T1,9:00:00,soon,S,3\n", "dropped", "departure_time", 4, "soon"),
    "a time going back": ("stop_times.txt", TWO + "T1,08:05:00,08:06:00,S,3\n", "noted", "arrival_time", 4, "08:05:00"),
    "a departure before its arrival": (
        "stop_times.txt",
        TWO + "T1,9:05:00,9:00:00,S,3\n",
        "repaired",
        "departure_time",
        4,
        "9:00:00",
    ),
    "no time between times": (
        "stop_times.txt",
        TIMES + "T1,8:00:00,,S,1\nT1,,,E,2\nT1,9:00:00,,S,3\n",
        "noted",
        "arrival_time",
        3,
        "",
    ),
    "no time at the end": ("stop_times.txt", TWO + "T1,,,S,3\n", "noted", "arrival_time", 4, ""),
    "a place in the trip that is none": (
        "stop_times.txt",
        TWO + "T1,9:00:00,,S,third\n",
        "dropped",
        "stop_sequence",
        4,
        "third",
    ),
    "a negative place in the trip": ("stop_times.txt", TWO + "T1,7:00:00,,S,-3\n", "noted", "stop_sequence", 4, "-3"),
    "a trip of no stop": ("trips.txt", TRIPS + "R,daily,T2\n", "noted", "trip_id", 3, "T2"),
    # Frequencies and translations.
    "a window that ends before": (
        "frequencies.txt",
        WINDOWS + "T1,7:00:00,6:00:00,600,0\n",
        "dropped",
        "end_time",
        2,
        "6:00:00",
    ),
    "windows that overlap": (
        "frequencies.txt",
        WINDOWS + "T1,6:00:00,8:00:00,600,0\nT1,7:00:00,9:00:00,300,0\n",
        "noted",
        "start_time",
        3,
        "7:00:00",
    ),
    "exact times of neither": (
        "frequencies.txt",
        WINDOWS + "T1,6:00:00,8:00:00,600,maybe\n",
        "repaired",
        "exact_times",
        2,
        "maybe",
    ),
    "no headway": ("frequencies.txt", WINDOWS + "T1,6:00:00,8:00:00,0,0\n", "dropped", "headway_secs", 2, "0"),
    "translated twice": (
        "translations.txt",
        TRANSLATED + "stops,stop_name,en,x,S\nstops,stop_name,en,y,S\n",
        "dropped",
        None,
        3,
        None,
    ),
    "a zone of a stop that is none": (
        "stops.txt",
        "stop_id,stop_name,stop_timezone\nS,S,\nE,E,Mars/Base\n",
        "dropped",
        "stop_timezone",
        3,
        "Mars/Base",
    ),
    "two rows about the feed": (
        "feed_info.txt",
        "feed_publisher_name,feed_lang\nP,uk\nQ,en\n",
        "dropped",
        None,
        3,
        None,
    ),
}
UTF16 = ("UTF-16",)


@pytest.mark.parametrize("name", CASES)
def test_every_oddity_is_handled_and_reported_where_it_stands(tmp_path: Path, name: str) -> None:
    file, text, severity, column, line, value = CASES[name]
    data = codecs.BOM_UTF16_LE + text.encode("utf-16-le") if name in UTF16 else text.encode("utf-8", "surrogateescape")
    feed: dict[str, str | bytes] = {"stop_times.txt": TWO, "stops.txt": STOPS, "routes.txt": ROUTES}
    feed |= {"trips.txt": TRIPS, file: data}

    report = import_text(tmp_path, feed)

    found = [(one.severity.value, one.file, one.column, one.line) for one in report.findings]
    assert (severity, file, column, line) in found
    values = {one.value for one in report.findings if (one.file, one.column, one.line) == (file, column, line)}
    # Cells of rows that were sorted are only read again for a check.
    assert values & {value, None}
    assert all(one.rule and one.handling for one in report.findings)
    assert SqliteStore(report.path).find_stop(StopId("S"))


REFUSALS: Mapping[str, tuple[str, str, str | None, int | None]] = {
    "Cyrillic of Windows": (
        "stops.txt",
        STOPS + "C,\udccf\udceb\udcee\udcf9\udce0 \udcd0\udce8\udced\udcee\udcea,49,24,0,\n",
        None,
        4,
    ),
    "an unknown zone": ("agency.txt", "agency_id,agency_name,agency_timezone\nA,A,Mars/Base\n", "agency_timezone", 2),
    "a column that is missing": ("stops.txt", "\nstop_name\nS\n", "stop_id", 2),
    "no agency": ("agency.txt", "agency_id,agency_name,agency_timezone\n", None, None),
    "an empty file": ("trips.txt", "", None, None),
}


@pytest.mark.parametrize("name", REFUSALS)
def test_what_cannot_be_used_is_reported_as_precisely(tmp_path: Path, name: str) -> None:
    file, text, column, line = REFUSALS[name]

    with pytest.raises(FeedRefused) as refusal:
        import_text(tmp_path, {"stop_times.txt": TWO, file: text.encode("utf-8", "surrogateescape")})

    findings: tuple[Finding, ...] = getattr(refusal.value, "findings", ())
    found = [(one.severity.value, one.file, one.column, one.line) for one in findings]
    assert found[0] == ("refused", file, column, line)


def test_a_trip_whose_windows_are_all_unusable_does_not_run_by_its_template(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stop_times.txt": TWO, "frequencies.txt": WINDOWS + "T1,soon,later,600,0\n"})

    store = SqliteStore(report.path)
    trip = store.find_trip(TripId("T1"))
    assert trip is not None
    assert trip.is_frequency


def test_a_trip_of_one_stop_is_reported_where_the_trip_stands(tmp_path: Path) -> None:
    report = import_text(tmp_path, {"stop_times.txt": TIMES + "T1,8:00:00,,S,1\n", "trips.txt": TRIPS})

    (finding,) = report.findings
    assert (finding.severity.value, finding.file, finding.column, finding.line, finding.value) == (
        ("noted", "trips.txt", "trip_id", 2, "T1")
    )


def test_readings_and_both_layouts_of_translations_are_kept(tmp_path: Path) -> None:
    old = "trans_id,lang,translation\nS,ja-Hrkt,エス\nS,en,Ess\n"
    new = "table_name,field_name,language,translation,field_value\nstops,stop_name,ja-Hrkt,イー,E\n"

    first = import_text(tmp_path / "old", {"stop_times.txt": TWO, "translations.txt": old})
    second = import_text(tmp_path / "new", {"stop_times.txt": TWO, "translations.txt": new})

    assert first.counts["translations"] == 2
    assert [hit.stop for hit in SqliteStore(first.path).search_names("Ess", 1)] == ["S"]
    assert [hit.stop for hit in SqliteStore(second.path).search_names("イー", 1)] == ["E"]
