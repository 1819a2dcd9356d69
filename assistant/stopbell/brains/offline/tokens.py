"""A sentence as words: how each was written, and the form in which it is compared."""

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from stopbell.folding import IDEOGRAPHS, fold_word

LONGEST_UTTERANCE = 60
"""Words beyond this are not looked at; nobody asks for a bus in more."""

_COORDINATES = re.compile(
    r"(?<![\w.])(?P<lat>[-−]?\d{1,2}[.,]\d{2,8})°?\s*[NnSs]?\s*[,;/ ]\s*(?P<lon>[-−]?\d{1,3}[.,]\d{2,8})°?(?![\w.])"
)
_APOSTROPHE = re.compile("['’ʼ`´‘]")
_UNSPACED = re.compile(f"[{IDEOGRAPHS}]|[^{IDEOGRAPHS}]+")
_PAUSES = ",.;!?:—–，。；！？：、"
_WRITTEN = r"\d{1,2}:\d{2}(?!\d)|[-−]?\d+\.\d+|\d+/\d+|[a-z0-9-]+:[^\s,;?!]+"
_WORD = re.compile(rf"{_WRITTEN}|[^\W_]+(?:['’ʼ`´‘][^\W_]+)*")
_NUMERAL = re.compile(r"(\d{1,4})[-'’ʼ`´‘]?([^\W\d_]{1,4})(?![\w'’-])")
"""Digits and what may be the ending of their word: "245er", "46-го", "86's"."""
_SIGN = re.compile(rf"[{IDEOGRAPHS}]|{_WRITTEN}|(?:(?![{IDEOGRAPHS}])[^\W_])+")
"""The same where words are written without blanks: each ideograph is one."""


@dataclass(frozen=True, slots=True)
class Token:
    """One word."""

    surface: str
    """As the rider wrote it; empty for the second word of a contraction."""
    folded: str
    """As it is compared."""
    gap: str = " "
    """What stands between it and the word before when both are put back together."""
    starts_pause: bool = False
    """Whether a comma or a full stop stands before it."""
    place: tuple[str, str] | None = None
    """Latitude and longitude as written, when the token is a pair of coordinates."""


def parse_tokens(
    text: str,
    *,
    folds: Mapping[str, str] | None = None,
    spellings: Mapping[str, Sequence[str]] | None = None,
    elided: Container[str] = (),
    endings: Container[str] = (),
    is_unspaced: bool = False,
) -> tuple[Token, ...]:
    """Split a sentence into words, coordinates first; where words are written without blanks, each sign is one.

    `spellings` gives, for a folded word, the folded words it stands for ("whats" is "what is"), or for a word with its
    apostrophe, where without it another word would be meant ("we're" and "were"); `elided` has the
    folded words that an apostrophe binds to the next ("l'hôpital" is two words), `endings` what is left away behind
    digits ("245er" is 245).
    """
    tokens: list[Token] = []
    position = 0
    for found in _COORDINATES.finditer(text):
        tokens += _parse_words(
            text[position : found.start()], folds or {}, spellings or {}, elided, endings, is_unspaced
        )
        lat, lon = (found[name].replace("−", "-").replace(",", ".") for name in ("lat", "lon"))
        tokens.append(Token(found.group(), "", place=(lat, lon)))
        position = found.end()
    tokens += _parse_words(text[position:], folds or {}, spellings or {}, elided, endings, is_unspaced)
    return tuple(tokens[:LONGEST_UTTERANCE])


def split_unspaced(word: str) -> list[str]:
    """Give a run of signs one by one; letters and digits of other scripts stay together."""
    return _UNSPACED.findall(word)


def _parse_words(
    text: str,
    folds: Mapping[str, str],
    spellings: Mapping[str, Sequence[str]],
    elided: Container[str],
    endings: Container[str],
    is_unspaced: bool,
) -> list[Token]:
    tokens: list[Token] = []
    end = 0
    for found in (_SIGN if is_unspaced else _WORD).finditer(text):
        if found.start() < end:
            # It was the ending of the number before.
            continue
        between = text[end : found.start()]
        # Where words are written without blanks, one is a pause, but not between digits said one by one.
        is_row = end > 0 and text[end - 1].isdigit() and found.group()[0].isdigit()
        is_blank = is_unspaced and end > 0 and between.isspace() and not is_row
        pause = is_blank or any(mark in between for mark in _PAUSES)
        gap = "-" if between == "-" and end else "" if is_unspaced and end and not between else " "
        numeral = _NUMERAL.match(text, found.start())
        if numeral and numeral[2] in endings:
            tokens.append(Token(numeral[0], numeral[1], gap, starts_pause=pause))
            end = numeral.end()
            continue
        end = found.end()
        for part in _split_elided(found.group(), folds, elided):
            folded = fold_word(part, folds)
            meant = spellings.get(_APOSTROPHE.sub("'", part).lower()) or spellings.get(folded)
            for index, word in enumerate(meant or ((folded,) if folded else ())):
                tokens.append(Token("" if index else part, word, gap, starts_pause=pause and not index))
            gap, pause = "", False
    return tokens


def _split_elided(word: str, folds: Mapping[str, str], elided: Container[str]) -> list[str]:
    """Give a word in two after its first apostrophe, when what stands before is elided."""
    mark = _APOSTROPHE.search(word)
    if mark is None or fold_word(word[: mark.start()], folds) not in elided:
        return [word]
    return [word[: mark.end()], word[mark.end() :]]
