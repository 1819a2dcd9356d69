"""What was found, for operators and for scripts."""

from collections.abc import Iterator, Sequence
from typing import Any

from stopbell.kiosk.self_check.checking import count
from stopbell.kiosk.self_check.finding import Finding
from stopbell.kiosk.self_check.statements import STATEMENTS


def describe(findings: Sequence[Finding]) -> Iterator[str]:
    """Give one line for each statement, and one that sums up."""
    for one in findings:
        yield f"{one.id} {one.verdict}: {STATEMENTS[one.id]}. {one.why[:1].upper()}{one.why[1:]}"
    yield ", ".join(f"{number} {verdict}" for verdict, number in count(findings).items())


def to_document(findings: Sequence[Finding]) -> dict[str, Any]:
    """Give the findings as a document."""
    return {
        "findings": [
            {"id": one.id, "statement": STATEMENTS[one.id], "verdict": one.verdict, "why": one.why} for one in findings
        ],
        "counts": dict(count(findings)),
    }
