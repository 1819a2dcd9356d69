"""A grammar ready for use: patterns parsed, words folded, the vocabulary gathered."""

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from stopbell.brains.brain import SlotValue
from stopbell.brains.offline.errors import GrammarError
from stopbell.brains.offline.grammar_file import GrammarFile, Rule, read_grammar_file
from stopbell.brains.offline.naming import NameForms
from stopbell.brains.offline.numbers import NumberWords
from stopbell.brains.offline.patterns import Choice, Maybe, Node, Reference, Repeat, Series, Slot, Word, parse_pattern
from stopbell.brains.offline.reach import Reach
from stopbell.folding import fold_word

ANY_END = "*"
"""Ends a word that stands for all words beginning so."""


@dataclass(frozen=True, slots=True)
class CompiledRule:
    """One way to say one intent."""

    intent: str
    pattern: Node
    set: Mapping[str, SlotValue]
    only: str | None
    may_be_guessed: bool
    words: frozenset[str]
    """All words that can occur in it, so that a hopeless rule is seen without matching."""
    slots: frozenset[Slot]
    """All slots that can occur in it."""


@dataclass(frozen=True, slots=True)
class Grammar:
    """All that is known of one language."""

    language: str
    light: frozenset[str]
    polite: Node | None
    joining: frozenset[str]
    elided: frozenset[str]
    folds: Mapping[str, str]
    spellings: Mapping[str, tuple[str, ...]]
    numbers: NumberWords
    lines_are_ordinals: bool
    letters: Mapping[str, str]
    never_letters: frozenset[str]
    names: NameForms
    capital_letters: frozenset[str]
    lists: Mapping[str, Node]
    slots: Mapping[str, tuple[tuple[SlotValue, Node], ...]]
    controls: tuple[CompiledRule, ...]
    intents: tuple[CompiledRule, ...]
    words: frozenset[str]
    """All words in patterns."""
    beginnings: frozenset[str]
    """All beginnings of words in patterns."""


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
        GrammarError: a pattern cannot be parsed or names a list that is not there.
    """
    folds = file.spelling.folds

    def fold(word: str) -> str:
        return fold_word(word, folds)

    def compile_pattern(text: str) -> Node:
        return _fold_node(parse_pattern(text), fold, file.lists.keys())

    lists = {name: _to_choice([compile_pattern(text) for text in texts]) for name, texts in file.lists.items()}
    slots = {
        name: tuple(
            (int(value) if value.isdecimal() else value, _to_choice([compile_pattern(text) for text in texts]))
            for value, texts in values.items()
        )
        for name, values in file.slots.items()
    }
    reach = Reach(lists, slots)

    def compile_rules(rules: Sequence[Rule]) -> tuple[CompiledRule, ...]:
        return tuple(_compile_rule(rule, compile_pattern(text), reach) for rule in rules for text in rule.say)

    controls, intents = compile_rules(file.controls), compile_rules(file.intents)
    polite = _to_choice([compile_pattern(text) for text in file.spelling.polite]) if file.spelling.polite else None
    roots = [rule.pattern for rule in (*controls, *intents)] + list(lists.values()) + ([polite] if polite else [])
    words = frozenset[str]().union(*(reach.follow(root)[0] for root in roots))
    return Grammar(
        language=file.language,
        light=frozenset(map(fold, file.spelling.light)),
        polite=polite,
        joining=frozenset(map(fold, file.spelling.joining)),
        elided=frozenset(map(fold, file.spelling.elided)),
        folds=folds,
        spellings={fold(word): tuple(map(fold, meant.split())) for word, meant in file.spelling.same.items()},
        numbers=NumberWords(
            cardinals={fold(word): value for word, value in file.numbers.cardinals.items()},
            ordinals={fold(word): value for word, value in file.numbers.ordinals.items()},
            nicknames={fold(word): value for word, value in file.numbers.nicknames.items()},
            multipliers=frozenset(file.numbers.multipliers),
        ),
        lines_are_ordinals=file.numbers.lines_are_ordinals,
        letters={fold(name): letter for name, letter in file.lines.letters.items()},
        never_letters=frozenset(map(fold, file.lines.never_letters)),
        names=NameForms(
            after=frozenset(map(fold, file.names.after)),
            kept=frozenset(map(fold, file.names.kept)),
            nouns={fold(word): base for word, base in file.names.nouns.items()},
            endings=file.names.endings,
            alone=file.names.alone,
            agreeing=file.names.agreeing,
        ),
        capital_letters=frozenset(map(fold, file.lines.capitals)),
        lists=lists,
        slots=slots,
        controls=controls,
        intents=intents,
        words=frozenset(word for word in words if not word.endswith(ANY_END)),
        beginnings=frozenset(word.removesuffix(ANY_END) for word in words if word.endswith(ANY_END)),
    )


def _compile_rule(rule: Rule, pattern: Node, reach: Reach) -> CompiledRule:
    words, slots = reach.follow(pattern)
    always = {name: tuple(value) if isinstance(value, list) else value for name, value in rule.set.items()}
    return CompiledRule(rule.intent, pattern, always, rule.only, rule.guess, words, slots)


def _to_choice(nodes: Sequence[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Choice(tuple(nodes))


def _fold_node(node: Node, fold: Callable[[str], str], lists: Container[str]) -> Node:
    match node:
        case Word(text):
            return Word(fold(text.removesuffix(ANY_END)) + (ANY_END if text.endswith(ANY_END) else ""))
        case Reference(name):
            if name not in lists:
                raise GrammarError(f"<{name}> is no list of this grammar; add it under [lists]")
            return node
        case Series(parts):
            return Series(tuple(_fold_node(part, fold, lists) for part in parts))
        case Choice(parts):
            return Choice(tuple(_fold_node(part, fold, lists) for part in parts))
        case Maybe(part):
            return Maybe(_fold_node(part, fold, lists))
        case Repeat(part):
            return Repeat(_fold_node(part, fold, lists))
        case Slot():
            return node
