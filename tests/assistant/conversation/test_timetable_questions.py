"""Which vehicle, first and last, a line's stops, whom to call: what the data says, and that it says no more."""

from collections.abc import Mapping
from typing import Any

import pytest

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Envelope
from stopbell_server.contract.routes import RouteData, RouteDirectionModel, RouteResult, RouteStop
from stopbell_server.contract.vehicle_position import PositionData, PositionResult, VehicleCandidate
from stopbell_server.contract.vehicles import VehicleSummary
from stopbell_server.phrases.phrasebook import Phrasebook
from tests.assistant.faketools import UNKNOWN, Answering, make_stop, refuse, to_result
from tests.assistant.talking import hear, list_written, make_tools, open_talk, say

AT_OAK = "departures from Oak Street"
OAK = RouteStop(stop_id="town:oak", name="Oak Street")


def make_direction(headsign: str = "Harbour", **changes: Any) -> RouteDirectionModel:
    names = ["Depot", "Oak Street", "Elm Road", "Market", "Pier", headsign]
    stops = [OAK if name == "Oak Street" else RouteStop(stop_id=f"town:{name}", name=name) for name in names]
    given: dict[str, Any] = {
        "stops": stops,
        "variants": 1,
        "start": OAK,
        "trips": 40,
        "first": "2026-11-30T05:08:00+02:00",
        "last": "2026-12-01T00:12:00+02:00",
        "periods": [],
        "departures": [],
    }
    return RouteDirectionModel(headsign=headsign, **{**given, **changes})


