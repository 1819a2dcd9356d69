"""Alerts as the wire has them, in the words of one question: each text once."""

from collections.abc import Sequence

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.from_alerts import MOST_NAMES, to_alert_summary
from stopbell_server.contract.linked_alerts import AlertsState
from stopbell_server.contract.same_alerts import merge_same
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import AlertMatch
from stopbell_server.timetable.freshness import awaits
from stopbell_server.world import FeedView


def summarise_alerts(question: Question, matches: Sequence[AlertMatch]) -> tuple[AlertSummary, ...]:
    """Give alerts of one feed in their order; what several say alike is one."""
    seen: dict[str, AlertMatch] = {}
    for match in matches:
        seen.setdefault(match.alert.id, match)
    naming = {match.authority: question.get_naming(match.authority) for match in seen.values()}
    every = (
        to_alert_summary(
            match, naming[match.authority], question.get_view(match.authority).store.info, question.world.now
        )
        for match in seen.values()
    )
    return merge_same((one for one in every if one), MOST_NAMES)


def judge_alerts(question: Question, view: FeedView) -> AlertsState:
    """Say whether a feed tells alerts, so that silence is not taken for good news."""
    made = view.snapshot.alerts_time if view.snapshot else None
    if made is None:
        return "not-yet" if awaits(view.snapshot, "alerts") else "absent"
    return "live" if question.world.now - made <= view.limits.alerts else "lost"
