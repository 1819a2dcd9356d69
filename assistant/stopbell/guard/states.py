"""What the contract says by words: certainty, status, access, how full, boarding, sides."""

from collections.abc import Mapping
from typing import Any, cast

from stopbell.guard.rows import Row

Document = Mapping[str, Any]

_OCCUPANCY = {
    "empty": ("empty", "seats_many"), "many-seats": ("seats_many",), "few-seats": ("seats_few",),
    "standing-room": ("standing",), "very-full": ("very_full",), "full": ("full", "very_full"),
    "not-accepting-passengers": ("takes_nobody",), "not-boardable": ("takes_nobody",),
}  # fmt: skip
_CONCEPTS = frozenset(concept for concepts in _OCCUPANCY.values() for concept in concepts)
_BOARDING = {"none": "boarding_none", "phone": "boarding_phone", "ask-driver": "boarding_driver"}
_LIFTS = {"closed": ("no", "yes"), "unknown": ("unknown", "unknown"), "no-outage-reported": ("-", "no")}
"""Whether a lift works, and whether an outage is reported: that none is does not say that it works."""
_STEP_FREE = {"yes": "yes", "lift": "yes", "no": "no", "closed": "no"}


def read_states(row: Row, node: Document) -> None:
    """Add to a row what its object says by words."""
    _read_certainty(row, node)
    _read_status(row, node)
    _read_delay(row, node)
    _read_access(row, node.get("access"))
    if isinstance(occupancy := node.get("occupancy"), str):
        told = frozenset(_OCCUPANCY.get(occupancy, ()))
        for concept in _CONCEPTS:
            row.known[concept].add("yes" if concept in told else "no")
    if isinstance(boarding := node.get("boarding"), str):
        row.known[_BOARDING.get(boarding, boarding)].add("yes")
    for key in ("side", "walkBearing", "bearing"):
        if isinstance(compass := node.get(key), str):
            row.known["compass"].add(compass)
    _read_station(row, node)


def _read_certainty(row: Row, node: Document) -> None:
    if not isinstance(certainty := node.get("certainty"), str):
        return
    row.certainty = certainty
    row.known["certainty"].add(certainty)
    if certainty in ("timetable", "frequency", "none", "lost"):
        row.known["certainty"].add("none")
    if certainty == "frequency":
        row.known["certainty"].add("timetable")


def _read_status(row: Row, node: Document) -> None:
    row.status = status if isinstance(status := node.get("status"), str) else row.status
    if not (word := row.status):
        return
    row.known["cancelled"].add("yes" if word == "cancelled" else "no")
    row.known["stops_here"].add("no" if word in ("skipped", "cancelled") else "yes")
    row.known["replaced"].add("yes" if word == "replaced" else "no")
    row.known["added"].add("yes" if word == "added" else "no")
    row.known["ends_here"].add("yes" if word == "ends-here" else "no")
    if isinstance(node.get("plannedPlatform"), str):
        row.known["platform_changed"].add("yes")


def _read_station(row: Row, node: Document) -> None:
    """Read the states of lifts and of the way from the street."""
    if isinstance(lift := node.get("liftStatus") or node.get("state"), str):
        works, outage = _LIFTS.get(lift, ("-", "-"))
        row.known["lift_works"].add(works)
        row.known["lift_outage"].add(outage)
    if isinstance(step_free := node.get("stepFree"), str):
        row.known["step_free"].add(_STEP_FREE.get(step_free, "unknown"))


def _read_delay(row: Row, node: Document) -> None:
    delay = node.get("delaySeconds")
    if not isinstance(delay, int) or row.certainty not in ("live", "ageing", ""):
        return
    minutes = round(abs(delay) / 60)
    row.known["on_time"].add("no" if minutes else "yes")
    row.known["delayed"].add("yes" if minutes and delay > 0 else "no")
    row.known["early"].add("yes" if minutes and delay < 0 else "no")
    row.known["delay"].add(minutes)


def _read_access(row: Row, access: object) -> None:
    if isinstance(access, str):
        row.known["wheelchair"].add(access)
    elif isinstance(access, Mapping):
        facts = cast("Document", access)
        if isinstance(verdict := facts.get("verdict"), str):
            row.known["wheelchair"].add(verdict)
            vehicle, stop = (_to_value(facts.get(key)) for key in ("vehicle", "stop"))
            row.known["vehicle_wheelchair"].add(vehicle)
            row.known["stop_wheelchair"].add(stop)
            row.known["low_floor"].add(str(facts.get("lowFloor", "unknown")))
        elif isinstance(value := facts.get("value"), str):
            row.known["wheelchair"].add(value)
            row.known["stop_wheelchair"].add(value)


def _to_value(fact: object) -> str:
    return str(cast("Document", fact).get("value", "unknown")) if isinstance(fact, Mapping) else "unknown"
