"""The door: learn what the tools answered, then judge each sentence of a model before it is printed or spoken."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from stopbell.answer import Answer
from stopbell.guard.claims import find_vocabulary
from stopbell.guard.evidence import Evidence
from stopbell.guard.facts import SUBJECTS, Reading, StatedFact
from stopbell.guard.faults import find_faults, is_quoted
from stopbell.guard.judging import Moment, entails, needs_state
from stopbell.guard.reader import read_sentence
from stopbell.guard.retelling import add_certainty, tell_answer, tell_rows
from stopbell.guard.rows import Row
from stopbell.guard.statements import NO_FOCUS, Focus, Match, Matcher, inherit
from stopbell.guard.verdict import Fault, Verdict, VerdictKind
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks

_TIMES = frozenset({"due", "clock"})
_PREDICTED = frozenset({"live", "ageing", "timetable", "lost"})
_NOT_COMING = frozenset({"cancelled", "skipped", "replaced"})
_KINDS: tuple[VerdictKind, ...] = ("kept", "corrected", "replaced", "dropped")


def _read_clock() -> datetime:
    return datetime.now(UTC)


class FactGuard:
    """Holds the results of one conversation, and lets no sentence pass that states more than they say."""

    def __init__(self, phrasebooks: Phrasebooks, *, now: Callable[[], datetime] = _read_clock) -> None:
        """Take the sentences of all languages; `now` gives the instant at which a sentence is checked."""
        self._books = phrasebooks
        self._now = now
        self._evidence = Evidence()
        self._told: set[str] = set()
        self._focus = NO_FOCUS
        self._header = ""
        """The certainty that was said once for all that follows in this turn."""
        self._counts: Counter[VerdictKind] = Counter()

    @property
    def counts(self) -> Mapping[VerdictKind, int]:
        """How many sentences of this conversation were kept, corrected, replaced and dropped."""
        return {kind: self._counts[kind] for kind in _KINDS}

    def begin_turn(self) -> None:
        """Begin the answer to another question: what was said before is no context any more; what was learned stays."""
        self._told.clear()
        self._focus, self._header = NO_FOCUS, ""

    def learn(self, tool: str, arguments: Mapping[str, Any], answer: Answer) -> None:
        """Take in what a tool answered to a call of this conversation."""
        self._evidence.learn(answer, self._now())

    def check(self, sentence: str, language: str) -> Verdict:
        """Judge one sentence, written in a language by its BCP 47 tag."""
        book = self._books.pick(language)
        verdict = self._judge(sentence, book)
        self._counts[verdict.kind] += 1
        return verdict

    def _judge(self, sentence: str, book: Phrasebook) -> Verdict:
        moment = self._evidence.at(self._now())
        if self._evidence.has_told(sentence, moment):
            return self._keep(sentence, book)
        words = find_vocabulary(book.language)
        if words is None:
            return self._replace((), (Fault("language", book.language),), book)
        reading = read_sentence(sentence, words, self._evidence.names)
        if faults := find_faults(reading, self._evidence, book.language):
            return self._mend(reading, faults, book, moment)
        facts = self._to_own(reading)
        if not facts:
            return self._keep(sentence, book)
        matched = Matcher(self._evidence.rows, moment, self._focus).match(_with_facts(reading, facts))
        if matched is None and self._tells_in_order(facts, moment, is_for_all=reading.is_for_all):
            matched = ()
        if matched is None:
            return self._mend(reading, (), book, moment)
        return self._accept(reading, matched, book, moment)

    def _to_own(self, reading: Reading) -> tuple[StatedFact, ...]:
        """Give what a sentence claims itself, without what it tells as an operator's words."""
        facts = tuple(fact for fact in _to_claims(reading) if fact.kind != "link")  # those are judged by themselves
        if not reading.is_operators:
            return facts
        quoted = self._evidence.operators.find_quoted(reading.text)
        return tuple(fact for fact in facts if not is_quoted(fact, quoted))

    def _tells_in_order(self, facts: tuple[StatedFact, ...], moment: Moment, *, is_for_all: bool) -> bool:
        subject = inherit(facts, self._focus.subject)
        kinds = frozenset(fact.kind for fact in (*subject, *facts))
        if any(
            needs_state(row, kinds) and all(entails(row, fact, moment) for fact in (*subject, *facts))
            for row in self._evidence.rows
        ):
            return False  # the tool's own sentence says first that it does not come
        if (
            len(subject)
            and not any(fact.kind in SUBJECTS for fact in facts)
            and any(row.known.get(fact.kind) for row in self._focus.rows for fact in facts)
        ):
            return False  # of what was just spoken of this is known, and it is not so
        return self._evidence.tells_in_order(
            (*subject, *facts), moment, is_certainty_said=bool(self._header), is_for_all=is_for_all
        )

    def _accept(self, reading: Reading, matched: Sequence[Match], book: Phrasebook, moment: Moment) -> Verdict:
        """Keep a sentence that is true, if its times carry the word for how sure they are."""
        missing = _find_unsure(matched, self._header, moment)
        self._note(reading, matched)
        if not missing:
            return self._keep(reading.text, book)
        fault = (Fault("certainty", reading.text),)
        certainties = {moment.find_certainty(row) for row in missing}
        if len(certainties) == 1:
            mended = add_certainty(reading.text, certainties.pop(), book)
            if mended is not None:
                return Verdict("corrected", book.text(mended), fault)
        told = tell_rows([match.rows[0] for match in matched if match.rows], book, moment)
        if told is not None:
            return Verdict("corrected", told, fault)
        return self._replace([match.rows[0] for match in matched if match.rows], fault, book)

    def _note(self, reading: Reading, matched: Sequence[Match]) -> None:
        """Remember of what was spoken, and what was said for all that follows."""
        if matched:
            last = matched[-1]
            subject = tuple(fact for fact in last.statement.whole if fact.kind in SUBJECTS)
            self._focus = Focus(subject or self._focus.subject, last.rows)
        certain = {str(fact.value) for fact in reading.facts if fact.kind == "certainty"}
        has_times = any(fact.kind in _TIMES for fact in reading.facts)
        if len(certain) == 1 and (reading.is_for_all or not has_times):
            self._header = certain.pop()

    def _keep(self, sentence: str, book: Phrasebook) -> Verdict:
        return Verdict("kept", book.text(sentence))

    def _mend(self, reading: Reading, faults: Sequence[Fault], book: Phrasebook, moment: Moment) -> Verdict:
        """Tell the one row that is meant instead, where only one can be; else the tool's own answer."""
        facts = reading.facts
        scored = self._evidence.rank(facts, self._focus.subject, moment)
        all_faults = tuple(faults) or self._evidence.explain(facts, scored, moment)
        if scored and not any(fault.kind in ("link", "never", "operator", "stranger") for fault in faults):
            best = [row for row, score in scored if score == scored[0][1]]
            wrong = len(facts) - scored[0][1]
            meant = [row for row in best if row.call is not None]
            if wrong == 1 and len(meant) == 1 and (told := tell_rows(meant, book, moment)) is not None:
                self._focus = NO_FOCUS
                if told.written in self._told:
                    return Verdict("dropped", Line("", ""), all_faults)
                self._told.add(told.written)
                return Verdict("corrected", told, all_faults)
        return self._replace([row for row, _ in scored[:1]], all_faults, book)

    def _replace(self, rows: Sequence[Row], faults: Sequence[Fault], book: Phrasebook) -> Verdict:
        """Tell the answer that a sentence most concerns, once in a turn."""
        answer = self._evidence.find_answer(rows)
        if answer is None:
            return Verdict("dropped", Line("", ""), tuple(faults))
        told = tell_answer(answer, book)
        if told.written in self._told or not told.written:
            return Verdict("dropped", Line("", ""), tuple(faults))
        self._told.add(told.written)
        self._focus = NO_FOCUS
        return Verdict("replaced", told, tuple(faults))


