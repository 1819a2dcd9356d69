"""Whatever a feed holds, what is spoken is sayable and what is said is true to the call."""

import os
import re
import unicodedata
from datetime import datetime, timedelta
from typing import Any, get_args

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.arrivals import (
    BoardData,
    BoardingAccess,
    BoardingWord,
    CertaintyWord,
    MonitoredCall,
    OccupancyWord,
    StatusWord,
)
from stopbell_server.contract.envelope import AccessWord
from stopbell_server.contract.stops import StopData, StopsData, StopSummary
from stopbell_server.contract.vehicles import VehiclesData, VehicleSummary
from stopbell_server.phrases import Phrase, Phrasebooks
from stopbell_server.phrases.phrase import join_sentences
from tests.server.phrases.facts import NOW, alert, fact, stop, vehicle

BOOKS = Phrasebooks.load()
LANGUAGES = BOOKS.languages
VERBOSITIES = ("brief", "normal", "rich", "full")
_SAYABLE = frozenset(".,:;?!'- ")
_OWN_SIGNS = {"zh": frozenset("。，：；？！、"), "ar": frozenset("،؛؟")}
"""Punctuation of languages that have their own."""
_ZERO = {
    "en": r"\bzero minutes?\b",
    "uk": r"\bнуль хвилин",
    "de": r"\bnull Minute",
    "fr": r"\bzéro minutes?\b",
    "es": r"\bcero minutos?\b",
    "ar": r"\bصفر (دقيقة|دقائق)",
    "zh": r"(?<![一二三四五六七八九十百千])零分钟",
    "pl": r"\bzero minut",
}
_START = datetime.fromisoformat(NOW)

relaxed = settings(
    max_examples=600 if os.environ.get("STOPBELL_LONG_FUZZ") else 120,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)

words = st.sampled_from(get_args(AccessWord))
names = st.one_of(
    st.sampled_from(["Central Station", "вул. Хрещатик, 5", "St Mary's St / 5th Ave", "№ 3", "→ 10", "東京駅", "Ⅳ½ ²"]),
    st.text(max_size=30).filter(str.strip),
)
labels = st.one_of(st.sampled_from(["10A", "T02", "Т02", "2/12", "SEV", "0", "1000000"]), st.text(max_size=6)).filter(
    str.strip
)
instants = st.one_of(
    st.none(),
    st.integers(-86_400, 40 * 86_400).map(lambda seconds: (_START + timedelta(seconds=seconds)).isoformat()),
)


@st.composite
def accesses(draw: st.DrawFn) -> BoardingAccess:
    return BoardingAccess(
        verdict=draw(words), stop=fact(draw(words), "stop"), vehicle=fact(draw(words)), low_floor=draw(words)
    )


@st.composite
def calls(draw: st.DrawFn) -> MonitoredCall:
    fields: dict[str, Any] = {
        "line": draw(st.none() | labels),
        "headsign": draw(st.none() | names),
        "destination": draw(st.none() | names),
        "service_day": "2026-03-02",
        "stop_id": "1",
        "platform": draw(st.none() | labels),
        "planned_platform": draw(st.none() | labels),
        "minutes": draw(st.none() | st.integers(0, 3000)),
        "certainty": draw(st.sampled_from(get_args(CertaintyWord))),
        "status": draw(st.sampled_from(get_args(StatusWord))),
        "approximate": draw(st.none() | st.just(True)),
        "headway_minutes": draw(st.none() | st.integers(1, 240)),
        "boarding": draw(st.none() | st.sampled_from(get_args(BoardingWord))),
        "starts_here": draw(st.none() | st.just(True)),
        "stops_away": draw(st.none() | st.integers(0, 300)),
        "vehicle_label": draw(st.none() | labels),
        "occupancy": draw(st.none() | st.sampled_from(get_args(OccupancyWord))),
        "delay_seconds": draw(st.none() | st.integers(-20_000, 20_000)),
        "uncertainty_seconds": draw(st.none() | st.integers(0, 10_000)),
        "age_seconds": draw(st.none() | st.integers(0, 10_000)),
        "access": draw(accesses()),
    }
    for end in ("arrival", "departure"):
        for kind in ("scheduled", "expected", "observed"):
            fields[f"{kind}_{end}"] = draw(instants)
    return MonitoredCall(**fields)


@st.composite
def boards(draw: st.DrawFn) -> BoardData:
    end = _START + timedelta(minutes=draw(st.integers(1, 3000)))
    return BoardData(
        stop=draw(st.none() | st.builds(stop, names, platform=st.none() | labels)),
        kind=draw(st.sampled_from(["arrivals", "departures"])),
        now=draw(st.sampled_from([None, NOW])),
        window_start=draw(st.sampled_from([None, NOW, (_START + timedelta(hours=2)).isoformat()])),
        window_end=end.isoformat(),
        coverage=draw(st.sampled_from([None, "covered", "no-service", "ended", "not-started", "unknown"])),
        route_filter=draw(st.lists(labels, max_size=3)),
        access_filter=draw(st.none() | st.just(True)),
        arrivals=draw(st.lists(calls(), max_size=5)),
        more=draw(st.integers(0, 40)),
        alerts=draw(st.lists(st.builds(alert, names), max_size=2)),
        more_alerts=draw(st.integers(0, 3)),
    )


