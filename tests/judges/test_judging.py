"""What is expected of judges is held against what they say, both ways."""

from pathlib import Path

import pytest

from tests.judges.judging import Complaint, Expectation, Judgement, list_surprises, read_expectations

SAID = (Judgement("strict", "2 checks", (Complaint("tasks/one", "no tasks"), Complaint("tasks/two", "none"))),)


def test_a_complaint_that_nobody_expected_is_a_surprise() -> None:
    assert list_surprises(SAID, [Expectation("strict", "tasks/one", "not offered")]) == ("strict: tasks/two: none",)


def test_what_another_judge_may_say_does_not_excuse_this_one() -> None:
    assert len(list_surprises(SAID, [Expectation("mild", "tasks/*", "not offered")])) == 3


def test_a_row_that_nobody_complains_of_any_more_is_a_surprise() -> None:
    rows = [Expectation("strict", "tasks/*", "not offered"), Expectation("strict", "logging/*", "not offered")]
    assert list_surprises(SAID, rows) == ("strict: logging/* is expected to be complained of, and is not",)


def test_every_expectation_says_why(tmp_path: Path) -> None:
    assert all(row.reason for row in read_expectations())
    unsaid = tmp_path / "expected.toml"
    unsaid.write_text('[[expected]]\njudge = "strict"\nabout = "tasks/*"\nreason = " "\n', encoding="utf-8")
    with pytest.raises(ValueError, match="no reason"):
        read_expectations(unsaid)
