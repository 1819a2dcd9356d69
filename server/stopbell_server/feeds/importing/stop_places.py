"""Positions and parents of stops: what is usable, and what is wrong with the rest."""

from collections.abc import Mapping, Sequence
from math import isfinite

import numpy as np
from numpy.typing import NDArray

from stopbell_server.domain.network import LocationType
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import report_rows

_LOST = "position left out: not found by place"
_ALONE = "stands alone"


def parse_places(
    table: Table, types: NDArray[np.int32], log: FindingLog
) -> tuple[list[float | None], list[float | None]]:
    """Give latitudes and longitudes; both None where either is missing or impossible."""
    lat_cells, lon_cells = table.frame["stop_lat"].to_list(), table.frame["stop_lon"].to_list()
    lats = [_parse_degrees(cell, 90) for cell in lat_cells]
    lons = [_parse_degrees(cell, 180) for cell in lon_cells]
    _report_impossible(table, "stop_lat", lats, lat_cells, log)
    _report_impossible(table, "stop_lon", lons, lon_cells, log)
    # 0, 0 lies in the sea off Africa: what an empty position becomes in many systems.
    origin = np.array([lat == 0 and lon == 0 for lat, lon in zip(lats, lons, strict=True)], dtype=np.bool_)
    report_rows(table, "stop_lat", origin, log, Severity.DROPPED, "the position 0, 0", _LOST)
    # Required of stops, stations and entrances (GTFS stops.txt, stop_lat).
    empty = np.array([not lat or not lon for lat, lon in zip(lat_cells, lon_cells, strict=True)], dtype=np.bool_)
    empty &= types <= LocationType.ENTRANCE
    report_rows(table, "stop_lat", empty, log, Severity.NOTED, "no position", "not found by place")
    usable = [
        lat is not None and lon is not None and not is_origin
        for lat, lon, is_origin in zip(lats, lons, origin.tolist(), strict=True)
    ]
    return _keep(lats, usable), _keep(lons, usable)


def _report_impossible(
    table: Table, column: str, degrees: Sequence[float | None], cells: Sequence[str], log: FindingLog
) -> None:
    odd = [bool(cell) and value is None for cell, value in zip(cells, degrees, strict=True)]
    report_rows(
        table, column, np.array(odd, dtype=np.bool_), log, Severity.DROPPED, "impossible position", _LOST
    )  # fmt: skip


def _parse_degrees(cell: str, most: int) -> float | None:
    try:
        degrees = float(cell)
    except ValueError:
        return None
    return degrees if isfinite(degrees) and abs(degrees) <= most else None


def _keep(degrees: Sequence[float | None], usable: Sequence[bool]) -> list[float | None]:
    return [value if is_usable else None for value, is_usable in zip(degrees, usable, strict=True)]


def find_parents(
    table: Table, types: NDArray[np.int32], numbers: Mapping[str, int], log: FindingLog
) -> list[int | None]:
    """Give the number of each stop's parent (GTFS stops.txt, parent_station).

    A station has none, a boarding area has a platform, all others have a station: so there can be no loop.
    """
    cells = table.frame["parent_station"].to_list()
    found = np.array([numbers.get(cell, 0) for cell in cells], dtype=np.int64)
    given = (table.frame["parent_station"] != "").to_numpy()
    is_station = types == LocationType.STATION
    is_area = types == LocationType.BOARDING_AREA
    kinds = np.append(-1, types)[found]
    wanted = np.where(is_area, LocationType.STOP.value, LocationType.STATION.value)
    missing = given & (found == 0)
    nested = given & ~missing & is_station
    wrong = given & ~missing & ~is_station & (kinds != wanted)
    required = ~given & (types > LocationType.STATION)
    faults = (
        (missing, Severity.DROPPED, "parent is not in stops.txt", _ALONE),
        (nested, Severity.DROPPED, "a station with a parent", _ALONE),
        (wrong & ~is_area, Severity.DROPPED, "parent is not a station", _ALONE),
        (wrong & is_area, Severity.DROPPED, "parent of a boarding area is not a platform", _ALONE),
        (required, Severity.NOTED, "an entrance, node or boarding area without a parent", _ALONE),
    )
    for marked, severity, what, handling in faults:
        report_rows(table, "parent_station", marked, log, severity, what, handling)
    usable = given & ~missing & ~nested & ~wrong
    return [number if is_usable else None for number, is_usable in zip(found.tolist(), usable.tolist(), strict=True)]
