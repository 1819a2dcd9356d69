"""The product's answer to the oracle's question, as the oracle's rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from stopbell_server.domain.access import AccessFact
from stopbell_server.domain.calls import AlertMatch, Call, CallKind, StopRef
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.feeds.importing import import_feed
from stopbell_server.feeds.realtime import build_snapshot, receive
from stopbell_server.store.read import SqliteStore
from stopbell_server.world import FeedView, World
from tests.oracle.alerts import Told
from tests.oracle.row import DEPARTURES, Row

AUTHORITY = Authority("oracle")


@dataclass(frozen=True, slots=True)
class Product:
    """A feed imported the way the product does it."""

    store: SqliteStore

    def open_world(self, payloads: Sequence[bytes], now: int) -> World:
        """Give the world at an instant, with live feeds fetched then; no payloads: no live feed is set up."""
        instant = datetime.fromtimestamp(now, UTC)
        fetched = [receive(payload, f"source-{n}", instant, number=n) for n, payload in enumerate(payloads)]
        snapshot = build_snapshot(fetched, self.store) if fetched else None
        return World((FeedView(self.store, snapshot, FleetRegistry(), {}),), instant)


def open_product(source: Path, target: Path) -> Product:
    """Import a feed and open it."""
    report = import_feed(source, AUTHORITY, target, lambda stage, done, total: None)
    return Product(SqliteStore(report.path))


def list_rows(world: World, stop: str, kind: str = DEPARTURES) -> list[Row]:
    """List the arrivals or departures on the product's board, in its order."""
    asked = CallKind(kind)
    board = world.get_board(StopRef(AUTHORITY, StopId(stop)), kind=asked, limit=1000)
    return [_to_row(call, asked) for call in board.calls]


def _to_row(call: Call, kind: CallKind) -> Row:
    effective, times = call.effective(kind), call.at(kind)
    other = call.arrival if kind is CallKind.DEPARTURES else call.departure
    return Row(
        call.trip or "",
        call.service_day,
        call.start_s,
        call.stop.id,
        call.sequence,
        _to_posix(times.scheduled),
        _to_posix(times.expected),
        call.status.value,
        call.certainty.value,
        0 if effective is None else int(effective.timestamp()),
        None if call.route is None else call.route.id,
        other_end=(_to_posix(other.scheduled), _to_posix(other.expected)),
        headsign=call.headsign,
        destination=call.destination,
        is_about=call.is_approximate,
        uncertainty=times.uncertainty_s if times.expected else None,
        stops_away=call.stops_away,
        access=(_to_text(call.access.stop), _to_text(call.access.vehicle)),
        headway=call.headway_s,
    )


def _to_text(fact: AccessFact) -> str:
    return f"{fact.value.value} {fact.source.value}"


def _to_posix(instant: datetime | None) -> int | None:
    return None if instant is None else int(instant.timestamp())


def list_told(matches: Iterable[AlertMatch]) -> list[Told]:
    """Give the product's alerts as the oracle's."""
    return [Told(match.alert.header[0].text, match.reason, match.is_active) for match in matches]
