"""Journeys that are under way: of a line, on their way to a stop, around a point."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_journeys import to_active_summary, to_uri_of
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.journeys import JourneysData, JourneysResult
from stopbell_server.contract.times import to_wire_time
from stopbell_server.desk.live_verdict import to_board_verdict, to_live_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import summarise
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.calls import CallKind, StopRef
from stopbell_server.domain.journeys import ActiveJourney
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.active_journeys import (
    choose,
    keep_near,
    list_active_near,
    list_active_on,
    list_active_to,
    order_by_next,
)
from stopbell_server.tools import inputs
from stopbell_server.tools.cursor import Page, open_page
from stopbell_server.tools.instant_argument import to_planned_question
from stopbell_server.tools.place_argument import to_place
from stopbell_server.tools.refusal import Refusal, refuse_argument
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.route_argument import find_routes, find_routes_at
from stopbell_server.tools.stop_argument import find_stop, require_feeds
from stopbell_server.tools.vehicle_argument import require_positions

_AHEAD = timedelta(minutes=90)
_MOST_CALLS = 10_000
"""More calls than any stop has in that time."""


def search_active_journeys(
    question: Question,
    stop: inputs.OptionalStop = "",
    route: inputs.OptionalRoute = "",
    headsign: inputs.Headsign = "",
    mode: inputs.Mode = "any",
    access: inputs.Access = False,
    latitude: inputs.OptionalLatitude = None,
    longitude: inputs.OptionalLongitude = None,
    radius_meters: inputs.Radius = 1000,
    time: inputs.Time = "",
    limit: inputs.Limit = 5,
    cursor: inputs.Cursor = "",
    language: inputs.Language = "",
) -> Reply:
    """List trips under way: coming to a stop within 90 minutes, of a line, near a point (only reporting vehicles); with
    next stop, delay and what says so."""
    require_feeds(question)
    place = to_place(latitude, longitude)
    if place and time.strip():
        raise refuse_argument("time")  # no plan says where vehicles are
    narrowed = (stop, route, headsign, mode, access, latitude, longitude, radius_meters, time)
    page = open_page(question, cursor, limit, "search_active_journeys", *narrowed)
    frame = JourneysData(
        headsign_filter=to_clean_text(headsign) or None,
        mode_filter=None if mode == "any" else mode,
        access_filter=True if access else None,
        latitude=latitude,
        longitude=longitude,
        radius_meters=radius_meters if place else None,
    )
    asked = _Asked(question, frame, page, place, time.strip())
    if stop.strip():
        return asked.answer_at_stop(stop, route)
    if route.strip():
        return asked.answer_on_line(route)
    if place:
        return asked.answer_near(place)
    raise Refusal(Code.NO_PLACE)


class _Asked:
    """One question with all that narrows it."""

    def __init__(self, question: Question, frame: JourneysData, page: Page, place: Place | None, time: str) -> None:
        self._question, self._frame, self._page, self._place, self._time = question, frame, page, place, time

    def answer_at_stop(self, stop: str, route: str) -> Reply:
        described = find_stop(self._question, stop)
        authority = described.feed.authority
        question, frame = self._plan(authority), self._frame
        routes = find_routes_at(question, route, described, mode=frame.mode_filter or "any")
        board, others = (
            question.world.get_board(
                StopRef(authority, described.stop.id),
                kind=kind,
                end=question.world.now + _AHEAD,
                limit=_MOST_CALLS,
                routes=tuple(ref.route.id for ref in routes),
                headsign=frame.headsign_filter,
                mode=frame.mode_filter,
            )
            for kind in (CallKind.ARRIVALS, CallKind.DEPARTURES)
        )
        view = question.get_view(authority)
        found = self._keep_near(list_active_to(view, (*board.calls, *others.calls), question.world.now), [authority])
        # The board has filtered already, by the call at the stop, which knows best where it goes from there.
        kept = choose(view, found, headsign=None, mode=None, access_first=bool(frame.access_filter))
        line = routes[0].route.line if routes else None
        known = {"scope": "stop", "stop": summarise(question, described), "line": line}
        return self._reply(question, known, kept, [authority], to_board_verdict(board))

    def answer_on_line(self, route: str) -> Reply:
        routes = find_routes(self._question, route)
        authority = routes[0].authority
        question = self._plan(authority)
        view = question.get_view(authority)
        found = order_by_next(list_active_on(view, (ref.route.id for ref in routes), question.world.now))
        kept = self._choose(question, authority, self._keep_near(found, [authority]))
        if self._place:
            kept.sort(key=lambda one: one.distance_m or 0.0)
        verdict = to_live_verdict(question.world.live_state(authority), view.store.info)
        known = {"scope": "route", "line": question.get_naming(authority).name_line(routes[0].route)}
        return self._reply(question, known, kept, [authority], verdict)

    def answer_near(self, place: Place) -> Reply:
        question = self._question
        radius_m = float(self._frame.radius_meters or 0)
        require_positions(question, question.world.feeds)
        kept = [
            one
            for view in question.world.feeds
            for one in self._choose(
                question,
                view.store.info.authority,
                list_active_near(view, place.lat, place.lon, radius_m, question.world.now),
            )
        ]
        kept.sort(key=lambda one: one.distance_m or 0.0)
        authorities = list(dict.fromkeys(one.journey.feed.authority for one in kept)) or [
            view.store.info.authority for view in question.world.feeds
        ]
        view = question.get_view(authorities[0])
        verdict = to_live_verdict(question.world.live_state(authorities[0]), view.store.info)
        return self._reply(question, {"scope": "near"}, kept, authorities, verdict)

    def _plan(self, authority: str) -> Question:
        if not self._time:
            return self._question
        zone = self._question.get_view(authority).store.info.zone
        return to_planned_question(self._question, self._time, zone)

    def _choose(self, question: Question, authority: str, found: Sequence[ActiveJourney]) -> list[ActiveJourney]:
        frame = self._frame
        return choose(
            question.get_view(authority),
            found,
            headsign=frame.headsign_filter,
            mode=frame.mode_filter,
            access_first=bool(frame.access_filter),
        )

    def _keep_near(self, found: list[ActiveJourney], authorities: Sequence[str]) -> list[ActiveJourney]:
        if self._place is None:
            return found
        require_positions(self._question, [self._question.get_view(one) for one in authorities])
        return keep_near(found, self._place.lat, self._place.lon, float(self._frame.radius_meters or 0))

    def _reply(
        self,
        question: Question,
        known: dict[str, Any],
        found: Sequence[ActiveJourney],
        authorities: Sequence[str],
        verdict: Verdict,
    ) -> Reply:
        taken = self._page.take(found, lambda one: to_uri_of(one.journey))
        shown = [
            to_active_summary(
                one,
                question.get_naming(one.journey.feed.authority),
                clock_ok=question.world.is_clock_credible,
                place=self._place,
            )
            for one in taken.shown
        ]
        now = to_wire_time(question.world.now, question.get_view(authorities[0]).store.info.zone)
        page = {"more": taken.more, "before": self._page.before, "next_cursor": taken.cursor}
        planned = {"planned_for": now} if self._time else {}
        data = self._frame.model_copy(update={**known, **page, **planned, "now": now, "journeys": shown})
        provenance = merge_provenance(question.list_sources(authorities), question.book.language)
        phrase = compose(question.book, question.book.journeys(data), verdict, provenance)
        return Reply(
            JourneysResult(
                text=phrase.written,
                spoken=phrase.spoken,
                data=data,
                ui_blocks=[UiBlock(type="vehicle_list", source="data.journeys")],
                status=verdict.to_status(question.book),
                provenance=provenance,
                language=question.book.language,
            ),
            links=tuple(Link(one.uri, f"journey-{one.trip_id}", one.line or one.trip_id) for one in shown),
        )


def make_search_active_journeys(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, search_active_journeys, "Trips under way", JourneysResult, JourneysData())
