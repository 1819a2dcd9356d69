"""A small kiosk to be checked, of which everything passes that can."""

import asyncio
import time
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from stopbell.kiosk.provisioning import Provisioning
from stopbell.kiosk.self_check.checking import check_kiosk
from stopbell.kiosk.self_check.finding import Finding
from stopbell.kiosk.self_check.subject import Subject
from stopbell_server.contract.arrivals import BoardingAccess
from stopbell_server.contract.stops import AccessFactModel
from tests.assistant.faketools import BOOKS, FakeTools, answer_board, answer_low_floor, make_call, make_stop
from tests.assistant.talking import NOON, make_tools

FED = AccessFactModel(value="yes", source="trip")
ACCESSIBLE = BoardingAccess(verdict="yes", stop=FED, vehicle=FED, low_floor="yes")
CALLS = tuple(
    make_call(line, headsign, minutes, access=ACCESSIBLE)
    for line, headsign, minutes in (("10A", "Harbour", 3), ("5", "Central Station", 6), ("10A", "Harbour", 14))
)
GOOD: Mapping[str, Any] = {
    "stops": ("town:oak",),
    "languages": ("en", "uk"),
    "speech": {"volume_by_hour": {"06:00": 65, "22:00": "off"}},
    "screen": {"height_cm": 30, "distance_cm": 60},
}
"""So small a file that the checks are quick."""


@dataclass(frozen=True, slots=True)
class GoingClock:
    """Noon, going on."""

    began: float

    def now(self) -> datetime:
        return NOON + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        return time.monotonic() - self.began


def make_city(**answers: Any) -> FakeTools:
    """A small server whose vehicles are accessible."""
    stop = make_stop(access=FED)
    good = {"get_arrivals": answer_board(stop, calls=CALLS), "find_low_floor_vehicles": answer_low_floor(CALLS)}
    return make_tools(**{**good, **answers})


def check(
    folder: Path, *only: str, tools: FakeTools | None = None, rows: int | None = 25, **given: Any
) -> dict[str, Finding]:
    """Check a kiosk; keys of its file in place of the good ones."""
    values = {**GOOD, **given}
    subject = Subject(
        Provisioning.model_validate(values), tools or make_city(), BOOKS, GoingClock(time.monotonic()), folder, rows
    )
    return {one.id: one for one in asyncio.run(check_kiosk(subject, only or None))}
