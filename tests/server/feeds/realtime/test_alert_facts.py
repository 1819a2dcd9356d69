"""Alerts as facts: whom they concern, when, and in plain words."""

from datetime import UTC, datetime

import pytest

from stopbell_server.domain.ids import AgencyId, AlertId, RouteId, StopId, TripId
from stopbell_server.domain.realtime import Alert, Selector, Translation, TripDescriptor
from stopbell_server.feeds.realtime import decode
from stopbell_server.feeds.realtime.plain_text import to_plain_text
from tests.realtimetext import alert, make_updates

TIME = 1_788_600_000


def at(seconds: int) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)


def read(entity: dict[str, object]) -> Alert:
    (told,) = decode(make_updates(header=TIME, entities=[{"id": "a1"} | entity])).alerts
    return told


def test_a_whole_alert_is_read() -> None:
    entity = alert(
        informed_entity=[
            {"stop_id": "north", "route_id": "line", "direction_id": 1},
            {"agency_id": "city", "route_type": 0},
            {"trip": {"trip_id": "t1"}},
        ],
        active_period=[{"start": TIME, "end": TIME + 60}, {"start": TIME + 90}, {"end": TIME + 30}],
        cause="MAINTENANCE",
        effect="ACCESSIBILITY_ISSUE",
        severity_level="WARNING",
        header={"uk": "Ліфт не працює", "en": "Lift out of order"},
        description="Use the ramp.",
        spoken_header={"en": "The lift is out of order"},
        spoken_description={"en": "Please use the ramp"},
        url={"en": "https://city.example/lifts"},
    )
    assert read(entity) == Alert(
        id=AlertId("a1"),
        selectors=(
            Selector(stop=StopId("north"), route=RouteId("line"), direction=1),
            Selector(agency=AgencyId("city"), route_type=0),
            Selector(trip=TripDescriptor(TripId("t1"))),
        ),
        periods=((at(TIME), at(TIME + 60)), (at(TIME + 90), None), (None, at(TIME + 30))),
        cause="MAINTENANCE",
        effect="ACCESSIBILITY_ISSUE",
        severity="WARNING",
        header=(Translation("Ліфт не працює", "uk"), Translation("Lift out of order", "en")),
        description=(Translation("Use the ramp."),),
        spoken_header=(Translation("The lift is out of order", "en"),),
        spoken_description=(Translation("Please use the ramp", "en"),),
        url="https://city.example/lifts",
    )


def test_an_alert_that_says_nothing_claims_nothing() -> None:
    assert read(alert()) == Alert(AlertId("a1"))


def test_a_markup_variant_is_never_used() -> None:
    told = read(alert(header={"en": "Plain", "en-html": "<b>Bold</b>", "uk_HTML": "<b>Жирно</b>"}))
    assert told.header == (Translation("Plain", "en"),)


def test_an_empty_selector_would_mean_everything_and_is_left_out() -> None:
    decoded = decode(
        make_updates(header=TIME, entities=[alert(informed_entity=[{}, {"stop_id": ""}, {"stop_id": "n"}])])
    )
    assert decoded.alerts[0].selectors == (Selector(stop=StopId("n")),)
    assert decoded.problems == {"empty-selectors": 2}


def test_milliseconds_and_the_end_of_time_are_understood() -> None:
    told = read(alert(active_period=[{"start": TIME * 1000, "end": 2**64 - 1}]))
    assert told.periods == ((at(TIME), None),)


@pytest.mark.parametrize("url", ["javascript:alert(1)", "see our site", "file:///etc/passwd"])
def test_only_a_web_address_is_a_link(url: str) -> None:
    assert read(alert(url=url)).url is None


@pytest.mark.parametrize(
    ("given", "plain"),
    [
        ("Lift  out\nof order", "Lift out of order"),
        ("<p>Line 7 is diverted</p><p>Use stop B</p>", "Line 7 is diverted. Use stop B"),
        ("Stops closed:<ul><li>North</li><li>South</li></ul>", "Stops closed: North. South"),
        ("Fish &amp; Chips&nbsp;St", "Fish & Chips St"),
        ("&lt;p&gt;Escaped&lt;br/&gt;twice&lt;/p&gt;", "Escaped. twice"),
        ("Change to <M1> or <M2>; under <10 min", "Change to <M1> or <M2>; under <10 min"),
        ("Bold<b>er</b> <a href='x'>here</a><img src=\"y\">", "Bolder here"),
        ("<style>p {color: red}</style>Text<script>alert('x')</script> goes on<!-- not this -->", "Text goes on"),
        ("Before<script>never closed", "Before"),
        ("Closed:\r\nRoute: 7\r\n\r\nReason: works", "Closed: Route: 7. Reason: works"),
        ("- North\n- South", "- North. - South"),
        ("ends here.\n\nNext", "ends here. Next"),
        ("\x1b]0;title\x07\u202eevil", "]0;titleevil"),
        ("\x00\x1e\x00", ""),
        ("<p></p>", ""),
    ],
)
def test_markup_becomes_plain_words(given: str, plain: str) -> None:
    assert to_plain_text(given) == plain


@pytest.mark.timeout(10)
@pytest.mark.parametrize("piece", ["<", "<p", "<!--", "<script>", "\n", " ", "&", "&lt;", "<p>", "<a <", "\n "])
def test_hostile_text_takes_no_longer_than_its_length(piece: str) -> None:
    assert len(to_plain_text(piece * 100_000)) <= 400_000
