"""How a question was answered, and the answer put together of its parts."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from stopbell_server.contract.codes import TABLE, Code
from stopbell_server.contract.envelope import Candidate, Provenance, Status
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

MOST_SPOKEN = 3
"""Choices that a listener can keep in mind; the structure has all."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a question was answered, before it is put into words."""

    code: Code | None = None
    """None: answered, nothing is missing."""
    values: Mapping[str, str | int] = field(default_factory=dict[str, str | int])
    candidates: tuple[Candidate, ...] = ()

    def to_status(self, book: Phrasebook) -> Status:
        """Give the status; the remedy is one sentence in the answer's language."""
        if self.code is None:
            return Status(state="ok")
        row = TABLE[self.code]
        return Status(
            state=row.state,
            code=self.code.value,
            remedy=book.remedy(self.code, **self.values).written or None,
            retryable=row.retryable,
            candidates=list(self.candidates),
        )


def compose(book: Phrasebook, facts: Phrase | None, verdict: Verdict, provenance: Provenance) -> Phrase:
    """Put an answer together: facts first, then what is missing, the choices, the way out, and the notice.

    Facts of an unresolved answer say themselves why it is none.
    """
    parts: list[Phrase] = [facts] if facts else []
    if verdict.code is not None:
        is_partial = TABLE[verdict.code].state == "partial"
        if is_partial or facts is None:
            parts.append(book.code(verdict.code, **verdict.values))
        if verdict.candidates:
            parts.append(book.candidates(verdict.candidates[:MOST_SPOKEN]))
            more = len(verdict.candidates) - MOST_SPOKEN
            if more > 0 and verdict.code is Code.AMBIGUOUS_STOP:
                parts.append(book.say("stops.more", count=more))
        if not is_partial:
            parts.append(book.remedy(verdict.code, **verdict.values))
    first, *others = parts
    for other in others:
        first = first.then(other)
    return book.with_notice(first, provenance.notice)
