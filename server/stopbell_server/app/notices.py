"""Sentences that an operator wants said with every answer of a feed."""

import re
from collections.abc import Iterable

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.domain.text import to_clean_text

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*")
_LONGEST = 200


def parse_notice(texts: Iterable[str]) -> dict[str, str]:
    """Parse `LANGUAGE=TEXT` settings into a mapping; the same language twice keeps the last.

    Raises:
        SettingsInvalid: one is written otherwise or is too long to be said with every answer.
    """
    notice: dict[str, str] = {}
    for text in texts:
        language, _, sentence = text.partition("=")
        sentence = to_clean_text(sentence)
        if not _LANGUAGE.fullmatch(language) or not sentence:
            raise SettingsInvalid(f"--notice {text!r} is not LANGUAGE=TEXT; write for example en='Test data.'.")
        if len(sentence) > _LONGEST:
            raise SettingsInvalid(f"The notice in {language} has {len(sentence)} characters; the most is {_LONGEST}.")
        notice[language] = sentence
    return notice
