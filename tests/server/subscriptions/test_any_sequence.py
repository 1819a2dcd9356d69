"""Whatever happens to a feed: a resource is told exactly when what it says is another."""

import asyncio
import json
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, cast

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from mcp import Client, MCPError
from mcp.types import TextResourceContents

from stopbell_server.world import World
from tests.realtimetext import alert, make_updates, stop, update, vehicle
from tests.server.subscriptions.changing import ChangingWorld, listening
from tests.town import NOON_AT, NOON_POSIX, with_live

WATCHED = (
    "mobility://stop-board/town/b1",
    "mobility://stop-board/town/S",
    "mobility://monitored-vehicle-journey/town/2026-11-30/t1",
    "mobility://physical-vehicle/town/high-1",
    "mobility://stop-alerts/town/S",
    "mobility://feed-alerts/town/all",
    "mobility://transport-feeds/all/loaded",
)
CLOCK_WORDS = frozenset(
    {"now", "validAt", "windowStart", "windowEnd", "minutes", "minutesAgo", "more", "nextCursor", "ageSeconds"}
    | {"sourceTime", "observedTime", "retrievedTime", "lastModified"}
)


@dataclass(frozen=True)
class Moment:
    """What the feed says, and how long after the moment before."""

    after_s: int
    age_s: int
    delay_s: int | None
    is_cancelled: bool
    place: float | None
    alerts: frozenset[str]
    is_live: bool = True

    def to_payloads(self, at: int) -> list[bytes] | None:
        """Write the feed."""
        if not self.is_live:
            return None
        made = at - self.age_s
        updates = [update("t2", start_date="20261130", schedule_relationship="CANCELED")] if self.is_cancelled else []
        if self.delay_s is not None:
            updates.append(update("t1", stop(2, "b1", departure={"delay": self.delay_s}), start_date="20261130"))
        if self.place is not None:
            updates.append(vehicle("high-1", trip="t1", lat=self.place, lon=24.03, timestamp=made))
        updates += [alert(header=one, informed_entity=[{"stop_id": "S"}]) for one in sorted(self.alerts)]
        return [make_updates(header=made, entities=updates)]


MOMENTS = st.builds(
    Moment,
    after_s=st.sampled_from([0, 1, 20, 61, 130, 400]),
    age_s=st.sampled_from([0, 0, 30, 100, 200, 2000]),
    delay_s=st.sampled_from([None, 0, 60, 600]),
    is_cancelled=st.booleans(),
    place=st.sampled_from([None, 49.842, 49.843]),
    alerts=st.frozensets(st.sampled_from(["Lift", "Stairs"])),
    is_live=st.sampled_from([True, True, True, False]),
)


def without_clock(value: Any) -> Any:
    """Give a document without what moves with the clock."""
    if isinstance(value, dict):
        fields = cast(dict[str, Any], value)
        monitoring = fields.get("monitoring")
        if isinstance(monitoring, dict):
            # When a source last spoke of a journey, and what follows from that, is another way to tell an age.
            fields = {**fields, "monitoring": cast(dict[str, Any], monitoring)["state"]}
        return {name: without_clock(field) for name, field in fields.items() if name not in CLOCK_WORDS}
    return [without_clock(one) for one in cast(list[Any], value)] if isinstance(value, list) else value


async def read(client: Client, uri: str) -> Any:
    """Read a resource as any host does; None where there is none."""
    try:
        (content,) = (await client.read_resource(uri, cache_mode="refresh")).contents
    except MCPError:
        return None
    assert isinstance(content, TextResourceContents)
    return without_clock(json.loads(content.text))


@given(moments=st.lists(MOMENTS, min_size=2, max_size=5))
@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_resource_is_told_exactly_when_what_it_says_is_another(town: World, moments: list[Moment]) -> None:
    first = Moment(0, 0, 60, is_cancelled=False, place=49.842, alerts=frozenset({"Lift"}))

    async def play() -> None:
        at = NOON_AT
        source = ChangingWorld(with_live(town, first.to_payloads(NOON_POSIX), at=at))
        async with listening(source, *WATCHED) as heard:
            assert heard.honored == WATCHED
            before = {uri: await read(heard.client, uri) for uri in WATCHED}
            for moment in moments:
                at += timedelta(seconds=moment.after_s)
                await source.show(with_live(town, moment.to_payloads(int(at.timestamp())), at=at))
                after = {uri: await read(heard.client, uri) for uri in WATCHED}
                assert sorted(heard.take()) == sorted(uri for uri in WATCHED if after[uri] != before[uri])
                before = after

    asyncio.run(play())
