"""One sentence read by every rule of a grammar, one after the other: the oracle for the reading that asks an index."""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeAlias

from stopbell.brains.brain import Scene, SlotValue
from stopbell.brains.offline.clock import find_clock
from stopbell.brains.offline.grammar import load_grammar
from stopbell.brains.offline.grammar_file import Rule, read_grammar_file
from stopbell.brains.offline.kinds import KINDS
from stopbell.brains.offline.lines import find_lines, fold_lines
from stopbell.brains.offline.numbers import NumberKind, find_numbers
from stopbell.brains.offline.openings import find_name_breaks, find_openings
from stopbell.brains.offline.patterns import Slot
from stopbell.brains.offline.times import find_times
from stopbell.brains.offline.tokens import Token
from stopbell.folding import fold_word, has_digit
from tests.assistant.offline import plain_patterns
from tests.assistant.offline.plain_patterns import (
    Choice,
    Maybe,
    Node,
    Reference,
    Repeat,
    Series,
    Word,
    find_reach,
    find_words,
)

Found: TypeAlias = tuple[float, tuple[tuple[str, SlotValue], ...]]
Ends: TypeAlias = dict[int, Found]


@dataclass(frozen=True)
class PlainRule:
    """One way to say one intent, and what can occur in it."""

    rule: Rule
    node: Node
    words: frozenset[str]
    takes_line: bool

    def holds(self, scene: Scene) -> bool:
        return {"on-board": scene.is_on_board, "choosing": bool(scene.choices)}.get(self.rule.only or "", True)

    @property
    def set(self) -> dict[str, SlotValue]:
        return {name: tuple(value) if isinstance(value, list) else value for name, value in self.rule.set.items()}


class PlainGrammar:
    """A grammar's file as plain nodes; words, numbers and names are those of the grammar itself."""

    def __init__(self, path: Path) -> None:
        file = read_grammar_file(path)
        self.own = load_grammar(path)
        to_node = partial(plain_patterns.to_node, is_unspaced=self.own.is_unspaced)
        self.lists = {name: to_node(texts) for name, texts in file.lists.items()}
        self.slots: dict[str, list[tuple[SlotValue, Node]]] = {
            name: [(int(value) if value.isdecimal() else value, to_node(texts)) for value, texts in values.items()]
            for name, values in file.slots.items()
        }
        self._folds = file.spelling.folds
        self._folded: dict[str, str] = {}
        self._found: dict[tuple[str, bool], Mapping[str, float]] = {}
        self.controls = [self.make_rule(rule, text) for rule in file.controls for text in rule.say]
        self.intents = [self.make_rule(rule, text) for rule in file.intents for text in rule.say]
        self.polite = to_node(file.spelling.polite)
        framing = [to_node(texts) for texts in (file.framing.emphatic, file.framing.openings) if texts]
        reached = [self.list_words(node) for node in (*self.lists.values(), self.polite, *framing)]
        rules = [*self.controls, *self.intents]
        self.vocabulary = frozenset[str]().union(*reached, *(rule.words for rule in rules))
        users: dict[str, set[str]] = {}
        for rule in rules:
            for word in rule.words:
                users.setdefault(word, set()).add(rule.rule.intent)
        count = len({rule.rule.intent for rule in rules})
        self.weights = {word: math.log(count / len(used)) for word, used in users.items()}

    def fold(self, word: str) -> str:
        if word not in self._folded:
            self._folded[word] = fold_word(word.removesuffix("*"), self._folds) + "*" * word.endswith("*")
        return self._folded[word]

    def find_words(self, folded: str, mend: bool) -> Mapping[str, float]:
        if (folded, mend) not in self._found:
            self._found[folded, mend] = find_words(folded, self.vocabulary, mend=mend)
        return self._found[folded, mend]

    def make_rule(self, rule: Rule, text: str) -> PlainRule:
        node = plain_patterns.to_node([text], is_unspaced=self.own.is_unspaced)
        takes_line = any(isinstance(one, Slot) and one.name == "route" for one in self.list_reach(node))
        return PlainRule(rule, node, self.list_words(node), takes_line)

    def list_reach(self, node: Node) -> frozenset[Word | Slot]:
        return find_reach(node, self.lists, {name: [one for _, one in values] for name, values in self.slots.items()})

    def list_words(self, node: Node) -> frozenset[str]:
        return frozenset(self.fold(one.text) for one in self.list_reach(node) if isinstance(one, Word))


