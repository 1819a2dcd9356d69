"""The same notice sent several times is one notice; a long one begins with one breath."""

from typing import Any

import pytest

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.plain_text import to_breath
from stopbell_server.contract.same_alerts import merge_same


def say(header: str, **changes: Any) -> AlertSummary:
    fields: dict[str, Any] = {
        "id": "demo:1",
        "header": header,
        "spoken_header": header,
        "reason": "route",
        "active": True,
    }
    return AlertSummary(**(fields | changes))


def test_a_text_that_comes_several_times_is_told_once_with_all_it_concerns() -> None:
    merged = merge_same(
        [
            say("Stop moved", lines=["1"], stops=["A"], active=False, starts="2026-03-03", ends="2026-03-04"),
            say("Detour"),
            say("stop  moved", lines=["2", "1"], stops=["B"], ends="2026-03-05"),
        ],
        12,
    )
    assert merged == (
        say("Stop moved", lines=["1", "2"], stops=["A", "B"], active=True, ends="2026-03-05"),
        say("Detour"),
    )


def test_an_open_end_outlasts_a_date_and_a_different_description_is_other_news() -> None:
    merged = merge_same([say("Lift", ends="2026-03-04"), say("Lift"), say("Lift", description="Platform 2")], 12)
    assert [(alert.ends, alert.description) for alert in merged] == [(None, None), (None, "Platform 2")]


def test_names_of_merged_alerts_stay_few() -> None:
    (merged,) = merge_same([say("Detour", lines=[str(n)]) for n in range(40)], 3)
    assert merged.lines == ["0", "1", "2"]


def test_a_header_that_says_all_is_told_once_whatever_the_details() -> None:
    closed = "Stop closure Sackville Drive before Oakdale Drive"
    merged = merge_same(
        [
            say(closed, lines=["8"], description="Line 8"),
            say("Detour", description="Line 8"),
            say(closed, lines=["87"], description="Line 87"),
            say("Detour", description="Line 87"),
        ],
        12,
        by_header=True,
    )
    assert [(alert.header, alert.lines, alert.description) for alert in merged] == [
        (closed, ["8", "87"], None),
        ("Detour", [], "Line 8"),
        ("Detour", [], "Line 87"),
    ]


@pytest.mark.parametrize(
    ("text", "breath"),
    [
        ("Short.", "Short."),
        ("Stop moved to Elm Road today. Buses run along the river.", "Stop moved to Elm Road today."),
        ("Stop on Elm Blvd. West is moved to the other side of the river", "Stop on Elm Blvd. West is moved to the …"),
        ("Спирка изместена до второ нареждане. Автобусите спират напред.", "Спирка изместена до второ нареждане."),
        ("Спирка на бул. „Рожен“ до края на месеца е изместена", "Спирка на бул. „Рожен“ до края на месеца …"),
    ],
)
def test_a_breath_ends_with_a_sentence_or_shows_that_it_was_cut(text: str, breath: str) -> None:
    assert to_breath(text, 42) == breath


def test_a_first_sentence_is_told_whole_if_it_is_not_much_longer() -> None:
    text = "From Monday on the stop in Elm Road will be moved fifty metres. Buses run."
    assert to_breath(text, 40, at_most=70) == "From Monday on the stop in Elm Road will be moved fifty metres."
    assert to_breath(text, 40, at_most=60) == "From Monday on the stop in Elm Road …"
    assert to_breath("A notice without an end that is told whole", 20, at_most=50).endswith("whole")
