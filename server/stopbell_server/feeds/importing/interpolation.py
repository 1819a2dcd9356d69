"""Blank times between two timed stops of a trip, estimated by the way between the stops."""

import numpy as np
import polars as pl
from numpy.typing import NDArray

from stopbell_server.feeds.importing.stops import CompiledStops
from stopbell_server.feeds.importing.values import NO_VALUE


def interpolate(
    trips: NDArray[np.int32],
    stops: NDArray[np.int32],
    arrivals: NDArray[np.int32],
    departures: NDArray[np.int32],
    compiled: CompiledStops,
) -> NDArray[np.bool_]:
    """Fill blank times in place and tell which rows were filled. Rows come by trip and sequence.

    Blank times at a trip's ends stay blank: nothing is known there (GTFS stop_times.txt, arrival_time).
    """
    filled = np.zeros(len(trips), dtype=np.bool_)
    rows = np.flatnonzero(arrivals == NO_VALUE)
    if not len(rows):
        return filled
    timed = np.flatnonzero(arrivals != NO_VALUE)
    if not len(timed):
        return filled
    after = np.searchsorted(timed, rows)
    inner = (after > 0) & (after < len(timed))
    rows, after = rows[inner], after[inner]
    previous, following = timed[after - 1], timed[after]
    same = (trips[previous] == trips[rows]) & (trips[following] == trips[rows])
    rows, previous, following = rows[same], previous[same], following[same]
    share = _share_of_way(rows, previous, following, _measure_along(trips, stops, compiled))
    start = departures[previous].astype(np.float64)
    times = np.rint(start + np.maximum(0, arrivals[following] - start) * share).astype(np.int32)
    arrivals[rows] = times
    departures[rows] = times
    filled[rows] = True
    return filled


def _share_of_way(
    rows: NDArray[np.int64], previous: NDArray[np.int64], following: NDArray[np.int64], along: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Give how far each row is between its timed neighbours, 0 to 1; by count where a position is unknown."""
    counted = (rows - previous) / np.maximum(1, following - previous)
    length = along[following] - along[previous]
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.where(length > 0, (along[rows] - along[previous]) / length, counted)
    return np.where(np.isfinite(share), share, counted)


def _measure_along(trips: NDArray[np.int32], stops: NDArray[np.int32], compiled: CompiledStops) -> NDArray[np.float64]:
    """Give how far along its trip each row is, as the crow flies from stop to stop, in radians.

    NaN from the first unknown position of a trip on.
    """
    lats = np.radians([np.nan, *(np.nan if stop.lat is None else stop.lat for stop in compiled.rows)])[stops]
    lons = np.radians([np.nan, *(np.nan if stop.lon is None else stop.lon for stop in compiled.rows)])[stops]
    north = np.diff(lats, prepend=lats[:1])
    east = np.diff(lons, prepend=lons[:1]) * np.cos(lats)
    steps = np.hypot(north, east)
    steps[np.diff(trips, prepend=-1) != 0] = 0
    frame = pl.DataFrame({"trip": trips, "step": steps})
    return frame.select(pl.col("step").cum_sum().over("trip"))["step"].to_numpy()
