"""Disruptions and notices: for a stop, a line, a feed, or all."""

from collections.abc import Sequence

from stopbell_server.contract.alerts import AlertsData, AlertsResult, AlertSummary
from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_alerts import MOST_NAMES, to_alert_summary
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.same_alerts import merge_same
from stopbell_server.desk.lifts import Lifts, describe_lifts
from stopbell_server.desk.live_verdict import to_alerts_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import find_inside, summarise
from stopbell_server.desk.verdict import compose
from stopbell_server.domain.calls import AlertMatch, StopRef
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.freshness import awaits
from stopbell_server.tools import inputs
from stopbell_server.tools.cursor import Page, open_page
from stopbell_server.tools.refusal import Refusal
from stopbell_server.tools.reply import Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.route_argument import find_routes
from stopbell_server.tools.stop_argument import find_stop, require_feeds
from stopbell_server.tools.trip_argument import find_trip


def get_alerts(
    question: Question,
    stop: inputs.OptionalStop = "",
    route: inputs.OptionalRoute = "",
    trip: inputs.OptionalTrip = "",
    authority: inputs.Authority = "",
    limit: inputs.Limit = 3,
    cursor: inputs.Cursor = "",
    language: inputs.Language = "",
) -> Reply:
    """Tell disruptions of a stop (with its station, lines and lifts), else a line, trip, feed or all; lifts and closed
    stops first; why each was found, and whether it is active yet. No lift is said to work."""
    require_feeds(question)
    page = open_page(question, cursor, limit, "get_alerts", stop, route, trip, authority)
    if stop.strip():
        if named := question.world.find_named_feed(stop):
            return _answer_for_feeds(question, named.store.info.authority, page)
        described = find_stop(question, stop)
        owner, summary, inside = (
            described.feed.authority,
            summarise(question, described),
            find_inside(question, described),
        )
        frame = AlertsData(scope="stop", scope_name=summary.name, alerts=[], **describe_lifts(inside))
        matches = question.world.list_alerts(stop=StopRef(owner, described.stop.id))
        is_station = bool(described.platforms or described.station)
        return _to_reply(question, frame, matches, [owner], page, lifts=Lifts(inside, summary.language, is_station))
    if route.strip():
        routes = find_routes(question, route)
        frame = AlertsData(scope="route", scope_name=routes[0].route.line, alerts=[])
        matches = [match for ref in routes for match in question.world.list_alerts(route=ref)]
        return _to_reply(question, frame, matches, [routes[0].authority], page)
    if trip.strip():
        owner, identity = find_trip(question, trip.strip(), authority.strip())
        frame = AlertsData(scope="trip", alerts=[])
        return _to_reply(question, frame, question.world.list_alerts(trip=(owner, identity)), [owner], page)
    return _answer_for_feeds(question, authority.strip(), page)


def _answer_for_feeds(question: Question, authority: str, page: Page) -> Reply:
    names = [view.store.info.authority for view in question.world.feeds]
    if authority and authority not in names:
        raise Refusal(Code.UNKNOWN_FEED, feed=to_clean_text(authority), feeds=", ".join(names))
    title = question.name_feed(authority) if authority else None
    matches = question.world.list_alerts(authority=authority or None)
    frame = AlertsData(scope="all", scope_name=title, alerts=[])
    return _to_reply(question, frame, matches, [authority] if authority else names, page)


def _to_reply(
    question: Question,
    frame: AlertsData,
    matches: Sequence[AlertMatch],
    authorities: Sequence[str],
    page: Page,
    lifts: Lifts | None = None,
) -> Reply:
    views = [question.get_view(authority) for authority in authorities]
    if not any(view.snapshot and view.snapshot.alerts_time for view in views):
        titles = ", ".join(view.store.info.title for view in views)
        may_come = any(awaits(view.snapshot, "alerts") for view in views)
        raise Refusal(Code.LIVE_NOT_YET if may_come else Code.NO_ALERT_DATA, authorities=authorities, feed=titles)
    unique = {(match.authority, match.alert.id): match for match in reversed(matches)}
    kept = [match for match in matches if unique.pop((match.authority, match.alert.id), None)]
    is_several = len({match.authority for match in kept}) > 1
    every = (summary for match in kept if (summary := _to_summary(question, match, with_source=is_several)))
    told = merge_same(every, MOST_NAMES)
    taken = page.take(told, lambda one: one.id)
    data = frame.model_copy(
        update={
            "alerts": list(taken.shown),
            "more": taken.more,
            "before": page.before,
            "next_cursor": taken.cursor,
        }
    )
    verdict = to_alerts_verdict(views, question.world.now)
    provenance = merge_provenance(question.list_sources(authorities), question.book.language)
    told_all = question.book.alerts(data)
    if lifts is not None and page.is_first:
        told_all = lifts.add_to(told_all, question.book, data)
    phrase = compose(question.book, told_all, verdict, provenance)
    return Reply(
        AlertsResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="alert_list", source="data.alerts")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        )
    )


def _to_summary(question: Question, match: AlertMatch, *, with_source: bool) -> AlertSummary | None:
    feed = question.get_view(match.authority).store.info
    summary = to_alert_summary(match, question.get_naming(match.authority), feed, question.world.now)
    if summary is None or not with_source:
        return summary
    return summary.model_copy(update={"source": question.name_feed(match.authority) or None})


def make_get_alerts(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, get_alerts, "Disruptions", AlertsResult, AlertsData(scope="all", alerts=[]))
