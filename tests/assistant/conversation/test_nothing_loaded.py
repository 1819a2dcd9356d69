"""Without a timetable every question about transit is answered with that, and with the way to add one."""

import pytest

from stopbell.conversation.ports import City
from stopbell_server.contract.codes import Code
from tests.assistant.faketools import refuse_always
from tests.assistant.talking import FakeCities, list_written, make_tools, say

NOTHING = "No timetable is loaded."


@pytest.mark.parametrize(
    "said",
    [
        "next bus",
        "departures",
        "nearest stop",
        "where am I",
        "alerts",
        "stop 6108",
        "describe this stop",
        "which side",
        "how old is this data",
        "is the lift working",
        "is the next bus low floor",
        "plan a trip to the harbour",
        "when is the last bus",
        "I am at 44.65, -63.57",
        "коли автобус",
        "найближча зупинка",
    ],
)
def test_whatever_is_asked_the_missing_timetable_is_told_first(said: str) -> None:
    tools = make_tools(get_alerts=refuse_always(Code.NO_FEED))
    lines = list_written(say(said, tools=tools, cities=FakeCities(), language="en"))
    assert lines[0].startswith(NOTHING)
    assert "stopbell feed add" in " ".join(lines)


@pytest.mark.parametrize("said", ["help", "what time is it", "speak Ukrainian", "call a taxi", "repeat", "thanks"])
def test_what_needs_no_timetable_is_answered(said: str) -> None:
    tools = make_tools(get_alerts=refuse_always(Code.NO_FEED))
    assert NOTHING not in say(said, tools=tools, cities=FakeCities()).written


def test_with_a_timetable_nothing_of_it_is_said() -> None:
    assert NOTHING not in say("next bus", cities=FakeCities(loaded=[City("town", "Town")])).written
