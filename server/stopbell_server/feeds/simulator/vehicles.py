"""Which vehicle runs what: fleet numbers that are never given twice at a time."""

from collections.abc import Iterator
from itertools import chain, repeat

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.network import Mode
from stopbell_server.domain.realtime import Vehicle
from stopbell_server.feeds.simulator.scenario import VehicleSeries

_ROUNDS = 8
"""A number comes again only after so many slots, when its earlier run has long ended."""


class Allotment:
    """The fleet numbers that one slot may give out; the last number of a series is kept for an idle vehicle."""

    def __init__(self, series: tuple[VehicleSeries, ...], slot: int) -> None:
        """Give from these series for this slot's number."""
        self._series = series
        self._round = slot % _ROUNDS
        self._given = [0] * len(series)

    def list_vehicles(self, mode: Mode | None) -> Iterator[Vehicle | None]:
        """Give vehicles for a mode without end: one of each kind first, then each by its share.

        Kinds whose access is unknown come first, so that even a thin slot has one. None is given where a
        series has no number left.
        """
        kinds = self._list_kinds(mode)
        weighted = [index for index in kinds for _ in range(self._series[index].share)]
        for index in chain(kinds, chain.from_iterable(repeat(weighted or [-1]))):
            yield self._take(index) if index >= 0 else None

    def find_idle(self, mode: Mode | None) -> Vehicle | None:
        """Give the vehicle that runs no trip; None without a series for the mode."""
        kinds = self._list_kinds(mode)
        return self._name(kinds[-1], self._series[kinds[-1]].count - 1) if kinds else None

    def _list_kinds(self, mode: Mode | None) -> list[int]:
        own = [index for index, series in enumerate(self._series) if mode and series.mode is mode]
        kinds = own or [index for index, series in enumerate(self._series) if series.mode is None]
        return sorted(kinds, key=lambda index: self._series[index].wheelchair is not Access.UNKNOWN)

    def _take(self, index: int) -> Vehicle | None:
        portion = (self._series[index].count - 1) // _ROUNDS
        place = self._given[index]
        self._given[index] += 1
        return self._name(index, self._round * portion + place) if place < portion else None

    def _name(self, index: int, place: int) -> Vehicle:
        series = self._series[index]
        label = str(series.first + place)
        return Vehicle(VehicleId(series.prefix + label), label, wheelchair=series.wheelchair)