def answer_route(*directions: RouteDirectionModel, **more: Any) -> Answering:
    """A tool that tells one line, whichever is asked for."""

    def answer(given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        label = given["route"]
        known: dict[str, Any] = {"id": f"town:{label}", "line": label, "mode": "bus", "coverage": "covered", **more}
        data = RouteData(service_day="2026-11-30", directions=list(directions), **known)
        return to_result(RouteResult, data, book.route(data), book)

    return answer


def make_candidate(line: str, likelihood: str, standing: str = "stands-here") -> VehicleCandidate:
    vehicle = VehicleSummary(
        line=line, headsign="Harbour", label="12", age_seconds=5, certainty="live", access=UNKNOWN, low_floor="unknown"
    )
    return VehicleCandidate.model_validate({"vehicle": vehicle, "standing": standing, "likelihood": likelihood})


def answer_which(*candidates: VehicleCandidate) -> Answering:
    """A tool that tells which vehicle stands at a stop."""

    def answer(given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        likely = next((one.vehicle for one in candidates if one.likelihood == "likely"), None)
        data = PositionData(vehicle=likely, candidates=list(candidates), stop=make_stop())
        if likely is None:
            return refuse(PositionResult, data, Code.VEHICLE_NOT_SURE, book, ())
        return to_result(PositionResult, data, book.which_vehicle(data), book)

    return answer


@pytest.mark.parametrize(
    ("said", "verdict"),
    [("is this the 10A", "Probably yes."), ("is this the 5", "Probably not."), ("what bus is this", None)],
)
def test_a_likely_vehicle_is_never_said_to_be_surely_the_one(said: str, verdict: str | None) -> None:
    tools = make_tools(get_vehicle_position=answer_which(make_candidate("10А", "likely")))
    told = list_written(say(AT_OAK, said, tools=tools))
    assert (told[0] == verdict) is (verdict is not None)
    assert not any(line.startswith(("Yes", "No")) for line in told)


def test_where_it_cannot_be_told_no_verdict_is_given() -> None:
    tools = make_tools(get_vehicle_position=answer_which(make_candidate("10A", "unlikely", "left")))
    assert "Probably" not in say(AT_OAK, "is this the 10A", tools=tools).written


def test_a_last_departure_after_midnight_is_that_of_the_day_after() -> None:
    tools = make_tools(get_route=answer_route(make_direction()))
    told = list_written(say(AT_OAK, "when is the last 10A", tools=tools))
    assert told[:2] == [
        "Oak Street, 30 November, last departures by timetable:",
        "10A to Harbour, 00:12 the day after.",
    ]
    assert told[-1].startswith("Demonstration")


@pytest.mark.parametrize(
    ("headsign", "named"), [("10A Harbour", "Harbour"), ("10A", "10A"), ("5 Harbour", "5 Harbour")]
)
def test_a_lines_label_in_front_of_its_sign_is_not_said_twice(headsign: str, named: str) -> None:
    tools = make_tools(get_route=answer_route(make_direction(headsign)))
    told = list_written(say(AT_OAK, "when is the last 10A", tools=tools))
    assert told[1] == f"10A to {named}, 00:12 the day after."


@pytest.mark.parametrize(
    ("said", "day"),
    [
        ("when is the last 10A tomorrow", "2026-12-01"),
        ("when is the last 10A on friday", "2026-12-04"),
        ("when is the last 10A on sunday", "sunday"),
        ("when is the last 10A on weekdays", "workday"),
        ("when is the last 10A tonight", None),
    ],
)
def test_the_day_is_asked_as_the_tool_takes_it(said: str, day: str | None) -> None:
    tools = make_tools(get_route=answer_route(make_direction()))
    say(AT_OAK, said, tools=tools)
    assert tools.arguments("get_route")[-1].get("service_day") == day


def test_a_stop_where_nothing_leaves_is_told_so() -> None:
    tools = make_tools(get_route=answer_route())
    assert list_written(say(AT_OAK, "when is the last tram", tools=tools))[0].endswith("has no such departure.")


def test_stops_are_read_three_at_a_time_from_the_riders_on() -> None:
    talk = open_talk(make_tools(get_route=answer_route(make_direction())))
    _, first, second, third = hear(talk, AT_OAK, "where does the 10A go", "more", "more")
    assert list_written(first)[:4] == ["10A to Harbour, after Oak Street:", "Elm Road.", "Market.", "Pier."]
    assert list_written(second) == ["Harbour."]
    assert list_written(third) == ["There is nothing more."]


@pytest.mark.parametrize(
    ("variants", "said", "begins"),
    [
        (1, "does the 10A stop at Market", "Yes. 10A to Harbour stops at Market"),
        (1, "does the 10A stop at Zoo", "No. The timetable has no stop of line 10A"),
        (2, "does the 10A stop at Zoo", "Most trips of line 10A have no stop called Zoo."),
    ],
)
def test_no_is_only_said_where_all_trips_go_one_way(variants: int, said: str, begins: str) -> None:
    tools = make_tools(get_route=answer_route(make_direction(variants=variants)))
    assert say(AT_OAK, said, tools=tools).written.startswith(begins)


def test_a_number_is_told_only_where_the_data_has_it() -> None:
    known = {"operator": "Town Transport", "operator_phone": "+380 44 123", "operator_url": "https://town.example/x"}
    tools = make_tools(get_route=answer_route(make_direction(), **known))
    reply = say(AT_OAK, "who runs the 10A", tools=tools)
    assert list_written(reply) == [
        "Town Transport, telephone: +380 44 123.",
        "Web page: https://town.example/x.",
        "I cannot call anybody myself.",
    ]
    assert "plus three eight zero, four four" in reply.spoken
    assert "https" not in reply.spoken


def test_without_an_operator_no_number_is_made_up() -> None:
    tools = make_tools(get_route=answer_route(make_direction()))
    reply = say(AT_OAK, "who runs the 10A", tools=tools)
    assert list_written(reply)[0] == "The data does not say whom to call."


def test_without_line_and_stop_what_to_say_is_told() -> None:
    tools = make_tools()
    assert "Name a line or a stop" in say("whom can I call", tools=tools).written
    assert tools.asked == []
