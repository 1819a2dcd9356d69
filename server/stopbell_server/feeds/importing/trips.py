"""trips.txt → columns of `trips`, before its stop times are known."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.cleaning import clean_column, clean_distinct
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity
from stopbell_server.feeds.importing.stops import keep_first
from stopbell_server.feeds.importing.tables import Table, keep_rows
from stopbell_server.feeds.importing.values import NO_VALUE, parse_codes, report_rows


@dataclass(slots=True)
class Headsigns:
    """Texts that repeat on thousands of trips, numbered from 1; 0 is none."""

    number_by_text: dict[str, int] = field(default_factory=dict[str, int])

    def number(self, text: str) -> int:
        """Give the number of a clean text; 0 for an empty one."""
        return self.number_by_text.setdefault(text, len(self.number_by_text) + 1) if text else 0

    def number_column(self, table: Table, column: str, log: FindingLog) -> NDArray[np.int32]:
        """Give the numbers of a column of raw text."""
        cells = table.frame[column]
        distinct = cells.unique(maintain_order=True)
        numbers = [self.number(text) for text in clean_distinct(table, column, distinct, log)]
        return to_numbers(cells, dict(zip(distinct.to_list(), numbers, strict=True)), 0)


@dataclass(frozen=True, slots=True)
class CompiledTrips:
    """Columns of equal length; the trip with number N stands at place N - 1."""

    ids: list[str]
    number_by_id: Mapping[str, int]
    routes: NDArray[np.int32]
    services: NDArray[np.int32]
    headsigns: NDArray[np.int32]
    short_names: list[str | None]
    directions: list[int | None]
    blocks: list[str | None]
    wheelchair: list[int]

    def with_services(self, services: pl.Series, numbers: Mapping[str, int]) -> "CompiledTrips":
        """Give the same trips with the numbers of their services."""
        return replace(self, services=to_numbers(services, numbers, 0))


def compile_trips(
    table: Table, routes: Mapping[str, int], headsigns: Headsigns, log: FindingLog
) -> tuple[CompiledTrips, Table]:
    """Check and number the trips. Their services get numbers from the calendar: the ids are given beside.

    The table has the columns trip_id, service_id and shape_id of the trips in the order of their numbers.
    """
    table = keep_first(table, "trip_id", log)
    numbers = to_numbers(table.frame["route_id"], routes, 0)
    lost = numbers == 0
    report_rows(table, "route_id", lost, log, Severity.DROPPED, "route is not in routes.txt", "trip left out")
    table, numbers = keep_rows(table, ~lost), numbers[~lost]
    directions = parse_codes(table, "direction_id", (0, 1), NO_VALUE, log, "read as unknown")
    wheelchair = parse_codes(table, "wheelchair_accessible", range(3), 0, log, "read as unknown")
    frame = table.frame
    ids = frame["trip_id"].to_list()
    compiled = CompiledTrips(
        ids=ids,
        number_by_id={trip: number for number, trip in enumerate(ids, start=1)},
        routes=numbers,
        services=np.zeros(len(frame), dtype=np.int32),
        headsigns=headsigns.number_column(table, "trip_headsign", log),
        short_names=clean_column(table, "trip_short_name", log),
        directions=[None if code == NO_VALUE else code for code in directions.tolist()],
        blocks=[cell or None for cell in frame["block_id"].to_list()],
        wheelchair=wheelchair.tolist(),
    )
    return compiled, replace(table, frame=frame.select("trip_id", "service_id", "shape_id"))


def to_numbers(cells: pl.Series, numbers: Mapping[str, int], default: int) -> NDArray[np.int32]:
    """Map a column of ids to their numbers; runs of the same id are looked up once."""
    runs = cells.rle().struct.unnest()
    found = [numbers.get(value, default) for value in runs["value"].to_list()]
    return np.repeat(np.array(found, dtype=np.int32), runs["len"].to_numpy())
