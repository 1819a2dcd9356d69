"""Names in capitals: read as words, not letter by letter, and not louder than the rest."""

import re

from stopbell_server.phrases.language import Language

_LONG_WORD = 4
"""Shorter runs of capitals alone may be letters, such as JFK."""
_LONGEST_SPELLED = 5
_WORD = re.compile(r"[^\W\d_]+")


class Shouting:
    """Tells capitals that shout from capitals that are letters, in one language."""

    def __init__(self, language: Language) -> None:
        """Take the language's vowels, its small words and the letters that are known as such."""
        self._vowels = language.labels.vowels
        self._spelled = frozenset(language.names.initialisms)
        self._small = frozenset(language.names.connectors)
        self._read = frozenset(language.labels.words)

    def is_shouted(self, words: list[str]) -> bool:
        """Tell whether a name is all capitals, small words such as "to" aside; letters alone shout nothing."""
        told = [word for word in words if word.casefold() not in self._small and not re.search(r"[0-9]", word)]
        long = [letters for word in told if len(letters := "".join(_WORD.findall(word))) > 1]
        return all(word.isupper() for word in long) and any(len(word) >= _LONG_WORD for word in long)

    def is_known(self, word: str) -> bool:
        """Tell whether a word is known to be letters, in whichever name."""
        return word in self._spelled

    def is_letters(self, word: str) -> bool:
        """Tell whether a word of a shouted name is letters to spell: it has no vowel."""
        has_vowel = any(letter in self._vowels for letter in word.casefold())
        return not has_vowel and len(word) <= _LONGEST_SPELLED and word not in self._read

    def calm(self, word: str, *, is_first: bool = False) -> str:
        """Give a word in capitals as one writes it inside a name: "Bridge", "to", "O'Hare"."""
        if not is_first and word.casefold() in self._small:
            return word.casefold()
        calmed = _WORD.sub(lambda found: found[0].capitalize(), word)
        return re.sub(r"(?<=\w\w)'\w", lambda found: found[0].casefold(), calmed)
