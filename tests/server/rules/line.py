"""One line of four stops on a day in Kyiv, its boards as text, and live feeds stamped at that instant."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from stopbell_server.domain.calls import Call, CallKind, StopRef
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.world import World
from tests.realtimetext import Fields, make_updates
from tests.worldtext import open_text_world

KYIV = ZoneInfo("Europe/Kyiv")
DAY = "2026-11-30"
"""A Monday."""
TODAY: Any = {"start_date": "20261130"}
ARRIVALS = CallKind.ARRIVALS
LINE = """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    T,12:00:00,12:00:00,A,1
    T,12:10:00,12:10:00,B,2
    T,12:20:00,12:20:00,C,3
    T,12:30:00,12:30:00,D,4
    """
"""Trip T from A over B and C to D."""
BOTH_WAYS = {
    "routes.txt": "route_id,agency_id,route_short_name,route_type\nR,A,1,3\nS,A,2,0",
    "trips.txt": "route_id,service_id,trip_id,direction_id\nR,daily,T,0\nR,daily,U,1\nS,daily,V,0",
    "stop_times.txt": LINE
    + """    U,12:00:00,12:00:00,D,1
    U,12:10:00,12:10:00,E,2
    U,12:20:00,12:20:00,A,3
    V,12:05:00,12:05:00,C,1
    V,12:15:00,12:15:00,D,2
    """,
}
"""Line 1 calls at B going out and at E coming back; line 2 is a tram from C to D."""
AGENCY = "agency_id,agency_name,agency_url,agency_timezone,agency_lang\nA,Agency,https://example.org,{zone},uk"


def to_posix(clock: str, day: str = DAY, zone: ZoneInfo = KYIV) -> int:
    """Give the instant of a local time."""
    return int(datetime.fromisoformat(f"{day} {clock}").replace(tzinfo=zone).timestamp())


def open_line(
    tmp_path: Path,
    *entities: Fields,
    at: str = "11:58",
    day: str = DAY,
    zone: str = "Europe/Kyiv",
    files: Mapping[str, str] | None = None,
    age_s: int = 0,
    fleet: FleetRegistry | None = None,
    authority: str = "test",
) -> World:
    """Give the world at a local time; with entities, a live feed made `age_s` before then."""
    now = datetime.fromisoformat(f"{day} {at}").replace(tzinfo=ZoneInfo(zone))
    tables = {"stop_times.txt": LINE, "agency.txt": AGENCY.format(zone=zone)} | dict(files or {})
    live = [make_updates(header=int(now.timestamp()) - age_s, entities=entities)] if entities else None
    return open_text_world(tmp_path, tables, at=now.isoformat(), realtime=live, fleet=fleet, authority=authority)


def list_calls(world: World, stop: str, **question: Any) -> tuple[Call, ...]:
    """Give the calls on a stop's board; the feed is the world's first unless `authority` names another."""
    authority = question.pop("authority", world.feeds[0].store.info.authority)
    return world.get_board(StopRef(Authority(authority), StopId(stop)), limit=20, **question).calls


def show(world: World, stop: str, **question: Any) -> list[str]:
    """Give the board as lines: trip, local time, status, certainty; in the order in which it is told."""
    kind = question.get("kind", CallKind.DEPARTURES)
    return [_to_line(call, kind) for call in list_calls(world, stop, **question)]


def _to_line(call: Call, kind: CallKind) -> str:
    instant = call.effective(kind)
    return f"{call.trip} {instant:%H:%M} {call.status.value} {call.certainty.value}" if instant else f"{call.trip} -"


def list_reasons(world: World, stop: str) -> list[str]:
    """Say why each alert concerns a stop."""
    return [match.reason for match in world.list_alerts(stop=StopRef(Authority("test"), StopId(stop)))]
