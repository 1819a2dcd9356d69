"""stops.txt → rows of `stops`, and what later steps need of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from stopbell_server.domain.network import LocationType
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table, keep_rows
from stopbell_server.feeds.importing.values import parse_codes, report_rows


class CompiledStop(NamedTuple):
    """One row of `stops`, its columns in order."""

    number: int
    """Counted from 1 in the file's order."""
    id: str
    name: str
    location_type: int
    spoken_name: str | None
    code: str | None
    platform: str | None
    parent: int | None
    lat: float | None
    lon: float | None
    wheelchair: int
    description: str | None
    zone_name: str | None


@dataclass(frozen=True, slots=True)
class CompiledStops:
    """All stops; number N stands at place N - 1."""

    rows: tuple[CompiledStop, ...]
    number_by_id: Mapping[str, int]

    def name(self, number: int) -> str:
        """Give a stop's name, else its station's, else its id."""
        row = self.rows[number - 1]
        return row.name or (self.rows[row.parent - 1].name if row.parent else "") or row.id


def compile_stops(table: Table, log: FindingLog) -> CompiledStops:
    """Check and number the stops. Of rows with the same id the first wins."""
    table = keep_first(table, "stop_id", log)
    types = parse_codes(table, "location_type", range(5), 0, log, "read as a stop (0)")
    wheelchair = parse_codes(table, "wheelchair_boarding", range(3), 0, log, "read as unknown")
    lats, lons = _parse_places(table, log)
    ids = table.frame["stop_id"].to_list()
    numbers = {stop: number for number, stop in enumerate(ids, start=1)}
    parents = _find_parents(table, types, numbers, log)
    texts = {column: _clean_column(table, column) for column in _TEXTS}
    nameless = np.array([not name for name in texts["stop_name"]], dtype=np.bool_) & (types <= LocationType.ENTRANCE)
    report_rows(table, "stop_name", nameless, log, Severity.NOTED, "stop without a name", "it cannot be found by name")
    rows = tuple(
        CompiledStop(number, stop, name or "", *rest)
        for number, stop, name, *rest in zip(
            range(1, len(ids) + 1),
            ids,
            texts["stop_name"],
            types.tolist(),
            texts["tts_stop_name"],
            texts["stop_code"],
            texts["platform_code"],
            parents,
            lats,
            lons,
            wheelchair.tolist(),
            texts["stop_desc"],
            texts["stop_timezone"],
            strict=True,
        )
    )
    return CompiledStops(rows, numbers)


_TEXTS = ("stop_name", "tts_stop_name", "stop_code", "platform_code", "stop_desc", "stop_timezone")


def _clean_column(table: Table, column: str) -> list[str | None]:
    cells = table.frame[column].to_list()
    cleaned = {cell: to_clean_text(cell) or None for cell in set(cells)}
    return [cleaned[cell] for cell in cells]


def keep_first(table: Table, column: str, log: FindingLog) -> Table:
    """Leave out rows without an id and all but the first with the same id."""
    ids = table.frame[column]
    empty = (ids == "").to_numpy()
    report_rows(table, column, empty, log, Severity.DROPPED, "row without an id", "row left out")
    doubled = ~ids.is_first_distinct().to_numpy() & ~empty
    report_rows(table, column, doubled, log, Severity.DROPPED, "id used twice", "the first row is kept")
    return keep_rows(table, ~(empty | doubled))


def _parse_places(table: Table, log: FindingLog) -> tuple[list[float | None], list[float | None]]:
    """Give latitudes and longitudes; both None where either is missing or impossible."""
    cells = zip(table.frame["stop_lat"].to_list(), table.frame["stop_lon"].to_list(), strict=True)
    places = [_parse_place(lat, lon) for lat, lon in cells]
    has_cell = ((table.frame["stop_lat"] != "") | (table.frame["stop_lon"] != "")).to_numpy()
    lost = np.array([place is None for place in places], dtype=np.bool_) & has_cell
    report_rows(
        table, "stop_lat", lost, log, Severity.DROPPED, "impossible position", "position left out: not found by place"
    )
    return [place[0] if place else None for place in places], [place[1] if place else None for place in places]


def _parse_place(lat: str, lon: str) -> tuple[float, float] | None:
    try:
        place = float(lat), float(lon)
    except ValueError:
        return None
    # 0, 0 lies in the sea off Africa: what an empty position becomes in many systems.
    is_possible = all(map(isfinite, place)) and abs(place[0]) <= 90 and abs(place[1]) <= 180 and place != (0.0, 0.0)
    return place if is_possible else None


def _find_parents(
    table: Table, types: NDArray[np.int32], numbers: Mapping[str, int], log: FindingLog
) -> list[int | None]:
    """Give the number of each stop's parent. A station has none (GTFS stops.txt, parent_station)."""
    cells = table.frame["parent_station"].to_list()
    ids = table.frame["stop_id"].to_list()
    lost: NDArray[Any] = np.zeros(len(cells), dtype=np.bool_)
    parents: list[int | None] = []
    for row, (cell, own) in enumerate(zip(cells, ids, strict=True)):
        parent = numbers.get(cell) if cell and cell != own else None
        if parent is not None and types[row] == LocationType.STATION:
            parent = None
        if (
            parent is not None
            and types[row] != LocationType.BOARDING_AREA
            and types[parent - 1] != LocationType.STATION
        ):
            parent = None
        lost[row] = bool(cell) and parent is None
        parents.append(parent)
    report_rows(
        table, "parent_station", lost, log, Severity.DROPPED, "parent is not a station of this feed", "stands alone"
    )
    return parents
