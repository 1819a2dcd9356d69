"""Find in any answer what speaks of one call or one vehicle, whatever document it stands in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, cast
from urllib.parse import unquote

Node = Mapping[str, Any]
_JOURNEY = ("tripId", "serviceDay", "startTime")


@dataclass(frozen=True)
class Row:
    """A part of an answer that says how a time is known, with the journey it is part of."""

    where: str
    node: Node
    trip: str | None
    day: date | None
    start_s: int | None

    @property
    def certainty(self) -> str:
        """How its time, or its report, is known."""
        return str(self.node["certainty"])

    @property
    def is_call(self) -> bool:
        """Whether it is a call at a stop; else it is a vehicle where it reported."""
        return isinstance(self.node.get("status"), str)

    def get_instant(self, name: str) -> int | None:
        """Give a time as POSIX seconds; None where it is left out."""
        return None if name not in self.node else int(datetime.fromisoformat(self.node[name]).timestamp())


def list_rows(node: Any, where: str = "", journey: Node | None = None) -> Iterator[Row]:
    """Walk over an answer; a part without a journey of its own belongs to the one around it."""
    if isinstance(node, list):
        for place, one in enumerate(cast(list[Any], node)):
            yield from list_rows(one, f"{where}[{place}]", journey)
    elif isinstance(node, Mapping):
        own = cast(Node, node)
        if "tripId" in own or "serviceDay" in own:
            journey = {name: own[name] for name in _JOURNEY if name in own}
        elif isinstance(own.get("journey"), str):
            # A part of a planned trip names its journey by address alone.
            day, trip, *start = own["journey"].replace("%40", "/").split("/")[4:]
            journey = {"serviceDay": day, "tripId": trip} | ({"startTime": unquote(start[0])} if start else {})
        if isinstance(own.get("certainty"), str):
            yield _to_row(where, own, journey or {})
        for name, value in own.items():
            # A vehicle names its own trip; that of the journey around it is another statement.
            yield from list_rows(value, f"{where}.{name}", None if name == "vehicle" else journey)


def _to_row(where: str, node: Node, journey: Node) -> Row:
    day, start = journey.get("serviceDay"), journey.get("startTime")
    parts = [int(part) for part in start.split(":")] if start else []
    start_s = parts[0] * 3600 + parts[1] * 60 + parts[2] if parts else None
    return Row(where, node, journey.get("tripId"), date.fromisoformat(day) if day else None, start_s)


def list_values(node: Any, *names: str) -> Iterator[Any]:
    """Walk over an answer and give every value under these names."""
    if isinstance(node, list):
        for one in cast(list[Any], node):
            yield from list_values(one, *names)
    elif isinstance(node, Mapping):
        for name, value in cast(Node, node).items():
            if name in names:
                yield value
            yield from list_values(value, *names)
