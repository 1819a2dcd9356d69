"""How much the guard catches, and how many true sentences it alters."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from random import Random

from stopbell.guard import FactGuard, SentenceSplitter
from tests.asking import load_phrasebooks
from tests.guard.transcripts import Told, mutate, read_templates, tell_truths
from tests.guard.worlds import Conversation

NOW = datetime(2026, 12, 1, 9, 0, tzinfo=UTC)


@dataclass(slots=True)
class Score:
    """Counts for one language."""

    truths: int = 0
    altered: list[Told] = field(default_factory=list[Told])
    lies: Counter[str] = field(default_factory=Counter[str])
    missed: list[Told] = field(default_factory=list[Told])

    @property
    def caught(self) -> float:
        """Share of changed sentences that did not pass."""
        return 1 - len(self.missed) / max(1, self.lies.total())

    @property
    def altered_share(self) -> float:
        """Share of true sentences that did not pass as they were."""
        return len(self.altered) / max(1, self.truths)

    def add(self, other: "Score") -> None:
        """Take in another score."""
        self.truths += other.truths
        self.altered += other.altered
        self.lies += other.lies
        self.missed += other.missed


def make_guard(conversation: Conversation) -> FactGuard:
    """Give a guard that has learned a conversation."""
    guard = FactGuard(load_phrasebooks(), now=lambda: NOW)
    for answer in conversation.answers:
        guard.learn("tool", {}, answer)
    return guard


def passes(guard: FactGuard, text: str, language: str) -> bool:
    """Tell whether a whole answer, sentence by sentence, is told as it is."""
    guard.begin_turn()
    splitter = SentenceSplitter(language)
    sentences = [*splitter.feed(text), *splitter.flush()]
    kinds = [guard.check(sentence, language).kind for sentence in sentences]
    return set(kinds) <= {"kept"}


def measure(conversations: Iterable[Conversation], language: str, split: str, seed: int = 1) -> Score:
    """Measure one language on conversations: phrases of the tools, and templates of a split."""
    score, random, book = Score(), Random(seed), load_phrasebooks().pick(language)
    for conversation in conversations:
        guard = make_guard(conversation)
        for answer in conversation.answers:
            splitter = SentenceSplitter(language)
            for sentence in (*splitter.feed(answer.text), *splitter.flush()):
                if guard._evidence.operators.quotes(sentence):  # pyright: ignore[reportPrivateUsage]
                    continue  # an operator's words pass only as such; see the red team
                score.truths += 1
                if not passes(guard, sentence, language):
                    score.altered.append(Told(sentence, "phrase"))
        for told, template, filled, stop in tell_truths(conversation, language, split, book, random):
            score.truths += 1
            if not passes(guard, told.text, language):
                score.altered.append(told)
            for lie in mutate(template, filled, stop, language, book, conversation, random):
                score.lies[lie.mutation] += 1
                if passes(guard, lie.text, language):
                    score.missed.append(lie)
        for chat in read_templates(language).get("chat" if split == "build" else "chat_held", ()):
            score.truths += 1
            if not passes(guard, chat, language):
                score.altered.append(Told(chat, "chat"))
    return score
