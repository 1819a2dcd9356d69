"""How fresh the live data is, as a sentence of its own."""

from stopbell_server.phrases.phrase import Phrase, from_lines
from stopbell_server.phrases.times import tell_age
from stopbell_server.phrases.wording import Wording


def tell_freshness(words: Wording, state: str, age_s: int | None) -> Phrase:
    """Give the sentence for the contract's `liveState` word; with the age where it is known.

    Raises:
        UnknownMessageError: no such state.
    """
    message = f"freshness.{state}"
    if age_s is not None and words.has(f"{message}_age"):
        return from_lines((words.line(f"{message}_age", age=tell_age(words, age_s)),), "freshness")
    return from_lines((words.line(message),), "freshness")
