"""What was observed, of calls and of journeys, for the sentences that are proofread."""

from stopbell_server.contract.arrivals import PassedCall
from stopbell_server.contract.history import ObservedPassing
from stopbell_server.contract.journeys import JourneyStop
from tests.server.phrases.facts import board, call
from tests.server.phrases.journey_cases import Case, stop, tell_of_journey

_AT = "2026-03-02T13:59:30+02:00"
_RECORDED = ObservedPassing(evidence="recorded", arrived=_AT, departed=_AT)
_STOOD = ObservedPassing(evidence="stood", stood_from=_AT, stood_until=_AT, not_before=_AT, not_after=_AT)
_SEEN = ObservedPassing(evidence="seen-beyond", not_before=_AT, not_after=_AT)


def _passed(passing: ObservedPassing | None, kind: str = "departures", **changes: object) -> Case:
    known_by = "observed" if passing else "timetable"
    fields = {"minutes_ago": 2, "known_by": known_by, "gone": passing is not None, "passing": passing}
    told = PassedCall.model_validate({"call": call("13:59"), **fields})
    data = board(call()).model_copy(update={"passed": [told], "kind": kind, **changes})
    return lambda book: (book.board(data).written, book.board(data).spoken)


def _left(passing: ObservedPassing) -> JourneyStop:
    return stop("Main St", "13:58", None, progress="behind", passing=passing)


_NEXT, _LAST = stop("Zoo", "14:07", 5, progress="next"), stop("Central Station", "13:59", None, status="ends-here")
_OVER = _LAST.model_copy(update={"progress": "due"})

HISTORY: dict[str, Case] = {
    "passed, as the feed recorded it": _passed(_RECORDED),
    "stood here and left": _passed(_STOOD),
    "passed, whether it stopped is not known": _passed(_SEEN),
    "came, for who meets somebody": _passed(_STOOD, "arrivals"),
    "passed by, for who meets somebody": _passed(_SEEN, "arrivals"),
    "was due before anything was recorded": _passed(None, recorded_since="2026-03-02T14:01:00+02:00"),
    "was due, and is on record": _passed(None, recorded_since="2026-03-02T12:01:00+02:00"),
    "on board, the last stop left as recorded": tell_of_journey(_NEXT, behind=_left(_RECORDED), verbosity="rich"),
    "on board, the last stop left as reported": tell_of_journey(_NEXT, behind=_left(_STOOD), verbosity="rich"),
    "over, and came as recorded": tell_of_journey(
        _OVER, phase="ended", known_by="timetable", behind=_OVER.model_copy(update={"passing": _RECORDED})
    ),
    "over, and came as reported": tell_of_journey(
        _OVER, phase="ended", known_by="timetable", behind=_OVER.model_copy(update={"passing": _STOOD})
    ),
}
