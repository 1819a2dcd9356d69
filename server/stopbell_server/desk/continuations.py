"""What the vehicles whose trips end here go on as."""

from stopbell_server.contract.arrivals import BoardData, ContinuesAs, MonitoredCall
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import Board, Call, CallKind
from stopbell_server.domain.certainty import CallStatus
from stopbell_server.domain.transfers import ContinuationSource
from stopbell_server.timetable.continuations import find_continuation

_ENDING = frozenset({CallStatus.RUNNING, CallStatus.ENDS_HERE})


def with_continuations(question: Question, board: Board, data: BoardData) -> BoardData:
    """Say of the arrivals that end here what their vehicles go on as; departures do not end here."""
    if board.kind is not CallKind.ARRIVALS or not any(call.is_last for call in board.calls):
        return data
    told = [_continue(question, call, told) for call, told in zip(board.calls, data.arrivals, strict=True)]
    return data.model_copy(update={"arrivals": told})


def _continue(question: Question, call: Call, told: MonitoredCall) -> MonitoredCall:
    if not call.is_last or call.trip is None or call.start_s is not None or call.status not in _ENDING:
        return told
    store = question.get_view(call.authority).store
    found = find_continuation(store, call.trip, call.service_day)
    if found is None:
        return told
    naming = question.get_naming(call.authority)
    route, stop_times = store.find_route(found.trip.route), store.list_stop_times(found.trip.id)
    sign = found.trip.headsign or (stop_times[0].headsign if stop_times else None)
    last = store.find_stop(stop_times[-1].stop) if stop_times and not sign else None
    follows = ContinuesAs(
        line=naming.name_line(route) if route else None,
        headsign=naming.name_headsign(sign, found.trip.id) or (naming.name_stop(last).written if last else None),
        stay_on_board="yes" if found.source is ContinuationSource.TRANSFER else "unknown",
    )
    return told.model_copy(update={"continues_as": follows})
