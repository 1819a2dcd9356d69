"""What the screen's own voice says about where the rider is and what the keys did."""

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.event import Event
from stopbell.faces.tui.line_view import LineView
from stopbell.faces.tui.question import Question
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.phrases.wording import Value

HELP = (
    "face.key_enter",
    "face.key_tab",
    "face.key_arrows",
    "face.key_escape",
    "face.key_repeat",
    "face.key_last_part",
    "face.key_help",
    "face.key_quit",
)
"""The keys, in the order in which help tells them."""


class Narration:
    """Says, and gives to be shown, the sentences that are the screen's own and not an answer's."""

    def __init__(self, announcer: Announcer, phrasebooks: Phrasebooks, language: str) -> None:
        """Take who speaks and the language to begin with."""
        self.announcer = announcer
        self._phrasebooks = phrasebooks
        self.language = language
        """BCP 47 tag; follows the language of the answers."""

    @property
    def book(self) -> Phrasebook:
        """The phrasebook of the language in use."""
        return self._phrasebooks.pick(self.language)

    def make(self, message_id: str, **values: Value) -> Line:
        """Make a sentence without saying it."""
        return self.book.say(message_id, **values).lines[0]

    def tell(self, message_id: str, **values: Value) -> Line:
        """Say a sentence of our own as an answer, and give it to be shown."""
        line = self.make(message_id, **values)
        self.announcer.answer((line,), self.book.language)
        return line

    def announce(self, message_id: str) -> Line:
        """Say a sentence of our own when nothing more important is spoken, once, and give it to be shown."""
        phrase, language = self.book.say(message_id), self.book.language
        self.announcer.announce(Event(phrase.kind, "face", message_id, language, lambda: phrase))
        return phrase.lines[0]

    def make_help(self) -> tuple[Line, ...]:
        """Make the sentences that tell the keys, without saying them."""
        return tuple(self.make(message_id) for message_id in HELP)

    def tell_help(self) -> tuple[Line, ...]:
        """Say which keys there are, and give them to be shown."""
        lines = self.make_help()
        self.announcer.answer(lines, self.book.language)
        return lines

    def label_question(self, question: Question) -> None:
        """Say that the focus is on the question, and what stands in it."""
        if question.value:
            self._label("face.focus_question", text=self.book.text(question.value))
        else:
            self._label("face.focus_question_empty")

    def label_view(self, title_id: str, view: LineView, notice: Line | None = None) -> None:
        """Say that the focus is on a list: its title, what must be said with it, the line and its place."""
        title, line = self.make(title_id), view.line
        if notice is not None:
            title = Line(f"{title.written}. {notice.written}", f"{title.spoken}. {notice.spoken}")
        if line is None:
            self._label("face.focus_empty", title=title)
        else:
            self._label("face.focus_list", title=title, line=line, place=view.place + 1, total=len(view.rows))

    def label_line(self, title_id: str, view: LineView) -> None:
        """Say the line that the rider's key reached, and its place."""
        if view.line is None:
            self._label("face.focus_empty", title=self.make(title_id))
        else:
            self._label("face.reached_line", line=view.line, place=view.place + 1, total=len(view.rows))

    def label_edit(self, text: str) -> None:
        """Say a word that was typed, or what was deleted."""
        if text.strip():
            self.announcer.label(self.book.text(text).spoken, self.book.language)
        else:
            self._label("face.blank")

    def _label(self, message_id: str, **values: Value) -> None:
        self.announcer.label(self.make(message_id, **values).spoken, self.book.language)
