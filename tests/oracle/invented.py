"""An invented town and invented live feeds for it: everything that the real feeds at hand do not show."""

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.oracle.plan import Plan, PlannedCall, PlannedTrip
from tests.oracle.plan_reading import parse_date
from tests.realtimetext import Fields, make_updates, stop, update

DAY = "20260601"
LINES = {"loop": "A B1 C A D E", "through": "A B1 C D E F G", "back": "G F E D C B2 A", "runs": "C B2 E F"}
"""Where the vehicles of each line call; B1, B2 and B3 are platforms of one station, and nothing calls at B3 by plan."""

KINDS = (*["plain"] * 8, "nameless", "cancelled", "deleted", "added", "replaced", "copied")


def write_town() -> dict[str, str]:
    """Write the tables: each line every twenty minutes from 22:00 to 27:00, one of them by exact frequency."""
    trips, calls = (
        ["route_id,service_id,trip_id,direction_id"],
        ["trip_id,arrival_time,departure_time,stop_id,stop_sequence,pickup_type"],
    )
    for place, (line, stops) in enumerate(LINES.items()):
        starts = [22 * 60] if line == "runs" else range(22 * 60 + 3 * place, 27 * 60, 20)
        for start in starts:
            trips.append(f"{line},daily,{line}-{start},{place % 2}")
            for n, name in enumerate(stops.split()):
                arrival, departure = (_to_time(start * 60 + n * 300 + dwell) for dwell in (0, 60 * (n % 2)))
                calls.append(f"{line}-{start},{arrival},{departure},{name},{n * 10 + 5},{int(name == 'F')}")
    names = dict.fromkeys(" ".join([*LINES.values(), "B3"]).split())
    stops = [f"{name},{name},49.8{n},24.0,0,{'B' if name.startswith('B') else ''}" for n, name in enumerate(names)]
    return {
        "routes.txt": "\n".join(["route_id,route_short_name,route_type", *(f"{line},{line},3" for line in LINES)]),
        "trips.txt": "\n".join(trips),
        "stop_times.txt": "\n".join(calls),
        "stops.txt": "\n".join(
            ["stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station", *stops, "B,B,49.8,24.0,1,"]
        ),
        "frequencies.txt": "trip_id,start_time,end_time,headway_secs,exact_times\nruns-1320,22:10:00,26:00:00,900,1",
    }


def _to_time(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"


def write_updates(plan: Plan, now: int, random: Random) -> bytes:
    """Write a live feed in which about half of the trips have something said of them."""
    entities = [
        entity
        for trip in plan.trips.values()
        if random.random() < 0.5
        for entity in _list_entities(trip, plan.to_instant(parse_date(DAY), 0), now, random)
    ]
    random.shuffle(entities)
    return make_updates(header=now - random.choice([0, 0, 0, 60, 100, 200]), entities=entities)


def _list_entities(trip: PlannedTrip, zero: int, now: int, random: Random) -> Iterator[Fields]:
    """Give what is said of one trip: mostly one update, sometimes two, sometimes an added trip beside it."""
    said, fields = _list_stops(trip, zero, random), _describe(trip, now, random)
    kind = random.choice(KINDS)
    if kind == "cancelled" or kind == "deleted":
        yield update(trip.id, *said, **fields)
        yield update(trip.id, **fields, schedule_relationship="CANCELED" if kind == "cancelled" else "DELETED")
        if random.random() < 0.5:
            yield _add_trip(trip, zero, "ADDED", f"{trip.id}-instead", random)
    elif kind == "added":
        yield _add_trip(trip, zero, random.choice(["ADDED", "NEW"]), f"{trip.id}-extra", random)
    elif kind == "plain" or trip.starts:
        yield update(trip.id, *said, **fields)
    elif kind == "nameless":
        start: Any = {"start_date": DAY, "start_time": _to_time(trip.first_departure)}
        yield update(None, *said, **(fields | start), route_id=trip.route, direction_id=int(trip.direction))
    elif kind == "replaced":
        yield _add_trip(trip, zero, "REPLACEMENT", trip.id, random)
    else:
        new = {"trip_id": f"{trip.id}-copy", "start_date": DAY, "start_time": _to_time(trip.first_departure + 420)}
        said = _list_stops(trip, None, random)
        yield update(trip.id, *said, schedule_relationship="DUPLICATED", trip_properties=new)


def _describe(trip: PlannedTrip, now: int, random: Random) -> dict[str, Any]:
    fields: dict[str, Any] = {}
    if trip.starts:
        fields |= {"start_date": DAY, "start_time": _to_time(random.choice(trip.starts))}
    elif random.random() < 0.7:
        fields |= {"start_date": DAY}
    if random.random() < 0.2:
        fields |= {"timestamp": now - random.randrange(300)}
    if random.random() < 0.1:
        fields |= {"delay": _pick_delay(random)}
    return fields


def _add_trip(trip: PlannedTrip, zero: int, relationship: str, name: str, random: Random) -> Fields:
    """Give a trip that calls where the planned one does, some minutes off."""
    late = random.randrange(-300, 900)
    said = [
        stop(
            call.sequence if random.random() < 0.5 else None,
            call.stop,
            arrival={"time": zero + (call.arrival or 0) + late},
            departure={"time": zero + (call.departure or 0) + late},
        )
        for call in trip.calls
    ]
    return update(name, *said, schedule_relationship=relationship, route_id=trip.route, start_date=DAY)


def _list_stops(trip: PlannedTrip, zero: int | None, random: Random) -> list[Fields]:
    """Say something of some calls. A trip names all its stops in one way; with `zero` it may give times, not delays.

    Copies and runs by frequency keep their platforms here, see test_disagreements.
    """
    naming = random.choice(["both", "both", "sequence", "stop", "wrong"])
    density = random.choice([0.2, 0.5, 1.0])
    may_move = zero is not None and not trip.starts
    zero = zero if not trip.starts and random.random() < 0.4 else None
    said: list[Fields] = []
    for call in trip.calls:
        if random.random() < density:
            sequence = None if naming == "stop" else call.sequence + 3 * (naming == "wrong")
            where = None if naming == "sequence" else call.stop
            moved = may_move and call.stop.startswith("B") and random.random() < 0.3
            properties: Any = {"stop_time_properties": {"assigned_stop_id": "B3"}} if moved else {}
            said.append(stop(sequence, where, **properties, **_say(call, zero, random)))
    return said


def _say(call: PlannedCall, zero: int | None, random: Random) -> dict[str, Any]:
    roll = random.random()
    if roll < 0.15:
        return {"schedule_relationship": "SKIPPED" if roll < 0.08 else "NO_DATA"}
    said: dict[str, Any] = {}
    for end in random.choice([("arrival", "departure"), ("arrival", "departure"), ("arrival",), ("departure",), ()]):
        delay = _pick_delay(random)
        planned = (call.arrival if end == "arrival" else call.departure) or 0
        said[end] = {"delay": delay} if zero is None else {"time": zero + planned + delay}
    return said


def _pick_delay(random: Random) -> int:
    if random.random() < 0.003:
        return random.choice([-1, 1]) * random.randrange(11 * 3600, 14 * 3600)
    return int(random.gauss(120, 300))
