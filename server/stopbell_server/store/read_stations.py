"""The inside of stations of a compiled feed: pathways and the places that they join."""

from functools import lru_cache
from typing import Any

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import StopId
from stopbell_server.domain.stations import Level, Pathway, PathwayMode, StationPlace
from stopbell_server.store.database import Database
from stopbell_server.store.read_stops import SELECT_STOPS, StopReader, to_stop

_CACHED_STATIONS = 256
_ACCESS = {None: Access.UNKNOWN, 0: Access.NO, 1: Access.YES}

_PATHWAYS = """SELECT p.pathway_id, a.stop_id, b.stop_id, p.mode, p.is_two_way, p.length_m, p.seconds, p.stairs,
    p.slope, p.width_m, p.sign, p.reversed_sign FROM station_pathways o JOIN pathways p ON p.id = o.pathway
    JOIN stops a ON a.id = p.start JOIN stops b ON b.id = p.finish WHERE o.station = ? ORDER BY p.id"""
_PLACE_COLUMNS = "s.zone_name, v.level_id, v.height, v.name, l.street_access FROM stops s"
_PLACES = f"""{SELECT_STOPS.replace("s.zone_name FROM stops s", _PLACE_COLUMNS)}
    LEFT JOIN stop_levels l ON l.stop = s.id LEFT JOIN levels v ON v.id = l.level
    WHERE s.parent = ? OR s.parent IN (SELECT id FROM stops WHERE parent = ?) ORDER BY s.id"""  # noqa: S608 # our own words


class StationReader:
    """Reads pathways.txt and levels.txt as compiled."""

    def __init__(self, database: Database, stops: StopReader) -> None:
        """Read from this file."""
        self._database = database
        self._stops = stops
        self.list_pathways = lru_cache(_CACHED_STATIONS)(self._list_pathways)
        self.list_places = lru_cache(_CACHED_STATIONS)(self._list_places)

    def _list_pathways(self, station: StopId) -> tuple[Pathway, ...]:
        """List the pathways with an end in this station, in the feed's order."""
        return tuple(map(_to_pathway, self._database.rows(_PATHWAYS, (self._stops.find_number(station),))))

    def _list_places(self, station: StopId) -> tuple[StationPlace, ...]:
        """List the platforms, doors, nodes and boarding areas of a station, in the feed's order."""
        number = self._stops.find_number(station)
        return tuple(map(_to_place, self._database.rows(_PLACES, (number, number))))


def _to_pathway(row: Any) -> Pathway:
    return Pathway(row[0], row[1], row[2], PathwayMode(row[3]), bool(row[4]), *row[5:])


def _to_place(row: Any) -> StationPlace:
    level = Level(row[12], row[13], row[14]) if row[12] is not None else None
    return StationPlace(to_stop(row), level, _ACCESS[row[15]])
