"""Small facts of the domain, made by hand, for tests of the mapping to the wire."""

from dataclasses import replace
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

from stopbell_server.domain.access import UNKNOWN_ACCESS, Access, AccessVerdict
from stopbell_server.domain.calls import Call, LiveState, StopDescription, Times, Toward
from stopbell_server.domain.certainty import CallStatus, Certainty, FeedState
from stopbell_server.domain.ids import AgencyId, Authority, RouteId, StopId, TripId
from stopbell_server.domain.network import Mode, Route, Stop
from stopbell_server.domain.store import FeedInfo

KYIV = ZoneInfo("Europe/Kyiv")
NOW = datetime(2026, 11, 30, 8, 0, tzinfo=UTC)
AUTHORITY = Authority("lviv")

FEED = FeedInfo(
    authority=AUTHORITY,
    version="abc",
    zone=KYIV,
    language="uk",
    title="Lviv Transport",
    first_day=date(2026, 1, 1),
    last_day=date(2026, 12, 31),
    longest_s=90_000,
    stop_count=2,
    trip_count=2,
    stop_time_count=4,
)
STOP = Stop(id=StopId("707"), name="Площа Ринок", lat=49.8419, lon=24.0315)
ROUTE = Route(id=RouteId("r1"), mode=Mode.TRAM, agency=AgencyId("a"), short_name="T02")
LIVE = LiveState(FeedState.LIVE, source_time=NOW, retrieved_time=NOW, age_s=12)
UNKNOWN_VERDICT = AccessVerdict(UNKNOWN_ACCESS, UNKNOWN_ACCESS, Access.UNKNOWN)


class Untranslated:
    """A store without translations."""

    def translate(self, table: str, field: str, record: str, value: str, language: str) -> str | None:
        """Translate nothing."""
        return None


def make_call(**changes: object) -> Call:
    """Give a tram at 10:05 by plan and 10:07 by prediction, local time, with what the test changes."""
    call = Call(
        authority=AUTHORITY,
        route=ROUTE,
        route_label="T02",
        trip=TripId("t1"),
        service_day=date(2026, 11, 30),
        start_s=None,
        stop=STOP,
        sequence=3,
        arrival=Times(scheduled=NOW.replace(minute=5), expected=NOW.replace(minute=7)),
        departure=Times(scheduled=NOW.replace(minute=5), expected=NOW.replace(minute=7)),
        certainty=Certainty.LIVE,
        status=CallStatus.RUNNING,
        access=UNKNOWN_VERDICT,
        headsign="Пасічна",
        destination="Пасічна",
    )
    return replace(call, **changes)  # pyright: ignore[reportArgumentType]  # the names are checked by replace


def make_description(**changes: object) -> StopDescription:
    """Give the square's stop as found in its feed, with what the test changes."""
    described = StopDescription(
        feed=FEED,
        stop=STOP,
        station=None,
        platforms=(),
        lines=("T02", "10A"),
        towards=(Toward("T02", "Пасічна"), Toward("10A", "Пасічна"), Toward("10A", "Вокзал")),
        heading=None,
        opposite=None,
        opposite_m=None,
        access=UNKNOWN_ACCESS,
    )
    return replace(described, **changes)  # pyright: ignore[reportArgumentType]  # the names are checked by replace
