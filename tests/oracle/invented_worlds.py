"""Random small worlds: a timetable, a live feed and an instant, made and shrunk by hypothesis."""

import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from hypothesis import strategies as st

from tests.oracle.invented_notices import draw_alerts, draw_positions
from tests.oracle.invented_plans import draw_plan, pick, rarely
from tests.oracle.invented_updates import draw_updates
from tests.oracle.plan import Plan
from tests.oracle.plan_reading import parse_date, read_plan
from tests.realtimetext import Fields, make_updates

AGES_S = (0, 60, 100, 200, 0, 0, 1800, 1801, -120, -121)


@dataclass(frozen=True)
class InventedWorld:
    """One question's whole world; its text is what a failing test shows."""

    files: Mapping[str, str]
    now: int
    header: int
    """0: the live feed does not say when it was made."""
    entities: Sequence[Fields] | None
    """None: no live feed is set up."""

    def __repr__(self) -> str:
        """Give the tables and the live feed as one would write them."""
        tables = "\n".join(f"-- {name}\n{text}" for name, text in self.files.items() if text)
        lines = "\n".join(json.dumps(entity) for entity in self.entities or ())
        live = "no live feed" if self.entities is None else f"live feed of {self.header}\n{lines}"
        return f"\n{tables}\n-- {live}\n-- now is {self.now}, {datetime.fromtimestamp(self.now, UTC)}"

    @property
    def payload(self) -> bytes | None:
        """The live feed's bytes."""
        return None if self.entities is None else make_updates(header=self.header, entities=self.entities)

    def write(self, folder: Path) -> Path:
        """Write the timetable as a zip."""
        path = folder / "feed.zip"
        path.write_bytes(to_zip(self.files).getvalue())
        return path


def to_zip(files: Mapping[str, str]) -> io.BytesIO:
    """Give the tables as a zip; an empty one is left out."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        for name, text in files.items():
            if text:
                archive.writestr(name, text + "\n")
    content.seek(0)
    return content


@st.composite
def draw_world(draw: st.DrawFn) -> InventedWorld:
    """Draw a world in which something is about to happen at some stop."""
    files, day_text = draw(draw_plan())
    plan, day = read_plan(to_zip(files)), parse_date(day_text)
    day += timedelta(days=draw(pick(0, -1)))
    now = draw(_draw_instant(plan, day))
    header = now - draw(pick(*AGES_S))
    if draw(rarely(20)):
        header = 0
    if draw(rarely(12)):
        return InventedWorld(files, now, header, None)
    kinds = (draw_updates(plan, day, now), draw_positions(plan, day, now), draw_alerts(plan, day, now))
    return InventedWorld(files, now, header, [entity for kind in kinds for entity in draw(kind)])


@st.composite
def _draw_instant(draw: st.DrawFn, plan: Plan, day: date) -> int:
    """Draw an instant not far from some planned call of the day."""
    trip = draw(st.sampled_from(sorted(plan.trips)))
    call = draw(st.sampled_from(plan.trips[trip].calls))
    start = draw(st.sampled_from(plan.trips[trip].starts or [plan.trips[trip].first_departure]))
    shift = start - (plan.trips[trip].first_departure)
    return plan.to_instant(day, (call.departure or 0) + shift) + draw(
        pick(-300, 0, 60, 61, -3600, -3601, -1800, 600, -900, -600)
    )
