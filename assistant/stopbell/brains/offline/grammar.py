"""A grammar ready for use: patterns parsed, words folded, the vocabulary gathered."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.clock import ClockTimes, to_clock_times
from stopbell.brains.offline.compiling import Compiler, to_value
from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.grammar_file import GrammarFile, Names, Numbers, Rule, read_grammar_file
from stopbell.brains.offline.hearing import Hear, make_ear
from stopbell.brains.offline.idioms import Idioms, to_idioms
from stopbell.brains.offline.naming import NameForms
from stopbell.brains.offline.numbers import NumberWords
from stopbell.brains.offline.parts import AnyPart, WordPart, unite_words
from stopbell.brains.offline.patterns import Slot
from stopbell.brains.offline.rules import CompiledRule, RuleIndex
from stopbell.brains.offline.vocabulary import Vocabulary
from stopbell.folding import fold_word

WHEN = "when"
HEARD_ANYWHERE = ("route", "mode", "feature")
"""Slots that are heard wherever they are said, also when no pattern fits."""
WORDED = ("mode", "feature", "prefs", "language", WHEN, "which")
"""Slots with words of their own in every grammar."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """All that is known of one language."""

    language: str
    light: frozenset[str]
    polite: AnyPart | None
    particles: frozenset[str]
    around: AnyPart | None
    """What may stand beside a control word: polite or emphatic."""
    words_around: int
    """The words that occur in it, as bits."""
    openings: AnyPart | None
    """With what a request begins within a sentence."""
    negating: frozenset[str]
    joining: frozenset[str]
    elided: frozenset[str]
    folds: Mapping[str, str]
    spellings: Mapping[str, tuple[str, ...]]
    numbers: NumberWords
    lines_are_ordinals: bool
    hours_are_ordinals: bool
    letters: Mapping[str, str]
    never_letters: frozenset[str]
    numeral_endings: frozenset[str]
    """What stands behind digits where a word is meant, as written: "245er", "46-го"."""
    names: NameForms
    capital_letters: frozenset[str]
    slots: Mapping[str, tuple[SlotValue, ...]]
    """For each slot with values of its own, these."""
    never_last: frozenset[str]
    """Words with which no name ends."""
    is_unspaced: bool
    """Whether words are written without blanks, so that each sign is one."""
    clock: ClockTimes | None
    """How times of day are said in words, where these are written without blanks; else None."""
    idioms: Idioms | None
    """How they are said elsewhere; None where only written ones are heard."""
    heard_anywhere: Mapping[str, AnyPart]
    kinds: Mapping[str, int]
    """Kinds of values that patterns wait for, each with its bit."""
    control_index: RuleIndex
    intent_index: RuleIndex
    words: frozenset[str]
    """All words in patterns."""
    hear: Hear

    @property
    def controls(self) -> Sequence[CompiledRule]:
        """Give the rules of control words."""
        return self.control_index.rules

    @property
    def intents(self) -> Sequence[CompiledRule]:
        """Give the rules of requests."""
        return self.intent_index.rules


def load_grammar(path: Path) -> Grammar:
    """Read and prepare one grammar.

    Raises:
        GrammarError: the file cannot be meant; names the file and the place.
    """
    try:
        return to_grammar(read_grammar_file(path))
    except GrammarError as error:
        raise GrammarError(str(error) if str(path) in str(error) else f"{path}: {error}") from error


def to_grammar(file: GrammarFile) -> Grammar:
    """Prepare a grammar that has been read.

    Raises:
        GrammarError: a pattern cannot be parsed, names a list that is not there, or a list comes back to itself.
    """
    folds = file.spelling.folds

    @cache
    def fold(word: str) -> str:
        return fold_word(word, folds)

    compiler = Compiler(fold, file.lists, file.slots, is_unspaced=file.spelling.unspaced)
    for name in file.lists:
        compiler.make_list(name)
    polite = compiler.compile(file.spelling.polite) if file.spelling.polite else None
    around, openings = (
        compiler.compile(texts) if texts else None
        for texts in ([*file.spelling.polite, *file.framing.emphatic], file.framing.openings)
    )
    heard_anywhere = {name: compiler.make_slot(Slot(name)) for name in dict.fromkeys((*HEARD_ANYWHERE, *WORDED))}
    controls, intents = _compile_rules(file.controls, compiler), _compile_rules(file.intents, compiler)
    control_index, intent_index = RuleIndex(controls, compiler.parts), RuleIndex(intents, compiler.parts)
    vocabulary = Vocabulary(part.text for part in compiler.parts if isinstance(part, WordPart))
    kinds = {kind for index in (control_index, intent_index) for kind in index.by_kind} | {"line"}
    light = frozenset(map(fold, file.spelling.light))
    numbers = _fold_numbers(file.numbers, fold)
    letters = {fold(name): letter for name, letter in file.lines.letters.items()}
    return Grammar(
        language=file.language,
        light=light,
        polite=polite,
        particles=frozenset(map(fold, file.spelling.particles)),
        around=around,
        words_around=unite_words(around) if around else 0,
        openings=openings,
        negating=frozenset(map(fold, file.framing.negating)),
        joining=frozenset(map(fold, file.spelling.joining)),
        elided=frozenset(map(fold, file.spelling.elided)),
        folds=folds,
        spellings={
            _to_spelling(word, fold): tuple(map(fold, meant.split())) for word, meant in file.spelling.same.items()
        },
        numbers=numbers,
        lines_are_ordinals=file.numbers.lines_are_ordinals,
        hours_are_ordinals=file.numbers.hours_are_ordinals,
        letters=letters,
        never_letters=frozenset(map(fold, file.lines.never_letters)),
        numeral_endings=frozenset(file.lines.endings),
        names=_fold_names(file.names, fold),
        capital_letters=frozenset(map(fold, file.lines.capitals)),
        slots={name: tuple(map(to_value, values)) for name, values in file.slots.items()},
        never_last=frozenset(map(fold, file.names.never_last)),
        is_unspaced=file.spelling.unspaced,
        clock=to_clock_times(file.clock, fold, is_unspaced=file.spelling.unspaced),
        idioms=to_idioms(file.clock, fold),
        heard_anywhere=heard_anywhere,
        kinds={kind: compiler.find_bit(f"{{{kind}}}") for kind in sorted(kinds)},
        control_index=control_index,
        intent_index=intent_index,
        words=vocabulary.words,
        hear=make_ear(vocabulary, compiler, control_index, intent_index, light, numbers, letters),
    )


def _compile_rules(rules: Sequence[Rule], compiler: Compiler) -> tuple[CompiledRule, ...]:
    return tuple(_compile_rule(rule, compiler.compile((text,))) for rule in rules for text in rule.say)


def _compile_rule(rule: Rule, pattern: AnyPart) -> CompiledRule:
    always = {name: tuple(value) if isinstance(value, list) else value for name, value in rule.set.items()}
    return CompiledRule(rule.intent, pattern, always, rule.only, rule.guess)


def _to_spelling(word: str, fold: Callable[[str], str]) -> str:
    """Give a word as it is looked up: an apostrophe is written only where it makes the difference."""
    return word if "'" in word else fold(word)


def _fold_numbers(numbers: Numbers, fold: Callable[[str], str]) -> NumberWords:
    def fold_all(words: Mapping[str, int]) -> Mapping[str, int]:
        return {fold(word): value for word, value in words.items()}

    return NumberWords(
        cardinals=fold_all(numbers.cardinals),
        ordinals=fold_all(numbers.ordinals),
        nicknames=fold_all(numbers.nicknames),
        multipliers=frozenset(numbers.multipliers),
        units=fold_all(numbers.units),
        joining=frozenset(map(fold, numbers.joining)),
    )


def _fold_names(names: Names, fold: Callable[[str], str]) -> NameForms:
    return NameForms(
        generic={fold(word): word[:1].isupper() for word in names.generic},
        after=frozenset(map(fold, names.after)),
        kept=frozenset(map(fold, names.kept)),
        nouns={fold(word): base for word, base in names.nouns.items()},
        endings=names.endings,
        alone=names.alone,
        behind={fold(word): case.alone for case in names.cases for word in case.after},
        agreeing=names.agreeing,
    )
