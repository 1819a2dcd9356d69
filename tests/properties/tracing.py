"""Say of every value in an answer what in the input it rests on; what rests on nothing was invented."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracle.dated import DatedTrip
from tests.properties.asking import Answer
from tests.properties.evidence import ADDING, Evidence, list_stop_accesses
from tests.properties.rows import Row, list_rows, list_values
from tests.properties.towns import AUTHORITY, Town
from tests.properties.towns import list_rows as list_cells

OCCUPANCIES = {"EMPTY": "empty", "MANY_SEATS_AVAILABLE": "many-seats", "FULL": "full"}
_ENDS = ("Arrival", "Departure", "")
"""How times are named; where a planned trip is told, one gets on or off and the name says no more."""
_DRIFT_S = 3600
"""Days on which the clock changes move a delay that was counted from a time of day by so much at most."""


def list_invented(town: Town, answer: Answer) -> list[str]:
    """List what an answer says that nothing in the town says; each with the question and the place in the answer."""
    found = [fault for row in list_rows(answer.document) for fault in _list_faults(town, row)]
    return [f"{answer.asked}: {fault}" for fault in (*found, *_list_places(town, answer), *_list_ids(town, answer))]


def _list_faults(town: Town, row: Row) -> Iterator[str]:
    evidence = Evidence(town, row.trip)
    faults = (
        *(_list_times(town, row, evidence) if row.is_call else ()),
        *_list_words(row, evidence),
        *_list_vehicle(row, evidence),
        *_list_access(town, row, evidence),
    )
    yield from (f"{row.where} of {row.trip} {fault}" for fault in faults)


def _list_times(town: Town, row: Row, evidence: Evidence) -> Iterator[str]:
    plans = list(evidence.list_planned(row))
    expected = {instant for plan in plans for instant in _list_expected(town, plan, evidence)}
    expected |= set(evidence.list_times())
    for end in _ENDS:
        planned, told = row.get_instant(f"scheduled{end}"), row.get_instant(f"expected{end}")
        if planned is not None and not any(_is_planned(town, plan, row, planned, end) for plan in plans):
            yield f"is planned at {planned}"
        is_open = row.trip is not None and town.plan.is_interpolated(row.trip, row.node.get("stopSequence"))
        if told is not None and told not in expected and not is_open:
            yield f"is expected at {told}"
        if f"observed{end}" in row.node:
            yield "is observed"
    yield from _list_counts(town, row, evidence)


def _list_counts(town: Town, row: Row, evidence: Evidence) -> Iterator[str]:
    """List what is counted wrongly, or counted from nothing: minutes, delay, doubt and age."""
    ends = [(row.get_instant(f"scheduled{end}"), row.get_instant(f"expected{end}")) for end in _ENDS]
    times = [time for pair in ends for time in pair if time is not None]
    minutes = row.node.get("minutes")
    if minutes is not None and not any(_to_minutes(time - town.invented.now) == minutes for time in times):
        yield f"is told to be {minutes} minutes off"
    delay = row.node.get("delaySeconds")
    if delay is not None and delay not in {told - planned for planned, told in ends if planned and told}:
        yield f"is told to be {delay} seconds late"
    doubt = row.node.get("uncertaintySeconds")
    if doubt is not None and doubt not in evidence.list_uncertainties():
        yield f"is told to be certain within {doubt} seconds"
    age = row.node.get("ageSeconds")
    if age is not None and age not in {max(0, town.invented.now - stamp) for stamp in evidence.list_stamps()}:
        yield f"is told to be {age} seconds old"


def _to_minutes(seconds: int) -> int:
    return 0 if seconds <= 30 else max(1, seconds // 60)


def _is_planned(town: Town, plan: DatedTrip, row: Row, instant: int, end: str) -> bool:
    """Whether the plan has this call then; a blank time may lie anywhere between those around it."""
    for call in plan.calls:
        if town.plan.is_interpolated(plan.planned.id, call.sequence) and plan.span:
            if plan.span[0] <= instant <= plan.span[1]:
                return True
        elif row.node.get("stopSequence") in (None, call.sequence):
            times = {"Arrival": (call.arrival,), "Departure": (call.departure,)}
            if instant in times.get(end, (call.arrival, call.departure)):
                return True
    return False


def _list_expected(town: Town, plan: DatedTrip, evidence: Evidence) -> Iterator[int]:
    """List when any call of it may be expected: some time that was said, or its plan moved by some delay that was."""
    planned = [time for call in plan.calls for time in (call.arrival, call.departure) if time is not None]
    delays = set(evidence.list_delays())
    delays |= {told - time for told in evidence.list_times() for time in planned}
    yield from (time + delay for time in planned for delay in delays)


def _list_words(row: Row, evidence: Evidence) -> Iterator[str]:
    """List words that nobody's statement allows: how sure a time is, and what happens to the trip."""
    ages = [evidence.town.invented.now - stamp for stamp in evidence.list_stamps()]
    is_said = bool(evidence.updates) if row.is_call else bool(evidence.positions) or row.trip is None
    if row.certainty in ("live", "ageing", "lost") and not is_said:
        yield f"is called {row.certainty}"
    if row.certainty == "live" and not any(age <= 90 for age in ages):
        yield "is called live although all that is said is old"
    kinds, status = evidence.list_relationships(), row.node.get("status")
    allowed = {
        "cancelled": "CANCELED" in kinds,
        "replaced": "CANCELED" in kinds,
        "skipped": evidence.skips(),
        "added": bool(kinds & ADDING),
    }
    if not allowed.get(str(status), True):
        yield f"is told as {status}"