def check(phrase: Phrase, language: str) -> None:
    for text in (phrase.spoken, *(line.spoken for line in phrase.lines)):
        signs = {
            c
            for c in text
            if not (
                c.isalpha()
                or c in _SAYABLE | _OWN_SIGNS.get(language, frozenset())
                or unicodedata.category(c)[0] == "M"
            )
        }
        assert not signs, f"{signs} in {text!r}"
        assert not re.search(_ZERO[language], text), text
        assert ",," not in text
        assert "  " not in text
        assert ".." not in text
    assert phrase.written.strip()
    assert phrase.spoken.strip()
    assert join_sentences(line.written for line in phrase.lines) == phrase.written
    assert join_sentences(line.spoken for line in phrase.lines) == phrase.spoken


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(call=calls(), verbosity=st.sampled_from(VERBOSITIES), is_arrival=st.booleans())
def test_any_call_is_sayable(language: str, call: MonitoredCall, verbosity: str, is_arrival: bool) -> None:
    check(BOOKS.pick(language).call(call, verbosity=verbosity, is_arrival=is_arrival), language)


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(data=boards(), verbosity=st.sampled_from(VERBOSITIES), age=st.none() | st.integers(0, 10_000))
def test_any_board_is_sayable(language: str, data: BoardData, verbosity: str, age: int | None) -> None:
    check(BOOKS.pick(language).board(data, verbosity=verbosity, age_seconds=age), language)


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(call=calls(), verbosity=st.sampled_from(VERBOSITIES))
def test_only_a_prediction_is_ever_called_live(language: str, call: MonitoredCall, verbosity: str) -> None:
    assume(call.certainty not in ("live", "ageing"))
    plain = call.model_copy(update={"line": "1", "headsign": "X", "destination": None, "vehicle_label": None})
    plain = plain.model_copy(update={"platform": None, "planned_platform": None})
    live = BOOKS.pick(language).say("certainty.live").written
    assert live not in BOOKS.pick(language).call(plain, verbosity=verbosity).written


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(call=calls(), verbosity=st.sampled_from(VERBOSITIES))
def test_low_floor_is_said_only_where_someone_says_it(language: str, call: MonitoredCall, verbosity: str) -> None:
    assume(call.access.low_floor != "yes")
    plain = call.model_copy(update={"headsign": None, "destination": None})
    low_floor = BOOKS.pick(language).say("access.low_floor").written
    told = BOOKS.pick(language).call(plain, verbosity=verbosity).written
    denied = BOOKS.pick(language).say("access.not_low_floor").written
    assert low_floor not in told.replace(denied, "")


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(call=calls(), verbosity=st.sampled_from(VERBOSITIES))
def test_what_changes_the_plan_comes_first_at_every_length(language: str, call: MonitoredCall, verbosity: str) -> None:
    assume(call.status in ("cancelled", "skipped", "replaced"))
    told = BOOKS.pick(language).call(call, verbosity=verbosity).written
    assert told.startswith(BOOKS.pick(language).say(f"call.{call.status}", call="").written.strip())


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(
    given_stop=st.builds(
        stop,
        names,
        platform=st.none() | labels,
        code=st.none() | labels,
        towards=st.lists(names, max_size=4),
        lines=st.lists(labels, max_size=9),
        station=st.none() | names,
        side=st.none() | st.sampled_from(["north", "south-west"]),
        opposite=st.none() | st.just("demo:2"),
        opposite_meters=st.none() | st.integers(0, 200),
        distance_meters=st.none() | st.integers(0, 100_000),
        walk_bearing=st.none() | st.just("east"),
        type=st.sampled_from(["PublicTransportStop", "TransportStation"]),
        access=st.builds(fact, words, st.sampled_from(["stop", "station"])),
    )
)
def test_any_stop_is_sayable(language: str, given_stop: StopSummary) -> None:
    book = BOOKS.pick(language)
    check(book.portrait(StopData(stop=given_stop, platforms=[given_stop])), language)
    check(book.stops(StopsData(query=given_stop.name, stops=[given_stop, given_stop])), language)
    check(book.label_stop(given_stop), language)


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(
    given_vehicle=st.builds(
        vehicle,
        line=st.none() | labels,
        headsign=st.none() | names,
        label=st.none() | labels,
        certainty=st.sampled_from(get_args(CertaintyWord)),
        age_seconds=st.none() | st.integers(0, 100_000),
        distance_meters=st.none() | st.integers(0, 100_000),
        next_stop=st.none() | names,
        occupancy=st.none() | st.sampled_from(get_args(OccupancyWord)),
        low_floor=words,
    ),
    unknown=st.integers(0, 30),
)
def test_any_vehicle_is_sayable(language: str, given_vehicle: VehicleSummary, unknown: int) -> None:
    data = VehiclesData(scope="near", vehicles=[given_vehicle], unknown=unknown)
    check(BOOKS.pick(language).vehicles(data), language)


@pytest.mark.parametrize("language", LANGUAGES)
@relaxed
@given(text=st.text(max_size=80).filter(str.strip), starts=instants, ends=instants, active=st.booleans())
def test_any_alert_is_sayable(language: str, text: str, starts: str | None, ends: str | None, active: bool) -> None:
    given_alert: AlertSummary = alert("Detour", description=text, starts=starts, ends=ends, active=active)
    from stopbell_server.contract.alerts import AlertsData

    check(BOOKS.pick(language).alerts(AlertsData(scope="all", alerts=[given_alert])), language)
