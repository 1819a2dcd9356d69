"""What operators wrote in their feeds: data, never instructions, and told only as their words."""

from collections.abc import Iterable

from stopbell.guard.tokens import TokenKind, parse_tokens

RUN = 4
"""So many words in a row as in an operator's text are a quotation."""
_LONGEST = 400


class OperatorTexts:
    """The free texts of a conversation's results, and the words in a row that they are made of."""

    def __init__(self) -> None:
        """Begin without any."""
        self._runs: set[tuple[str, ...]] = set()

    def learn(self, texts: Iterable[str]) -> None:
        """Take in texts."""
        for text in texts:
            words = _split(text)[:_LONGEST]
            self._runs.update(tuple(words[place : place + RUN]) for place in range(max(1, len(words) - RUN + 1)))
        self._runs.discard(())

    def quotes(self, sentence: str) -> bool:
        """Tell whether a sentence has words in a row that an operator wrote."""
        return bool(self.find_quoted(sentence))

    def find_quoted(self, sentence: str) -> list[tuple[int, int]]:
        """Give where a sentence has words in a row that an operator wrote, as characters from and to."""
        if not self._runs:
            return []
        tokens = [token for token in parse_tokens(sentence) if token.kind is not TokenKind.SEPARATOR]
        words = [token.folded for token in tokens]
        found: list[tuple[int, int]] = []
        for place in range(len(words)):
            for length in range(2, RUN + 1):
                run = tuple(words[place : place + length])
                if len(run) == length and run in self._runs:
                    found.append((tokens[place].start, tokens[place + length - 1].end))
        return found


def _split(text: str) -> list[str]:
    return [token.folded for token in parse_tokens(text) if token.kind is not TokenKind.SEPARATOR]
