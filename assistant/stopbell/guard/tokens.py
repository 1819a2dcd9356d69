"""A sentence as words, times and separators: how each was written, where, and the form in which it is compared."""

import re
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from stopbell.folding import fold_word


class TokenKind(Enum):
    """What a token is."""

    WORD = "word"
    NUMBER = "number"
    CLOCK = "clock"
    DECIMAL = "decimal"
    SEPARATOR = "separator"


@dataclass(frozen=True, slots=True)
class Token:
    """One word, number, time or separator."""

    kind: TokenKind
    surface: str
    folded: str
    start: int
    end: int


_PATTERN = re.compile(
    r"(?P<clock>(?<![^\W\u3040-\u9fff])(?<![:.,])\d{1,2}(?::|\s?h\s?)\d{2}(?::\d{2})?(?![^\W\u3040-\u9fff]|:))"
    r"|(?P<decimal>(?<![^\W\u3040-\u9fff])(?<![:.,])\d{1,6}[.,]\d{1,3}(?![^\W\u3040-\u9fff]|:|[.,]\d))"
    r"|(?P<number>(?<![^\W\u3040-\u9fff])\d{1,9}(?![^\W\u3040-\u9fff]))"
    r"|(?P<wide>[\u3040-\u9fff])"
    r"|(?P<word>(?:(?![\u3040-\u9fff])[^\W_])+(?:['’ʼ`´‘](?:(?![\u3040-\u9fff])[^\W_])+)*)"
    r"|(?P<separator>[,;:.!?…()\[\]{}–—|\n，；：。、！？（）؛،؟]|(?<=\s)-(?=\s))"
)
_ELIDED = re.compile(
    r"^(?:[ldnscjmt]|qu|jusqu|lorsqu|puisqu|quelqu|dell|all|sull|un)['’ʼ`´‘](?=[^\W\d_]{2})", re.IGNORECASE
)
"""Short words that an apostrophe binds to the next one, as in "l'arrêt"; English "n't" stands behind."""
STRONG = frozenset(";:.!?…–—|\n；：。！？؛؟()[]（）")
"""Separators after which a new statement may begin."""


@lru_cache(maxsize=8192)
def fold(word: str) -> str:
    """Give the form in which two spellings of a word are equal."""
    return fold_word(word)


def parse_tokens(text: str) -> tuple[Token, ...]:
    """Split a sentence; each Chinese character is a word of its own."""
    tokens: list[Token] = []
    for found in _PATTERN.finditer(text):
        name = found.lastgroup
        start, end, surface = found.start(), found.end(), found.group()
        if name == "clock":
            tokens.append(Token(TokenKind.CLOCK, surface, surface, start, end))
        elif name == "decimal":
            tokens.append(Token(TokenKind.DECIMAL, surface, surface, start, end))
        elif name == "number":
            tokens.append(Token(TokenKind.NUMBER, surface, surface, start, end))
        elif name == "separator":
            tokens.append(Token(TokenKind.SEPARATOR, surface, surface, start, end))
        else:
            while elided := _ELIDED.match(surface):
                cut = elided.end()
                short = surface[: cut - 1]
                tokens.append(Token(TokenKind.WORD, short, fold(short), start, start + cut))
                surface, start = surface[cut:], start + cut
            tokens.append(Token(TokenKind.WORD, surface, fold(surface), start, end))
    return tuple(tokens)
