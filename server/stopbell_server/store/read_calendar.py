"""Which services run on a day."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from stopbell_server.domain.ids import ServiceId
from stopbell_server.store.database import Database
from stopbell_server.store.schema import WEEKDAYS

_CACHED_DAYS = 1024


@dataclass(frozen=True, slots=True)
class DayServices:
    """The services of one day."""

    number: int
    """The set's number in `service_sets`; 0 is the empty set."""
    services: frozenset[ServiceId]
    service_of: Mapping[int, ServiceId]
    """The same by the numbers that other tables use."""


class CalendarReader:
    """Reads the sets of services that calendar.txt and calendar_dates.txt were compiled into."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self.on = lru_cache(_CACHED_DAYS)(self._on)
        self._services_of = lru_cache(_CACHED_DAYS)(self._read_set)

    def _on(self, day: date) -> DayServices:
        row = self._database.first(
            f"SELECT {WEEKDAYS[day.weekday()]} FROM periods WHERE first <= ? ORDER BY first DESC LIMIT 1",  # noqa: S608
            (day.toordinal(),),
        )
        return self._services_of(row[0] if row else 0)

    def _read_set(self, number: int) -> DayServices:
        rows = self._database.rows(
            "SELECT v.id, v.service_id FROM service_sets a JOIN services v ON v.id = a.service WHERE a.service_set = ?",
            (number,),
        )
        return DayServices(number, frozenset(service for _, service in rows), dict(rows))
