"""The rows of stop_times.txt as arrays, and findings about rows that were sorted."""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.report import Severity


@dataclass(frozen=True, slots=True)
class CompiledStopTimes:
    """Columns of equal length, sorted by trip and sequence."""

    trips: NDArray[np.int32]
    stops: NDArray[np.int32]
    sequences: NDArray[np.int32]
    arrivals: NDArray[np.int32]
    departures: NDArray[np.int32]
    """NO_VALUE where there is no time."""
    flags: NDArray[np.uint8]
    headsigns: NDArray[np.int32]
    distances: NDArray[np.float32] | None = None
    """shape_dist_traveled, NaN where a row has none; None where nothing is to be placed on shapes."""

    def starts(self) -> NDArray[np.int64]:
        """Give the place of each trip's first row."""
        is_first = np.ones(len(self.trips), dtype=np.bool_)
        np.not_equal(self.trips[1:], self.trips[:-1], out=is_first[1:])
        return np.flatnonzero(is_first)

    def take(self, places: NDArray[np.int64]) -> "CompiledStopTimes":
        """Give some of the rows in another order."""
        return CompiledStopTimes(
            trips=self.trips[places],
            stops=self.stops[places],
            sequences=self.sequences[places],
            arrivals=self.arrivals[places],
            departures=self.departures[places],
            flags=self.flags[places],
            headsigns=self.headsigns[places],
            distances=None if self.distances is None else self.distances[places],
        )


def join_rows(pieces: list[CompiledStopTimes]) -> CompiledStopTimes:
    """Put pieces one after the other and empty the list: no more than one column is there twice at a time."""
    if len(pieces) == 1:
        return pieces.pop()
    columns = {column.name: [getattr(piece, column.name) for piece in pieces] for column in fields(CompiledStopTimes)}
    pieces.clear()
    return CompiledStopTimes(**{name: _join(columns.pop(name)) for name in tuple(columns)})


def _join(parts: list[Any]) -> Any:
    return None if any(part is None for part in parts) else np.concatenate(parts)


@dataclass(slots=True)
class RowReporter:
    """Reports rows that may have been sorted, by where they stand in the file."""

    file: str
    find_line: Callable[[int], int]
    log: FindingLog
    places: NDArray[np.int64] | None = None
    """Row → row as read; None while they are as read."""

    def report(self, column: str, marked: NDArray[np.bool_], severity: Severity, what: str, handling: str) -> None:
        """Add a finding for the marked rows, with the lines of those that come first in the file.

        Their cells are not at hand any more: a thorough report reads them from the file again.
        """
        rows = np.flatnonzero(marked)
        if len(rows):
            read = rows if self.places is None else self.places[rows]
            if len(read) > self.log.most_places:
                read = np.partition(read, self.log.most_places - 1)[: self.log.most_places]
            places = [(self.find_line(row), None) for row in np.sort(read).tolist()]
            self.log.add(severity, self.file, what, handling, column=column, count=len(rows), places=places)
