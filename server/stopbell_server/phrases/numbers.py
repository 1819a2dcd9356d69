"""Numbers in words: our tables to 120, CLDR's rules beyond."""

from functools import cached_property

from unicode_rbnf import RbnfEngine

from stopbell_server.phrases.language import Language


class NumberWords:
    """Spells whole numbers of one language."""

    def __init__(self, language: Language) -> None:
        """Take the tables; CLDR's rules are loaded when a number first needs them."""
        self._language = language
        self._table = language.numbers

    @cached_property
    def _engine(self) -> RbnfEngine:
        return RbnfEngine.for_language(self._language.tag.partition("-")[0])

    def spell(self, number: int, form: str = "") -> str:
        """Give the words for a number of zero or more, in a form that the table names.

        Raises:
            KeyError: the language has no form of this name.
        """
        changes = self._table.forms[form] if form else {}
        if number < len(self._table.plain):
            return changes.get(number, self._table.plain[number])
        rest = number % 100
        if not rest or self._table.hundreds_join is None:
            return self._spell_beyond(number)
        # Only the last two digits take gender and case.
        before = self._spell_beyond(number - rest)
        for ending, joined in self._table.joined_endings.items():
            if before.endswith(ending):
                before = before.removesuffix(ending) + joined
        return f"{before}{self._table.hundreds_join}{self.spell(rest, form)}"

    def spell_digits(self, digits: str) -> str:
        """Give each digit's word, one after the other."""
        return self._language.list.between_words.join(self._table.plain[int(digit)] for digit in digits)

    def _spell_beyond(self, number: int) -> str:
        spelled = self._engine.format_number(number, ruleset_names=[self._table.beyond]).text
        return to_plain_apostrophes(spelled, self._language)


def to_plain_apostrophes(text: str, language: Language) -> str:
    """Give the text with the one apostrophe that voices know."""
    for character in language.apostrophes:
        text = text.replace(character, "'")
    return text
