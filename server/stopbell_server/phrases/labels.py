"""Line numbers and platforms as they are spoken: "10A" is "ten A", "T02" is "T zero two"."""

import re
import unicodedata
from collections.abc import Iterable

from stopbell_server.phrases.language import Language
from stopbell_server.phrases.numbers import NumberWords

_PIECES = re.compile(r"[0-9]+|[^\W\d_]+|\S")

_VARIANT = re.compile(r"([0-9]+)/(\1[^\W\d_])")
_SHORTEST_NAME = 3

LOOK_ALIKES = str.maketrans("АВЕКМНОРСТХІ", "ABEKMHOPCTXI")
"""Cyrillic capitals that look like Latin ones: riders see one sign, feeds write either."""
_BACK = {latin: cyrillic for cyrillic, latin in LOOK_ALIKES.items()}


class LabelSpeller:
    """Speaks labels in one language."""

    def __init__(self, language: Language, numbers: NumberWords) -> None:
        """Take the language's rules and number words."""
        self._language = language
        self._rules = language.labels
        self._numbers = numbers
        self._blank = language.list.between_words

    def spell(self, label: str) -> str:
        """Give a label in words; whole words in it stay as they are."""
        if variant := _VARIANT.fullmatch(label):
            either = (self.spell(variant[1]), self._rules.either, self.spell(variant[2]))
            return self._blank.join(either)
        pieces = (piece for piece in map(self._spell_piece, _PIECES.findall(label)) if piece)
        return self.join(pieces, self._blank)

    def spell_sign(self, sign: str) -> str:
        """Give one letter, digit or sign of something that is spelled out."""
        return self._spell_digits(sign) if sign.isascii() and sign.isdecimal() else self.spell(sign)

    def spell_letters(self, letters: str) -> str:
        """Give the letters' names, one after the other."""
        return self.join(self._name_letter(letter) for letter in letters)

    def join(self, pieces: Iterable[str], blank: str = " ") -> str:
        """Put spoken pieces after each other; a letter that would be heard as a word is tied to what follows.

        A pause would part it too, but in a list of lines nobody could tell which number the letter belongs to.
        """
        *head, last = [*pieces] or [""]
        pauses = self._rules.pause_after
        return "".join(one + ("-" if one.rpartition(" ")[2] in pauses else blank) for one in head) + last

    def is_initialism(self, piece: str) -> bool:
        """Tell whether a run of letters is spelled out: one letter, short capitals, or short without a vowel."""
        if len(piece) == 1:
            return True
        if piece.upper() in self._rules.words or len(piece) > 4:
            return False
        has_vowel = any(letter in self._rules.vowels for letter in piece.lower())
        return (piece.isupper() and (len(piece) < 4 or not has_vowel)) or (not has_vowel and piece[0].isupper())

    def is_name(self, label: str) -> bool:
        """Tell whether a label is a name of its own, such as "Green" or "2 Line", that needs no "line" before it.

        A Chinese sign says what it is: 10路, 2号线.
        """
        return any(unicodedata.name(sign, "").startswith("CJK") for sign in label) or any(
            piece.isalpha() and len(piece) >= _SHORTEST_NAME and not self.is_initialism(piece)
            for piece in _PIECES.findall(label)
        )

    def _spell_piece(self, piece: str) -> str:
        if piece[0].isdecimal() and piece.isascii():
            return self.spell_number(piece)
        if piece.isalpha():
            if self.is_initialism(piece):
                return self.spell_letters(piece)
            return piece.capitalize() if piece.isupper() else piece
        return self._rules.symbols.get(piece, "")

    def spell_number(self, digits: str) -> str:
        """Read a line number: leading zeros and long ones digit by digit, else as the language's riders do."""
        if len(digits) > 4 or (digits[0] == "0" and len(digits) > 1):
            return self._spell_digits(digits)
        if len(digits) > 2 and self._rules.three_digits == "digits":
            return self._spell_digits(digits)
        number = int(digits)
        in_pairs = len(digits) == 4 or (len(digits) == 3 and self._rules.three_digits == "pairs")
        head, tail = divmod(number, 100)
        if not in_pairs or not tail:
            return self._numbers.spell(number)
        zero = f"{self._rules.zero_pair} " if tail < 10 else ""
        return f"{self._numbers.spell(head)} {zero}{self._numbers.spell(tail)}"

    def _spell_digits(self, digits: str) -> str:
        names = self._rules.digits
        return self._blank.join(names[int(digit)] for digit in digits) if names else self._numbers.spell_digits(digits)

    def _name_letter(self, letter: str) -> str:
        names = self._language.letters
        upper = letter.upper()
        for candidate in (upper, upper.translate(LOOK_ALIKES), upper.translate(_BACK)):
            if candidate in names:
                return names[candidate]
        return letter
