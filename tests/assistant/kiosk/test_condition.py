"""What does not work is told, the gravest first; nothing is told while all is well."""

import pytest

from stopbell.kiosk.condition import Condition, tell_condition, tell_voice
from tests.assistant.faketools import BOOKS

WRONG = "The clock of this kiosk is wrong. No times are told until it is set."


def tell(condition: Condition) -> list[str]:
    return [line.written for line in tell_condition(BOOKS.pick("en"), condition)]


@pytest.mark.parametrize("state", ["live", "absent", None])
def test_nothing_is_told_while_all_is_well(state: str | None) -> None:
    condition = Condition(live_state=state)
    assert tell(condition) == []
    assert not condition.is_degraded


def test_lost_live_data_is_told_with_its_age_and_the_missing_network_with_it() -> None:
    lost = Condition(live_state="lost", age_s=300, has_network=False)
    assert tell(lost) == [
        "The last live information is 5 minutes old, too old to be called live.",
        "This kiosk has no network.",
    ]
    assert lost.is_degraded


def test_a_network_that_nobody_knows_of_is_not_said_to_be_missing() -> None:
    assert tell(Condition(live_state="lost", age_s=300)) == [
        "The last live information is 5 minutes old, too old to be called live."
    ]


def test_a_wrong_clock_is_told_and_nothing_that_is_counted_by_it() -> None:
    condition = Condition(doubt="behind", live_state="lost", age_s=300)
    assert tell(condition) == [WRONG]
    assert not condition.can_tell_times
    assert tell(Condition(doubt="feed-behind")) == [
        "The clock of this kiosk and the live data disagree. No times are told."
    ]


def test_a_source_that_is_silent_and_a_stop_that_nobody_knows_are_different_things() -> None:
    assert tell(Condition(has_answer=False)) == ["Departures cannot be told now: their source does not answer."]
    assert tell(Condition(has_timetable=False)) == ["There is no timetable for this stop now."]


def test_a_voice_that_fails_is_told_on_the_screen() -> None:
    condition = Condition(voice_trouble="engine-failed")
    assert [line.written for line in tell_voice(BOOKS.pick("en"), condition)] == [
        "The voice does not work, so answers are shown as text only."
    ]
    assert condition.is_degraded
    assert tell_voice(BOOKS.pick("en"), Condition()) == ()
