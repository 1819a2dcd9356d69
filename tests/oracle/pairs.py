"""Which real feeds, and which instants of them, the product and the oracle are compared on."""

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from random import Random
from zoneinfo import ZoneInfo

from google.protobuf import json_format
from google.transit import gtfs_realtime_pb2 as rt

from tests.oracle.plan import Plan


@dataclass(frozen=True, slots=True)
class Moment:
    """An instant of a pair, with or without its live feed."""

    live: str | None = None
    """The capture that is used; None: by timetable only."""
    at: str | None = None
    """Local date and time; None is the capture's own. A capture used at another time is stamped as if made then."""
    after_s: int = 0
    """Seconds to add, so that the capture has aged."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A timetable and captures that belong to it."""

    folder: str
    moments: tuple[Moment, ...]
    timetable: str = "static.zip"
    nights: int = 0
    """At how many days of the calendar it is asked besides, through the night and the morning; see list_instants."""
    stops: int = 8
    """How many stops with departures are compared at each moment."""
    first: tuple[str, ...] = ()
    """Stops to compare before those chosen by chance: where the captures are eventful."""


def _age(live: str, *ages_s: int) -> tuple[Moment, ...]:
    return tuple(Moment(live, after_s=age_s) for age_s in ages_s)


def _plan(*instants: str) -> tuple[Moment, ...]:
    return tuple(Moment(at=at) for at in instants)


PAIRS = (
    Pair(
        "pair-halifax-2025-11-06",
        _age("TripUpdates.pb", 0, 95, 240, -60) + _plan("2025-11-02 08:00", "2025-11-06 00:10", "2025-11-06 12:00"),
        stops=12,
        first=("8558", "7063", "8363", "7614", "8641", "6105"),
    ),
    Pair(
        "pair-caltrain-2023-11-08",
        _age("ct-trip-updates.pb", 0, 120, 300, -60)
        + _plan("2023-11-05 09:00", "2023-11-08 00:10", "2023-11-08 12:00"),
    ),
    Pair(
        "pair-bart-2019-08-07",
        _age("bart-trip-updates.pb", 0, 100, 300) + _plan("2019-11-03 08:30", "2019-08-07 00:10", "2019-08-07 12:00"),
    ),
    Pair("pair-bart-2018-05-30", _age("BA.json", 0, 120) + _plan("2018-11-04 08:30", "2018-05-30 00:10")),
    Pair(
        "pair-bustang-2023-03-06",
        _age("TripUpdates.pb", 0, 100, 300, 1801) + _plan("2023-03-12 08:00", "2023-03-06 12:00"),
    ),
    Pair(
        "pair-raba-2025-06-08",
        (
            *_age("raba-trip-updates.pb", 0, 200),
            *(Moment("raba-trip-updates.pb", f"2025-06-09 {clock}") for clock in ("06:20", "08:15", "12:30")),
            *_plan("2025-06-09 12:00", "2025-03-08 18:30"),
        ),
        first=("9902", "3027", "3030", "3031"),
    ),
    Pair("pair-hsl-notripid-2020-02-23", (Moment("TripUpdates.pb", "2020-02-25 00:05"), *_plan("2020-02-25 00:20"))),
    Pair(
        "pair-delijn-2019",
        (
            *(Moment("TripUpdates.pb", f"2019-07-09 {clock}") for clock in ("12:40", "13:10", "13:41", "13:45")),
            *_plan("2019-07-11 12:45", "2019-07-11 06:10"),
        ),
        stops=6,
    ),
    Pair(
        "pair-wmata-midnight-2023-08-19",
        (
            *_age("2359.json", 0),
            *_age("2400.json", 0, 100),
            *_age("2403.json", 0),
            *_age("2445.json", 0),
            *_plan("2023-08-19 00:10", "2023-08-18 23:30"),
        ),
    ),
    Pair(
        "pair-nyct-2024-03",
        (
            *_plan("2023-11-05 00:10", "2023-11-05 08:00", "2023-11-05 12:00"),
            Moment("nyct-2024-03-19T092719.pb", "2023-11-05 12:00"),
        ),
        stops=10,
    ),
)


def _by_plan(*folders: str) -> tuple[Pair, ...]:
    return tuple(Pair(folder, (), timetable="gtfs.zip", nights=1, stops=5) for folder in folders)


TIMETABLES = _by_plan("static-amtrak-2021", "static-trondheim-2019")
"""Timetables of other places, of which no live feed is at hand."""
MORE_TIMETABLES = _by_plan(
    "static-detroit-peoplemover", "static-hsr-hongkong", "static-kuopio-2016", "static-portoalegre-cut"
)
"""More of them, for a long run."""
TRIES = 20
"""How many stops are asked for each that is to be compared: many have nothing at that hour."""
LONG = 4
"""How many times more stops, and days, a long run looks at."""


def lengthen(pair: Pair) -> Pair:
    """Give the pair as a long run looks at it."""
    return replace(pair, stops=pair.stops * LONG, nights=pair.nights * LONG or 1)


CLOCKS = ("00:10", "03:30", "08:00", "17:30")


def list_instants(plan: Plan, days: int) -> tuple[Moment, ...]:
    """List instants of the night and the morning of days with service: first those on which the clock changes."""
    services = {trip.service for trip in plan.trips.values()}
    first = min([*(start for start, _, _ in plan.weekly.values()), *(day for _, day in plan.exceptions)])
    last = max([*(end for _, end, _ in plan.weekly.values()), *(day for _, day in plan.exceptions)])
    span = (first + timedelta(days=n) for n in range(min((last - first).days + 1, 800)))
    running = [day for day in span if any(plan.runs_on(service, day) for service in services)]
    changing = [day for day in running if _find_offset(plan, day) != _find_offset(plan, day - timedelta(days=1))]
    chosen = dict.fromkeys([*changing[-2:], *Random(0).sample(running, min(len(running), days))])
    return tuple(Moment(at=f"{day} {clock}") for day in list(chosen)[: days + 1] for clock in CLOCKS if days)


def _find_offset(plan: Plan, day: date) -> timedelta | None:
    return datetime(day.year, day.month, day.day, 12, tzinfo=plan.zone).utcoffset()


EXCLUDED = {
    ("pair-delijn-2019", "31783744"): "more than six hours late; boards look back six hours (architecture, decision 6)",
}
"""Trips left out of the comparison, each with the reason."""


def read_capture(content: bytes) -> rt.FeedMessage:
    """Read a capture, protobuf or JSON."""
    feed = rt.FeedMessage()
    if content[:1] == b"{":
        return json_format.Parse(content, feed)
    feed.ParseFromString(content)
    return feed


def find_instant(moment: Moment, feed: rt.FeedMessage, zone: ZoneInfo) -> int:
    """Give a moment as POSIX seconds."""
    if moment.at is None:
        return feed.header.timestamp + moment.after_s
    return int(datetime.fromisoformat(moment.at).replace(tzinfo=zone).timestamp()) + moment.after_s


def stamp_anew(feed: rt.FeedMessage, now: int) -> bytes:
    """Give the capture as if it had been made at that instant; one whose header has no time stays as it is."""
    stamped = rt.FeedMessage()
    stamped.CopyFrom(feed)
    if stamped.header.timestamp:
        stamped.header.timestamp = now
        for entity in stamped.entity:
            entity.trip_update.ClearField("timestamp")
    return stamped.SerializePartialToString()
