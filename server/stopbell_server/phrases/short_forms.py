"""Short forms in names, told apart by where they stand: "St Mary's St" is Saint first and Street last."""

import re
from collections.abc import Sequence

from stopbell_server.phrases.language import Abbreviation, NamesTable

_ORDINAL = re.compile(r"[0-9]+[^\W\d_]{1,3}")


class ShortForms:
    """Expands the short forms of one language."""

    def __init__(self, rules: NamesTable, known: Sequence[Abbreviation]) -> None:
        """Take the short forms, and from the rules which words stand after a whole street name."""
        self._known = {_fold(one.short): one for one in known}
        # What ends a German word ends no Dutch one: only with the language's own short forms.
        self._endings = rules.endings if set(known) & set(rules.abbreviations) else {}
        self._longest = max((len(short.split()) for short in self._known), default=1)
        self._full = frozenset(_fold(full) for one in known for full in (one.last, one.always) if full)
        self._after = frozenset(rules.after)
        self._compass = frozenset(_fold(one.short) for one in known if one.compass)

    def find(self, word: str) -> Abbreviation | None:
        """Give the short form that a word is, with or without its full stop."""
        return self._known.get(_fold(word))

    def ends_a_name(self, word: str) -> bool:
        """Tell whether a word is a short form of more than a letter that may end a name, such as "St" or "Blvd"."""
        found = self.find(word)
        return found is not None and len(found.short) > 1 and bool(found.last or found.always)

    def expand(self, words: Sequence[str], index: int) -> tuple[int, str]:
        """Give how many words a short form at this place takes and what it stands for; (1, "") for none."""
        if full := self.read_ending(words[index]):
            return 1, full
        for length in range(min(self._longest, len(words) - index), 0, -1):
            short = words[index : index + length]
            found = self.find(" ".join(short))
            if found is None or (found.dotted and not short[-1].endswith(".")):
                continue
            if found.exact and " ".join(short).rstrip(".") != found.short:
                continue
            if len(found.short) == 1 and self._is_letter_of_street(words, index):
                continue
            full = found.always or self._choose(found, words, index, index + length)
            if full:
                return length, full
        return 1, ""

    def read_ending(self, word: str) -> str:
        """Give a word in full whose end is short: "Hauptstr." is "Hauptstraße"; nothing for others."""
        bare = word.rstrip(",;")
        for short, full in self._endings.items():
            stem = bare.removesuffix(short)
            if stem != bare and len(stem) > 1 and stem.replace("-", "").isalpha():
                return stem + full + word[len(bare) :]
        return ""

    def _choose(self, found: Abbreviation, words: Sequence[str], index: int, end: int) -> str:
        if self._stands_last(words, index, end) and found.last:
            return found.last
        if end == len(words) or (not index and not found.compass and _is_mark(words)):
            return ""
        return found.middle if index else found.first

    def _stands_last(self, words: Sequence[str], index: int, end: int) -> bool:
        """Tell whether a street's name ends here: at the end, after "24th", before "Station", a number, a last "N"."""
        if end == len(words):
            return True
        if not index:
            return False
        following = _fold(words[end])
        is_end = following in self._after or following.isdecimal()
        is_compass = end + 1 == len(words) and following in self._compass
        return is_end or is_compass or bool(_ORDINAL.fullmatch(words[index - 1]))

    def _is_letter_of_street(self, words: Sequence[str], index: int) -> bool:
        """Tell whether the other words are all street words: "E St" is a street called E, "E Main St" is not."""
        others = [_fold(word) for place, word in enumerate(words) if place != index]
        return all(other in self._known or other in self._full for other in others)


def _is_mark(words: Sequence[str]) -> bool:
    """Tell whether a name begins with capitals that its other words do not have: "PT Transportasi" is no point."""
    return len(words[0]) > 1 and words[0].isupper() and any(word.istitle() for word in words[1:])


def _fold(text: str) -> str:
    return " ".join(word.rstrip(".").casefold() for word in text.split())
