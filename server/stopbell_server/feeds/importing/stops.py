"""stops.txt → rows of `stops`, and what later steps need of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stopbell_server.domain.network import LocationType
from stopbell_server.feeds.importing.cleaning import clean_column
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stop_places import find_parents, parse_places
from stopbell_server.feeds.importing.tables import Table, keep_rows
from stopbell_server.feeds.importing.values import parse_codes, report_rows
from stopbell_server.feeds.importing.zones import is_zone


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
    lats, lons = parse_places(table, types, log)
    ids = table.frame["stop_id"].to_list()
    numbers = {stop: number for number, stop in enumerate(ids, start=1)}
    parents = find_parents(table, types, numbers, log)
    texts = {column: clean_column(table, column, log) for column in _TEXTS}
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
            _parse_zones(table, log),
            strict=True,
        )
    )
    return CompiledStops(rows, numbers)


LONGEST_ID_BYTES = 1000
"""No system writes ids of that length; they travel in addresses and in every answer."""
_TEXTS = ("stop_name", "tts_stop_name", "stop_code", "platform_code", "stop_desc")


def _parse_zones(table: Table, log: FindingLog) -> list[str | None]:
    """Give the zones that are known; they are for display only (GTFS stops.txt, stop_timezone)."""
    cells = table.frame["stop_timezone"]
    unknown = [zone for zone in cells.unique().to_list() if zone and not is_zone(zone)]
    marked = cells.is_in(unknown).to_numpy()
    report_rows(table, "stop_timezone", marked, log, Severity.DROPPED, "not a time zone", "left out")
    return [None if cell in unknown else cell or None for cell in cells.to_list()]


def keep_first(table: Table, column: str, log: FindingLog) -> Table:
    """Leave out rows without an id and all but the first with the same id."""
    ids = table.frame[column]
    empty = (ids == "").to_numpy()
    report_rows(table, column, empty, log, Severity.DROPPED, "row without an id", "row left out")
    long = (ids.str.len_bytes() > LONGEST_ID_BYTES).to_numpy()
    report_rows(table, column, long, log, Severity.DROPPED, f"id of over {LONGEST_ID_BYTES:,} bytes", "row left out")
    doubled = ~ids.is_first_distinct().to_numpy() & ~empty & ~long
    report_rows(table, column, doubled, log, Severity.DROPPED, "id used twice", "the first row is kept")
    return keep_rows(table, ~(empty | long | doubled))
