"""Messages filled with values, in both forms at once."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from stopbell_server.phrases.catalog import SPOKEN, Catalog, Message, Part
from stopbell_server.phrases.clock_words import ClockWords
from stopbell_server.phrases.errors import MissingValueError, UnknownMessageError
from stopbell_server.phrases.labels import LabelSpeller
from stopbell_server.phrases.language import Language
from stopbell_server.phrases.name_speaker import NameSpeaker
from stopbell_server.phrases.numbers import NumberWords
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.phrases.templates import to_direction, to_template
from stopbell_server.phrases.time_style import PLAIN, TimeStyle

Value = str | int | Line | Phrase
"""Text stands in both forms as it is; a whole number is digits when written and words when spoken."""


_REMEMBERED = 2048
_SILENT = re.compile('«[\u00a0\u202f]?|[\u00a0\u202f]?»|[“”„"]')
"""Quotation marks help the eye; a voice would name them."""
_ENDS = (".", "?", "!", "…", "。", "？", "！")
_FIRST_STRONG, _END_OF_ISOLATE = "\u2068", "\u2069"
"""Around a name or label in a text of the other direction: its digits and signs then keep their order (UAX 9)."""
_NO_BREAK = str.maketrans("\u00a0\u202f", "  ")
"""So do spaces at which no line ends."""


class Wording:
    """Fills the messages of one language; further catalogs of the chain answer where it has none."""

    def __init__(
        self, language: Language, catalogs: Sequence[Catalog], names: NameSpeaker, style: TimeStyle = PLAIN
    ) -> None:
        """Take the conventions and the chain of catalogs, the language's own first."""
        self.style = style
        self.language = language
        self._catalogs = tuple(catalogs)
        self.numbers = NumberWords(language)
        self.clock = ClockWords(language, self.numbers, is_half_day=style.is_half_day)
        self.labels = LabelSpeller(language, self.numbers)
        self.names = names
        # A board says the same few lines and names again and again, and the same sentences about them.
        self._labels_said = lru_cache(_REMEMBERED)(self.labels.spell)
        self._names_said = lru_cache(_REMEMBERED)(self.names.speak)
        self._filled = lru_cache(_REMEMBERED)(self._fill_both)
        letters = "".join(language.labels.pause_after)
        # The letter stands before what must precede it: so the search runs along letters, not along places.
        self._pause = lru_cache(_REMEMBERED)(self._put_pauses)
        self._is_rtl = to_direction(language.locale) == "rtl"
        self._lone_letter = re.compile(rf"[{letters}](?<=\w [{letters}])(?= \w)") if letters else None

    def with_style(self, style: TimeStyle) -> "Wording":
        """Give the same words with times told in another way."""
        return Wording(self.language, self._catalogs, self.names, style)

    def has(self, message_id: str) -> bool:
        """Tell whether some catalog of the chain has the message."""
        return any(message_id in catalog.messages for catalog in self._catalogs)

    def names_of(self, message_id: str) -> frozenset[str]:
        """Give the placeholders of a message and its spoken twin; none when it is not there."""
        for catalog in self._catalogs:
            if message := catalog.messages.get(message_id):
                return message.names() | catalog.messages.get(message_id + SPOKEN, message).names()
        return frozenset()

    def template(self, message_id: str, /) -> Mapping[str, str]:
        """Give a message's written wording by CLDR plural class, with its placeholders left in.

        Raises:
            UnknownMessageError: no catalog of the chain has it.
        """
        for catalog in self._catalogs:
            if message_id in catalog.messages:
                return to_template(catalog, message_id, self.language.locale)
        raise self._unknown(message_id)

    def line(self, message_id: str, /, **values: Value) -> Line:
        """Fill one message.

        Raises:
            UnknownMessageError: no catalog of the chain has it.
            MissingValueError: one of its placeholders was given no value.
        """
        return self._filled(message_id, **values)

    def _fill_both(self, message_id: str, /, **values: Value) -> Line:
        for catalog in self._catalogs:
            if message := catalog.messages.get(message_id):
                twin = catalog.messages.get(message_id + SPOKEN, message)
                names = sorted(
                    {name for value in values.values() if isinstance(value, Line) for name, _ in value.forms}
                )
                return Line(
                    self._fill(catalog, message, message_id, values, spoken=False),
                    self._fill(catalog, twin, message_id, values, spoken=True),
                    tuple(
                        (name, self._fill(catalog, twin, message_id, values, spoken=True, form=name)) for name in names
                    ),
                )
        raise self._unknown(message_id)

    def _unknown(self, message_id: str) -> UnknownMessageError:
        return UnknownMessageError(message_id, tuple(catalog.language for catalog in self._catalogs))

    def label(self, label: str) -> Line:
        """Give a line number or platform, with its spoken form."""
        return self._sayable(label, self._labels_said(label))

    def name(self, name: str, language: str | None = None) -> Line:
        """Give a name of a stop or destination, with its spoken form; `language` is the name's own, where known."""
        return self._sayable(name, self._names_said(name, language))

    def _sayable(self, written: str, spoken: str) -> Line:
        return Line(self._isolate(written), spoken or (self.line("name.unsayable").spoken if written.strip() else ""))

    def given(self, written: str, spoken: str) -> Line:
        """Give a name or text of a feed that comes with its spoken form."""
        return Line(self._isolate(written), spoken)

    def _isolate(self, written: str) -> str:
        """Set a name of the other direction apart, where the language is written from right to left."""
        is_foreign = self._is_rtl and any(unicodedata.bidirectional(letter) == "L" for letter in written)
        if not is_foreign:
            return written
        # A full stop of its own ends our sentence too, so it stays outside.
        inside = written.rstrip("".join(_ENDS))
        return f"{_FIRST_STRONG}{inside}{_END_OF_ISOLATE}{written[len(inside) :]}"

    def chain(self, parts: Iterable[Line]) -> Line:
        """Put parts after each other with commas; empty ones are dropped."""
        kept = [part for part in parts if part]
        comma = self.language.list.comma
        spoken = comma.join(part.spoken for part in kept if part.spoken)
        return Line(comma.join(part.written for part in kept), self._pause(spoken))

    def enumerate(self, parts: Sequence[Line]) -> Line:
        """Put parts after each other as a list: "3, 14 and 26"; "A, B; and C" where a part has a pause of its own."""
        kept = [part for part in parts if part]
        if len(kept) < 2:
            return self.chain(kept)
        written = self._list([part.written for part in kept])
        return Line(written, self._pause(self._list([part.spoken for part in kept if part.spoken])))

    def _list(self, parts: Sequence[str]) -> str:
        rules = self.language.list
        comma, last = rules.between_items or rules.comma, rules.last
        if any(mark in part for part in parts for mark in (rules.comma, comma, last)):
            comma = rules.semicolon
            last = comma if rules.last == rules.between_items else comma.rstrip() + last
        head = comma.join(parts[:-1])
        return f"{head}{last}{parts[-1]}" if head else "".join(parts)

    def sentence(self, *parts: Line) -> Line:
        """Put parts after each other and end the sentence, once."""
        whole = self.chain(parts)
        return Line(self._end(whole.written), self._end(whole.spoken))

    def _put_pauses(self, spoken: str) -> str:
        """Put a pause after a letter that would else be heard as a word: the A of "ten A and two"."""
        return self._lone_letter.sub(r"\g<0>,", spoken) if self._lone_letter else spoken

    def _end(self, text: str) -> str:
        stop = self.language.list.stop
        return text if not text or text.endswith((stop, *_ENDS)) else text + stop

    def _fill(
        self,
        catalog: Catalog,
        message: Message,
        message_id: str,
        values: dict[str, Value],
        *,
        spoken: bool,
        form: str = "",
    ) -> str:
        wording = message.forms[0]
        if message.is_plural:
            count = values.get("count")
            if not isinstance(count, int):
                raise MissingValueError(message_id, "count")
            wording = message.forms[min(catalog.plural(count), len(message.forms) - 1)]
        stop = self.language.list.stop
        pieces: list[str] = []
        for part in wording:
            ends_already = part.text.startswith(stop) and pieces and pieces[-1].endswith((stop, "."))
            pieces.append(part.text[1:] if ends_already else part.text)
            if part.name is not None:
                if part.name not in values:
                    raise MissingValueError(message_id, part.name)
                pieces.append(self._render(values[part.name], part, spoken=spoken, form=form))
        if not spoken:
            return self._apart(pieces)
        return self._pause(self._apart([_SILENT.sub("", piece) for piece in pieces]).translate(_NO_BREAK))

    def _apart(self, pieces: Sequence[str]) -> str:
        """Put pieces together; where words have no blanks, a name in Latin letters gets them."""
        blank = self.language.list.beside_other_scripts
        if not blank:
            return "".join(pieces)
        joined = ""
        for piece in pieces:
            joined += blank + piece if joined and piece and self._meet(joined[-1], piece[0]) else piece
        return joined

    def _meet(self, before: str, after: str) -> bool:
        """Tell whether a letter of this language stands beside one of another script."""
        if not (before.isalpha() and after.isalpha()):
            return False
        own = [unicodedata.name(letter, "").startswith(self.language.script) for letter in (before, after)]
        return own[0] != own[1]

    def _render(self, value: Value, part: Part, *, spoken: bool, form: str) -> str:
        if isinstance(value, int):
            return self.numbers.spell(value, part.form) if spoken else str(value)
        if isinstance(value, str):
            return value
        if isinstance(value, Line) and spoken:
            return value.spoken_as(part.form or form)
        return value.spoken if spoken else value.written
