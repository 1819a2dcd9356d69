"""Random small towns: the oracle's worlds, with places for stops and vehicles, crowding and numbers on vehicles."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.ids import Authority
from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.oracle.invented_plans import pick, rarely
from tests.oracle.invented_worlds import InventedWorld, draw_world, to_zip
from tests.oracle.plan import Plan
from tests.oracle.plan_reading import read_plan
from tests.realtimetext import Fields, make_updates

AUTHORITY = Authority("invented")
OCCUPANCIES = ("EMPTY", "MANY_SEATS_AVAILABLE", "FULL", "NO_DATA_AVAILABLE")
CENTRE = (49.8, 24.0)
LANGUAGES = st.sampled_from(("en", "uk"))
"""What the properties are asked in."""
Said = dict[str, Any]


@dataclass(frozen=True)
class Town:
    """A world as text, and how to open it; its text is what a failing test shows."""

    invented: InventedWorld

    def __repr__(self) -> str:
        """Give the tables and the live feed as one would write them."""
        return repr(self.invented)

    @property
    def now(self) -> datetime:
        """The instant that all answers are given for."""
        return datetime.fromtimestamp(self.invented.now, UTC)

    @property
    def entities(self) -> Sequence[Fields]:
        """What the live feed says; nothing where none is set up."""
        return self.invented.entities or ()

    @cached_property
    def plan(self) -> Plan:
        """The timetable as the oracle reads it."""
        return read_plan(to_zip(self.invented.files))

    def with_entities(self, entities: Sequence[Fields] | None) -> "Town":
        """Give the same town with another live feed."""
        return Town(replace(self.invented, entities=entities))

    def compile(self, folder: Path, name: str = "feed.zip") -> SqliteStore:
        """Import the timetable the way the product does, from a file of that name."""
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / name
        source.write_bytes(to_zip(self.invented.files).getvalue())
        report = import_feed(source, AUTHORITY, folder / "compiled", lambda stage, done, total: None)
        return SqliteStore(report.path)

    def open(self, store: SqliteStore, *, source: str = "live", fetched_s_ago: int = 0, payload: Any = None) -> World:
        """Give the world at its instant; the live feed bears a name, and was fetched some seconds before."""
        snapshot = None
        given = self.invented.payload if payload is None else payload
        if given is not None:
            snapshot = build_snapshot([receive(given, source, self.now - timedelta(seconds=fetched_s_ago))], store)
        return World((FeedView(store, snapshot, FleetRegistry(), {}),), self.now)

    def write_live(self, ids: Sequence[str]) -> bytes:
        """Give the live feed's bytes with these entity ids."""
        named = [dict(entity) | {"id": one} for entity, one in zip(self.entities, ids, strict=True)]
        return make_updates(header=self.invented.header, entities=named)


@st.composite
def draw_town(draw: st.DrawFn) -> Town:
    """Draw a town in which something is about to happen at some stop."""
    world = draw(draw_world())
    files = dict(world.files) | {"stops.txt": _place_stops(world.files["stops.txt"])}
    entities = None if world.entities is None else [draw(_draw_rest(entity)) for entity in world.entities]
    return Town(replace(world, files=files, entities=entities))


def _place_stops(table: str) -> str:
    """Put the stops in a row to the north, 450 metres apart."""
    head, *rows = table.splitlines()
    places = [f"{row},{CENTRE[0] + 0.004 * n:.3f},{CENTRE[1]:.3f}" for n, row in enumerate(rows)]
    return "\n".join([f"{head},stop_lat,stop_lon", *places])


@st.composite
def _draw_rest(draw: st.DrawFn, entity: Fields) -> Fields:
    """Draw what the oracle does not look at: where a vehicle is, how full, and what stands on it."""
    if "vehicle" not in entity:
        return entity
    body: Said = dict(entity["vehicle"])
    body["vehicle"] = dict(body["vehicle"]) | ({"label": "412"} if draw(st.booleans()) else {})
    if not draw(rarely(4)):
        latitude = CENTRE[0] + draw(pick(0.001, 0.004, 0.017, 0.3))
        body["position"] = {"latitude": latitude, "longitude": CENTRE[1]}
    if draw(st.booleans()):
        body["occupancy_status"] = draw(st.sampled_from(OCCUPANCIES))
    return {"vehicle": body}


def list_rows(table: str) -> list[dict[str, str]]:
    """Read a table."""
    return list(csv.DictReader(table.splitlines()))


def to_day(text: str) -> date | None:
    """Read a date as a live feed writes it; None for what is none."""
    digits = text.replace("-", "")
    return date.fromisoformat(f"{digits[:4]}-{digits[4:6]}-{digits[6:]}") if digits.isdigit() else None
