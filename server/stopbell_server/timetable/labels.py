"""Line labels made comparable: how a rider types a label is not how a feed writes it.

Scripts are mixed up both by eye and by ear: "9В" with a Cyrillic Ve looks like 9B and is said like 9V, "9Б" is said
like 9B. So a label has several forms by which it is compared.
"""

import re
import unicodedata
from dataclasses import dataclass

_LOOKS = str.maketrans(
    "авекмнорстухіїјѕ" + "αβεζηικμνορτυχ",
    "abekmhopctyxiijs" + "abezhikmnoptyx",
)
"""Small Cyrillic and Greek letters, by the Latin ones that their capitals look like."""
_SOUNDS = {
    "а": "a", "б": "b", "в": "v", "г": "h", "ґ": "g", "д": "d", "е": "e", "є": "ye", "ж": "zh", "з": "z", "и": "y",
    "і": "i", "ї": "yi", "й": "y", "к": "k", "л": "l", "м": "m", "н": "n", "о": "o", "п": "p", "р": "r", "с": "s",
    "т": "t", "у": "u", "ф": "f", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ь": "", "ъ": "", "ы": "y",
    "э": "e", "ю": "yu", "я": "ya", "α": "a", "β": "b", "γ": "g", "δ": "d", "ε": "e", "π": "p", "σ": "s",
}  # fmt: skip
_OTHER_SOUNDS = {**_SOUNDS, "г": "g", "х": "h", "ц": "c", "в": "w", "и": "i"}
_ZEROS = re.compile(r"(?<!\d)0+(?=\d)")
_LETTERS_BEFORE = re.compile(r"^[^\W\d_]{1,2}(?=\d)")
"""A feed may put the kind of vehicle before the number: "А09", "Тр22"; riders say the number alone."""
_WORD_AFTER = re.compile(r"(?<=[0-9a-z])(?:路|号线|號線|线|線|番|系統|系统)$")
"""What Chinese and Japanese signs have after the number: "10路"; riders and other feeds may leave it away."""

IN_ANOTHER_SCRIPT = 2
UNPADDED = 3
BY_NUMBER = 4
NONE = 99


@dataclass(frozen=True, slots=True)
class LabelForms:
    """What a label may be compared by."""

    written: str
    plain: str
    """Case, blanks, dashes and number signs do not count; script and zeros do."""
    looks: str
    """What it looks like in Latin letters."""
    sounds: frozenset[str]
    """What it may sound like in Latin letters."""
    number: str | None
    """The label from its number on, without zeros before it; None: it is no number with letters around."""
    is_number: bool
    """Whether the label begins with its number."""

    def is_like(self, other: "LabelForms", *, padded: bool = True) -> bool:
        """Whether two labels look alike, or one in Latin letters is what the other sounds like."""

        def to_form(text: str) -> str:
            return text if padded else _ZEROS.sub("", text)

        if to_form(self.looks) == to_form(other.looks):
            return True
        return any(
            latin.plain.isascii() and to_form(latin.plain) in map(to_form, heard.sounds)
            for latin, heard in ((self, other), (other, self))
        )


def to_forms(label: str) -> LabelForms:
    """Give the forms of a label; all are empty for one without letters and digits."""
    plain = _to_plain(label)
    looks = plain.translate(_LOOKS)
    number = _ZEROS.sub("", _LETTERS_BEFORE.sub("", looks))
    return LabelForms(
        written=label.strip(),
        plain=plain,
        looks=looks,
        sounds=frozenset(_sound(plain, sounds) for sounds in (_SOUNDS, _OTHER_SOUNDS)),
        number=number if number[:1].isdecimal() else None,
        is_number=looks[:1].isdecimal(),
    )


def _to_plain(label: str) -> str:
    # A number sign would become the letters "No".
    folded = unicodedata.normalize("NFKC", label.replace("№", "")).casefold()
    return "".join(sign for sign in folded if sign.isalnum() or sign in "/+*")


def _sound(plain: str, sounds: dict[str, str]) -> str:
    return "".join(sounds.get(letter, letter) for letter in plain)


def rank_likeness(asked: LabelForms, label: LabelForms) -> int:
    """Tell how well a label fits what was asked: 0 written so, 1 but for case, blanks and dashes, 2 in another script,
    3 but for zeros before a number, 4 its number alone was asked; `NONE` when it is another line.
    """
    if not asked.plain:
        return NONE
    if asked.written == label.written:
        return 0
    if asked.plain == label.plain:
        return 1
    if asked.is_like(label):
        return IN_ANOTHER_SCRIPT
    if asked.is_like(label, padded=False):
        return UNPADDED
    if (asked.is_number and asked.number == label.number) or _is_same_but_for_word(asked.plain, label.plain):
        return BY_NUMBER
    return NONE


def _is_same_but_for_word(asked: str, label: str) -> bool:
    """Tell whether just one of two labels has a word after the number; 2路 and 2号线 are two lines."""
    bare, other = _WORD_AFTER.sub("", asked), _WORD_AFTER.sub("", label)
    return bare == other and (bare == asked) != (other == label)
