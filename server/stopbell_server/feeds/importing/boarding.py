"""Continuous pickup and drop-off, and trips to be booked → rows of `hailing`, `bookings` and `booking_rules`."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from stopbell_server.domain.network import Boarding
from stopbell_server.domain.text import LONGEST_NAME, to_feed_text
from stopbell_server.feeds.importing.finding_log import FindingLog
from stopbell_server.feeds.importing.stop_time_rows import CompiledStopTimes
from stopbell_server.feeds.importing.tables import Table
from stopbell_server.feeds.importing.values import parse_codes
from stopbell_server.store.schema import DROP_OFF_SHIFT, PICKUP_BITS

_NONE = Boarding.NOT_AVAILABLE.value
_INHERIT = 4
"""Empty in stop_times.txt: as routes.txt has it."""
_COLUMNS = ("continuous_pickup", "continuous_drop_off")
_Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class CompiledBoarding:
    """Rows of the three tables, their columns in order."""

    rules: tuple[tuple[int, str | None, str | None], ...] = ()
    hailing: tuple[tuple[int, int, int, int, int], ...] = ()
    bookings: tuple[tuple[int, int, int, int, int, int | None], ...] = ()


@dataclass(slots=True)
class BoardingNotes:
    """Gathers while stop_times.txt is read; what a feed does not use costs nothing."""

    trip_routes: NDArray[np.int32]
    """Route number by trip number; place 0 is unused."""
    route_ways: Mapping[int, _Pair]
    """Route → continuous pickup and drop-off of routes.txt, where it has either."""
    said: dict[_Pair, set[_Pair]] = field(default_factory=lambda: defaultdict(set))
    """(stop, route) → what stop_times.txt says there."""
    rule_ids: dict[_Pair, set[str]] = field(default_factory=lambda: defaultdict(set))

    def collect(self, table: Table, rows: CompiledStopTimes, log: FindingLog) -> None:
        """Take what the rows of a piece say; `rows` are those of the table, before any is left out."""
        if table.present & set(_COLUMNS):
            codes = [parse_codes(table, column, range(4), _INHERIT, log, "read as empty") for column in _COLUMNS]
            for stop, route, pickup, drop_off in self._unique(rows, *codes):
                self.said[stop, route].add((pickup, drop_off))
        if "pickup_booking_rule_id" in table.present:
            rules = table.frame["pickup_booking_rule_id"]
            has_rule = (rules != "").to_numpy() & (rows.trips > 0) & (rows.stops > 0)
            for place in np.flatnonzero(has_rule).tolist():
                key = int(rows.stops[place]), int(self.trip_routes[rows.trips[place]])
                self.rule_ids[key].add(rules[place])

    def _unique(self, rows: CompiledStopTimes, *codes: NDArray[np.int32]) -> list[list[int]]:
        """List (stop, route, codes) of usable rows, each once."""
        usable = (rows.trips > 0) & (rows.stops > 0)
        columns = [column[usable] for column in (rows.stops, self.trip_routes[rows.trips], *codes)]
        stacked = np.column_stack(columns)
        return np.unique(stacked, axis=0).tolist() if len(stacked) else []


def compile_boarding(
    notes: BoardingNotes, rows: CompiledStopTimes, onward: Iterable[_Pair], rules: Table | None
) -> CompiledBoarding:
    """Draw what was gathered together; `onward` are the stops from which trips of a route go on."""
    compiled = _compile_rules(rules)
    numbers = {rule: number for rule, (number, _, _) in compiled.items()}
    return CompiledBoarding(
        rules=tuple(compiled.values()),
        hailing=tuple(_list_hailing(notes, onward)) if notes.said or notes.route_ways else (),
        bookings=tuple(_list_bookings(notes, rows, numbers)),
    )


def _compile_rules(table: Table | None) -> dict[str, tuple[int, str | None, str | None]]:
    if table is None:
        return {}
    found: dict[str, tuple[int, str | None, str | None]] = {}
    for row in table.frame.iter_rows(named=True):
        phone = to_feed_text(row["phone_number"], LONGEST_NAME) or None
        message = to_feed_text(row["pickup_message"] or row["message"]) or None
        if row["booking_rule_id"] and (phone or message):
            found.setdefault(row["booking_rule_id"], (len(found) + 1, phone, message))
    return found


def _list_hailing(notes: BoardingNotes, onward: Iterable[_Pair]) -> Iterable[tuple[int, int, int, int, int]]:
    """stop_times.txt overrides routes.txt (GTFS stop_times.txt, continuous_pickup: "overrides")."""
    for stop, route in sorted(set(onward)):
        usual = notes.route_ways.get(route, (_NONE, _NONE))
        said = notes.said.get((stop, route)) or {(_INHERIT, _INHERIT)}
        ways = {(_or(pickup, usual[0]), _or(drop_off, usual[1])) for pickup, drop_off in said}
        hailed = sorted(ways - {(_NONE, _NONE)})
        if hailed:
            yield stop, route, *hailed[0], int(len(ways) == 1)


def _or(code: int, usual: int) -> int:
    return usual if code == _INHERIT else code


def _list_bookings(
    notes: BoardingNotes, rows: CompiledStopTimes, rules: Mapping[str, int]
) -> Iterable[tuple[int, int, int, int, int, int | None]]:
    """List where a stop must be booked (pickup_type or drop_off_type 2), and whether each trip of the line must."""
    pickup, drop_off = rows.flags & PICKUP_BITS, rows.flags >> DROP_OFF_SHIFT & PICKUP_BITS
    booked = (pickup == Boarding.PHONE_AGENCY) | (drop_off == Boarding.PHONE_AGENCY)
    if not booked.any():
        return
    places = np.flatnonzero(np.isin(rows.stops, np.unique(rows.stops[booked])))
    stacked = np.column_stack(
        [rows.stops[places], notes.trip_routes[rows.trips[places]], pickup[places], drop_off[places]]
    )
    kinds: dict[_Pair, set[_Pair]] = defaultdict(set)
    for stop, route, on, off in np.unique(stacked, axis=0).tolist():
        kinds[stop, route].add((on, off))
    for (stop, route), found in sorted(kinds.items()):
        phone = Boarding.PHONE_AGENCY.value
        boards, alights = any(on == phone for on, _ in found), any(off == phone for _, off in found)
        if not boards and not alights:
            continue
        is_every = all((on == phone) is boards and (off == phone) is alights for on, off in found)
        named = {rules.get(rule) for rule in notes.rule_ids.get((stop, route), ())}
        yield stop, route, int(boards), int(alights), int(is_every), named.pop() if len(named) == 1 else None
