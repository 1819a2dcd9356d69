"""A request that stands within a longer sentence: "sorry to bother you but could you tell me when the 49 is coming".

The clauses are looked for that a grammar accounts for clearly; what stands around them is left alone. So a request is
found however it is framed, and where two different ones are found both are given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from stopbell.brains.brain import Intent, Scene, SlotValue
from stopbell.brains.offline.chart import Heard
from stopbell.brains.offline.clauses import Clauses
from stopbell.brains.offline.controls import match_control
from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.parts import AnyPart
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.results import Result
from stopbell.brains.offline.spans import NAME_WORD, to_slots
from stopbell.brains.offline.tally import list_members

CLEAR = 0.75
"""Share of a clause that must be accounted for."""
LONGEST_CLEAR_NAME = 3
LIGHTEST = 1.5
"""What the words of a clause weigh at the least: "the" with one other word is no request within a sentence."""
EMBEDDED = 0.8
"""What a clause counts of a whole sentence that says the same."""
CLAUSE_PRICE = 0.3
"""One long clause is better than two short ones."""
LONGEST_TAIL = 2
"""Words at the end of a clause that may be left over, at their price."""
OUT_OF_SCOPE = "out_of_scope"


@dataclass(frozen=True, slots=True)
class Clause:
    """Some words that one rule accounts for."""

    start: int
    end: int
    score: float
    share: float
    intent: Intent
    is_control: bool = False


def read_embedded(reading: Reading, grammar: Grammar, scene: Scene, at_least: float) -> Result | None:
    """Read the clauses of a sentence that are clear requests, or else a control word that stands by itself."""
    clauses = Clauses(reading, grammar)
    if len(clauses.starts) == 1 and len(clauses.ends) == 1:
        return None
    found = [*_find_requests(clauses, scene), *_find_controls(clauses, scene)]
    chosen = _choose(found, len(reading.tokens))
    wanted = [_name_what_is_meant(intent, clauses) for intent in _list_wanted(chosen)]
    confidence = EMBEDDED * min((clause.share for clause in chosen), default=0.0)
    if not wanted or confidence < at_least:
        return None
    intents = tuple(Intent(one.name, one.slots, one.language, confidence) for one in wanted)
    return Result(intents, confidence, is_control=all(clause.is_control for clause in chosen))


def _find_requests(clauses: Clauses, scene: Scene) -> Iterator[Clause]:
    """Give for every two places the request that accounts best for the words between, if it does so clearly."""
    reading, grammar = clauses.reading, clauses.grammar
    index = grammar.intent_index
    rules = [(place, index.rules[place]) for place in list_members(index.find_holding(scene))]
    for start in clauses.starts:
        if clauses.is_unsaid(start):
            continue
        best: dict[int, tuple[float, int, Sequence[tuple[str, Heard]]]] = {}
        for place, rule in rules:
            for end, score, slots in _read_from(clauses, rule.pattern, start):
                if end not in best or score > best[end][0]:
                    best[end] = score, place, slots
        for end, (score, place, slots) in best.items():
            weight = reading.weigh(start, end)
            share = min(1.0, (score + _credit_names(slots, reading)) / weight)
            if weight >= LIGHTEST and share >= CLEAR:
                rule = index.rules[place]
                values: dict[str, SlotValue] = {**to_slots(reading.write(slots)), **rule.set}
                yield Clause(start, end, score, share, Intent(rule.intent, values, grammar.language, share))


def _read_from(
    clauses: Clauses, pattern: AnyPart, start: int
) -> Iterator[tuple[int, float, Sequence[tuple[str, Heard]]]]:
    """Give every end of a clause that a pattern reaches, with what it accounts for up to there."""
    reading = clauses.reading
    ends = reading.find_ends(pattern, start)
    for end, (score, slots) in ends.items():
        if end == start:
            continue
        for clause_end in clauses.ends:
            if end <= clause_end <= end + LONGEST_TAIL:
                left_over = sum(word.skip for word in reading.words[end:clause_end])
                yield clause_end, score - left_over, slots


def _credit_names(slots: Sequence[tuple[str, Heard]], reading: Reading) -> float:
    """Give what short names of unknown words count more than in a whole sentence, where they could be anything."""
    names = [heard for _, heard in slots if isinstance(heard, range) and len(heard) <= LONGEST_CLEAR_NAME]
    words = [reading.words[place] for name in names for place in name]
    return sum(word.weight - NAME_WORD for word in words if not word.exact)


def _find_controls(clauses: Clauses, scene: Scene) -> Iterator[Clause]:
    """Give every control word between two pauses, and those with which a request opens before one.

    No word is silenced for what else is said beside it: one that opens within a clause must have company.
    """
    reading, grammar = clauses.reading, clauses.grammar
    ends = sorted(clauses.pauses - {0})
    for start in sorted(clauses.pauses | clauses.openings):
        for end in ends:
            if end <= start or (start not in clauses.pauses and end - start < 2) or clauses.is_unsaid(start):
                continue
            is_polite = grammar.polite and end in reading.find_ends(grammar.polite, start)
            control = None if is_polite else match_control(reading.tokens[start:end], grammar, scene)
            if control:
                yield Clause(start, end, reading.weigh(start, end), 1.0, control, is_control=True)


def _choose(found: Sequence[Clause], size: int) -> Sequence[Clause]:
    """Give the clauses that account together for most of the sentence, none of them inside another."""
    best: list[tuple[float, tuple[Clause, ...]]] = [(0.0, ())]
    for end in range(1, size + 1):
        best.append(best[-1])
        for clause in found:
            if clause.end == end:
                score, before = best[clause.start]
                if score + clause.score - CLAUSE_PRICE > best[end][0]:
                    best[end] = score + clause.score - CLAUSE_PRICE, (*before, clause)
    return best[-1][1]


def _name_what_is_meant(intent: Intent, clauses: Clauses) -> Intent:
    """Give the line that another clause names, where this one only points at it ("the 5 is due and it never came")."""
    index = clauses.grammar.intent_index
    if intent.slots.get("ref") != "previous" or not index.by_intent.get(intent.name, 0) & index.naming_lines:
        return intent
    # Behind a line at the end of a clause there is nothing that it could be a number of: "20 minutes".
    lines = clauses.reading.list_values("route", clauses.ends)
    if len(lines) != 1:
        return intent
    slots = {name: value for name, value in intent.slots.items() if name != "ref"}
    return Intent(intent.name, {**slots, "route": lines[0]}, intent.language)


def _list_wanted(chosen: Sequence[Clause]) -> Sequence[Intent]:
    """Give what is wanted: one request, said in one clause or several, or two; a control word where there is none."""
    requests = [clause.intent for clause in chosen if not clause.is_control]
    in_scope = [intent for intent in requests if intent.name != OUT_OF_SCOPE or intent.slots]
    wanted: dict[str, Intent] = {}
    for intent in in_scope or requests or [clause.intent for clause in chosen]:
        slots = {**wanted[intent.name].slots, **intent.slots} if intent.name in wanted else intent.slots
        wanted[intent.name] = Intent(intent.name, slots, intent.language)
    intents = tuple(wanted.values())
    return intents if len(intents) <= 2 else intents[-1:]
