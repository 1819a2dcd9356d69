"""Whether a call goes where a rider wants: by its headsign, its last stop, or a stop on its way.

Names are compared in the feed's words and in all its translations, folded as the store folds names.
"""

from collections.abc import Iterable, Sequence

from stopbell_server.domain.calls import Call, VehicleSighting
from stopbell_server.domain.ids import StopId, TripId
from stopbell_server.domain.store import Store

SHORTEST_INSIDE = 5
"""Folded characters from which what was asked may stand anywhere within a name, as in compound words."""
SHORTEST_BEGINNING = 3
SHORTEST_STEM = 4
LONGEST_ENDING = 2
"""Two words of one stem may end differently, each by so many characters: names are inflected."""


class Towards:
    """One destination that was asked for, in one feed; remembers what it has compared."""

    def __init__(self, store: Store, asked: str) -> None:
        """Ask for a part of a headsign, or a name of a stop, in any language that the feed has."""
        self.asked = asked
        self._store = store
        self._folded = store.fold_name(asked)
        self._words = self._folded.split()
        self._names: dict[tuple[str, TripId | None], bool] = {}
        self._stops: dict[StopId, bool] = {}

    def accepts(self, call: Call) -> bool:
        """Whether the call goes there: by what it shows, by where it ends, or by a later stop of its trip."""
        if any(self._is_meant(name, call.trip) for name in (call.headsign, call.destination) if name):
            return True
        later = self._list_stops(call.trip, call.sequence) if call.sequence is not None else ()
        return any(map(self._is_stop_meant, later))

    def accepts_vehicle(self, sighting: VehicleSighting) -> bool:
        """Whether a vehicle goes there; where it does not say how far it is, only where its trip ends counts."""
        if sighting.headsign and self._is_meant(sighting.headsign, sighting.trip):
            return True
        sequence = sighting.position.sequence
        ahead = self._list_stops(sighting.trip, None if sequence is None else sequence - 1)
        return any(map(self._is_stop_meant, ahead if sequence is not None else ahead[-1:]))

    def _is_meant(self, name: str, trip: TripId | None) -> bool:
        key = (name, trip)
        if key not in self._names:
            self._names[key] = any(map(self._fits, (name, *self._list_headsigns(name, trip))))
        return self._names[key]

    def _is_stop_meant(self, stop: StopId) -> bool:
        if stop not in self._stops:
            found = self._store.find_stop(stop)
            names = (found.name, *self._list_stop_names(stop, found.name)) if found else ()
            self._stops[stop] = any(map(self._fits, names))
        return self._stops[stop]

    def _list_headsigns(self, headsign: str, trip: TripId | None) -> Iterable[str]:
        yield from self._store.list_translations("trips", "trip_headsign", trip or "", headsign)
        yield from self._store.list_translations("stop_times", "stop_headsign", "", headsign)
        yield from self._list_stop_names("", headsign)

    def _list_stop_names(self, stop: str, name: str) -> tuple[str, ...]:
        return self._store.list_translations("stops", "stop_name", stop, name)

    def _list_stops(self, trip: TripId | None, after: int | None) -> Sequence[StopId]:
        """List the stops of a trip after a stop_sequence; None lists them all."""
        rows = self._store.list_stop_times(trip) if trip else ()
        return [row.stop for row in rows if after is None or row.sequence > after]

    def _fits(self, name: str) -> bool:
        if not self._words:
            return False
        folded = self._store.fold_name(name)
        if len(self._folded) >= SHORTEST_INSIDE and self._folded in folded:
            return True
        words = folded.split()
        return all(any(is_same_word(asked, word) for word in words) for asked in self._words)


def is_same_word(asked: str, word: str) -> bool:
    """Whether two folded words are one: equal, the beginning of the other, or of one stem."""
    if asked == word:
        return True
    if len(asked) < SHORTEST_BEGINNING or not asked.isalpha():
        return False
    if word.startswith(asked):
        return True
    common = next((at for at, pair in enumerate(zip(asked, word, strict=False)) if pair[0] != pair[1]), None)
    common = min(len(asked), len(word)) if common is None else common
    return common >= SHORTEST_STEM and max(len(asked), len(word)) - common <= LONGEST_ENDING
