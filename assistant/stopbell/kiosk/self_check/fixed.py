"""Statements that nothing can be tried of: what the deployer has to do, or why they do not bear on a kiosk."""

from collections.abc import Mapping

from stopbell.kiosk.self_check.evidence import Evidence, Try
from stopbell.kiosk.self_check.finding import Finding, duty, no_matter


def be_duty(duties: Mapping[str, str]) -> dict[str, Try]:
    """Give what the deployer has to do, by id."""
    return {statement: _tell(duty(statement, what)) for statement, what in duties.items()}


def be_no_matter(reasons: Mapping[str, str]) -> dict[str, Try]:
    """Give why statements do not bear on a kiosk, by id."""
    return {statement: _tell(no_matter(statement, why)) for statement, why in reasons.items()}


def _tell(finding: Finding) -> Try:
    async def tell(_: Evidence) -> Finding:
        return finding

    return tell
