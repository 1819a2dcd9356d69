"""One language's sentences: the door for everything that tells riders something."""

from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.phrases.boards import tell_board
from stopbell_server.phrases.calls import take_apart, to_kind
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.telling import Telling, parse_verbosity
from stopbell_server.phrases.wording import Value, Wording

_KINDS = {"setup": "prompt", "face": "note", "code": "error", "remedy": "note"}
"""Event kind of a message by the first part of its id; others are answers."""


class Phrasebook:
    """Turns facts into sentences of one language, each with a written and a spoken form."""

    def __init__(self, wording: Wording) -> None:
        """Take the language's messages and conventions."""
        self._words = wording

    @property
    def language(self) -> str:
        """BCP 47 tag of the sentences."""
        return self._words.language.tag

    def say(self, message_id: str, /, **values: Value) -> Phrase:
        """Fill one message of the catalogs. A whole number is spoken in words; text stands as it is.

        A message with plural forms takes its number as `count`. Names and line labels are better given as
        `name(...)` and `label(...)`, which know how they are spoken.

        Raises:
            UnknownMessageError: no catalog has the id.
            MissingValueError: the message has a placeholder that no value was given for.
        """
        line = self._words.line(message_id, **values)
        return from_lines((line,), _KINDS.get(message_id.partition(".")[0], "answer"))

    def has(self, message_id: str) -> bool:
        """Tell whether a message of this id is there."""
        return self._words.has(message_id)

    def name(self, name: str) -> Line:
        """Give a stop's or destination's name with its spoken form."""
        return self._words.name(name)

    def label(self, label: str) -> Line:
        """Give a line number, platform or code with its spoken form."""
        return self._words.label(label)

    def board(self, data: BoardData, *, verbosity: str = "normal", age_seconds: int | None = None) -> Phrase:
        """Give the answer about a stop's calls; `age_seconds` is the age of its live data, where known.

        Raises:
            ValueError: no such verbosity.
        """
        return tell_board(self._words, data, verbosity=parse_verbosity(verbosity), age_s=age_seconds)

    def call(self, call: MonitoredCall, *, verbosity: str = "normal", is_arrival: bool = False) -> Phrase:
        """Give one call by itself; its `minutes` are told as they stand.

        Raises:
            ValueError: no such verbosity.
        """
        telling = Telling(verbosity=parse_verbosity(verbosity), is_arrivals=is_arrival)
        line = take_apart(self._words, call, telling).tell(self._words)
        return from_lines((line,), to_kind(call), call.certainty)

    def with_notice(self, phrase: Phrase, notice: str | None) -> Phrase:
        """Give the answer followed by what the operator wants said with every answer; unchanged without one."""
        if not notice:
            return phrase
        said = Line(notice, self._words.names.read_text(notice))
        return phrase.then(from_lines((self._words.sentence(said),), "note"))
