"""How full single carriages are: where in the vehicle to board, as far as it is known."""

from collections.abc import Iterator
from itertools import groupby

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_MOST_PARTS = 3
"""Front, middle and back; what varies more cannot be told in words of place."""


def tell_carriages(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give how full the front, the middle and the back are, at rich; parts of which nothing is said are left out.

    Occupancy words are no scale (GTFS-RT OccupancyStatus): nothing is compared, the rider chooses.
    """
    if not call.carriages or telling.verbosity < Verbosity.RICH:
        return NOTHING
    groups = [(occupancy, len(list(group))) for occupancy, group in groupby(one.occupancy for one in call.carriages)]
    if len(groups) > _MOST_PARTS or (len(groups) == 1 and groups[0][0] == call.occupancy):
        return NOTHING
    return words.chain(
        words.line(f"carriages.{place}", occupancy=words.line(f"occupancy.{occupancy}"))
        for place, occupancy in _place(groups)
        if occupancy
    )


def _place(groups: list[tuple[str | None, int]]) -> Iterator[tuple[str, str | None]]:
    """Name the part of the vehicle that each group is, the front first."""
    if len(groups) == 1:
        yield "all", groups[0][0]
        return
    for number, (occupancy, _) in enumerate(groups):
        yield "front" if not number else "back" if number == len(groups) - 1 else "middle", occupancy
