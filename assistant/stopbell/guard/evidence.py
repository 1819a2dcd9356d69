"""All that the tools of a conversation have said: rows, names, sentences, and what operators wrote."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stopbell.answer import Answer
from stopbell.guard.claims import Vocabulary, find_vocabulary
from stopbell.guard.documents import DocumentReader
from stopbell.guard.facts import SUBJECTS, StatedFact
from stopbell.guard.judging import Moment, entails
from stopbell.guard.links import list_links
from stopbell.guard.names import NameBook
from stopbell.guard.operators import OperatorTexts
from stopbell.guard.reader import read_sentence
from stopbell.guard.rows import Learned, Row
from stopbell.guard.sentences import SentenceSplitter
from stopbell.guard.tokens import fold, parse_tokens
from stopbell.guard.verdict import Fault
from stopbell_server.contract.arrivals import BoardData

_WORD = re.compile(r"\w+")
MOST_ROWS = 4000
"""Of the newest results; a longer conversation forgets its oldest rows."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence of a tool, as it was read."""

    facts: tuple[StatedFact, ...]
    is_for_all: bool
    answer: int


class Evidence:
    """What was learned; nothing is judged here."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.names = NameBook()
        self.rows: list[Row] = []
        self.links: set[str] = set()
        self.operators = OperatorTexts()
        self._learned: list[Learned] = []
        self._sentences: dict[str, Told] = {}
        self._told: list[Told] = []

    def learn(self, answer: Answer, at: datetime) -> None:
        """Take in one result."""
        now = str(answer.raw.get("data", {}).get("now") or "") if answer.raw else ""
        self._learned.append(Learned(answer, at, datetime.fromisoformat(now) if now else None))
        reader = DocumentReader(len(self._learned) - 1)
        data = answer.data
        calls = data.arrivals if isinstance(data, BoardData) else []
        reader.read(
            answer.raw.get("data", {}), calls, is_arrivals=isinstance(data, BoardData) and data.kind == "arrivals"
        )
        for candidate in answer.raw.get("status", {}).get("candidates", []):
            reader.read(candidate, (), is_arrivals=False)
        self.names.add_names(reader.names)
        self.names.add_labels(reader.labels)
        self.operators.learn(reader.operator_texts)
        self.links |= list_links(answer.raw)
        self.rows = [*reader.rows, *self.rows][:MOST_ROWS]
        self._learn_text(answer, reader.names)

    def _learn_text(self, answer: Answer, names: Sequence[str]) -> None:
        """Take in a tool's own sentences, but not where a feed speaks: an operator's text, a name that claims."""
        if (words := find_vocabulary(answer.language)) is None:
            return
        suspects = sorted({name for name in names if _states_something(name, words)}, key=len, reverse=True)
        for text in dict.fromkeys((answer.text, answer.spoken)):
            for name in suspects:
                text = text.replace(name, "…")
            splitter = SentenceSplitter(answer.language)
            for sentence in (*splitter.feed(text), *splitter.flush()):
                reading = read_sentence(sentence, words, self.names)
                is_quoted = self.operators.quotes(sentence)
                told = Told(reading.facts, reading.is_for_all, len(self._learned) - 1)
                if not is_quoted:
                    self._told.append(told)
                if not is_quoted or reading.is_operators:
                    self._sentences[to_same(sentence)] = told

    def has_told(self, sentence: str, moment: Moment) -> bool:
        """Tell whether a tool said just this, and it still holds."""
        told = self._sentences.get(to_same(sentence))
        return told is not None and _holds(told, moment)

    def at(self, now: datetime) -> Moment:
        """Give what was learned, as of an instant."""
        return Moment(now, tuple(self._learned))

    def tells_in_order(
        self, facts: Sequence[StatedFact], moment: Moment, *, is_certainty_said: bool, is_for_all: bool
    ) -> bool:
        """Tell whether one sentence of a tool says these facts in this order, with nothing of their kind between.

        A time whose certainty that sentence has, and these facts have not, must have had it said before.
        """
        is_unsure = not is_certainty_said and _has(facts, "due", "clock") and not _has(facts, "certainty")
        return any(
            _is_within(facts, told.facts) and _holds(told, moment)
            for told in self._told
            if (told.is_for_all or not is_for_all) and not (is_unsure and _has(told.facts, "certainty"))
        )

    def rank(self, facts: Sequence[StatedFact], focus: Sequence[StatedFact], moment: Moment) -> list[tuple[Row, int]]:
        """Give rows by how many of the facts they say, the best first; only those that say something of the subject."""
        scored: list[tuple[Row, int]] = []
        subject = [fact for fact in facts if fact.kind in SUBJECTS] or list(focus)
        for row in self.rows:
            if subject and not any(entails(row, fact, moment) for fact in subject):
                continue
            score = sum(entails(row, fact, moment) for fact in facts)
            if score:
                scored.append((row, score))
        scored.sort(key=lambda one: (-one[1], -one[0].answer))
        return scored

    def explain(
        self, facts: Sequence[StatedFact], scored: Sequence[tuple[Row, int]], moment: Moment
    ) -> tuple[Fault, ...]:
        """Name what the best row does not say; where each fact has a row of its own, that they do not go together."""
        best = scored[0][0] if scored else None
        wrong = [fact for fact in facts if best is None or not entails(best, fact, moment)]
        return tuple(Fault(fact.kind, str(fact.value)) for fact in wrong) or (Fault("together", ""),)

    def find_answer(self, rows: Sequence[Row]) -> Answer | None:
        """Give the answer that rows belong to, else the newest one."""
        if rows:
            return self._learned[rows[0].answer].answer
        return self._learned[-1].answer if self._learned else None


def _states_something(name: str, words: Vocabulary) -> bool:
    """Tell whether a name holds more than a name: a claim, or the end of a sentence."""
    tokens = parse_tokens(name)
    marks = (mark for place in range(len(tokens)) for mark in words.marks.find(tokens, place)[1])
    return any(section in ("claims", "never") for section, _ in marks) or any(sign in name for sign in ".!?。！？:")


def to_same(text: str) -> str:
    """Give what is the same in two writings of a sentence."""
    return " ".join(fold(word) for word in _WORD.findall(text))


def _holds(told: Told, moment: Moment) -> bool:
    """Tell whether a tool's sentence is still true: minutes and live data are so only for a short time."""
    return moment.is_fresh(told.answer) or not _has(told.facts, "due", "certainty", "age", "second")


def _has(facts: Sequence[StatedFact], *kinds: str) -> bool:
    return any(fact.kind in kinds for fact in facts)


def _is_within(facts: Sequence[StatedFact], told: Sequence[StatedFact]) -> bool:
    kinds = {fact.kind for fact in facts}
    if not facts or len(facts) > len(told):
        return False
    for start in range(len(told)):
        place, matched = start, 0
        while place < len(told) and matched < len(facts):
            if _is_same(facts[matched], told[place]):
                matched += 1
            elif (matched and told[place].kind in kinds) or not matched:
                break
            place += 1
        if matched == len(facts):
            return True
    return False


def _is_same(said: StatedFact, told: StatedFact) -> bool:
    if said.is_denied != told.is_denied:
        return False
    if isinstance(said.value, frozenset) and isinstance(told.value, frozenset):
        return not said.value.isdisjoint(told.value) and (said.kind == told.kind or "name" in (said.kind, told.kind))
    if isinstance(said.value, tuple) and isinstance(told.value, tuple):
        return said.kind == told.kind and not set(said.value).isdisjoint(told.value)
    return said.kind == told.kind and said.value == told.value
