"""Names of things in the rider's language, where the feed carries translations."""

from dataclasses import dataclass
from typing import Protocol

from stopbell_server.domain.network import Stop
from stopbell_server.domain.text import to_clean_text


class Translates(Protocol):
    """The one thing that naming asks of a store."""

    def translate(self, table: str, field: str, record: str, value: str, language: str) -> str | None:
        """Give translations.txt's text for a field, or None."""
        ...


@dataclass(frozen=True, slots=True)
class StopName:
    """A name to show, one to speak, and the language they are in."""

    written: str
    spoken: str
    language: str | None


@dataclass(frozen=True, slots=True)
class Naming:
    """Names of one feed in one language; what is not translated keeps the feed's own name."""

    store: Translates
    language: str
    """BCP 47 tag of the answer."""
    feed_language: str | None
    """None when the feed does not say."""

    def name_stop(self, stop: Stop) -> StopName:
        """Name a stop: its translation, else its own name; for a voice tts_stop_name goes first.

        A translated name is not mixed with a spoken name of another language.
        """
        written = self._translate("stop_name", stop.id, stop.name)
        spoken = self._translate("tts_stop_name", stop.id, stop.spoken_name) if stop.spoken_name else None
        if written is None:
            name = to_clean_text(stop.name) or stop.id
            return StopName(name, to_clean_text(stop.spoken_name or "") or name, self.feed_language)
        return StopName(written, spoken or written, self.language)

    def _translate(self, field: str, record: str, value: str) -> str | None:
        found = self.store.translate("stops", field, record, value, self.language)
        return to_clean_text(found) or None if found else None
