"""Boards and calls of the domain as the wire has them. What is not known is left out."""

from collections.abc import Sequence
from datetime import datetime, tzinfo

from stopbell_server.contract.arrivals import AccessCounts, BoardData, BoardingAccess, CarriageSummary, MonitoredCall
from stopbell_server.contract.from_alerts import MOST_NAMES, to_alert_summary
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.same_alerts import merge_same
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.times import to_clock_text, to_minutes, to_wire_time
from stopbell_server.contract.uris import to_journey_uri, to_wire_id
from stopbell_server.contract.words import ACCESS, BOARDINGS, CERTAINTIES, OCCUPANCIES, STATUSES, to_access_fact
from stopbell_server.domain.access import Access, AccessVerdict
from stopbell_server.domain.calls import Board, Call, CallKind
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.realtime import Carriage
from stopbell_server.domain.text import to_clean_text

MOST_BOARD_ALERTS = 2
"""A board names the alerts; get_alerts tells them in full."""
_PREDICTED = frozenset({Certainty.LIVE, Certainty.AGEING, Certainty.LOST})
_NOT_COMING = frozenset({CallStatus.CANCELLED, CallStatus.SKIPPED, CallStatus.REPLACED})


def to_monitored_call(
    call: Call, kind: CallKind, naming: Naming, zone: tzinfo, now: datetime, *, clock_ok: bool
) -> MonitoredCall:
    """Give one call. Minutes only where a vehicle comes, a time is known and the clock can be believed."""
    known = naming.known_calls.find(call, kind, naming.language)
    if known is None:
        known = naming.known_calls.keep(call, kind, naming.language, _to_timeless(call, kind, naming, zone))
    if not clock_ok:
        return known
    # Both are whole numbers or None, as the model has them; all else was checked when the call was first told.
    passing = {"age_seconds": _to_age(call, now), "minutes": to_minutes(_countable(call, kind), now)}
    return known.model_copy(update=passing)


def _to_timeless(call: Call, kind: CallKind, naming: Naming, zone: tzinfo) -> MonitoredCall:
    """Give all of a call that stays the same as time goes by."""
    delay = call.delay(kind)
    moved = call.planned_stop if call.planned_stop and call.planned_stop.id != call.stop.id else None
    return MonitoredCall(
        line=naming.name_line(call.route) if call.route else call.route_label,
        line_id=to_wire_id(call.route.id) if call.route else None,
        mode=call.route.mode.value if call.route else None,
        headsign=naming.name_headsign(call.headsign, call.trip, call.sequence),
        destination=naming.name_headsign(call.destination) if _differs(call.destination, call.headsign) else None,
        trip_id=to_wire_id(call.trip) if call.trip else None,
        start_time=None if call.start_s is None else to_clock_text(call.start_s),
        service_day=call.service_day.isoformat(),
        stop_id=to_wire_id(call.stop.id),
        stop_sequence=call.sequence,
        platform=call.stop.platform,
        planned_platform=(moved.platform or moved.name) if moved else None,
        scheduled_arrival=to_wire_time(call.arrival.scheduled, zone),
        expected_arrival=to_wire_time(call.arrival.expected, zone),
        observed_arrival=to_wire_time(call.arrival.observed, zone),
        scheduled_departure=to_wire_time(call.departure.scheduled, zone),
        expected_departure=to_wire_time(call.departure.expected, zone),
        observed_departure=to_wire_time(call.departure.observed, zone),
        delay_seconds=None if delay is None else round(delay.total_seconds()),
        uncertainty_seconds=call.at(kind).uncertainty_s,
        certainty=CERTAINTIES[call.certainty],
        status=STATUSES[call.status],
        approximate=True if call.is_approximate else None,
        headway_minutes=None if call.headway_s is None else max(1, round(call.headway_s / 60)),
        boarding=BOARDINGS[call.drop_off if kind is CallKind.ARRIVALS else call.pickup],
        starts_here=True if call.is_first else None,
        stops_away=call.stops_away,
        vehicle_id=call.vehicle.id if call.vehicle else None,
        vehicle_label=to_clean_text(call.vehicle.label or "") or None if call.vehicle else None,
        occupancy=OCCUPANCIES[call.occupancy] if call.occupancy else None,
        carriages=[_to_carriage(carriage) for carriage in call.carriages],
        access=to_boarding_access(call.access),
        journey=_to_journey(call),
    )


