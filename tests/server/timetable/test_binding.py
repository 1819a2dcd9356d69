"""Which call an update speaks of: architecture decision 7 as a table."""

import pytest

from stopbell_server.domain.ids import StopId
from stopbell_server.domain.network import StopTime
from stopbell_server.domain.realtime import StopTimeUpdate
from stopbell_server.timetable.binding import bind_updates


def _calls(stops: str, step: int = 1) -> list[StopTime]:
    return [StopTime(StopId(stop), (place + 1) * step, place * 60, place * 60) for place, stop in enumerate(stops)]


def _update(text: str) -> StopTimeUpdate:
    """Read "3:B" as sequence and stop, "3:" as sequence only, ":B" as stop only."""
    sequence, _, stop = text.partition(":")
    return StopTimeUpdate(int(sequence) if sequence else None, StopId(stop) if stop else None)


@pytest.mark.parametrize(
    ("why", "stops", "updates", "bound"),
    [
        ("sequence and stop agree", "ABC", ["2:B"], {1: "2:B"}),
        ("only a sequence", "ABC", ["3:"], {2: "3:"}),
        ("an unknown sequence alone is nowhere", "ABC", ["9:"], {}),
        ("disagree: the next call at that stop", "ABC", ["3:B"], {1: "3:B"}),
        ("disagree in a loop: the next visit in order", "ABCA", ["1:A", "2:A"], {0: "1:A", 3: "2:A"}),
        ("disagree and never again: nowhere", "ABC", ["3:C", "1:B"], {2: "3:C"}),
        ("a stop that the trip does not have", "ABC", ["2:X"], {}),
        ("only a stop that occurs once", "ABC", [":C"], {2: ":C"}),
        ("only a stop that occurs twice is ambiguous", "ABCA", [":A"], {}),
        ("named as often as it is visited, order decides", "ABCA", [":A", ":B", ":A"], {0: ":A", 1: ":B", 3: ":A"}),
        ("neither sequence nor stop", "ABC", [":"], {}),
    ],
)
def test_an_update_is_bound_by_the_rules(why: str, stops: str, updates: list[str], bound: dict[int, str]) -> None:
    found = bind_updates(_calls(stops), [_update(text) for text in updates])
    assert found == {index: _update(text) for index, text in bound.items()}, why


def test_a_call_keeps_its_first_update() -> None:
    first, second = StopTimeUpdate(1, StopId("A"), headsign="one"), StopTimeUpdate(1, StopId("A"), headsign="two")
    assert bind_updates(_calls("AB"), [first, second]) == {0: first}
