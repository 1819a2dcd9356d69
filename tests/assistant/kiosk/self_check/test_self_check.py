"""Every statement of the table is told, a good kiosk passes, and each fault is found by its statement."""

import json
import re
from pathlib import Path

import pytest

from stopbell.kiosk.self_check.checking import TRIES
from stopbell.kiosk.self_check.report import describe, to_document
from stopbell.kiosk.self_check.statements import STATEMENTS
from tests.assistant.faketools import answer_board, answer_low_floor
from tests.assistant.kiosk.self_check.checked import check, make_city
from tests.assistant.kiosk.self_check.faults import DUTIES, FAULTS, Fault

GROUPS = {"A": 15, "V": 10, "S": 14, "K": 5, "T": 4, "D": 2, "W": 4, "X": 5}
"""How many statements each letter has."""
MISSING: set[str] = set()
"""What the kiosk does not do yet."""


def test_every_statement_is_tried() -> None:
    ids = [f"{letter}{number:02}" for letter, count in GROUPS.items() for number in range(1, count + 1)]
    assert list(STATEMENTS) == ids
    assert set(TRIES) == set(ids)


@pytest.mark.timeout(300)
def test_a_good_kiosk_passes_all_that_it_does_and_each_pass_has_a_fault(tmp_path: Path) -> None:
    found = check(tmp_path)
    assert list(found) == list(STATEMENTS)
    passed = {one.id for one in found.values() if one.verdict == "pass"}
    failed = {one.id: one.why for one in found.values() if one.verdict == "fail"}
    assert failed.keys() == MISSING, failed
    assert passed == FAULTS.keys()
    assert {one.id for one in found.values() if one.verdict == "deployer's duty"} >= DUTIES.keys()
    lines = list(describe(tuple(found.values())))
    assert [line[:3] for line in lines[:-1]] == list(STATEMENTS)
    assert re.fullmatch(r"\d+ pass, 0 fail, \d+ deployer's duty, \d+ not applicable", lines[-1])
    document = json.loads(json.dumps(to_document(tuple(found.values()))))
    assert [one["id"] for one in document["findings"]] == list(STATEMENTS)
    assert document["counts"]["pass"] == len(passed)
    assert all(one.why for one in found.values())


@pytest.mark.timeout(120)
@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        pytest.param(statement, fault, id=f"{statement} {fault.what}")
        for statement, faults in {**FAULTS, **DUTIES}.items()
        for fault in faults
    ],
)
def test_a_fault_is_found(statement: str, fault: Fault, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fault.code(monkeypatch)
    found = check(tmp_path, statement, rows=fault.rows, **fault.given)[statement]
    assert found.verdict == "fail", found.why
    assert "broke while it was tried" not in found.why, found.why


@pytest.mark.timeout(120)
def test_what_cannot_be_known_is_left_to_the_deployer(tmp_path: Path) -> None:
    unknown = make_city(get_arrivals=answer_board(), find_low_floor_vehicles=answer_low_floor([], 5))
    found = check(tmp_path, "A15", "D01", "V09", tools=unknown, rows=None, speech={})
    assert {one.verdict for one in found.values()} == {"deployer's duty"}
    assert found["D01"].why == "run this at the kiosk's own terminal: only there the number of rows is known"


@pytest.mark.timeout(120)
def test_one_button_is_tried_too(tmp_path: Path) -> None:
    found = check(
        tmp_path,
        "A11",
        "A12",
        "K03",
        "S02",
        "S10",
        "T01",
        "T03",
        "T04",
        input={"mode": "one-button"},
        languages=("en",),
    )
    assert {one.verdict for one in found.values()} == {"pass"}, found
