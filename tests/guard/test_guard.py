"""What reaches a rider of what a model writes."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from stopbell.answer import parse_answer
from stopbell.guard import FactGuard, Verdict
from stopbell_server.contract.arrivals import ArrivalsResult, BoardData
from stopbell_server.contract.envelope import Provenance, Status
from tests.asking import load_phrasebooks

NOW = datetime.fromisoformat("2026-12-01T14:00:00+00:00")
YES, NO, UNKNOWN = ({"value": value, "source": "trip"} for value in ("yes", "no", "unknown"))


class Clock:
    """A clock that a test turns."""

    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> datetime:
        return self.now


def call(line: str, to: str, minutes: int, certainty: str = "live", **more: Any) -> dict[str, Any]:
    at = (NOW + timedelta(minutes=minutes)).isoformat()
    access = {"verdict": "unknown", "stop": UNKNOWN, "vehicle": UNKNOWN, "lowFloor": "unknown"}
    times = {"scheduledDeparture": at} | ({"expectedDeparture": at} if certainty != "timetable" else {})
    return {
        "line": line, "headsign": to, "minutes": minutes, "certainty": certainty, "status": "running",
        "serviceDay": "2026-12-01", "stopId": "s", "access": access, "ageSeconds": 10, **times, **more,
    }  # fmt: skip


NOT_ACCESSIBLE = {"verdict": "no", "stop": YES, "vehicle": NO, "lowFloor": "no"}
ACCESSIBLE = {"verdict": "yes", "stop": YES, "vehicle": YES, "lowFloor": "yes"}
STOP = {
    "id": "x:s", "uri": "stopbell://s", "name": "Market Square", "spokenName": "Market Square", "access": YES,
}  # fmt: skip
ALERT = {
    "id": "a", "header": "Lift closed for works", "spokenHeader": "Lift closed for works", "reason": "stop",
    "active": True, "url": "https://operator.example/works",
}  # fmt: skip
CALLS = [
    call("10A", "Central Station", 3, platform="2", access=ACCESSIBLE),
    call("2", "Zoo", 14, access=NOT_ACCESSIBLE, stopsAway=4),
    call("10A", "Central Station", 26),
    call("7", "Harbour", 20, "timetable"),
    call("5", "Lake", 9, status="cancelled"),
]


def make_guard(clock: Clock | None = None, calls: list[dict[str, Any]] | None = None) -> FactGuard:
    data = BoardData.model_validate(
        {"stop": STOP, "now": NOW.isoformat(), "arrivals": calls or CALLS, "alerts": [ALERT]}
    )
    told = load_phrasebooks().pick("en").board(data)
    result = ArrivalsResult(
        text=told.written, spoken=told.spoken, status=Status(state="ok"), language="en",
        provenance=Provenance(stale=False), data=data,
    )  # fmt: skip
    guard = FactGuard(load_phrasebooks(), now=clock or Clock())
    guard.learn("get_arrivals", {"stop": "Market Square"}, parse_answer(result.to_wire(), ""))
    return guard


def check(sentence: str) -> Verdict:
    return make_guard().check(sentence, "en")


TRUE = [
    "The 10A to Central Station leaves in 3 minutes, live.",
    "10A to Central Station: three minutes (live), and then 26 minutes (live).",
    "The 10A to Central Station and the 2 to Zoo come in 3 and 14 minutes, both live.",
    "The 10A leaves at 14:03, live, from platform 2.",
    "The 2 to Zoo is not wheelchair accessible.",
    "The 2 to Zoo is four stops away.",
    "The 7 to Harbour leaves at 14:20, by timetable.",
    "The 7 to Harbour leaves at twenty past two, by timetable.",
    "The 10A to Central Station comes in about 25 minutes, live.",
    "The 5 to Lake at 14:09 is cancelled.",
    "Whether the 7 to Harbour is accessible is not known.",
    "Would you like to hear about the 10A to Central Station?",
    "Shall I tell you when the 10A is two minutes away?",
    "Hello, how can I help?",
    "The operator says: Lift closed for works.",
    "More at https://operator.example/works.",
]


@pytest.mark.parametrize("sentence", TRUE)
def test_what_a_row_says_is_kept(sentence: str) -> None:
    verdict = check(sentence)
    assert (verdict.kind, verdict.sentence.written) == ("kept", sentence), verdict.faults


FALSE = [
    "The 10A to Central Station leaves in 14 minutes, live.",
    "The 10A leaves in 14 minutes and the 2 in 3 minutes, both live.",
    "The 10A to Zoo leaves in 3 minutes, live.",
    "The 10A to Riverside leaves in 3 minutes, live.",
    "From Riverside, the 10A to Central Station leaves in 3 minutes, live.",
    "The 10A leaves at 14:04, live.",
    "The 10A leaves from platform 3.",
    "The 2 to Zoo is wheelchair accessible.",
    "The 10A to Central Station in 3 minutes (live) is not wheelchair accessible.",
    "The 7 to Harbour is accessible.",
    "The 7 to Harbour is not accessible.",
    "The 7 to Harbour leaves at 14:20, live.",
    "The 2 to Zoo is five stops away.",
    "The 5 to Lake leaves at 14:09, live.",
    "The 10A to Central Station is cancelled.",
    "The 2 to Zoo does not stop here.",
    "The 10A comes in half an hour, live.",
    "The 10A comes in 2 to 5 minutes, live.",
    "The 10A comes in about 5 minutes, live.",
    "All trams are wheelchair accessible.",
    "No alerts are reported.",
    "The lift works.",
    "Lift closed for works.",
    "It is safe to cross the road.",
    "Call 020 7946 0958.",
    "More at https://evil.example/works.",
    "Der Aufzug funktioniert.",
    "Route 66 is quite scenic.",
]


@pytest.mark.parametrize("sentence", FALSE)
def test_what_no_row_says_is_never_kept(sentence: str) -> None:
    verdict = check(sentence)
    assert verdict.kind != "kept"
    assert verdict.faults
    assert verdict.sentence.written != sentence


def test_a_missing_certainty_word_is_added() -> None:
    verdict = check("The 10A to Central Station leaves in 3 minutes.")
    assert (verdict.kind, verdict.sentence.written) == (
        "corrected", "The 10A to Central Station leaves in 3 minutes, live."
    )  # fmt: skip


def test_a_time_by_timetable_without_its_word_is_told_by_its_row() -> None:
    verdict = check("The 7 to Harbour leaves in 20 minutes.")
    assert verdict.kind == "corrected"
    assert verdict.sentence.written == "7 to Harbour, timetable 14:20."


def test_live_said_once_for_all_holds_for_the_sentences_behind_it_but_not_for_the_timetable() -> None:
    guard = make_guard()
    kinds = [
        guard.check(sentence, "en").kind
        for sentence in (
            "Here are the next 10A trams, all live:",
            "10A to Central Station, 3 minutes",
            "10A to Central Station, 26 minutes",
            "7 to Harbour, 20 minutes",
        )
    ]
    assert kinds == ["kept", "kept", "kept", "corrected"]


def test_one_wrong_fact_is_mended_by_the_row_that_is_meant() -> None:
    verdict = check("The 2 to Zoo leaves in 5 minutes, live.")
    assert verdict.kind == "corrected"
    assert verdict.sentence.written == "2 to Zoo, 14 minutes, live, not wheelchair accessible."
    assert verdict.sentence.spoken.startswith("Two, to Zoo, fourteen minutes")


def test_what_cannot_be_mended_is_replaced_by_the_tools_own_answer_and_only_once_in_a_turn() -> None:
    guard = make_guard()
    first = guard.check("The lift works.", "en")
    second = guard.check("The lift works again.", "en")
    guard.begin_turn()
    third = guard.check("The lift works.", "en")
    assert [first.kind, second.kind, third.kind] == ["replaced", "dropped", "replaced"]
    assert first.sentence.written.startswith("Market Square.")
    assert not second.sentence
    assert guard.counts == {"kept": 0, "corrected": 0, "replaced": 2, "dropped": 1}


def test_a_pronoun_means_what_was_just_spoken_of() -> None:
    guard = make_guard()
    assert guard.check("The 2 to Zoo leaves in 14 minutes, live.", "en").kind == "kept"
    assert guard.check("It is not wheelchair accessible.", "en").kind == "kept"
    assert guard.check("It is low floor.", "en").kind != "kept"


def test_minutes_of_an_old_result_are_counted_anew() -> None:
    clock = Clock()
    guard = make_guard(clock)
    clock.now += timedelta(seconds=70)
    assert guard.check("The 2 to Zoo leaves in 14 minutes, live.", "en").kind != "kept"
    guard.begin_turn()
    assert guard.check("The 2 to Zoo leaves in 12 minutes, live.", "en").kind == "kept"


def test_old_live_data_is_not_called_live_any_more() -> None:
    clock = Clock()
    guard = make_guard(clock)
    clock.now += timedelta(seconds=150)
    verdict = guard.check("The 2 to Zoo leaves in 11 minutes, live.", "en")
    assert verdict.kind != "kept"
    assert "live, 3 minutes old" in verdict.sentence.written


def test_without_any_result_facts_are_dropped_and_talk_is_kept() -> None:
    guard = FactGuard(load_phrasebooks(), now=Clock())
    assert guard.check("The 10A leaves in 3 minutes, live.", "en").kind == "dropped"
    assert guard.check("Let me check that for you.", "en").kind == "kept"


def test_the_sentence_of_another_language_is_mended_in_the_riders_own() -> None:
    verdict = make_guard().check("Die 2 Richtung Zoo fährt in 5 Minuten, live.", "de")
    assert verdict.kind == "corrected"
    assert verdict.sentence.written == "2 Richtung Zoo, 14 Minuten, live, nicht rollstuhlgerecht."
