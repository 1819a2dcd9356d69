"""Folding of names: what two people may write differently comes out the same, in any script.

Both sides are folded, the feed's names at import and the words asked for, so a rule here may be rough as long as
it brings spellings together: transliterations, diacritics, apostrophes, abbreviations, German oe and ö.
"""

import re

from anyascii import anyascii

_APOSTROPHES = re.compile(r"['`\"]")
_GREEK_OU = re.compile("[οΟ][υύΥΎ]")
_NOT_WORD = re.compile(r"[^a-z0-9]+")
_ORDINAL = re.compile(r"\b(\d+)(?:st|nd|rd|th)\b")

_ABBREVIATIONS = {
    "av": "avenue",
    "ave": "avenue",
    "bf": "bahnhof",
    "blvd": "boulevard",
    "bul": "bulvar",
    "bulv": "bulvar",
    "bulvarul": "bulvar",
    "ctr": "center",
    "centre": "center",
    "dr": "drive",
    "hbf": "hauptbahnhof",
    "hwy": "highway",
    "jct": "junction",
    "mt": "mount",
    "pl": "plosa",
    "ploscha": "plosa",
    "ploshcha": "plosa",
    "pk": "park",
    "prosp": "prospekt",
    "prov": "provulok",
    "pr": "prospekt",
    "rd": "road",
    "saint": "st",
    "sainte": "st",
    "sankt": "st",
    "sq": "square",
    "sta": "station",
    "stn": "station",
    "str": "strase",
    "strasse": "strase",
    "street": "st",
    "ul": "ulica",
    "univ": "university",
    "vul": "vulica",
    "zal": "zaliznicnij",
}
"""Whole words, after transliteration. Values are folded like everything else."""

_SOUNDS = {
    **dict.fromkeys(("shch", "szcz", "sch", "zh", "sh", "sz"), "s"),
    **dict.fromkeys(("kh", "ch", "cz", "ts", "tz"), "c"),
    "ph": "f",
    "w": "v",
}
"""Letters that spell one sound in one transliteration or another; щ, ш, ж, с and з are one, so are х, ч and ц."""
_SOUND = re.compile("|".join(_SOUNDS))
_SOFT_ENDING = re.compile(r"(?:iy|yi|ii|yy|ij|yj)\b")
_GLIDE = re.compile(r"[iyj](?=[aeiou])")
"""ї, є, ю, я, й: written with i, y, j or nothing."""
_UMLAUT = re.compile(r"([aou])e")
_LETTERS = str.maketrans({"g": "h", "z": "s", "y": "i", "j": "i"})
_DOUBLED = re.compile(r"([a-z])\1+")


def fold_name(text: str) -> str:
    """Fold a name in any script to lower-case Latin words for comparing; never shown to anyone."""
    latin = _APOSTROPHES.sub("", anyascii(_GREEK_OU.sub("ou", text))).lower()
    latin = _ORDINAL.sub(r"\1", latin)
    words = (_ABBREVIATIONS.get(word, word) for word in _NOT_WORD.sub(" ", latin).split())
    folded = _SOUND.sub(lambda found: _SOUNDS[found[0]], " ".join(words))
    folded = _GLIDE.sub("", _SOFT_ENDING.sub("i", folded))
    return _DOUBLED.sub(r"\1", _UMLAUT.sub(r"\1", folded).translate(_LETTERS))


def to_grams(folded: str) -> set[str]:
    """Split a folded name into trigrams; word borders count, so words of two letters can be found too."""
    padded = f" {folded} "
    return {padded[index : index + 3] for index in range(len(padded) - 2)}
