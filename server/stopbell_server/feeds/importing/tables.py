"""A table of the feed in memory: trimmed cells, with the line of every row for findings."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class Table:
    """The columns of one file, or of a piece of it, that an import reads."""

    file: str
    frame: pl.DataFrame
    """All columns of the spec. Text is trimmed; what is missing is "". Numbers that are all sound are Int32 or
    Float64, with null for what is missing. Blank rows are gone."""
    present: frozenset[str]
    """The columns of the spec that the file has."""
    find_line: Callable[[int], int]
    """Row number → line number in the file, counted from 1 with the header."""


def keep_rows(table: Table, kept: NDArray[np.bool_]) -> Table:
    """Keep the marked rows; lines are still found."""
    if kept.all():
        return table
    places = np.flatnonzero(kept)
    find_line = table.find_line
    return Table(
        table.file, table.frame.filter(pl.Series(kept)), table.present, lambda row: find_line(int(places[row]))
    )


def join_finders(finders: Sequence[Callable[[int], int]], lengths: Sequence[int]) -> Callable[[int], int]:
    """Give what finds the line of a row in the rows of all pieces, one after the other."""
    starts = np.cumsum([0, *lengths])

    def find_line(row: int) -> int:
        piece = int(np.searchsorted(starts, row, side="right")) - 1
        return finders[piece](row - int(starts[piece]))

    return find_line
