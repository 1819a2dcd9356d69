"""Spelling out: letters by their names, digits one by one."""

from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.wording import Wording


def spell_out(words: Wording, text: str) -> Line:
    """Give each letter, digit and sign of a text, the words of it apart."""
    written: list[str] = []
    spoken: list[str] = []
    for word in text.split():
        signs = [sign for sign in word if sign.isalnum() or words.labels.spell(sign)]
        written.append(" ".join(signs))
        spoken.append(" ".join(words.labels.spell_sign(sign) for sign in signs))
    comma = words.language.list.comma
    return Line(comma.join(part for part in written if part), comma.join(part for part in spoken if part))
