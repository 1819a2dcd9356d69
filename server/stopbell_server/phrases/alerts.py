"""Answers about disruptions: how many first, then each; none is said too."""

from datetime import datetime
from difflib import SequenceMatcher

from stopbell_server.contract.alerts import AlertsData, AlertSummary
from stopbell_server.contract.plain_text import BREATH, to_breath
from stopbell_server.contract.same_alerts import merge_same
from stopbell_server.phrases.pages import tell_before, tell_end
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_MOST_NAMES = 4
_MOST_DETAILS = 400
"""Characters of an operator's details: half a minute of speech. The structure has them whole."""
_SHORTEST = 40
_SAME = 0.7
"""From this likeness on a description repeats its header."""


def tell_alerts(words: Wording, data: AlertsData) -> Phrase:
    """Give the disruptions for a stop, a line, a feed or all: a summary, then each with its details."""
    scope = _tell_scope(words, data)
    if not data.alerts and data.before:
        return from_lines((tell_end(words),), "no-alerts")
    if not data.alerts:
        line = words.line("alerts.none_for", scope=scope) if scope else words.line("alerts.none")
        return from_lines((line,), "no-alerts")
    count = len(data.alerts) + data.more
    if scope:
        first = words.line("alerts.count_for", count=count, scope=scope)
    else:
        first = words.line("alerts.count", count=count)
    if data.before:
        first = tell_before(words, data.before)
    elif count == 1:
        return from_lines((first, *_tell_in_full(words, data, data.alerts[0])), "alerts")
    rows = merge_same(data.alerts, sum(len(alert.lines) + len(alert.stops) for alert in data.alerts), by_header=True)
    told = [_tell_in_list(words, data, alert, number) for number, alert in enumerate(rows, data.before + 1)]
    details = [line for lines in told for line in lines]
    more = words.line("alert.more", count=data.more) if data.more else NOTHING
    return from_lines((first, *details, more), "alerts")


def tell_short(words: Wording, alert: AlertSummary) -> Line:
    """Give one disruption in a sentence, for the end of a board."""
    return words.sentence(words.line("alert.short", header=_tell_header(words, alert)))


def tell_ended(words: Wording, alert: AlertSummary, what: Line) -> Line:
    """Say that a disruption of a line or stop is no longer reported; whether all is well again nobody says."""
    return words.sentence(words.line("notice.ended", what=what, alert=_tell_header(words, alert)))


def _tell_in_list(words: Wording, data: AlertsData, alert: AlertSummary, number: int) -> tuple[Line, ...]:
    """Give one of several disruptions: what, which lines, until when; details where they fit into the same breath."""
    header = _tell_header(words, alert)
    description = _tell_description(words, alert, BREATH - len(header.spoken))
    if _says_again(alert.description or "", alert.header) or description.written.endswith("…"):
        description = NOTHING
    row = words.line("choice.row", number=number, choice=_tell_coming(words, alert, header))
    return (
        words.sentence(row),
        words.sentence(description),
        words.line("alerts.says_more") if alert.header.endswith("…") else NOTHING,
        _tell_names(words, data, alert, in_full=False),
        _tell_period(words, alert),
    )


def _tell_in_full(words: Wording, data: AlertsData, alert: AlertSummary) -> tuple[Line, ...]:
    """Give one disruption as separate facts: what, the operator's own details, which stops, until when."""
    header, description = _tell_header(words, alert), _tell_description(words, alert, _MOST_DETAILS)
    is_cut = description.written.removesuffix(" …") != (alert.description or "")
    if description and _says_again(alert.description or "", alert.header):
        header, description = description, NOTHING
    return (
        words.sentence(_tell_coming(words, alert, header)),
        words.sentence(description),
        words.line("alerts.says_more") if is_cut else NOTHING,
        _tell_names(words, data, alert, in_full=True),
        _tell_period(words, alert),
    )


def _tell_header(words: Wording, alert: AlertSummary) -> Line:
    return words.given(alert.header, words.names.read_text(alert.spoken_header, alert.language))


def _tell_coming(words: Wording, alert: AlertSummary, header: Line) -> Line:
    told = header if alert.active else words.line("alerts.coming", header=header)
    return words.line("alerts.of_source", source=words.name(alert.source), alert=told) if alert.source else told


def _tell_description(words: Wording, alert: AlertSummary, longest: int) -> Line:
    """Give as much of the details as is sayable in so many characters; nothing where that is hardly a word."""
    if not alert.description or longest < _SHORTEST:
        return NOTHING
    written = to_breath(alert.description, longest)
    spoken = to_breath(alert.spoken_description or alert.description, longest)
    return words.given(written, words.names.read_text(spoken, alert.language))


def _says_again(description: str, header: str) -> bool:
    """Tell whether a description begins with its header, or only says the same at more length."""
    if not description:
        return False
    long, short = description.casefold(), header.casefold().rstrip(" .…")
    return long.startswith(short) or SequenceMatcher(None, long, short, autojunk=False).ratio() > _SAME


def _tell_names(words: Wording, data: AlertsData, alert: AlertSummary, *, in_full: bool) -> Line:
    """Give the lines, unless the question named them; in full also the stops, unless it was about one of them."""
    labels = [words.label(label) for label in alert.lines if data.scope != "route"]
    names = [words.name(name) for name in alert.stops if in_full and data.scope != "stop"]
    lines = _tell_list(words, "lines", labels)
    stops = _tell_list(words, "stops", names)
    both = from_lines((lines, stops), "alerts")
    return Line(both.written, both.spoken)


def _tell_list(words: Wording, what: str, named: list[Line]) -> Line:
    """Give `lines` or `stops` by name, and how many more there are."""
    if not named:
        return NOTHING
    more = len(named) - _MOST_NAMES
    if more > 0:
        return words.line(f"alerts.{what}_more", **{"count": more, what: words.chain(named[:_MOST_NAMES])})
    return words.line(f"alerts.{what}", **{"count": len(named), what: words.enumerate(named)})


def _tell_period(words: Wording, alert: AlertSummary) -> Line:
    starts = _tell_instant(words, alert.starts) if alert.starts and not alert.active else NOTHING
    ends = _tell_instant(words, alert.ends) if alert.ends else NOTHING
    if starts and ends:
        return words.line("alerts.from_until", start=starts, end=ends)
    if starts:
        return words.line("alerts.from", start=starts)
    return words.line("alerts.until", end=ends) if ends else NOTHING


def _tell_instant(words: Wording, text: str) -> Line:
    """Give day and time of day, in the form that follows "until"."""
    instant = datetime.fromisoformat(text)
    return words.line("alerts.instant", date=words.clock.tell_date(instant), clock=words.clock.tell_time(instant))


def _tell_scope(words: Wording, data: AlertsData) -> Line:
    if data.scope_name is None:
        return NOTHING
    if data.scope == "route":
        return words.line("alerts.scope_line", line=words.label(data.scope_name))
    return words.name(data.scope_name)
