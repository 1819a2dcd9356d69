"""Which vehicle: its line and where it goes, each said once."""

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.headsigns import drop_label
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.wording import Wording


def tell_subject(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give line and destination; at brief the line alone."""
    toward = _to_toward(call)
    if call.line is None:
        if toward is None:
            return words.line("call.unknown")
        return words.line("call.no_line_to", headsign=words.name(toward, telling.names_language))
    line = words.label(call.line)
    is_rich = telling.verbosity >= Verbosity.RICH and not words.labels.is_name(call.line)
    if toward is None or telling.verbosity == Verbosity.BRIEF:
        if not is_rich and call.line.isdecimal():
            return words.line("call.line_number", line=line)
        return words.line("call.line_rich" if is_rich else "call.line", line=line)
    headsign = words.name(toward, telling.names_language)
    if _says_toward(words, toward):
        return words.line("call.line_headed", line=line, headsign=headsign)
    return words.line("call.line_to_rich" if is_rich else "call.line_to", line=line, headsign=headsign)


def _to_toward(call: MonitoredCall) -> str | None:
    """Give what the vehicle shows, without its own line's label; a stop's whole name keeps a number that begins it."""
    if call.headsign and call.destination:
        return drop_label(call.headsign, call.line)
    return call.headsign or call.destination


def _says_toward(words: Wording, headsign: str) -> bool:
    """Tell whether a headsign itself begins with "to": a second one would be too many."""
    toward = words.language.names.toward_words
    if not words.language.list.between_words:
        return headsign.startswith(toward) and headsign not in toward
    first, _, rest = headsign.partition(" ")
    return bool(rest) and first.casefold() in toward