def _to_claims(reading: Reading) -> tuple[StatedFact, ...]:
    """Give what a sentence claims: an offer claims nothing, a question only what it counts and names."""
    if reading.is_offer and (reading.is_question or not any(fact.kind in _TIMES for fact in reading.facts)):
        return ()
    if reading.is_question:
        return tuple(fact for fact in reading.facts if fact.value not in ("yes", "no", "unknown"))
    return reading.facts


def _with_facts(reading: Reading, facts: tuple[StatedFact, ...]) -> Reading:
    return Reading(
        reading.text, facts, reading.is_question, reading.is_offer, reading.is_for_all, reading.names_another,
        reading.is_operators,
    )  # fmt: skip


def _find_unsure(matched: Sequence[Match], header: str, moment: Moment) -> list[Row]:
    """Give the rows whose times are told without the word for how sure they are."""
    unsure: list[Row] = []
    for place, match in enumerate(matched):
        if match.statement.kinds.isdisjoint(_TIMES) or not match.rows:
            continue
        certainties = {moment.find_certainty(row) for row in match.rows if row.status not in _NOT_COMING}
        if certainties.isdisjoint(_PREDICTED) or "gone" in match.statement.kinds:
            continue
        near = [*matched[place:], *reversed(matched[:place])]
        said = next((fact.value for one in near for fact in one.statement.facts if fact.kind == "certainty"), header)
        if said not in certainties and not (said == "none" and "timetable" in certainties):
            unsure.append(next(row for row in match.rows if moment.find_certainty(row) in _PREDICTED))
    return unsure
