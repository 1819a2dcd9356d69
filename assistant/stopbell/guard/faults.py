"""Faults of a sentence that no row can make good: addresses, what no tool knows, names that nobody told."""

from collections.abc import Sequence

from stopbell.guard.claims import find_vocabulary, list_claim_languages
from stopbell.guard.evidence import Evidence
from stopbell.guard.facts import Reading, StatedFact
from stopbell.guard.reader import read_sentence
from stopbell.guard.verdict import Fault

_NOT_FOREIGN = frozenset({"stranger", "from", "to", "name", "line", "weekday", "month", "compass", "number", "unread"})


def find_faults(reading: Reading, evidence: Evidence, language: str) -> tuple[Fault, ...]:
    """Give what makes a sentence unfit whatever else it says; none where only rows can decide."""
    quoted = evidence.operators.find_quoted(reading.text)
    facts = [
        fact for fact in reading.facts if not (reading.is_operators and fact.kind != "link" and is_quoted(fact, quoted))
    ]
    faults = [
        Fault(fact.kind, str(fact.value))
        for fact in facts
        if fact.kind in ("stranger", "never", "unread") or (fact.kind == "link" and fact.value not in evidence.links)
    ]
    if quoted and not reading.is_operators:
        faults.append(Fault("operator", reading.text))
    if not reading.facts and not faults:
        faults += _find_foreign(reading.text, evidence, language)
    return tuple(faults)


def is_quoted(fact: StatedFact, quoted: Sequence[tuple[int, int]]) -> bool:
    """Tell whether a fact stands within words that an operator wrote."""
    return any(start <= fact.start and fact.end <= end for start, end in quoted)


def _find_foreign(text: str, evidence: Evidence, language: str) -> list[Fault]:
    """Give facts that are stated in another language than the rider's: nobody here can check them."""
    faults: list[Fault] = []
    for other in list_claim_languages():
        words = find_vocabulary(other)
        if words is None or other == language:
            continue
        facts = read_sentence(text, words, evidence.names).facts
        solid = [fact for fact in facts if fact.kind not in _NOT_FOREIGN and fact.end - fact.start > 6]
        faults += [Fault("language", text[fact.start : fact.end]) for fact in solid]
    return faults
