"""translations.txt as compiled."""

from functools import lru_cache

from stopbell_server.domain.ids import TripId
from stopbell_server.domain.store import to_sub_record
from stopbell_server.store.database import Database
from stopbell_server.store.read_trips import TripReader

_CACHED_TEXTS = 4096
_CACHED_LANGUAGES = 64


class TranslationReader:
    """Finds the text of a field in another language."""

    def __init__(self, database: Database, trips: TripReader) -> None:
        """Read from this file."""
        self._database = database
        self._trips = trips
        self._languages: tuple[str, ...] | None = None
        self._matching = lru_cache(_CACHED_LANGUAGES)(self._list_matching)
        self.find = lru_cache(_CACHED_TEXTS)(self._find)

    def _find(self, table: str, field: str, record: str, value: str, language: str) -> str | None:
        """Give the text, or None. A row for the record beats a row for the value (GTFS translations.txt)."""
        if self._matching(language) and record and not self._has_value(table, field, record, value):
            record = ""
        for candidate in self._matching(language):
            row = self._database.first(
                """SELECT text FROM translations
                WHERE table_name IN (?, '') AND field IN (?, '') AND language = ?
                AND ((record = ? AND value = '' AND record <> '') OR (record = '' AND value = ? AND value <> ''))
                ORDER BY record = '', table_name = '' LIMIT 1""",
                (table, field, candidate, record, value),
            )
            if row:
                return row[0]
        return None

    def _has_value(self, table: str, field: str, record: str, value: str) -> bool:
        """Whether a headsign is the record's own: live data and single stops may show another one."""
        if (table, field) == ("trips", "trip_headsign"):
            trip = self._trips.find(TripId(record))
            return trip is not None and trip.headsign == value
        if (table, field) == ("stop_times", "stop_headsign"):
            stops = self._trips.list_pattern(TripId(record.rpartition(to_sub_record("", ""))[0]))
            return any(stop.headsign == value and record.endswith(to_sub_record("", stop.sequence)) for stop in stops)
        return True

    def list_all(self, table: str, field: str, record: str, value: str) -> tuple[str, ...]:
        """List the texts in every language, by record or by value, those of one language side by side."""
        rows = self._database.rows(
            """SELECT DISTINCT text FROM translations
            WHERE table_name IN (?, '') AND field IN (?, '')
            AND ((record = ? AND value = '' AND record <> '') OR (record = '' AND value = ? AND value <> ''))
            ORDER BY language, text""",
            (table, field, record, value),
        )
        return tuple(row[0] for row in rows)

    def _list_matching(self, language: str) -> list[str]:
        """List the feed's languages that serve a reader of this one, best first (BCP 47 lookup, RFC 4647)."""
        if self._languages is None:
            rows = self._database.rows("SELECT DISTINCT language FROM translations ORDER BY language")
            self._languages = tuple(row[0] for row in rows)
        asked = language.replace("_", "-").lower()
        found: list[str] = []
        while asked:
            found += [own for own in self._languages if own.replace("_", "-").lower() == asked]
            asked = asked.rpartition("-")[0]
        base = language.replace("_", "-").lower().partition("-")[0]
        if base == language.lower():
            found += [own for own in self._languages if own.lower().startswith(f"{base}-") and own not in found]
        return found
