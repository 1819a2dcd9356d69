"""What the board reads out while time passes: milestones and changes, each once; a countdown never."""

import pytest

from tests.browser.stage import Stage
from tests.browser.street import TODAY, Street
from tests.realtimetext import stop, update

A_IN_TIME = update("a", stop(1, "S1", departure={"delay": 0}), **TODAY)


def show(board: Stage, street: Street, **arguments: object) -> None:
    """Ask in the conversation and let the board show the answer."""
    asked = {"stop": "town:S", "limit": 3} | arguments
    asked["stop"] = str(asked["stop"]).replace("town:", "test:")
    board.give(asked, street.ask(**asked))


def test_a_countdown_is_not_read_out_and_each_milestone_is_once(board: Stage, street: Street) -> None:
    street.entities = [A_IN_TIME]
    show(board, street, limit=1)
    assert board.read("#calls .time") == ["12 minutes, at 12:12, live"]
    told: list[str] = []
    shown: list[str] = []
    for _ in range(12):
        board.advance(60)
        told += board.take_told()
        shown += [time.split(",")[0] for time in board.read("#calls .time")[:1]]
    assert shown[:10] == [f"{n} minutes" if n > 1 else "1 minute" for n in (11, 10, 9, 8, 7, 6, 5, 4, 3, 2)]
    first = [line for line in told if "now" not in line and "12:16" not in line]
    assert first == [
        "7 to Озеро, 10 minutes, live.",
        "7 to Озеро, 5 minutes, live.",
        "7 to Озеро, 2 minutes, live.",
        "7 to Озеро, 1 minute, live.",
    ]
    assert told.count("7 to Озеро, arriving now, live.") + told.count("7 to Озеро, departing now, live.") == 1


def test_a_milestone_that_was_passed_between_two_answers_is_told_with_the_minutes_that_are_left(
    board: Stage, street: Street
) -> None:
    street.entities = [A_IN_TIME]
    show(board, street, limit=1)
    street.entities = [update("a", stop(1, "S1", departure={"delay": -480}), **TODAY)]
    board.advance(31)
    assert board.take_told() == ["7 to Озеро, 3 minutes, live."]


def test_a_vehicle_that_falls_back_is_told_with_what_was_said_before(board: Stage, street: Street) -> None:
    street.entities = [update("a", stop(1, "S1", departure={"delay": -420}), **TODAY)]
    show(board, street, limit=1)
    assert board.read("#calls .time") == ["5 minutes, at 12:05, live"]
    street.entities = [update("a", stop(1, "S1", departure={"delay": -180}), **TODAY)]
    board.advance(31)
    assert board.take_told() == ["7 to Озеро: now 8 minutes, before 4 minutes."]


def test_a_cancellation_is_read_out_once_and_so_is_its_end(board: Stage, street: Street) -> None:
    street.entities = [A_IN_TIME]
    show(board, street)
    street.entities = [update("a", **TODAY, schedule_relationship="CANCELED")]
    board.advance(90)
    assert board.take_told() == ["Cancelled: 7 to Озеро, 12:12."]
    assert board.read("#calls h3")[0] == "Cancelled: 7 to Озеро"
    street.entities = [A_IN_TIME]
    board.advance(60)
    assert board.take_told() == ["It comes after all: 7 to Озеро, 10 minutes, live."]


def test_a_change_of_platform_is_read_out_once(board: Stage, street: Street) -> None:
    street.entities = [A_IN_TIME]
    show(board, street)
    moved = stop(1, "S1", departure={"delay": 0}, stop_time_properties={"assigned_stop_id": "S2"})
    street.entities = [update("a", moved, **TODAY)]
    board.advance(61)
    assert board.take_told() == ["Platform change: now platform 2, not 1: 7 to Озеро."]


def test_lost_contact_is_read_out_once_and_is_never_called_live(board: Stage, street: Street) -> None:
    street.entities = [A_IN_TIME]
    show(board, street)
    street.silent_s = 400
    board.advance(95)
    told = board.take_told()
    assert [line for line in told if "7 to Озеро" in line] == told
    assert len(told) == 1
    assert "no contact" in told[0]
    assert "live" not in board.read("#calls .time")[0]


def test_a_board_that_cannot_be_renewed_says_so_once_and_counts_no_minutes(board: Stage, street: Street) -> None:
    street.entities = [A_IN_TIME]
    show(board, street, limit=1)
    board.answer = lambda params: None
    board.advance(60)
    assert board.take_told() == []
    assert board.read("#state") == ["The board could not be renewed. It is as it was at 12:00."]
    board.advance(40)
    assert board.read("#calls .time") == ["was expected at 12:12"]
    board.advance(160)
    assert board.take_told() == [
        "7 to Озеро, 10 minutes, live.",
        "Not renewed since 12:00. What is coming may have changed, so minutes are no longer told.",
    ]
    assert board.read("#calls .time") == ["was expected at 12:12"]
    board.answer = lambda params: street.ask(**params["arguments"])
    street.later_s = 300
    board.advance(31)
    assert board.read("#state") == ["As of 12:05."]


def test_what_was_live_ages_on_the_page_when_no_answer_comes(board: Stage, street: Street) -> None:
    street.entities, street.silent_s = [A_IN_TIME], 60
    show(board, street, limit=1)
    board.answer = lambda params: None
    assert board.read("#calls .time") == ["12 minutes, at 12:12, live"]
    board.advance(40)
    assert board.read("#calls .time") == ["11 minutes, at 12:12, live, 2 minutes old"]
    board.advance(45)
    assert board.read("#calls .time") == ["10 minutes, at 12:12, live, 2 minutes old"]


def test_a_prediction_that_was_old_already_is_not_counted_down(board: Stage, street: Street) -> None:
    street.entities, street.silent_s = [A_IN_TIME], 170
    show(board, street, limit=1)
    board.answer = lambda params: None
    assert board.read("#calls .time") == ["12 minutes, at 12:12, live, 3 minutes old"]
    board.advance(20)
    assert board.read("#calls .time") == ["was expected at 12:12"]


def test_many_changes_at_once_are_counted_after_the_first_three(board: Stage, street: Street) -> None:
    street.entities = [A_IN_TIME]
    show(board, street, limit=10)
    street.entities = [update(trip, **TODAY, schedule_relationship="CANCELED") for trip in "abcdef"]
    board.advance(31)
    told = board.take_told()
    assert len(told) == 4
    assert told[-1] == "3 more changes, see the list."


def test_times_by_timetable_are_read_out_as_such(board: Stage, street: Street) -> None:
    show(board, street, limit=1)
    board.advance(125)
    assert board.take_told() == ["7 to Озеро, timetable 12:12, in 10 minutes."]


def test_the_list_is_outside_of_every_live_region(board: Stage, street: Street) -> None:
    show(board, street)
    regions = "document.querySelectorAll('[aria-live], [role=status], [role=alert], [role=log], [role=timer]')"
    assert board.run(f"{regions}.length") == 1
    assert board.run(f"[...{regions}].some((one) => one.contains(document.getElementById('calls')))") is False
    assert board.run("document.getElementById('calls').closest('[aria-live]')") is None


@pytest.mark.parametrize("language", ["uk"])
def test_news_are_in_the_language_of_the_answer(board: Stage, street: Street, language: str) -> None:
    street.entities = [A_IN_TIME]
    show(board, street, limit=1, language=language)
    board.advance(125)
    assert board.take_told() == ["7, напрямок: Озеро, через 10 хвилин, наживо."]
    assert board.run("document.documentElement.lang") == "uk"
