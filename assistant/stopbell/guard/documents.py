"""A result's JSON document becomes rows. Nothing here knows one tool from another: only what the fields are called."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, cast

from stopbell.guard.facts import Span
from stopbell.guard.names import to_label, to_name_id
from stopbell.guard.rows import Row
from stopbell.guard.states import read_states
from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.headsigns import drop_label

Document = Mapping[str, Any]

_TO = ("headsign", "destination", "towards", "goal", "to", "headsignFilter")
_AT = (
    "name",
    "station",
    "nextStop",
    "scopeName",
    "after",
    "origin",
    "stopName",
    "street",
    "stops",
    "spokenName",
    "label",
    "source",
    "entrance",
    "levels",
)
_LINES = ("line", "lines", "routeFilter")
_DUE = (
    "expectedDeparture",
    "expectedArrival",
    "scheduledDeparture",
    "scheduledArrival",
    "observedDeparture",
    "observedArrival",
    "expected",
    "scheduled",
    "departs",
)
_NUMBERS = {
    "stopsAway": "stop", "stops": "stop", "changes": "change", "distanceMeters": "meter", "meters": "meter",
    "oppositeMeters": "meter", "walkMeters": "meter", "totalMinutes": "total", "atMostMinutes": "total",
    "waitMinutes": "wait", "needMinutes": "wait", "headwayMinutes": "headway", "number": "number",
}  # fmt: skip
_COUNTED = {
    "arrivals": "departure", "alerts": "alert", "options": "option", "stops": "stop", "vehicles": "vehicle",
    "platforms": "platform", "lines": "line", "lifts": "lift", "candidates": "option", "journeys": "vehicle",
}  # fmt: skip
_INHERITED = ("line", "to", "from")
_INSTANT = re.compile(r"\d{4}-\d{2}-\d{2}T\d{2}:\d{2}")
_FREE_TEXT = ("header", "description", "spokenHeader", "spokenDescription", "notice", "text", "closedBy", "reason")
"""Fields in which an operator writes what it likes."""
_PARTS = ("access", "provenance", "status", "vehicle", "boarding")
"""Objects that say something of the one they are in."""


@dataclass(slots=True)
class DocumentReader:
    """Reads one result; `rows`, `names` and `operator_texts` are what came of it."""

    answer: int
    rows: list[Row] = field(default_factory=list[Row])
    names: list[str] = field(default_factory=list[str])
    labels: list[str] = field(default_factory=list[str])
    operator_texts: list[str] = field(default_factory=list[str])

    def read(self, data: Document, calls: Sequence[MonitoredCall], *, is_arrivals: bool) -> None:
        """Read a result's data; calls are those of its board in order, for telling them again."""
        board = Row(self.answer)
        self._read_object(data, Row(self.answer), board)
        rows = [row for row in self.rows if row.call is not None or row.known.get("_call")]
        for row, call in zip(rows, calls, strict=False):
            row.call, row.is_arrival = call, is_arrivals

    def _read_object(self, node: Document, above: Row, own: Row | None = None) -> Row:
        row = own or Row(self.answer)
        row.take_over(above, *_INHERITED)
        if isinstance(stop := node.get("stop"), Mapping):
            # The stop of a board is where all of its calls are.
            self._read_names(row, "from", ("name", "station"), cast("Document", stop))
        self._read_fields(row, node)
        if isinstance(node.get("towards"), list) and isinstance(node.get("lines"), list):
            self.rows.append(_without(row, "to"))  # which line goes where is not said
            row.known.pop("line", None)
        self.rows.append(row)
        parts = [self._read_object(part, row) for key, part in _list_objects(node) if key not in _PARTS]
        self._count(row, node)
        if node.get("kind") == "ride" or (len(_ride_legs(node)) == 1 and "legs" in node):
            for part in parts:
                row.take_over(part)
        elif "legs" in node:
            for part in parts:
                row.take_over(part, "line", "to", "from")
        return row

    def _read_fields(self, row: Row, node: Document) -> None:
        if node.get("type") == "MonitoredCall":
            row.known["_call"].add(True)
        self._read_names(row, "to", _TO, node)
        if isinstance(line := node.get("line"), str) and isinstance(headsign := node.get("headsign"), str):
            self._read_names(row, "to", ("headsign",), {"headsign": drop_label(headsign, line)})
        self._read_names(row, "from", _AT, node)
        for key in _LINES:
            for label in _to_texts(node.get(key)):
                row.known["line"].add(to_label(label))
                self.labels.append(label)
        for key, kind in (
            ("platform", "platform"),
            ("plannedPlatform", "platform_planned"),
            ("vehicleLabel", "vehicle"),
            ("code", "code"),
            ("vehicleId", "vehicle"),
            ("label", "vehicle"),
            ("id", "code"),
        ):
            for label in _to_texts(node.get(key)):
                row.known[kind].add(to_label(label))
                self.labels += [label] if kind.startswith("platform") else []
        for key, kind in _NUMBERS.items():
            if isinstance(value := node.get(key), int):
                row.known[kind].add(value)
        self._read_times(row, node)
        read_states(row, node)
        for key in _FREE_TEXT:
            self.operator_texts += _to_texts(node.get(key))

    def _read_names(self, row: Row, kind: str, keys: Sequence[str], node: Document) -> None:
        for key in keys:
            for name in _to_texts(node.get(key)):
                row.known[kind].add(to_name_id(name))
                self.names.append(name)

    def _read_times(self, row: Row, node: Document) -> None:
        for key, value in node.items():
            if isinstance(value, str) and _INSTANT.match(value):
                instant = datetime.fromisoformat(value)
                if key in ("now", "retrievedTime", "sourceTime"):
                    continue
                row.known["clock"].add(instant.hour * 60 + instant.minute)
                row.known["date"].add(f"{instant.month}-{instant.day}")
                row.known["weekday"].add(str(instant.isoweekday()))
                if key in _DUE:
                    row.instants.append(instant)
        if isinstance(minutes := node.get("minutes"), int):
            row.minutes.add(minutes)
        if isinstance(age := node.get("ageSeconds"), int):
            row.age_s = age
        if isinstance(delay := node.get("delaySeconds"), int):
            row.known["delay_s"].add(delay)
        if isinstance(doubt := node.get("uncertaintySeconds"), int):
            row.uncertainty_s = doubt
        row.is_shaky = bool(node.get("approximate")) or row.uncertainty_s >= 90

    def _count(self, row: Row, node: Document) -> None:
        for key, unit in _COUNTED.items():
            if isinstance(listed := node.get(key), list):
                count = len(cast("list[object]", listed))
                row.known[f"count_{unit}"] |= {
                    count,
                    count + _to_int(node.get("more")),
                    count + _to_int(node.get("moreAlerts")),
                }
        if more := _to_int(node.get("more")):
            row.known["count_departure"].add(more)
        for key, value in node.items():
            if (
                key in ("windowStart", "windowEnd")
                and isinstance(value, str)
                and isinstance(now := node.get("now"), str)
            ):
                span = abs(datetime.fromisoformat(value) - datetime.fromisoformat(now)).total_seconds()
                row.known["window"].add(round(span / 60))


def _without(row: Row, kind: str) -> Row:
    copy = row.copy()
    copy.known.pop(kind, None)
    return copy


def _list_objects(node: Document) -> Iterator[tuple[str, Document]]:
    for key, value in node.items():
        if isinstance(value, Mapping):
            yield key, cast("Document", value)
        elif isinstance(value, list):
            for one in cast("list[object]", value):
                if isinstance(one, Mapping):
                    yield key, cast("Document", one)


def _ride_legs(node: Document) -> list[Document]:
    legs = node.get("legs")
    return [leg for leg in legs if leg.get("kind") == "ride"] if isinstance(legs, list) else []  # pyright: ignore


def _to_texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, list):
        return [one for one in cast("list[object]", value) if isinstance(one, str) and one]
    return []


def _to_int(value: object) -> int:
    return value if isinstance(value, int) else 0


def is_within(span: Span, value: int) -> bool:
    """Tell whether a number lies in a span."""
    return span.low <= value <= span.high