def _list_vehicle(row: Row, evidence: Evidence) -> Iterator[str]:
    vehicles = evidence.list_vehicles()
    told = row.node.get("vehicleId")
    if told is not None and told not in {one.get("id") for one in vehicles}:
        yield f"has the vehicle {told}"
    label = row.node.get("vehicleLabel")
    if label is not None and label not in {one.get("label") for one in vehicles}:
        yield f"has a vehicle numbered {label}"
    full = row.node.get("occupancy")
    if full is not None and full not in {
        OCCUPANCIES.get(one.get("occupancy_status", "")) for one in evidence.positions
    }:
        yield f"is told to be {full}"
    if "stopsAway" in row.node and not any("stop_id" in p or "current_stop_sequence" in p for p in evidence.positions):
        yield f"has a vehicle {row.node['stopsAway']} stops away"


def _list_access(town: Town, row: Row, evidence: Evidence) -> Iterator[str]:
    access: Mapping[str, Any] | None = row.node.get("access")
    if access is None:
        return
    if "verdict" not in access:
        # A stop of a journey tells of the stop, a vehicle of the vehicle.
        access = {"stop" if row.is_call else "vehicle": access}
    stop = str(row.node.get("stopId", "")).removeprefix(f"{AUTHORITY}:")
    if "stop" in access and access["stop"]["value"] not in list_stop_accesses(town, stop):
        yield f"is at a stop of which is told {access['stop']}"
    if "vehicle" in access and access["vehicle"]["value"] not in evidence.list_accesses():
        yield f"has a vehicle of which is told {access['vehicle']}"
    if access.get("verdict") == "yes" and (access["stop"]["value"], access["vehicle"]["value"]) != ("yes", "yes"):
        yield "can be boarded, it is told"
    if "yes" in (access.get("lowFloor"), row.node.get("lowFloor")):
        yield "is told to be low-floor"


def _list_places(town: Town, answer: Answer) -> Iterator[str]:
    """List coordinates that neither a stop nor a report of a vehicle has."""
    stops = list_cells(town.invented.files["stops.txt"])
    bodies = [one["vehicle"] for one in town.entities if "vehicle" in one]
    seen = [one["position"]["latitude"] for one in bodies if "position" in one]
    known = [*(float(row["stop_lat"]) for row in stops), *seen, 49.8]
    for told in list_values(answer.document, "lat", "latitude"):
        if isinstance(told, float) and not any(abs(told - one) < 1e-5 for one in known):
            yield f"something is told to be at {told}"


def _list_ids(town: Town, answer: Answer) -> Iterator[str]:
    """List trips, stops and lines that neither the timetable nor the live feed names."""
    plan = town.plan
    updates = [one["trip_update"] for one in town.entities if "trip_update" in one]
    named = {one["trip"].get("trip_id") for one in updates} | {
        one.get("trip_properties", {}).get("trip_id") for one in updates
    }
    named |= {one["vehicle"].get("trip", {}).get("trip_id") for one in town.entities if "vehicle" in one}
    known = {"tripId": {*plan.trip_ids, *named}, "lineId": set(plan.lines), "stopId": set(plan.places)}
    for name, allowed in known.items():
        for told in list_values(answer.document, name):
            if str(told).removeprefix(f"{AUTHORITY}:") not in allowed:
                yield f"{name} {told} is nobody's"