class PlainReading:
    """A sentence; a memo is all that keeps it from taking minutes."""

    def __init__(self, tokens: Sequence[Token], grammar: PlainGrammar, lines: Sequence[str] = (), mend: bool = True):
        self.tokens, self.grammar, self.lines = tokens, grammar, fold_lines(lines, grammar.own)
        self.hits: list[Mapping[str, float]] = [grammar.find_words(token.folded, mend) for token in tokens]
        self.weights = [0.2 if token.folded in grammar.own.light else 1.0 for token in tokens]
        self.skips = [0.02 if weight < 1 else 0.5 for weight in self.weights]
        self.exact = [[word for word, quality in hits.items() if quality == 1] for hits in self.hits]
        self.total = sum(self.weights)
        self.memo: dict[tuple[int, int], Ends] = {}
        words = [grammar.own.hear(token.folded, mend) for token in tokens]
        self.times = find_times(tokens, grammar.own)
        breaks = find_name_breaks(tokens, words, find_openings(words, grammar.own), grammar.own)
        self.name_breaks = breaks | {place for time in self.times for place in (time.before, time.start)}

    def rate(self, node: Node) -> tuple[float, Found | None]:
        """Give the best reading of all of it, and the share that it accounts for."""
        best: Found | None = None
        for start in range(min(len(self.tokens), 4)):
            for end, (score, slots) in self.match(node, start).items():
                score = score - sum(self.skips[:start]) - sum(self.skips[end:])
                if end > start and (best is None or score > best[0]):
                    best = score, slots
        return (best[0] / self.total, best) if best else (0.0, None)

    def match(self, node: Node, start: int) -> Ends:
        key = (id(node), start)
        if key not in self.memo:
            self.memo[key] = dict(self.match_newly(node, start))
        return self.memo[key]

    def match_newly(self, node: Node, start: int) -> Ends:
        match node:
            case Word(text):
                quality = self.hits[start].get(self.grammar.fold(text)) if start < len(self.tokens) else None
                return {} if quality is None else {start + 1: (self.weights[start] * quality, ())}
            case Series(parts):
                ends: Ends = {start: (0.0, ())}
                for index, part in enumerate(parts):
                    ends = self.follow(ends, part, 3 if index else 0)
                return ends
            case Choice(options):
                return keep_best([pair for option in options for pair in self.match(option, start).items()])
            case Maybe(part):
                return keep_best([(start, (0.0, ())), *self.match(part, start).items()])
            case Reference(name):
                return self.match(self.grammar.lists[name], start)
            case Repeat(part):
                ends = {start: (0.0, ())}
                while (more := keep_best([*ends.items(), *self.follow(ends, part, 3).items()])) != ends:
                    ends = more
                return ends
            case Slot():
                return keep_best(list(self.find_values(node, start))) if start < len(self.tokens) else {}

    def follow(self, ends: Ends, part: Node, longest_skip: int) -> Ends:
        found: list[tuple[int, Found]] = []
        for end, (score, slots) in ends.items():
            for place in range(end, min(end + longest_skip, len(self.tokens)) + 1):
                for next_end, (more, others) in self.match(part, place).items():
                    if place == end or next_end > place:
                        found.append((next_end, (score + more - sum(self.skips[end:place]), slots + others)))
        return keep_best(found)

    def find_values(self, slot: Slot, start: int) -> Iterator[tuple[int, Found]]:
        for value, node in self.grammar.slots.get(slot.kind or slot.name, ()):
            for end, (score, slots) in self.match(node, start).items():
                yield end, (score - 0.005, (*slots, (slot.name, value)))
        kind = KINDS.get(slot.name) if slot.kind is None else slot.kind
        for length, value, share in self.find_spans(kind, start):
            weight = sum(self.weights[start : start + length])
            yield start + length, (weight * share - 0.005, ((slot.name, value),))

    def find_spans(self, kind: str | None, start: int) -> Iterator[tuple[int, SlotValue, float]]:
        time = next((time for time in self.times if time.start <= start < time.end), None)
        if time and time.start == start and (kind == "clock" or (kind == "moment" and time.before == start)):
            yield time.end - start, time.text, 1.0
        elif not (time and time.is_sure):
            yield from self.find_others(kind, start)

    def find_others(self, kind: str | None, start: int) -> Iterator[tuple[int, SlotValue, float]]:
        token, own = self.tokens[start], self.grammar.own
        if kind == "line":
            yield from find_lines(self.tokens, start, own, self.lines)
        elif kind in ("count", "number", "ordinal"):
            kinds = {"number": list(NumberKind)[:3], "ordinal": [NumberKind.ORDINAL]}.get(kind, list(NumberKind)[:2])
            for number in find_numbers(self.tokens, start, own.numbers):
                if number.kind in kinds and number.value is not None:
                    yield number.length, number.value, 1.0
        elif kind == "name" and self.weights[start] == 1:
            yield from self.find_names(start)
        elif kind == "clock" and own.clock:
            found = find_clock(self.tokens, start, own.clock, own.numbers)
            yield from [(*found, 1.0)] if found else []
        elif kind == "coordinates" and token.place:
            yield 1, token.place, 1.0
        elif kind == "decimal" and re.fullmatch(r"[-−]?\d+(\.\d+)?", token.folded):
            yield 1, token.folded.replace("−", "-"), 1.0
        elif kind == "clock" and (clock := re.fullmatch(r"(\d{1,2})(?:[:.h](\d{2})|h)", token.folded)):
            yield 1, f"{int(clock[1]):02}:{clock[2] or '00'}", 1.0
        elif kind == "code" and token.folded.isdecimal() and len(token.folded) >= 2:
            yield 1, token.folded, 1.0
            yield from self.find_groups(start)

    def find_names(self, start: int) -> Iterator[tuple[int, str, float]]:
        score = 0.0
        for end in range(start, min(start + (20 if self.grammar.own.is_unspaced else 7), len(self.tokens))):
            if end > start and end in self.name_breaks:
                break
            is_light = self.weights[end] < 1
            score += 0.1 if is_light else 0.4 if self.exact[end] else 0.5
            last = self.tokens[end]
            if last.folded in self.grammar.own.never_last:
                continue
            if not is_light or (len(last.folded) == 1 and last.surface.isupper()):
                yield end + 1 - start, self.write(start, end + 1), score / sum(self.weights[start : end + 1])

    def find_groups(self, start: int) -> Iterator[tuple[int, str, float]]:
        for end in range(start + 2, len(self.tokens) + 1):
            groups = self.tokens[start:end]
            if all(len(one.folded) >= 2 and one.folded.isdecimal() for one in groups) and not any(
                one.starts_pause for one in groups[1:]
            ):
                yield end - start, "".join(one.folded for one in groups), 1.0

    def write(self, start: int, end: int) -> str:
        place = self.grammar.own.names.without_generic(self.tokens, range(start, end))
        start, end = place.start, place.stop
        said = [token for token in self.tokens[start:end] if token.surface]
        words = [token.surface for token in said]
        if len(said) > 1 and all(token.folded.isdecimal() for token in said):
            return "".join(words)
        if start and said:
            words = self.grammar.own.names.to_base(self.tokens[start - 1], said)
        if len(words) != len(said):
            return " ".join(words)
        return "".join(token.gap + word for token, word in zip(said, words, strict=True)).strip(" -")

    def gather(self, names: Sequence[str]) -> dict[str, SlotValue]:
        slots: dict[str, SlotValue] = {}
        for name in names:
            for start in range(len(self.tokens)):
                ends = keep_best(list(self.find_values(Slot(name), start)))
                if ends and name not in slots:
                    slots[name] = dict(ends[max(ends)][1])[name]
        return slots

    def guess(self, scene: Scene) -> tuple[str, dict[str, SlotValue]] | None:
        """Give the intent that these words clearly are in any order."""
        weights = self.grammar.weights
        total = sum(max((weights.get(word, 0.0) for word in exact), default=2.5) for exact in self.exact)
        scores: dict[str, tuple[float, PlainRule]] = {}
        for rule in self.grammar.intents:
            if not rule.rule.guess or not rule.holds(scene):
                continue
            score = -0.0006 * len(rule.words) * total
            for token, exact in zip(self.tokens, self.exact, strict=True):
                score += max((weights[word] for word in exact if word in rule.words), default=0.0)
                score += 2.0 if not exact and rule.takes_line and has_digit(token.folded) else 0.0
            if total and score / total > scores.get(rule.rule.intent, (0.0, rule))[0]:
                scores[rule.rule.intent] = score / total, rule
        ranked = sorted(scores.values(), key=lambda one: -one[0])
        if not ranked or ranked[0][0] < 0.57 or (len(ranked) > 1 and ranked[0][0] - ranked[1][0] < 0.15):
            return None
        rule = ranked[0][1]
        return rule.rule.intent, {**self.gather(("route", "mode", "feature")), **rule.set}


def keep_best(readings: Sequence[tuple[int, Found]]) -> Ends:
    ends: Ends = {}
    for end, found in readings:
        if end not in ends or found[0] > ends[end][0]:
            ends[end] = found
    return ends
