"""Rule 7 where it is told of a stop rather than of a call: hailing between stops, and booking beforehand."""

from pathlib import Path

import pytest

from tests.asking import Asked, ask
from tests.server.rules.line import LINE, open_line

ROUTES = "route_id,agency_id,route_short_name,route_type,continuous_pickup,continuous_drop_off\nR,A,1,3,{},{}"
AGENCY = (
    "agency_id,agency_name,agency_url,agency_timezone,agency_lang,agency_phone\n"
    "A,Agency,https://example.org,Europe/Kyiv,uk,555 01"
)


def ask_stop(tmp_path: Path, stop: str = "A", language: str = "en", **files: str) -> Asked:
    """Describe a stop of the line with these files."""
    tables = {"agency.txt": AGENCY} | {f"{name}.txt": text for name, text in files.items()}
    return ask(open_line(tmp_path, files=tables), "describe_stop", stop=f"test:{stop}", language=language)


def with_columns(columns: str, *cells: str) -> str:
    """Give the line's stop times with further columns; the last cells go on to the end."""
    header, *rows = [row.strip() for row in LINE.strip().splitlines()]
    padded = (*cells, *[cells[-1]] * (len(rows) - len(cells)))
    return "\n".join((f"{header},{columns}", *(f"{row},{cell}" for row, cell in zip(rows, padded, strict=True))))


@pytest.mark.parametrize(
    ("pickup", "drop_off", "sentence"),
    [
        ("0", "0", "Line 1: you can board and get off anywhere along the way from here."),
        ("0", "1", "Line 1: you can board anywhere along the way from here."),
        ("", "0", "Line 1: you can get off anywhere along the way from here."),
        ("3", "3", "Line 1: between stops you can board and get off if you arrange it with the driver."),
        ("2", "1", "Line 1: between stops you can board if you book by phone beforehand."),
        ("1", "1", None),
        ("", "", None),
        ("9", "x", None),
    ],
)
def test_a_line_that_is_hailed_between_stops_says_so(
    tmp_path: Path, pickup: str, drop_off: str, sentence: str | None
) -> None:
    """Rule 7, GTFS routes.continuous_pickup and continuous_drop_off: empty is not at all."""
    asked = ask_stop(tmp_path, routes=ROUTES.format(pickup, drop_off))
    assert ("boarding" in asked.data) is (sentence is not None)
    assert sentence is None or sentence in asked.text


def test_where_a_line_ends_nobody_hails_it(tmp_path: Path) -> None:
    """Rule 7: from the last stop on there is no way along which to stand."""
    assert "boarding" not in ask_stop(tmp_path, "D", routes=ROUTES.format("0", "0")).data


@pytest.mark.parametrize(
    ("cells", "stop", "expected"),
    [
        (("0", "1"), "A", "anywhere"),
        (("0", "1"), "B", None),
        (("", "1"), "A", "ask-driver"),
        (("1", ""), "A", None),
        (("1", ""), "C", "ask-driver"),
    ],
)
def test_stop_times_override_the_line(tmp_path: Path, cells: tuple[str, ...], stop: str, expected: str | None) -> None:
    """Rule 7, GTFS stop_times.continuous_pickup: from this stop to the next; empty is as the line has it."""
    files = {"routes": ROUTES.format("3", "1"), "stop_times": with_columns("continuous_pickup", *cells)}
    told = ask_stop(tmp_path, stop, **files).data.get("boarding", [{}])
    assert [one.get("boardBetweenStops") for one in told] == [expected]


def test_hailing_that_holds_for_some_trips_is_told_of_these(tmp_path: Path) -> None:
    """Rule 7: what one trip allows is not promised of all."""
    later = LINE.strip().splitlines()[1:]
    rows = [f"{row.strip().replace('T,', 'U,', 1).replace('12:', '13:')},1" for row in later]
    stop_times = "\n".join((with_columns("continuous_pickup", "0"), *rows))
    assert "Line 1, some trips only: you can board anywhere" in ask_stop(tmp_path, stop_times=stop_times).text


@pytest.mark.parametrize(
    ("pickup", "drop_off", "what", "words"),
    [
        ("2", "0", "boarding", "boarding here must be booked beforehand"),
        ("0", "2", "alighting", "getting off here must be booked beforehand"),
        ("2", "2", "both", "stopping here must be booked beforehand"),
    ],
)
def test_a_stop_that_must_be_booked_names_the_operators_number(
    tmp_path: Path, pickup: str, drop_off: str, what: str, words: str
) -> None:
    """Rule 7, GTFS stop_times.pickup_type and drop_off_type 2, agency.agency_phone."""
    stop_times = with_columns("pickup_type,drop_off_type", f"{pickup},{drop_off}")
    asked = ask_stop(tmp_path, "B", stop_times=stop_times)
    assert [(one["mustBook"], one["phone"]) for one in asked.data["boarding"]] == [(what, "555 01")]
    assert f"{words}, phone 555 01." in asked.text
    assert "five five five zero one" in asked.structured["spoken"]


def test_a_booking_rule_has_its_own_number_and_words(tmp_path: Path) -> None:
    """Rule 7, GTFS booking_rules.phone_number and pickup_message."""
    rules = (
        'booking_rule_id,booking_type,phone_number,message,pickup_message\nb,1,555 99,Any,"<b>Call</b> by noon, please"'
    )
    stop_times = with_columns("pickup_type,pickup_booking_rule_id", "2,b")
    asked = ask_stop(tmp_path, "B", stop_times=stop_times, booking_rules=rules)
    assert [(one["phone"], one["message"]) for one in asked.data["boarding"]] == [("555 99", "Call by noon, please")]
    assert "Call by noon, please." in asked.text


def test_booking_rules_that_differ_are_not_mixed(tmp_path: Path) -> None:
    """Rule 7: of two rules at one stop neither is told of all trips; the operator's own number is."""
    rules = "booking_rule_id,booking_type,phone_number\nb,1,555 99\nc,1,555 98"
    rows = [f"{row.strip().replace('T,', 'U,', 1).replace('12:', '13:')},2,c" for row in LINE.strip().splitlines()[1:]]
    stop_times = "\n".join((with_columns("pickup_type,pickup_booking_rule_id", "2,b"), *rows))
    asked = ask_stop(tmp_path, "B", stop_times=stop_times, booking_rules=rules)
    assert [one["phone"] for one in asked.data["boarding"]] == ["555 01"]


def test_hailing_is_told_in_ukrainian(tmp_path: Path) -> None:
    """Rule 7."""
    text = ask_stop(tmp_path, language="uk", routes=ROUTES.format("0", "0")).text
    assert "1: звідси сісти й вийти можна будь-де на шляху." in text
