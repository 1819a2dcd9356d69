"""The one frozen view that tools ask: every feed with its live part, at one instant."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import Protocol

from stopbell_server.domain.calls import (
    AlertMatch,
    Board,
    Call,
    CallKind,
    LiveState,
    StopDescription,
    StopRef,
    StopResolution,
    VehicleSighting,
)
from stopbell_server.domain.certainty import FeedState
from stopbell_server.domain.ids import RouteId, TripId
from stopbell_server.domain.network import Mode
from stopbell_server.domain.passings import Passing
from stopbell_server.domain.station_ways import StationInside
from stopbell_server.timetable.alerts import list_all_alerts, list_route_alerts, list_stop_alerts, list_trip_alerts
from stopbell_server.timetable.board import EVERYTHING, CallFilter, make_board
from stopbell_server.timetable.feed_names import FeedNames, is_named_elsewhere, is_stop_name, to_feed_title
from stopbell_server.timetable.freshness import is_clock_credible, to_live_state
from stopbell_server.timetable.passed import KEPT, PassedCall, list_passed_calls
from stopbell_server.timetable.passings import list_call_passings
from stopbell_server.timetable.pathways import describe_inside
from stopbell_server.timetable.resolve import resolve_stop
from stopbell_server.timetable.resolve_routes import resolve_routes
from stopbell_server.timetable.routes import RouteRef
from stopbell_server.timetable.search import StopMatches, search_stops
from stopbell_server.timetable.stops import describe
from stopbell_server.timetable.stops_around import list_stops_around
from stopbell_server.timetable.towards import Towards
from stopbell_server.timetable.vehicles import list_near, list_on_route
from stopbell_server.timetable.view import FeedView

__all__ = ["FeedView", "RouteRef", "World", "WorldSource"]

GRACE = timedelta(seconds=60)
"""A call up to a minute ago is still "now": a waiting rider must not lose it (transit rule 37)."""
WINDOW = timedelta(minutes=60)
_LATE, _EARLY = timedelta(minutes=60), timedelta(minutes=15)
"""So late or early a vehicle may have left and still be told of, where its leaving was observed."""
_MOST_PASSED = 1000
"""More calls than any stop has in that time."""


class WorldSource(Protocol):
    """Whatever can give the current world; asked once for each tool call, so that an answer never mixes two."""

    def current(self) -> "World":
        """Give the world as it is now."""
        ...


@dataclass(frozen=True)
class World:
    """All feeds at one instant. Pure: asking changes nothing, and nothing is fetched."""

    feeds: tuple[FeedView, ...]
    now: datetime
    """The instant from which every minute is counted, aware."""
    loading: tuple[str, ...] = ()
    """Names of feeds that are wanted and not here yet: of their stops it cannot be said that nobody knows them."""

    def current(self) -> "World":
        """Give itself: a frozen world is its own source."""
        return self

    @cached_property
    def is_clock_credible(self) -> bool:
        """Whether minutes may be spoken: False when every live feed is ahead of this machine's clock."""
        return is_clock_credible(self.feeds, self.now)

    def find_feed(self, authority: str) -> FeedView | None:
        """Give a feed by its name."""
        for view in self.feeds:
            if view.store.info.authority == authority:
                return view
        return None

    def live_state(self, authority: str) -> LiveState:
        """Say what may be said about a feed's live part; ABSENT for a feed that is not loaded."""
        view = self.find_feed(authority)
        if view is None:
            return LiveState(FeedState.ABSENT)
        return to_live_state(view, self.now, clock_ok=self.is_clock_credible)

    def resolve_stop(self, asked: str, *, near: tuple[float, float] | None = None) -> StopResolution:
        """Say which stop is meant by an address, a scoped or raw id, a stop code or a name in any script."""
        return resolve_stop([view.store for view in self.feeds], asked, near)

    def find_stops(
        self, query: str, *, near: tuple[float, float] | None = None, mode: str | None = None, limit: int = 5
    ) -> tuple[StopDescription, ...]:
        """Search stops by name over all feeds, best first; ids and codes that fit exactly come first."""
        return self.search_stops(query, near=near, mode=mode, limit=limit).found

    def search_stops(
        self, query: str, *, near: tuple[float, float] | None = None, mode: str | None = None, limit: int = 5
    ) -> StopMatches:
        """Search as `find_stops` does, and count what else matches. A feed named beside the stop narrows it."""
        stores = [view.store for view in self.feeds]
        return search_stops(stores, query, near=near, mode=Mode(mode) if mode else None, limit=limit)

    def is_named_elsewhere(self, described: StopDescription) -> bool:
        """Whether another feed has a stop of the same name, so that the name alone could mislead."""
        view = self.find_feed(described.feed.authority) if len(self.feeds) > 1 else None
        return view is not None and is_named_elsewhere([v.store for v in self.feeds], view.store, described.stop)

    def name_feed(self, authority: str) -> str:
        """Give what a rider may be told as a feed's source; empty for a feed that is not loaded."""
        view = self.find_feed(authority)
        return to_feed_title(view.store) if view else ""

    def find_named_feed(self, text: str) -> FeedView | None:
        """Give the one feed of several that a rider names: "alerts in Halifax"; None where a stop is called so too."""
        stores = [view.store for view in self.feeds]
        store = FeedNames(stores).find(text)
        return None if store is None or is_stop_name(stores, text) else self.find_feed(store.info.authority)

    def list_stops_near(
        self, lat: float, lon: float, *, radius_m: float = 500, mode: str | None = None, limit: int = 5
    ) -> tuple[StopDescription, ...]:
        """List stops within a radius, nearest first. A platform is listed as itself, not its station too."""
        wanted = Mode(mode) if mode else None
        return list_stops_around([view.store for view in self.feeds], lat, lon, radius_m, wanted, limit)

    def describe_stop(self, ref: StopRef) -> StopDescription | None:
        """Give everything known of a stop, or None when it is not in that feed."""
        view = self.find_feed(ref.authority)
        stop = view.store.find_stop(ref.stop) if view else None
        return describe(view.store, stop) if view and stop else None

    def describe_inside(self, ref: StopRef) -> StationInside | None:
        """Tell the ways between the street and the platforms; None where the feed describes none."""
        view = self.find_feed(ref.authority)
        stop = view.store.find_stop(ref.stop) if view else None
        return describe_inside(view, stop, self.now) if view and stop else None

    def resolve_routes(
        self, asked: str, *, at: StopRef | None = None, authority: str | None = None
    ) -> tuple[RouteRef, ...]:
        """List the routes that a scoped id, a raw id or a label may mean; `at` prefers those that call there."""
        return resolve_routes(self.feeds, asked, at, authority)

    def get_board(
        self,
        ref: StopRef,
        *,
        kind: CallKind = CallKind.DEPARTURES,
        start: datetime | None = None,
        end: datetime | None = None,
        limit: int = 5,
        routes: tuple[RouteId, ...] = (),
        headsign: str | None = None,
        mode: str | None = None,
        access: bool = False,
    ) -> Board:
        """Answer what calls at a stop or station between two instants, both included.

        `start` defaults to now, and then a call of the last minute still counts as now; `end` to an hour
        after the start. `headsign` is part of what a vehicle shows, or names a later stop, in any language that the
        feed has. `access` puts surely accessible calls first and drops none.

        Raises:
            LookupError: the stop is not in that feed; resolve it first.
        """
        view = self.find_feed(ref.authority)
        stop = view.store.find_stop(ref.stop) if view else None
        if view is None or stop is None:
            raise LookupError(f"no stop {ref.stop!r} in feed {ref.authority!r}; resolve_stop finds stops")
        begin = start if start is not None else self.now - GRACE
        return make_board(
            view,
            stop,
            kind=kind,
            start=begin,
            end=end if end is not None else (start or self.now) + WINDOW,
            now=self.now,
            limit=limit,
            live=to_live_state(view, self.now, clock_ok=self.is_clock_credible),
            wanted=CallFilter(routes, Towards(view.store, headsign) if headsign else None, mode)
            if routes or headsign or mode
            else EVERYTHING,
            access_first=access,
        )

    def list_passed(
        self,
        ref: StopRef,
        *,
        kind: CallKind = CallKind.DEPARTURES,
        routes: tuple[RouteId, ...] = (),
        headsign: str | None = None,
        mode: str | None = None,
        limit: int = 3,
    ) -> tuple[PassedCall, ...]:
        """List what was due, or was observed, in the last 15 minutes, the latest first; filters as for `get_board`.

        What was due within the last minute still stands on the board itself, as due now. What was observed is found
        though it ran late or early: by the plan it may have been due an hour ago, or in a while.

        Raises:
            LookupError: the stop is not in that feed; resolve it first.
        """
        view = self.find_feed(ref.authority)
        has_record = view is not None and view.history is not None
        board = self.get_board(
            ref,
            kind=kind,
            start=self.now - (_LATE if has_record else KEPT),
            end=self.now + (_EARLY if has_record else -GRACE),
            limit=_MOST_PASSED,
            routes=routes,
            headsign=headsign,
            mode=mode,
        )
        return list_passed_calls(view, board, self.now - GRACE)[:limit] if view else ()

    def list_observed(self, ref: StopRef) -> tuple[tuple[Call, Passing], ...]:
        """List the planned calls at a stop of which something was observed and is kept, the latest first.

        Raises:
            LookupError: the stop is not in that feed; resolve it first.
        """
        view = self.find_feed(ref.authority)
        if view is None or view.history is None:
            return ()
        start = view.history.since(self.now) - _LATE
        boards = [
            self.get_board(ref, kind=kind, start=start, end=self.now + _EARLY, limit=_MOST_PASSED)
            for kind in (CallKind.DEPARTURES, CallKind.ARRIVALS)
        ]
        return list_call_passings(view, [call for board in boards for call in board.calls], self.now)

    def list_alerts(
        self,
        *,
        stop: StopRef | None = None,
        route: RouteRef | None = None,
        trip: tuple[str, TripId] | None = None,
        authority: str | None = None,
    ) -> tuple[AlertMatch, ...]:
        """List alerts for one stop, route or trip, or for all of a feed or of all feeds; active ones first."""
        if stop is not None:
            view = self.find_feed(stop.authority)
            found = view.store.find_stop(stop.stop) if view else None
            return list_stop_alerts(view, found, self.now) if view and found else ()
        if route is not None:
            view = self.find_feed(route.authority)
            return list_route_alerts(view, route.route.id, self.now) if view else ()
        if trip is not None:
            view = self.find_feed(trip[0])
            return list_trip_alerts(view, trip[1], self.now) if view else ()
        views = [v for v in self.feeds if authority is None or v.store.info.authority == authority]
        return tuple(match for view in views for match in list_all_alerts(view, self.now))

    def list_vehicles_near(
        self,
        lat: float,
        lon: float,
        *,
        radius_m: float = 1000,
        limit: int = 10,
        headsign: str | None = None,
        mode: str | None = None,
    ) -> tuple[VehicleSighting, ...]:
        """List vehicles that reported within a radius, nearest first; `headsign` as for `get_board`."""
        found = [
            sighting
            for view in self.feeds
            for sighting in _keep_asked(view, list_near(view, lat, lon, radius_m, self.now), headsign, mode)
        ]
        found.sort(key=lambda sighting: sighting.distance_m or 0.0)
        return tuple(found[:limit])

    def list_vehicles_on(
        self, route: RouteRef, *, limit: int = 20, headsign: str | None = None, mode: str | None = None
    ) -> tuple[VehicleSighting, ...]:
        """List vehicles that say they run a trip of this route; `headsign` as for `get_board`."""
        view = self.find_feed(route.authority)
        if view is None:
            return ()
        return tuple(_keep_asked(view, list_on_route(view, route, self.now), headsign, mode)[:limit])


def _keep_asked(
    view: FeedView, found: list[VehicleSighting], headsign: str | None, mode: str | None
) -> list[VehicleSighting]:
    """Keep the vehicles of a mode that go where they were asked to go."""
    towards = Towards(view.store, headsign) if headsign else None
    return [
        sighting
        for sighting in found
        if (mode is None or (sighting.mode is not None and sighting.mode.value == mode))
        and (towards is None or towards.accepts_vehicle(sighting))
    ]
