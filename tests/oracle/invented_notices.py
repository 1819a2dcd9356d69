"""Random vehicle positions and alerts for a small timetable."""

from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from tests.oracle.invented_plans import pick, rarely, write_time
from tests.oracle.plan import Plan
from tests.realtimetext import Fields, alert, vehicle

Said = dict[str, Any]
STOPS = ("A", "B1", "B", "door", "node", "bay", "NA", "nowhere")


@st.composite
def draw_positions(draw: st.DrawFn, plan: Plan, day: date, now: int) -> list[Fields]:
    """Draw where vehicles are that run trips of the plan, copies of them, or added trips."""
    if draw(rarely(2)):
        return []
    names = (*plan.trips, *plan.trips, "copy", "extra")
    return [draw(_draw_position(plan, draw(st.sampled_from(names)), day, now)) for _ in range(draw(st.integers(1, 3)))]


@st.composite
def _draw_position(draw: st.DrawFn, plan: Plan, name: str, day: date, now: int) -> Fields:
    descriptor: Said = {"trip_id": name}
    if draw(st.booleans()):
        descriptor["start_date"] = (day + timedelta(days=draw(pick(0, 1)))).strftime("%Y%m%d")
    planned = plan.trips.get(name, next(iter(plan.trips.values())))
    if planned.is_by_frequency:
        descriptor["start_time"] = write_time(draw(st.sampled_from((*planned.starts, planned.first_departure))))
    said: Said = {}
    call = draw(st.sampled_from(planned.calls))
    naming = draw(st.sampled_from(("sequence", "both", "stop", "wrong", "none")))
    if naming in ("sequence", "both", "wrong"):
        said["current_stop_sequence"] = call.sequence + (naming == "wrong")
        said["current_status"] = draw(pick("IN_TRANSIT_TO", "STOPPED_AT"))
    if naming in ("both", "stop", "wrong"):
        said["stop_id"] = call.stop
    if not draw(rarely(4)):
        said["timestamp"] = now - draw(pick(0, 60, 181, 1801, -121))
    access = draw(pick("", "NO_VALUE", "UNKNOWN", "WHEELCHAIR_ACCESSIBLE", "WHEELCHAIR_INACCESSIBLE"))
    return vehicle("bus", trip=descriptor, descriptor={"wheelchair_accessible": access} if access else None, **said)


@st.composite
def draw_alerts(draw: st.DrawFn, plan: Plan, day: date, now: int) -> list[Fields]:
    """Draw alerts for stops, lines, trips, agencies and kinds of vehicle, and mixtures of these."""
    count = draw(pick(0, 1, 2, 3))
    return [draw(_draw_alert(plan, day, now, f"alert {number}")) for number in range(count)]


@st.composite
def _draw_alert(draw: st.DrawFn, plan: Plan, day: date, now: int, header: str) -> Fields:
    periods: list[Said] = []
    for _ in range(draw(pick(0, 1, 2))):
        start, length = draw(st.sampled_from((0, -600, 600, 86_400))), draw(st.sampled_from((600, 1800, -1)))
        ends = draw(st.sampled_from((("start", "end"), ("start",), ("end",), ())))
        values = {"start": now + start, "end": now + start + length}
        periods.append({end: values[end] for end in ends})
    return alert(
        header=header,
        effect=draw(pick("NO_SERVICE", "DETOUR", "ACCESSIBILITY_ISSUE", "UNKNOWN_EFFECT")),
        active_period=periods,
        informed_entity=[draw(_draw_selector(plan, day)) for _ in range(draw(pick(1, 2, 0)))],
    )


@st.composite
def _draw_selector(draw: st.DrawFn, plan: Plan, day: date) -> Said:
    said: Said = {}
    if not draw(rarely(3)):
        said["stop_id"] = draw(st.sampled_from(STOPS))
    if draw(rarely(3)):
        said["route_id"] = draw(st.sampled_from(("R", "S", "unknown")))
    if draw(rarely()):
        said["direction_id"] = draw(st.sampled_from((0, 1)))
    if draw(rarely()):
        said["agency_id"] = draw(st.sampled_from(("X", "Y")))
    if draw(rarely()):
        said["route_type"] = draw(st.sampled_from((3, 0, 700, 900, 4)))
    if draw(rarely()):
        trip: Said = {"trip_id": draw(st.sampled_from((*plan.trips, "unknown")))} if draw(st.booleans()) else {}
        if draw(rarely(3)):
            trip["route_id"] = draw(st.sampled_from(("R", "S")))
        if draw(rarely(3)):
            trip["start_date"] = (day + timedelta(days=draw(pick(0, 1)))).strftime("%Y%m%d")
        said["trip"] = trip
    return said
