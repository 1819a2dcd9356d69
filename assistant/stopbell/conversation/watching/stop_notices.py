"""What is reported of a stop that matters for getting on or off there: closed, moved, or its lifts out of service.

Nothing is told where nothing is reported: that no notice is there does not say that all is well.
"""

from collections.abc import Callable, Coroutine, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from stopbell.answer import Answer
from stopbell_server.contract.alerts import AlertsData, AlertSummary
from stopbell_server.contract.station_inside import StationInside
from stopbell_server.contract.stops import StopData
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

Ask = Callable[..., Coroutine[Any, Any, Answer]]
"""Calls a tool by its name with arguments."""

MOST_ALERTS = 20
"""So many are looked through; those that matter here come first."""
MOST_LINES = 12
"""An alert that names so many lines may mean others too: the list ends there."""
_STOP_REASONS = ("stop", "station")
_ACCESS = "accessibility-issue"


@dataclass(frozen=True, slots=True)
class StopNotice:
    """One notice: what tells it from others, and its sentence."""

    key: str
    header: str
    """The operator's own words; empty where it is said in ours."""
    tell: Callable[[Phrasebook], Phrase]


async def list_boarding_notices(ask: Ask, stop: str, line: str | None) -> tuple[StopNotice, ...]:
    """List what closes or moves a stop (scoped id) or stops a line (label); None: whichever comes."""
    alerts = _list_active(await ask("get_alerts", stop=stop, limit=MOST_ALERTS))
    stopped = [one for one in alerts if one.reason == "route" and one.effect == "no-service" and line in one.lines]
    return tuple(_to_notice(one) for one in [*_list_closing(alerts, line), *stopped])


async def list_alighting_notices(ask: Ask, stop: str, line: str | None) -> tuple[StopNotice, ...]:
    """List what closes or moves a stop, then its closed lifts, then what else is reported of access there.

    A lift that a notice only may mean is told by that notice's own words.
    """
    answer = await ask("get_alerts", stop=stop, limit=MOST_ALERTS)
    alerts = _list_active(answer)
    closing = [_to_notice(one) for one in _list_closing(alerts, line)]
    about_access = [one for one in alerts if one.effect == _ACCESS and one.reason in _STOP_REASONS]
    lifts: list[StopNotice] = []
    if isinstance(answer.data, AlertsData) and answer.data.lift_status == "closed":
        described = (await ask("describe_stop", stop=stop)).data
        if isinstance(described, StopData) and described.inside and described.stop:
            lifts = _to_lift_notices(described.inside, described.stop.language)
            told = {why.id for lift in described.inside.lifts for why in lift.closed_by}
            about_access = [one for one in about_access if one.id not in told]
    return (*closing, *lifts, *map(_to_notice, about_access))


def _list_active(answer: Answer) -> Sequence[AlertSummary]:
    """Give what holds now; nothing of a source that has fallen silent, since it may be over."""
    if answer.status.state != "ok" or not isinstance(answer.data, AlertsData):
        return ()
    return [alert for alert in answer.data.alerts if alert.active]


def _list_closing(alerts: Iterable[AlertSummary], line: str | None) -> list[AlertSummary]:
    return [
        alert
        for alert in alerts
        if alert.reason in _STOP_REASONS
        and (alert.effect == "stop-moved" or (alert.effect == "no-service" and not _is_for_others(alert, line)))
    ]


def _is_for_others(alert: AlertSummary, line: str | None) -> bool:
    """Say whether it names lines, and not the rider's: a vehicle that still stops there is not meant."""
    return line is not None and bool(alert.lines) and line not in alert.lines and len(alert.lines) < MOST_LINES


def _to_notice(alert: AlertSummary) -> StopNotice:
    return StopNotice(alert.id, alert.header, lambda book: book.notice(alert))


def _to_lift_notices(inside: StationInside, language: str | None) -> list[StopNotice]:
    """Make one sentence of the lifts that are closed: which one, or how many."""
    closed = [lift for lift in inside.lifts if lift.state == "closed"]
    key = "lifts " + "; ".join(sorted(", ".join(lift.levels) for lift in closed))
    if len(closed) > 1:
        return [StopNotice(key, "", lambda book: book.say("notice.lifts_closed", count=len(closed)))]
    only = inside.model_copy(update={"lifts": closed})
    return [StopNotice(key, "", lambda book: book.lift_states(only, language))] if closed else []
