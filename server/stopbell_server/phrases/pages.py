"""A list that goes on after a first part was told."""

from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording


def tell_before(words: Wording, before: int) -> Line:
    """Say that this is not the beginning, and how many were told before; nothing at the beginning."""
    return words.line("list.before", count=before) if before else NOTHING


def tell_end(words: Wording) -> Line:
    """Say that nothing is left of the list."""
    return words.line("list.end")
