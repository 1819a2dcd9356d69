"""Routes, agencies, and what was counted at import about each stop's routes, headsigns and next stops."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from stopbell_server.domain.ids import AgencyId, RouteId, StopId
from stopbell_server.domain.network import Agency, Mode, Route
from stopbell_server.store.database import Database

_SELECT = "SELECT r.route_id, r.mode, r.agency, r.short_name, r.long_name, r.spoken_name, r.color FROM routes r"
_CACHED_ROUTES = 1024


class RouteReader:
    """Reads routes.txt and agency.txt as compiled."""

    def __init__(self, database: Database) -> None:
        """Read from this file."""
        self._database = database
        self.find = lru_cache(_CACHED_ROUTES)(self._find)

    def _find(self, route: RouteId) -> Route | None:
        row = self._database.first(f"{_SELECT} WHERE r.route_id = ?", (route,))
        return _to_route(row) if row else None

    def find_number(self, route: RouteId) -> int | None:
        """Give the number by which other tables know a route."""
        row = self._database.first("SELECT id FROM routes WHERE route_id = ?", (route,))
        return row[0] if row else None

    def list_all(self) -> tuple[Route, ...]:
        """List all routes in natural order of their labels."""
        return tuple(map(_to_route, self._database.rows(f"{_SELECT} ORDER BY r.id")))

    def list_at(self, stops: Iterable[StopId]) -> tuple[Route, ...]:
        """List the routes that call at any of these stops, in natural order."""
        numbers = {
            row[0]
            for row in self._database.rows_for(
                """SELECT DISTINCT a.route FROM stops s JOIN stop_routes a ON a.stop = s.id
                WHERE s.stop_id IN (%s)""",
                stops,
            )
        }
        rows = self._database.rows_for(_SELECT.replace("SELECT", "SELECT r.id,") + " WHERE r.id IN (%s)", numbers)
        return tuple(_to_route(row[1:]) for row in sorted(rows))

    def list_headsigns(self, stop: StopId) -> tuple[tuple[RouteId, str, int], ...]:
        """List (route, headsign, number of trips) for trips that go on from this stop, most trips first."""
        rows = self._database.rows(
            """SELECT r.route_id, h.text, a.trips FROM stops s JOIN stop_headsigns a ON a.stop = s.id
            JOIN routes r ON r.id = a.route JOIN headsigns h ON h.id = a.headsign
            WHERE s.stop_id = ? ORDER BY a.trips DESC, a.route, a.headsign""",
            (stop,),
        )
        return tuple(rows)

    def find_agency(self, agency: str) -> Agency | None:
        """Give a row of agency.txt."""
        row = self._database.first("SELECT agency_id, name, url, phone FROM agencies WHERE agency_id = ?", (agency,))
        return Agency(AgencyId(row[0]), row[1], row[2], row[3]) if row else None


def _to_route(row: Any) -> Route:
    return Route(
        id=row[0],
        mode=Mode(row[1]),
        agency=row[2],
        short_name=row[3],
        long_name=row[4],
        spoken_name=row[5],
        color=row[6],
    )
