"""Trying all statements, one after the other."""

import logging
from collections.abc import Collection, Mapping

from stopbell.kiosk.self_check import (
    announcements,
    display,
    input_keys,
    interrupting,
    line_mode,
    pausing,
    speaking,
    time_limits,
    volume,
    web,
)
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding
from stopbell.kiosk.self_check.statements import STATEMENTS
from stopbell.kiosk.self_check.subject import Subject

logger = logging.getLogger(__name__)

_ALL = (announcements, volume, interrupting, pausing, speaking, input_keys, time_limits, display, web, line_mode)
TRIES: Tries = {statement: attempt for group in _ALL for statement, attempt in group.TRIES.items()}


async def check_kiosk(subject: Subject, only: Collection[str] | None = None) -> tuple[Finding, ...]:
    """Try all statements, or only some; what breaks while it is tried has failed."""
    evidence = Evidence(subject)
    return tuple([await _try(statement, evidence) for statement in STATEMENTS if only is None or statement in only])


async def _try(statement: str, evidence: Evidence) -> Finding:
    try:
        return await TRIES[statement](evidence)
    except Exception as error:
        logger.debug("%s broke", statement, exc_info=error)
        return Finding(statement, "fail", f"it broke while it was tried: {type(error).__name__} {error}".strip())


def count(findings: Collection[Finding]) -> Mapping[str, int]:
    """Count the findings by verdict."""
    verdicts = ("pass", "fail", "deployer's duty", "not applicable")
    return {verdict: sum(1 for one in findings if one.verdict == verdict) for verdict in verdicts}
