"""Names of things in the rider's language, where the feed carries translations."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from stopbell_server.contract.known_calls import KnownCalls
from stopbell_server.domain.network import Route, Stop
from stopbell_server.domain.store import to_sub_record
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
    speak: Callable[[str, str | None], str] = lambda name, _language: name
    """Gives a written name of a language as a voice should say it; the contract itself has no words for that."""
    known_calls: KnownCalls = field(default_factory=KnownCalls)
    """Calls that were told before from the same timetables."""

    def name_stop(self, stop: Stop) -> StopName:
        """Name a stop: its translation, else its own name; for a voice the feed's tts_stop_name goes first.

        A translated name is not mixed with a spoken name of another language.
        """
        written = self._translate("stops", "stop_name", stop.id, stop.name)
        spoken = self._translate("stops", "tts_stop_name", stop.id, stop.spoken_name) if stop.spoken_name else None
        if written is None:
            name = to_clean_text(stop.name) or stop.id
            own = to_clean_text(stop.spoken_name or "")
            return StopName(name, self.speak(own or name, self.feed_language), self.feed_language)
        return StopName(written, self.speak(spoken or written, self.language), self.language)

    def name_headsign(self, headsign: str | None, trip: str | None = None, sequence: int | None = None) -> str | None:
        """Name a headsign or a last stop: its translation, else as it is; None when there is none.

        A translation of the last stop's name is none of the headsign, unless it is of all texts of that value
        (GTFS translations.txt, field_value).
        """
        if not headsign:
            return None
        call = to_sub_record(trip, sequence) if trip and sequence is not None else ""
        translated = self._translate("stop_times", "stop_headsign", call, headsign)
        translated = translated or self._translate("trips", "trip_headsign", trip or "", headsign)
        translated = translated or self._translate("stops", "stop_name", "", headsign)
        return translated or to_clean_text(headsign) or None

    def name_line(self, route: Route) -> str:
        """Name a line as riders know it: its short name, else its long name, each translated; else its id."""
        for column, name in (("route_short_name", route.short_name), ("route_long_name", route.long_name)):
            if name:
                return self._translate("routes", column, route.id, name) or name
        return route.line

    def name_label(self, label: str) -> str:
        """Name a line of which only the label is at hand."""
        by_short_name = self._translate("routes", "route_short_name", "", label)
        return by_short_name or self._translate("routes", "route_long_name", "", label) or label

    def name_title(self, title: str) -> str:
        """Name a publisher or operator of which only the name is at hand."""
        by_agency = self._translate("agency", "agency_name", "", title)
        return by_agency or self._translate("feed_info", "feed_publisher_name", "", title) or title

    def name_level(self, level: str, name: str) -> str:
        """Name a level of a station by its id and its own name."""
        return self._translate("levels", "level_name", level, name) or name

    def _translate(self, table: str, field: str, record: str, value: str) -> str | None:
        if self.language == self.feed_language:
            return None
        found = self.store.translate(table, field, record, value, self.language)
        return to_clean_text(found) or None if found else None
