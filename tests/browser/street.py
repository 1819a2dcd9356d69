"""A street with one busy stop, whose live data a test changes while time passes; the real server answers."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from stopbell_server.world import World
from tests.asking import play
from tests.realtimetext import Fields, make_updates
from tests.town import NOON, NOON_POSIX, TOWN, with_live
from tests.worldtext import open_text_world

FIRST_MIN, EVERY_MIN, COUNT = 12, 4, 12
TODAY: Any = {"start_date": "20261130"}
_LETTERS = "abcdefghijkl"


def _list_rows(row: str) -> str:
    return "\n".join(row.format(letter=letter, minute=FIRST_MIN + n * EVERY_MIN) for n, letter in enumerate(_LETTERS))


FILES: Mapping[str, str] = {
    name: TOWN[name] for name in ("agency.txt", "feed_info.txt", "calendar.txt", "stops.txt", "translations.txt")
} | {
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nr,a,7,0",
    "trips.txt": "route_id,service_id,trip_id,trip_headsign,direction_id\n"
    + _list_rows("r,week,{letter},Озеро,0")
    + "\nr,week,out,Озеро,0\nr,week,back,Вокзал,1",
    "stop_times.txt": "trip_id,arrival_time,departure_time,stop_id,stop_sequence\n"
    + _list_rows("{letter},12:{minute:02d}:00,12:{minute:02d}:00,S1,1\n{letter},13:30:00,13:30:00,e,2")
    + "\nout,18:00:00,18:00:00,b1,1\nout,18:10:00,18:10:00,e,2\nback,18:00:00,18:00:00,e,1"
    + "\nback,18:10:00,18:10:00,b2,2\nback,18:20:00,18:20:00,S1,3",
}
"""Trips a to l of line 7 leave platform 1 of the station at 12:12, 12:16, … and so on to 12:56; it is noon.

On Bridge Street, whose two sides have one name, nothing runs until the evening.
"""


class Street:
    """The source of worlds, and what a host's server answers."""

    def __init__(self, tmp_path: Path) -> None:
        """Compile the timetable; there is no live data at first."""
        self._plan = open_text_world(tmp_path, FILES, at=NOON)
        self.entities: Sequence[Fields] | None = None
        """Trip updates of now; None: the live feed says nothing at all."""
        self.silent_s = 0
        """How old the live feed is."""
        self.later_s = 0.0

    def current(self) -> World:
        """Give the world as it is."""
        now = self._plan.now + timedelta(seconds=self.later_s)
        posix = NOON_POSIX + int(self.later_s)
        live = None if self.entities is None else [make_updates(header=posix - self.silent_s, entities=self.entities)]
        return with_live(self._plan, live, at=now)

    def ask(self, tool: str = "get_arrivals", **arguments: Any) -> dict[str, Any]:
        """Call a tool of the real server; give its result as a host passes it on."""
        result = play(self, lambda client: client.call_tool(tool, arguments))
        return result.model_dump(mode="json", by_alias=True, exclude_none=True)
