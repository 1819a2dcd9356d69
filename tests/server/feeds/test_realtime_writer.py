"""Written facts are read back as the same facts."""

from datetime import UTC, date, datetime

from google.transit import gtfs_realtime_pb2
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.domain.access import Access
from stopbell_server.domain.ids import AgencyId, AlertId, RouteId, StopId, TripId, VehicleId
from stopbell_server.domain.realtime import (
    Alert,
    Occupancy,
    Selector,
    StopRelationship,
    StopTimeEvent,
    StopTimeUpdate,
    Translation,
    TripDescriptor,
    TripRelationship,
    TripUpdate,
    Vehicle,
    VehiclePosition,
    VehicleStopStatus,
)
from stopbell_server.domain.text import to_clean_text
from stopbell_server.feeds.realtime import decode
from stopbell_server.feeds.realtime.trip_facts import to_trip_update
from stopbell_server.feeds.realtime.vehicle_facts import to_position
from stopbell_server.feeds.realtime_writer import encode_alerts, encode_positions, encode_updates

NOW = datetime(2026, 11, 30, 10, tzinfo=UTC)

texts = st.text("abcАБїź019 -:«»", min_size=1, max_size=12).map(lambda text: to_clean_text("x" + text))
instants = st.integers(1_700_000_000, 1_900_000_000)
moments = instants.map(lambda posix: datetime.fromtimestamp(posix, UTC))
days = st.dates(date(2020, 1, 1), date(2035, 12, 31))
day_seconds = st.integers(0, 52 * 3600)
events = st.builds(
    StopTimeEvent,
    time=instants,
    delay_s=st.none() | st.integers(-3600, 3600),
    uncertainty_s=st.none() | st.integers(0, 900),
) | st.builds(StopTimeEvent, delay_s=st.integers(-3600, 3600))
descriptors = st.builds(
    TripDescriptor,
    trip=texts.map(TripId),
    route=st.none() | texts.map(RouteId),
    direction=st.sampled_from((None, 0, 1)),
    start_date=st.none() | days,
    start_s=st.none() | day_seconds,
    relationship=st.sampled_from(list(TripRelationship)),
)
vehicles = st.builds(
    Vehicle,
    id=texts.map(VehicleId),
    label=st.none() | texts,
    plate=st.none() | texts,
    wheelchair=st.sampled_from((None, *Access)),
)
served = st.builds(
    StopTimeUpdate,
    stop=st.none() | texts.map(StopId),
    arrival=st.none() | events,
    departure=st.none() | events,
    assigned_stop=st.none() | texts.map(StopId),
    headsign=st.none() | texts,
    occupancy=st.sampled_from((None, *Occupancy)),
)
unserved = st.builds(
    StopTimeUpdate,
    stop=texts.map(StopId),
    relationship=st.sampled_from((StopRelationship.SKIPPED, StopRelationship.NO_DATA)),
)
updates = st.builds(
    TripUpdate,
    descriptor=descriptors,
    updates=st.lists(served | unserved, max_size=4).map(tuple),
    vehicle=st.none() | vehicles,
    timestamp=st.none() | moments,
    delay_s=st.none() | st.integers(-3600, 3600),
    headsign=st.none() | texts,
    short_name=st.none() | texts,
    new_trip=st.none() | texts.map(TripId),
    new_start_date=st.none() | days,
    new_start_s=st.none() | day_seconds,
)
eighths = st.integers(-8 * 80, 8 * 80).map(lambda eighth: eighth / 8)
"""Numbers that a 32-bit float holds exactly; zero is left to the reader, which takes 0, 0 for no place."""


@given(st.lists(updates, min_size=1, max_size=3))
def test_trip_updates_come_back_as_they_were(facts: list[TripUpdate]) -> None:
    payload = encode_updates(NOW, [(str(place), update) for place, update in enumerate(facts)])

    assert [to_trip_update(message) for message in decode(payload).updates] == facts


@given(
    vehicles,
    descriptors,
    eighths.filter(bool),
    eighths,
    st.sampled_from(list(VehicleStopStatus)),
    st.sampled_from((None, *Occupancy)),
)
def test_positions_come_back_as_they_were(
    vehicle: Vehicle,
    descriptor: TripDescriptor,
    lat: float,
    lon: float,
    status: VehicleStopStatus,
    occupancy: Occupancy | None,
) -> None:
    fact = VehiclePosition(
        vehicle,
        descriptor,
        lat,
        lon,
        bearing=90.5,
        speed=0,
        sequence=3,
        stop=StopId("market"),
        status=status,
        timestamp=NOW,
        occupancy=occupancy,
        occupancy_percent=0,
    )

    assert [to_position(message) for message in decode(encode_positions(NOW, [("1", fact)])).vehicles] == [fact]


def test_a_vehicle_that_says_little_comes_back_without_the_rest() -> None:
    fact = VehiclePosition(Vehicle(VehicleId("7")), lat=46.0, lon=31.25)

    assert [to_position(message) for message in decode(encode_positions(NOW, [("1", fact)])).vehicles] == [fact]


@given(st.lists(st.builds(Translation, texts, st.sampled_from(("uk", "en", "pl"))), min_size=1, max_size=3), moments)
def test_alerts_come_back_as_they_were(words: list[Translation], end: datetime) -> None:
    distinct = tuple({one.language: one for one in words}.values())
    fact = Alert(
        AlertId("lift"),
        selectors=(
            Selector(stop=StopId("market")),
            Selector(agency=AgencyId("a"), route_type=0),
            Selector(route=RouteId("5"), direction=0, stop=StopId("theatre")),
            Selector(trip=TripDescriptor(TripId("t"), start_date=date(2026, 11, 30))),
        ),
        periods=((None, end), (end, None)),
        cause="MAINTENANCE",
        effect="ACCESSIBILITY_ISSUE",
        severity="WARNING",
        header=distinct,
        description=distinct,
        spoken_header=distinct,
        spoken_description=distinct,
        url="https://example.org/lift",
    )

    assert decode(encode_alerts(NOW, [fact])).alerts == (fact,)


def test_a_delay_of_zero_is_written_and_one_not_known_is_not() -> None:
    stops = (
        StopTimeUpdate(1, departure=StopTimeEvent(delay_s=0)),
        StopTimeUpdate(2, departure=StopTimeEvent(time=1_800_000_000)),
    )
    payload = encode_updates(NOW, [("1", TripUpdate(TripDescriptor(TripId("t")), stops))])
    message = gtfs_realtime_pb2.FeedMessage.FromString(payload)

    departures = [stop.departure for stop in message.entity[0].trip_update.stop_time_update]

    assert [event.HasField("delay") for event in departures] == [True, False]


def test_what_is_written_says_its_version_and_time() -> None:
    header = gtfs_realtime_pb2.FeedMessage.FromString(encode_alerts(NOW, [])).header

    assert (header.gtfs_realtime_version, header.incrementality, header.timestamp) == (
        "2.0",
        gtfs_realtime_pb2.FeedHeader.FULL_DATASET,
        int(NOW.timestamp()),
    )