def _to_carriage(carriage: Carriage) -> CarriageSummary:
    return CarriageSummary(
        label=to_clean_text(carriage.label or "") or None,
        occupancy=OCCUPANCIES[carriage.occupancy] if carriage.occupancy else None,
    )


def to_boarding_access(access: AccessVerdict) -> BoardingAccess:
    """Give the verdict with both statements it rests on."""
    return BoardingAccess(
        verdict=ACCESS[access.verdict],
        stop=to_access_fact(access.stop),
        vehicle=to_access_fact(access.vehicle),
        low_floor=ACCESS[access.low_floor],
    )


def to_board_data(board: Board, stop: StopSummary, naming: Naming, *, access_filter: bool = False) -> BoardData:
    """Give a whole board; `stop` is its stop as a summary, made from a description that knows more.

    The platforms of a station are left out: each call names its own, and describe_stop lists them.
    """
    feed, zone = board.feed, board.feed.zone
    calls = [
        to_monitored_call(call, board.kind, naming, zone, board.now, clock_ok=board.live.clock_ok)
        for call in board.calls
    ]
    alerts = [to_alert_summary(match, naming, feed, board.now, in_short=True) for match in board.alerts]
    told = merge_same((alert for alert in alerts if alert is not None), MOST_NAMES)
    return BoardData(
        stop=stop.model_copy(update={"platforms": []}) if stop.platforms else stop,
        kind="arrivals" if board.kind is CallKind.ARRIVALS else "departures",
        now=to_wire_time(board.now, zone),
        window_start=to_wire_time(board.start, zone),
        window_end=to_wire_time(board.end, zone),
        coverage=board.coverage.value,
        timetable_ends=feed.last_day.isoformat() if feed.last_day else None,
        route_filter=[naming.name_label(label) for label in board.routes_asked],
        headsign_filter=to_clean_text(board.towards_asked or "") or None,
        mode_filter=board.mode_asked.value if board.mode_asked else None,
        access_filter=True if access_filter else None,
        arrivals=calls,
        more=board.more,
        access_counts=to_access_counts([call for call in board.calls if call.is_coming(board.kind)]),
        alerts=list(told[:MOST_BOARD_ALERTS]),
        more_alerts=max(0, len(told) - MOST_BOARD_ALERTS),
    )


def to_access_counts(calls: Sequence[Call]) -> AccessCounts:
    """Count calls that come by verdict; unknown is counted, never hidden."""
    verdicts = [call.access.verdict for call in calls]
    return AccessCounts(
        yes=verdicts.count(Access.YES), no=verdicts.count(Access.NO), unknown=verdicts.count(Access.UNKNOWN)
    )


def _countable(call: Call, kind: CallKind) -> datetime | None:
    if call.status in _NOT_COMING or call.certainty in (Certainty.FREQUENCY, Certainty.NONE):
        return None
    return call.effective(kind)


def _to_age(call: Call, now: datetime) -> int | None:
    """Give the age of a call's prediction; a source a little ahead of our clock is new, not negative."""
    if call.source_time is None or call.certainty not in _PREDICTED:
        return None
    return max(0, int((now - call.source_time).total_seconds()))


def _differs(destination: str | None, headsign: str | None) -> bool:
    return destination is not None and (headsign is None or destination.casefold() != headsign.casefold())


def _to_journey(call: Call) -> str | None:
    if call.trip is None:
        return None
    run = "" if call.start_s is None else f"@{to_clock_text(call.start_s)}"
    return to_journey_uri(call.authority, call.service_day.isoformat(), call.trip + run)
