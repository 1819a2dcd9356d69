"""The door: learn what the tools answered, then judge each sentence of a model before it is printed or spoken."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Any

from stopbell.answer import Answer
from stopbell.guard.sentences import SentenceSplitter
from stopbell.guard.verdict import Fault, Verdict, VerdictKind
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

_FACT_MESSAGES = (
    "certainty.live", "certainty.ageing_unknown", "access.yes", "access.no", "access.unknown", "access.low_floor",
    "access.not_low_floor", "call.cancelled", "call.skipped", "call.replaced", "call.added", "time.now", "time.lost",
    "time.timetable", "time.none", "occupancy.empty", "occupancy.full", "occupancy.few-seats", "call.platform",
)  # fmt: skip
_WORD = re.compile(r"[^\W\d_]{3,}")


def _read_clock() -> datetime:
    return datetime.now(UTC)


class FactGuard:
    """Holds the results of one conversation, and lets no sentence pass that states more than they say."""

    def __init__(self, phrasebooks: Phrasebooks, *, now: Callable[[], datetime] = _read_clock) -> None:
        """Take the sentences of all languages; `now` gives the instant at which a sentence is checked."""
        self._books = phrasebooks
        self._now = now
        self._answers: list[Answer] = []
        self._told: set[str] = set()
        self._said: set[str] = set()
        self._counts: Counter[VerdictKind] = Counter()

    @property
    def counts(self) -> Mapping[VerdictKind, int]:
        """How many sentences of this conversation were kept, corrected, replaced and dropped."""
        return {kind: self._counts[kind] for kind in ("kept", "corrected", "replaced", "dropped")}

    def begin_turn(self) -> None:
        """Forget what has been said since the last question; what was learned stays."""
        self._said.clear()

    def learn(self, tool: str, arguments: Mapping[str, Any], answer: Answer) -> None:
        """Take in what a tool answered to a call of this conversation."""
        self._answers.append(answer)
        splitter = SentenceSplitter(answer.language)
        for text in (answer.text, answer.spoken):
            self._told.update(_fold(sentence) for sentence in (*splitter.feed(text), *splitter.flush()))

    def check(self, sentence: str, language: str) -> Verdict:
        """Judge one sentence, written in a language by its BCP 47 tag."""
        book = self._books.pick(language)
        verdict = self._judge(sentence, book)
        self._counts[verdict.kind] += 1
        return verdict

    def _judge(self, sentence: str, book: Phrasebook) -> Verdict:
        folded = _fold(sentence)
        if not folded or folded in self._told or not self._states_facts(sentence, book):
            return Verdict("kept", book.text(sentence))
        faults = (Fault("unread", sentence),)
        for answer in reversed(self._answers):
            if answer.text not in self._said:
                self._said.add(answer.text)
                return Verdict("replaced", Line(answer.text, answer.spoken), faults)
        return Verdict("dropped", Line("", ""), faults)

    def _states_facts(self, sentence: str, book: Phrasebook) -> bool:
        """Tell whether there is anything in a sentence that could be a fact: a number, or a word of those messages."""
        if any(character.isnumeric() for character in sentence):
            return True
        words = set(_WORD.findall(sentence.casefold()))
        for message in _FACT_MESSAGES:
            for wording in book.template(message).values():
                if words & set(_WORD.findall(re.sub(r"\{[^}]*\}", " ", wording).casefold())):
                    return True
        return False


def _fold(text: str) -> str:
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(re.findall(r"\w+", folded))
