"""What was found of one statement."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Literal, TypeAlias

Verdict = Literal["pass", "fail", "deployer's duty", "not applicable"]


@dataclass(frozen=True, slots=True)
class Finding:
    """One statement's verdict."""

    id: str
    verdict: Verdict
    why: str
    """One line for the operator: what was seen, or what the deployer has to do."""


def judge(statement: str, faults: Iterable[str], why: str) -> Finding:
    """Give a pass, or a fail with the first of the faults."""
    found = [fault for fault in faults if fault]
    if not found:
        return Finding(statement, "pass", why)
    more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
    return Finding(statement, "fail", f"{found[0]}{more}")


def leave(statement: str, faults: Iterable[str], duty: str) -> Finding:
    """Give what the deployer has to do, unless what can be tried of the statement is broken already."""
    found = judge(statement, faults, duty)
    return found if found.verdict == "fail" else Finding(statement, "deployer's duty", duty)


def duty(statement: str, what: str) -> Finding:
    """Give what the deployer has to do."""
    return Finding(statement, "deployer's duty", what)


def no_matter(statement: str, why: str) -> Finding:
    """Say why a statement does not bear on a kiosk."""
    return Finding(statement, "not applicable", why)


Trying: TypeAlias = Callable[[], Awaitable[Finding]]
"""Tries one statement."""
