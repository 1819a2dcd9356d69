"""What a judge says of a server, and which of it was to be expected."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

EXPECTED = Path(__file__).with_name("expected.toml")


@dataclass(frozen=True, slots=True)
class Complaint:
    """One thing that a judge does not like."""

    about: str
    """What the judge calls it; the same in every run."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """Everything one judge says."""

    judge: str
    figures: str
    complaints: tuple[Complaint, ...] = ()


@dataclass(frozen=True, slots=True)
class Expectation:
    """A complaint that is known, and why it stands."""

    judge: str
    """A pattern, as for names of files."""
    about: str
    """A pattern, as for names of files."""
    reason: str


def read_expectations(path: Path = EXPECTED) -> tuple[Expectation, ...]:
    """Read what is expected; every row says its reason.

    Raises:
        ValueError: a row has no reason.
    """
    rows: list[Expectation] = []
    for row in tomllib.loads(path.read_text(encoding="utf-8"))["expected"]:
        judge, about, reason = row["judge"], row["about"], row["reason"]
        if not reason.strip():
            raise ValueError(f"{judge}: {about}: no reason is given")
        rows.extend(Expectation(judge, one, reason) for one in ([about] if isinstance(about, str) else about))
    return tuple(rows)


def list_surprises(judgements: Sequence[Judgement], expectations: Sequence[Expectation]) -> tuple[str, ...]:
    """List the complaints that nobody expected, and what was expected in vain: that row must go."""
    unmet = list(expectations)
    surprises: list[str] = []
    for judgement in judgements:
        for complaint in judgement.complaints:
            known = [row for row in expectations if _covers(row, judgement, complaint)]
            unmet = [row for row in unmet if row not in known]
            if not known:
                surprises.append(f"{judgement.judge}: {complaint.about}: {complaint.sentence}")
    surprises.extend(f"{row.judge}: {row.about} is expected to be complained of, and is not" for row in unmet)
    return tuple(surprises)


def _covers(row: Expectation, judgement: Judgement, complaint: Complaint) -> bool:
    return fnmatchcase(judgement.judge, row.judge) and fnmatchcase(complaint.about, row.about)
