"""Replies as lines: a label, the answer first, one fact a line, one write for all."""

from stopbell.conversation.reply import Reply
from stopbell.faces.plain import to_plain
from stopbell.faces.terminal import Lines
from stopbell_server.phrases.phrase import Phrase, join_sentences
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.phrases.wording import Value

_LABELS = {
    "prompt": "face.label_question",
    "choice": "face.label_choice",
    "note": "face.label_note",
    "unknown": "face.label_note",
    "help": "face.label_note",
    "error": "face.label_error",
    "internal": "face.label_error",
    "no-answer": "face.label_error",
    "alerts": "face.label_alert",
}
"""The word before a reply, by its kind; any other is an answer."""


class Transcript:
    """Writes what a rider reads; what is written is never changed."""

    def __init__(self, lines: Lines, phrasebooks: Phrasebooks, language: str) -> None:
        """Write to these lines, our own sentences in this language until a reply has another."""
        self._lines = lines
        self._phrasebooks = phrasebooks
        self._language = language

    def turn_to(self, language: str) -> None:
        """Word our own sentences in this language from now on."""
        self._language = language

    def say(self, message_id: str, /, **values: Value) -> Phrase:
        """Word one of our own sentences."""
        return self._phrasebooks.pick(self._language).say(message_id, **values)

    def write_own(self, *message_ids: str, **values: Value) -> None:
        """Write our own sentences, one a line."""
        said = [self.say(message_id, **values).written for message_id in message_ids]
        self._lines.write("".join(f"{to_plain(line)}\n" for line in said))

    def write(self, reply: Reply, *, goes_on: bool = False) -> None:
        """Write what was not told early of a reply, and the same in other languages where it has them.

        Args:
            reply: what is said.
            goes_on: whether it is a further part of an answer that began before; its label stands there.
        """
        self._language = reply.language
        is_begun = goes_on or reply.told > 0
        text = "".join(self._to_text(one, goes_on=is_begun) for one in (reply.untold, *reply.also))
        if text or not is_begun:
            self._lines.write(text)

    def to_event_text(self, phrase: Phrase) -> str:
        """Give an event as lines, the first with its label."""
        written = [plain for line in phrase.lines if (plain := to_plain(line.written))]
        # A practised trip is no alert, and says in each line what it is.
        label = "" if phrase.kind == "practice" else self.say("face.label_alert").written
        return "".join(f"{line}\n" for line in (f"{label} {written[0]}".strip(), *written[1:])) if written else ""

    def _to_text(self, reply: Reply, *, goes_on: bool) -> str:
        written = [plain for line in reply.lines if (plain := to_plain(line.written))]
        if not written:
            return ""
        if goes_on:
            return "".join(f"{line}\n" for line in written)
        label = self._phrasebooks.pick(reply.language).say(_LABELS.get(reply.kind, "face.label_answer")).written
        return "".join(f"{line}\n" for line in (join_sentences((label, written[0])), *written[1:]))
