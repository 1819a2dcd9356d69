"""pathways.txt, levels.txt, and what stops.txt says of levels and of access from the street → rows of the store."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite

import numpy as np

from stopbell_server.domain.network import LocationType
from stopbell_server.domain.stations import PathwayMode
from stopbell_server.domain.text import LONGEST_NAME, to_feed_text
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stops import CompiledStops, keep_first
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import parse_int, report_rows

_MODES = {str(mode.value): mode.value for mode in PathwayMode}


@dataclass(frozen=True, slots=True)
class CompiledStations:
    """Rows of `levels`, `stop_levels`, `pathways` and `station_pathways`, their columns in order."""

    levels: tuple[tuple[int, str, float | None, str | None], ...] = ()
    stop_levels: tuple[tuple[int, int | None, int | None], ...] = ()
    pathways: tuple[tuple[object, ...], ...] = ()
    station_pathways: tuple[tuple[int, int], ...] = ()


def compile_stations(
    stop_table: Table, stops: CompiledStops, pathways: Table | None, levels: Table | None, log: FindingLog
) -> CompiledStations:
    """Check and number levels and pathways; a feed without them costs nothing."""
    level_rows = _compile_levels(levels, log) if levels is not None else ()
    rows = _compile_pathways(pathways, stops, log) if pathways is not None else ()
    return CompiledStations(
        levels=level_rows,
        stop_levels=_list_stop_levels(stop_table, stops, {row[1]: row[0] for row in level_rows}),
        pathways=rows,
        station_pathways=tuple(sorted(_list_by_station(rows, stops))),
    )


def _compile_levels(table: Table, log: FindingLog) -> tuple[tuple[int, str, float | None, str | None], ...]:
    table = keep_first(table, "level_id", log)
    rows = table.frame.select("level_id", "level_index", "level_name").iter_rows()
    return tuple(
        (number, level, _parse_measure(height), to_feed_text(name, LONGEST_NAME) or None)
        for number, (level, height, name) in enumerate(rows, start=1)
    )


def _list_stop_levels(
    table: Table, stops: CompiledStops, levels: Mapping[str, int]
) -> tuple[tuple[int, int | None, int | None], ...]:
    """List stops with a level or a word about access from the street (GTFS stops.txt level_id, stop_access)."""
    if not table.present & {"level_id", "stop_access"}:
        return ()
    found: dict[int, tuple[int | None, int | None]] = {}
    for stop, level, access in table.frame.select("stop_id", "level_id", "stop_access").iter_rows():
        number = stops.number_by_id.get(stop)
        said = int(access) if access in ("0", "1") else None
        if number is not None and (level in levels or said is not None):
            found.setdefault(number, (levels.get(level), said))
    return tuple((number, *found[number]) for number in sorted(found))


def _compile_pathways(table: Table, stops: CompiledStops, log: FindingLog) -> tuple[tuple[object, ...], ...]:
    """Keep rows between two known places that are no stations; a direction that is not said holds one way only."""
    cells = list(table.frame.iter_rows(named=True))
    starts = [_find_place(row["from_stop_id"], stops) for row in cells]
    finishes = [_find_place(row["to_stop_id"], stops) for row in cells]
    ends = list(zip(starts, finishes, (_MODES.get(row["pathway_mode"]) for row in cells), strict=True))
    lost = np.array([start is None or end is None or start == end for start, end, _ in ends], dtype=np.bool_)
    odd = np.array([mode is None for _, _, mode in ends], dtype=np.bool_)
    unsaid = np.array([row["is_bidirectional"] not in ("0", "1") for row in cells], dtype=np.bool_)
    faults = (
        ("from_stop_id", lost, Severity.DROPPED, "not between two places inside a station", "row left out"),
        ("pathway_mode", odd & ~lost, Severity.DROPPED, "not a kind of pathway", "row left out"),
        ("is_bidirectional", unsaid & ~lost & ~odd, Severity.REPAIRED, "neither 0 nor 1", "read as one way"),
    )
    for column, marked, severity, what, handling in faults:
        report_rows(table, column, marked, log, severity, what, handling)
    kept = [(row, end) for row, end, gone in zip(cells, ends, (lost | odd).tolist(), strict=True) if not gone]
    return tuple(
        (
            number,
            row["pathway_id"] or f"row {number}",
            *end,
            # Exit gates are one way (GTFS pathways.txt, is_bidirectional).
            int(row["is_bidirectional"] == "1" and end[2] != PathwayMode.EXIT_GATE),
            _parse_positive(row["length"]),
            seconds if (seconds := parse_int(row["traversal_time"])) and seconds > 0 else None,
            parse_int(row["stair_count"]) or None,
            _parse_measure(row["max_slope"]),
            _parse_positive(row["min_width"]),
            to_feed_text(row["signposted_as"], LONGEST_NAME) or None,
            to_feed_text(row["reversed_signposted_as"], LONGEST_NAME) or None,
        )
        for number, (row, end) in enumerate(kept, start=1)
    )


def _find_place(stop: str, stops: CompiledStops) -> int | None:
    """Give a platform, door, node or boarding area; a station is no place (GTFS pathways.txt, from_stop_id)."""
    number = stops.number_by_id.get(stop)
    if number is None or stops.rows[number - 1].location_type == LocationType.STATION:
        return None
    return number


def _list_by_station(rows: tuple[tuple[object, ...], ...], stops: CompiledStops) -> set[tuple[int, int]]:
    found: set[tuple[int, int]] = set()
    for row in rows:
        for end in (row[2], row[3]):
            station = _find_station(end, stops) if isinstance(end, int) else None
            if station is not None and isinstance(row[0], int):
                found.add((station, row[0]))
    return found


def _find_station(number: int, stops: CompiledStops) -> int | None:
    """Give the station of a place; a boarding area's parent is a platform, which has a station in turn."""
    parent = stops.rows[number - 1].parent
    return (stops.rows[parent - 1].parent or parent) if parent else None


def _parse_measure(cell: str) -> float | None:
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if isfinite(value) else None


def _parse_positive(cell: str) -> float | None:
    value = _parse_measure(cell)
    return value if value is not None and value > 0 else None
