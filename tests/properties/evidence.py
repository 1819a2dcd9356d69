"""What the input says of a trip, gathered without any of the product: every value that an answer may rest on."""

from collections.abc import Iterator, Mapping
from typing import Any

from tests.oracle.dated import DatedTrip, make_dated
from tests.oracle.wire import find_instant, find_time
from tests.properties.rows import Row
from tests.properties.towns import Said, Town, list_rows, to_day

ADDING = frozenset({"ADDED", "NEW", "REPLACEMENT", "DUPLICATED", "UNSCHEDULED"})


class Evidence:
    """The input that may speak of the trip of one row. It takes in too much rather than too little."""

    def __init__(self, town: Town, trip: str | None) -> None:
        """Gather it."""
        self.town, self.trip = town, trip
        updates = [one["trip_update"] for one in town.entities if "trip_update" in one]
        self.updates: list[Said] = [one for one in updates if trip is None or trip in _list_names(one)]
        positions = [one["vehicle"] for one in town.entities if "vehicle" in one]
        self.positions: list[Said] = [one for one in positions if trip is None or _to_trip(one) == trip]

    def list_planned(self, row: Row) -> Iterator[DatedTrip]:
        """Give the plan of the row's journey: as it stands, moved to its start, or what it is a copy of."""
        plan = self.town.plan
        if self.trip in plan.trips and row.day is not None:
            planned = plan.trips[self.trip]
            yield make_dated(plan, planned, row.day, row.start_s if planned.is_by_frequency else None)
        for update in self.updates:
            copied, new = plan.trips.get(update["trip"].get("trip_id", "")), update.get("trip_properties", {})
            start, day = find_time(new.get("start_time", "")), to_day(new.get("start_date", ""))
            if copied is not None and start is not None and day is not None:
                yield make_dated(plan, copied, day, start)

    def list_times(self) -> Iterator[int]:
        """Give every instant that is predicted."""
        for event in self._list_events():
            if (instant := find_instant(event.get("time", 0))) is not None:
                yield instant

    def list_delays(self) -> Iterator[int]:
        """Give every delay that is predicted."""
        for update in self.updates:
            if "delay" in update:
                yield update["delay"]
        for event in self._list_events():
            if "delay" in event:
                yield event["delay"]

    def list_uncertainties(self) -> set[int]:
        """Give every uncertainty that is said."""
        return {event["uncertainty"] for event in self._list_events() if "uncertainty" in event}

    def list_stamps(self) -> set[int]:
        """Give every instant at which something that is said here may have been made.

        A feed that does not say when it was made counts from when its bytes first came, which is now.
        """
        own = {one["timestamp"] for one in (*self.updates, *self.positions) if "timestamp" in one}
        return {*own, self.town.invented.header or self.town.invented.now}

    def list_relationships(self) -> set[str]:
        """Give the relationships of the trip's updates."""
        return {one["trip"].get("schedule_relationship", "SCHEDULED") for one in self.updates}

    def skips(self) -> bool:
        """Whether a stop of it is said to be skipped, or closed for everybody."""
        said = (one for update in self.updates for one in update.get("stop_time_update", ()))
        closed = any(one.get("alert", {}).get("effect") == "NO_SERVICE" for one in self.town.entities)
        return closed or any(one.get("schedule_relationship") == "SKIPPED" for one in said)

    def list_vehicles(self) -> list[Mapping[str, Any]]:
        """Give the descriptors of the vehicles that are said to run it."""
        return [one["vehicle"] for one in (*self.updates, *self.positions) if one.get("vehicle")]

    def list_accesses(self) -> set[str]:
        """Give what is said of boarding its vehicle: yes, no, or that it is not known."""
        words = {"WHEELCHAIR_ACCESSIBLE": "yes", "WHEELCHAIR_INACCESSIBLE": "no"}
        live = {words.get(one.get("wheelchair_accessible", ""), "unknown") for one in self.list_vehicles()}
        names = {self.trip, *(one["trip"].get("trip_id") for one in self.updates)}
        planned = {trip.wheelchair for name in names if (trip := self.town.plan.trips.get(name or ""))}
        return {"unknown", *live, *({"1": "yes", "2": "no"}.get(one, "unknown") for one in planned)}

    def _list_events(self) -> Iterator[Said]:
        for update in self.updates:
            for said in update.get("stop_time_update", ()):
                yield from (said[end] for end in ("arrival", "departure") if end in said)


def _list_names(update: Said) -> set[str]:
    """Give every trip that an update may be meant for; one that names none may be meant for any."""
    named: str | None = update["trip"].get("trip_id")
    new: str | None = update.get("trip_properties", {}).get("trip_id")
    return {one for one in (named, new) if one} if named else _Any()


class _Any(set[str]):
    def __contains__(self, item: object) -> bool:
        return True


def _to_trip(position: Said) -> str | None:
    return position.get("trip", {}).get("trip_id")


def list_stop_accesses(town: Town, stop: str) -> set[str]:
    """Give what the timetable says of a stop, or of the station it belongs to."""
    rows = {row["stop_id"]: row for row in list_rows(town.invented.files["stops.txt"])}
    words = {"1": "yes", "2": "no"}
    name = stop
    while name and name in rows:
        said = words.get(rows[name]["wheelchair_boarding"])
        if said:
            return {said}
        name = rows[name]["parent_station"]
    return {"unknown"}
