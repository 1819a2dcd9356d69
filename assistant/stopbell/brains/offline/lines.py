"""Line labels as riders say them: "10A", "ten a", "T zero two", a nickname, a name that the stop's board knows."""

from collections.abc import Iterator, Sequence

from stopbell.brains.offline.grammar import Grammar
from stopbell.brains.offline.numbers import NumberKind, find_numbers
from stopbell.brains.offline.tokens import Token, parse_tokens
from stopbell.folding import fold_label, fold_word, has_digit, is_ideograph

LONGEST_LABEL = 6
"""Letters and digits in one written label; longer ones are stop codes."""
SURE = 1.0
LIKELY = 0.95
"""An ordinal or a letter that is also a word counts a little less."""


KnownLine = tuple[str, Sequence[str]]
"""A label, and its words folded."""


def fold_lines(labels: Sequence[str], grammar: Grammar) -> Sequence[KnownLine]:
    """Give the labels that are names without a digit, ready to be compared."""
    names = [label for label in labels if not has_digit(label)]
    words = [
        [token.folded for token in parse_tokens(label, folds=grammar.folds, is_unspaced=True)]
        if grammar.is_unspaced
        else [fold_word(word, grammar.folds) for word in label.replace("-", " ").split()]
        for label in names
    ]
    return [(label, said) for label, said in zip(names, words, strict=True) if said]


def find_lines(
    tokens: Sequence[Token], start: int, grammar: Grammar, known: Sequence[KnownLine]
) -> Iterator[tuple[int, str, float]]:
    """Give every label that may begin at a word: how many words, the label, how surely.

    Args:
        known: labels of lines that serve the stop in use; only these can be names without a digit.
    """
    yield from _find_known(tokens, start, known)
    token = tokens[start]
    if _is_written_label(token.folded) and not token.folded.isdecimal():
        yield 1, fold_label(token.surface).replace(" ", ""), SURE
        return
    for number in find_numbers(tokens, start, grammar.numbers):
        if len(number.label) > LONGEST_LABEL or (number.kind is NumberKind.ORDINAL and not grammar.lines_are_ordinals):
            continue
        surely = LIKELY if number.kind is NumberKind.ORDINAL else SURE
        yield number.length, number.label, surely
        after = start + number.length
        if number.kind is not NumberKind.NICKNAME and (letter := _find_letter(tokens, after, grammar)):
            yield number.length + 1, number.label + letter, surely
    begins_phrase = (found := grammar.numbers.find_phrase([word.folded for word in tokens[start:]])) and found[0] > 1
    if not begins_phrase and (letter := _find_letter(tokens, start, grammar)):
        surely = LIKELY if token.folded in grammar.light else SURE
        for number in find_numbers(tokens, start + 1, grammar.numbers):
            if number.kind in (NumberKind.DIGITS, NumberKind.CARDINAL) and len(number.label) < LONGEST_LABEL:
                yield 1 + number.length, letter + number.label, surely


def _find_known(tokens: Sequence[Token], start: int, known: Sequence[KnownLine]) -> Iterator[tuple[int, str, float]]:
    for label, words in known:
        if [token.folded for token in tokens[start : start + len(words)]] == words:
            yield len(words), label, SURE


def _is_written_label(folded: str) -> bool:
    return has_digit(folded) and len(folded) <= LONGEST_LABEL and ":" not in folded and "." not in folded


def _find_letter(tokens: Sequence[Token], position: int, grammar: Grammar) -> str | None:
    if position >= len(tokens):
        return None
    token = tokens[position]
    folded = token.folded
    if folded in grammar.never_letters:
        return None
    if folded in grammar.capital_letters and not token.surface.isupper() and position + 1 < len(tokens):
        return None
    if len(folded) == 1 and folded.isalpha() and not is_ideograph(folded):
        return fold_label(folded)
    return grammar.letters.get(folded)
