"""The map of rules names tests that are there, and leaves out no rule."""

import re
from pathlib import Path

HERE = Path(__file__).parent
README = (HERE / "README.md").read_text(encoding="utf-8")
RULES, REPORTS = README.split("## What users", 1)


def _list_numbers(table: str) -> list[int]:
    """Give the numbers in the first column; "1 to 3" and "48, 49" are several."""
    numbers: list[int] = []
    for cell in re.findall(r"^\| ([0-9][0-9, to]*) \|", table, re.MULTILINE):
        ends = [int(number) for number in re.findall(r"[0-9]+", cell)]
        numbers += range(ends[0], ends[-1] + 1)
    return numbers


def test_every_rule_and_every_report_is_on_the_map() -> None:
    assert _list_numbers(RULES) == list(range(1, 47))
    assert _list_numbers(REPORTS) == list(range(1, 58))


def test_every_test_on_the_map_is_there() -> None:
    named = set(re.findall(r"`(test_\w+)`", README))
    tests = HERE.parents[1]
    written = {
        name
        for path in tests.rglob("test_*.py")
        for name in re.findall(r"^(?:async )?def (test_\w+)", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert named - written == set()
