"""Random trip updates for a small timetable: right ones, odd ones and wrong ones."""

from datetime import date, timedelta
from typing import Any

from hypothesis import strategies as st

from tests.oracle.invented_plans import PLACES, pick, rarely, write_time
from tests.oracle.plan import Plan, PlannedCall, PlannedTrip
from tests.realtimetext import Fields, stop, update

RELATIONSHIPS = ("SCHEDULED", "CANCELED", "DELETED", "ADDED", "NEW", "REPLACEMENT", "DUPLICATED", "UNSCHEDULED")
DELAYS = (60, 0, -60, 120, 300, -300, 900, 30, 600, 3000, -900)
WILD = (7200, 20_000, 50_000, -50_000)
Said = dict[str, Any]


@st.composite
def draw_updates(draw: st.DrawFn, plan: Plan, day: date, now: int) -> list[Fields]:
    """Draw what is said of the trips: of each nothing, something, or two things."""
    said = [
        draw(_draw_update(plan, trip, day, now)) for trip in plan.trips.values() for _ in range(draw(pick(1, 0, 2)))
    ]
    return draw(st.permutations(said))


@st.composite
def _draw_update(draw: st.DrawFn, plan: Plan, trip: PlannedTrip, day: date, now: int) -> Fields:
    relationship = draw(pick(*RELATIONSHIPS))
    meant = day + timedelta(days=draw(pick(0, -1, 1)))
    first = trip.first_departure
    start = draw(st.sampled_from((*trip.starts, first)))
    fields = draw(_draw_descriptor(trip, meant, start))
    if relationship != "SCHEDULED":
        fields["schedule_relationship"] = relationship
    zero = plan.to_instant(meant, start - first)
    name: str | None = trip.id
    if relationship in ("ADDED", "NEW", "REPLACEMENT", "UNSCHEDULED"):
        name = draw(st.sampled_from(("extra", trip.id, None)))
    elif draw(rarely(8)):
        name = draw(st.sampled_from((None, "unknown", "extra")))
    if relationship == "DUPLICATED":
        new_day = meant.strftime("%Y%m%d")
        shift = draw(st.sampled_from((1200, 0, -600)))
        zero += shift
        fields["trip_properties"] = {
            "trip_id": draw(pick("copy", "")),
            "start_date": new_day,
            "start_time": write_time(max(0, start + shift)),
        }
    if draw(rarely(3)):
        fields["timestamp"] = now - draw(st.sampled_from((0, 30, 100, 200)))
    if draw(rarely()):
        fields["delay"] = draw(pick(*DELAYS))
    vehicle = draw(_draw_vehicle())
    return update(name, *draw(_draw_stops(trip, zero)), vehicle=vehicle, **fields)


@st.composite
def _draw_descriptor(draw: st.DrawFn, trip: PlannedTrip, day: date, start: int) -> Said:
    """Draw the fields that tell which run of a trip is meant; some are left out, some are wrong."""
    fields: Said = {}
    if not draw(rarely(4)):
        fields["start_date"] = draw(pick(day.strftime("%Y%m%d"), day.isoformat(), "soon", day.strftime("%Y%m%d")))
    if trip.is_by_frequency or draw(st.booleans()):
        fields["start_time"] = write_time(start)
    if draw(st.booleans()):
        fields["route_id"] = draw(pick(trip.route, "R"))
    if draw(st.booleans()):
        fields["direction_id"] = int(draw(pick(trip.direction, "1")) or 0)
    return fields


@st.composite
def _draw_vehicle(draw: st.DrawFn) -> Said | None:
    said = draw(pick(None, "NO_VALUE", "UNKNOWN", "WHEELCHAIR_ACCESSIBLE"))
    return None if said is None else {"id": "bus", "wheelchair_accessible": said}


@st.composite
def _draw_stops(draw: st.DrawFn, trip: PlannedTrip, zero: int) -> list[Fields]:
    """Draw what is said of the stops; all are named in one way."""
    naming = draw(pick("both", "sequence", "stop", "wrong", "elsewhere"))
    form = draw(st.sampled_from(("delay", "time", "both")))
    said: list[Fields] = []
    for call in trip.calls:
        if draw(rarely(4)):
            continue
        sequence = None if naming == "stop" else call.sequence + (1 if naming == "wrong" else 0)
        where = None if naming == "sequence" else "D" if naming == "elsewhere" else call.stop
        said.append(stop(sequence, where, **draw(_draw_events(call, zero, form))))
    if len(said) > 1 and draw(rarely()):
        said.append(said[0])
    return said


@st.composite
def _draw_events(draw: st.DrawFn, call: PlannedCall, zero: int, form: str) -> Said:
    said: Said = {}
    relationship = draw(pick("SCHEDULED", "SKIPPED", "NO_DATA", "SCHEDULED"))
    if relationship != "SCHEDULED":
        said["schedule_relationship"] = relationship
    ends = draw(pick(("arrival", "departure"), ("departure",), ("arrival",), ()))
    for end in ends:
        delay = draw(pick(*(WILD if draw(rarely(30)) else DELAYS)))
        planned = (call.arrival if end == "arrival" else call.departure) or 0
        event: Said = {}
        if form != "time":
            event["delay"] = delay
        if form != "delay":
            event["time"] = (zero + planned + delay) * draw(pick(1, 1000, 0, 1, 1, 1))
        if draw(rarely(3)):
            event["uncertainty"] = draw(st.sampled_from((0, 30)))
        said[end] = event
    properties: Said = {}
    if draw(rarely()):
        properties["assigned_stop_id"] = draw(st.sampled_from((*PLACES, "nowhere")))
    if draw(rarely()):
        properties["stop_headsign"] = "Depot"
    if properties:
        said["stop_time_properties"] = properties
    return said
