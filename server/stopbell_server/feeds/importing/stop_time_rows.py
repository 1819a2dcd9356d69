"""The rows of stop_times.txt as arrays, and findings about rows that were sorted."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

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

    def starts(self) -> NDArray[np.int64]:
        """Give the place of each trip's first row."""
        return np.flatnonzero(np.diff(self.trips, prepend=-1))

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
        )


def join_rows(pieces: Sequence[CompiledStopTimes]) -> CompiledStopTimes:
    """Put pieces one after the other."""
    if len(pieces) == 1:
        return pieces[0]
    return CompiledStopTimes(
        trips=np.concatenate([piece.trips for piece in pieces]),
        stops=np.concatenate([piece.stops for piece in pieces]),
        sequences=np.concatenate([piece.sequences for piece in pieces]),
        arrivals=np.concatenate([piece.arrivals for piece in pieces]),
        departures=np.concatenate([piece.departures for piece in pieces]),
        flags=np.concatenate([piece.flags for piece in pieces]),
        headsigns=np.concatenate([piece.headsigns for piece in pieces]),
    )


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
