"""The board of a stop as an answer: calls that share everything but the time share one sentence."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.phrases.access import list_access
from stopbell_server.phrases.alerts import tell_short
from stopbell_server.phrases.asked import tell_asked
from stopbell_server.phrases.board_groups import group, tell_group
from stopbell_server.phrases.pages import tell_before, tell_end
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_place
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.windows import Window, parse_window, tell_more, tell_uncovered, tell_window
from stopbell_server.phrases.wording import Wording

_PREDICTED = ("live", "ageing", "lost")
_BREATH = 160
"""Characters of alerts after the calls; what is longer is counted, and told in full when asked for."""


def tell_board(words: Wording, data: BoardData, *, verbosity: Verbosity, age_s: int | None = None) -> Phrase:
    """Give a board: where, each call or group of calls, what is not known, what else to know."""
    telling = Telling(
        verbosity=verbosity,
        now=datetime.fromisoformat(data.now) if data.now else None,
        is_arrivals=data.kind == "arrivals",
        access_asked=bool(data.access_filter),
        place_platform=data.stop.platform if data.stop else None,
        names_language=data.stop.language if data.stop else None,
        age_s=age_s,
    )
    if not data.arrivals and data.before:
        return from_lines((tell_end(words),), "no-calls")
    if not data.arrivals:
        return from_lines((_tell_empty(words, data, telling), *_tell_alerts(words, data)), "no-calls")
    coming = _coming(data.arrivals)
    # Calls of different lines never share a sentence, so those boards need not be grouped to know it.
    are_several = len({call.line for call in data.arrivals}) > 1
    groups = () if are_several else group(words, data.arrivals, telling)
    access: tuple[str, ...] = ()
    if are_several or len(groups) > 1:
        access = _find_shared_access(coming, telling)
        all_live = bool(coming) and all(call.certainty == "live" for call in coming)
        said = replace(telling, access_is_said=bool(access), live_is_said=all_live)
        if said != telling or not groups:
            groups = group(words, data.arrivals, said)
        telling = said
    lines = (
        _tell_place(words, data, telling),
        tell_before(words, data.before),
        *(words.line(f"board.all_{fact}") for fact in access),
        *(tell_group(words, one, telling) for one in groups),
        _tell_unknown_access(words, data) if "unknown" not in access else NOTHING,
        _tell_more(words, data, telling),
        *(() if data.before else _tell_alerts(words, data)),
    )
    certainties = {call.certainty for call in data.arrivals}
    return from_lines(lines, "board", certainties.pop() if len(certainties) == 1 else None)


def _coming(calls: Sequence[MonitoredCall]) -> tuple[MonitoredCall, ...]:
    return tuple(call for call in calls if call.status not in ("cancelled", "skipped", "replaced"))


def _find_shared_access(coming: Sequence[MonitoredCall], telling: Telling) -> tuple[str, ...]:
    """Give what is to be told of boarding where it is the same for several calls: then it is said once for all."""
    told = {list_access(call.access, telling) for call in coming}
    return told.pop() if len(told) == 1 and len(coming) > 1 else ()


def _tell_place(words: Wording, data: BoardData, telling: Telling) -> Line:
    """Say where, and once for all: that everything is live, or that nothing is now; of another time each call says."""
    coming = _coming(data.arrivals)
    is_of_now = _to_window(data).minutes is not None or data.window_start is None
    # Of calls that are not in the list, nothing is known here: they may be live.
    is_whole = not data.more and not data.before
    nothing_live = is_of_now and bool(coming) and is_whole and not any(call.certainty in _PREDICTED for call in coming)
    if telling.verbosity == Verbosity.BRIEF or data.stop is None:
        if telling.live_is_said:
            return words.line("board.all_live")
        return words.line("board.no_live") if nothing_live else NOTHING
    stop = tell_place(words, data.stop)
    if telling.live_is_said:
        return words.line("board.place_live", stop=stop)
    return words.line("board.place_no_live" if nothing_live else "board.place", stop=stop)


def _tell_more(words: Wording, data: BoardData, telling: Telling) -> Line:
    """Say how many further calls there are and until when; lines that only run every so often have no such time."""
    if not data.more or telling.verbosity == Verbosity.BRIEF:
        return NOTHING
    if all(call.certainty == "frequency" for call in data.arrivals):
        return words.line("board.more", count=data.more)
    return tell_more(words, data.more, _to_window(data))


def _to_window(data: BoardData) -> Window:
    return parse_window(data.window_start, data.window_end, data.now)


def _tell_unknown_access(words: Wording, data: BoardData) -> Line:
    if not data.access_filter or data.access_counts is None or not data.access_counts.unknown:
        return NOTHING
    return words.line("board.access_unknown", count=data.access_counts.unknown)


def _tell_alerts(words: Wording, data: BoardData) -> tuple[Line, ...]:
    """Name the alerts in one breath, the first one always; count the others."""
    told: list[Line] = []
    for line in dict.fromkeys(tell_short(words, alert) for alert in data.alerts):
        if told and sum(len(one.spoken) for one in (*told, line)) > _BREATH:
            break
        told.append(line)
    more = data.more_alerts + len({alert.header for alert in data.alerts}) - len(told)
    return (*told, words.line("alert.more", count=more) if more else NOTHING)


def _tell_empty(words: Wording, data: BoardData, telling: Telling) -> Line:
    """Say that nothing comes and in which time, or why the timetable does not speak."""
    stop = tell_place(words, data.stop) if data.stop else words.line("board.this_stop")
    if uncovered := tell_uncovered(words, stop, data.coverage, data.timetable_ends):
        return uncovered
    window = tell_window(words, _to_window(data))
    kind = words.line(f"board.kind_{data.kind}")
    if (data.mode_filter or data.headsign_filter) and (
        what := tell_asked(words, data.mode_filter, data.headsign_filter, data.route_filter)
    ):
        return words.line("board.none_asked", stop=stop, window=window, kind=kind, what=what)
    asked = [words.label(label) for label in data.route_filter]
    if not asked:
        return words.line("board.none", stop=stop, window=window, kind=kind)
    lines = words.enumerate(asked)
    return words.line("board.none_of_lines", count=len(asked), stop=stop, window=window, kind=kind, lines=lines)
