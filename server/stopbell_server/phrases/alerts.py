"""Answers about disruptions: how many first, then each; none is said too."""

from datetime import datetime

from stopbell_server.contract.alerts import AlertsData, AlertSummary
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_MOST_NAMES = 4


def tell_alerts(words: Wording, data: AlertsData) -> Phrase:
    """Give the disruptions for a stop, a line, a feed or all: a summary, then each with its details."""
    scope = _tell_scope(words, data)
    if not data.alerts:
        line = words.line("alerts.none_for", scope=scope) if scope else words.line("alerts.none")
        return from_lines((line,), "no-alerts")
    count = len(data.alerts) + data.more
    if scope:
        first = words.line("alerts.count_for", count=count, scope=scope)
    else:
        first = words.line("alerts.count", count=count)
    numbers = range(1, len(data.alerts) + 1) if len(data.alerts) > 1 else (0,)
    told = [tell_alert(words, alert, number) for number, alert in zip(numbers, data.alerts, strict=True)]
    details = [line for lines in told for line in lines]
    more = words.line("alert.more", count=data.more) if data.more else NOTHING
    return from_lines((first, *details, more), "alerts")


def tell_alert(words: Wording, alert: AlertSummary, number: int = 0) -> tuple[Line, ...]:
    """Give one disruption as separate facts: what, the operator's own details, which stops, until when."""
    header = Line(alert.header, words.names.read_text(alert.spoken_header))
    if not alert.active:
        header = words.line("alerts.coming", header=header)
    if number:
        header = words.line("choice.row", number=number, choice=header)
    return (
        words.sentence(header),
        _tell_description(words, alert),
        _tell_names(words, alert),
        _tell_period(words, alert),
    )


def tell_short(words: Wording, alert: AlertSummary) -> Line:
    """Give one disruption in a sentence, for the end of a board."""
    header = Line(alert.header, words.names.read_text(alert.spoken_header))
    return words.sentence(words.line("alert.short", header=header))


def _tell_description(words: Wording, alert: AlertSummary) -> Line:
    if not alert.description:
        return NOTHING
    spoken = words.names.read_text(alert.spoken_description or alert.description)
    return words.sentence(Line(alert.description, spoken))


def _tell_names(words: Wording, alert: AlertSummary) -> Line:
    lines = _tell_list(words, "lines", [words.label(label) for label in alert.lines])
    stops = _tell_list(words, "stops", [words.name(name) for name in alert.stops])
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
