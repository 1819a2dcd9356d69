"""One call in a sentence: line, destination, time, qualifiers; what changes the plan comes first."""

from dataclasses import dataclass, replace

from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.headsigns import drop_label
from stopbell_server.phrases.access import tell_access, tell_occupancy
from stopbell_server.phrases.carriages import tell_carriages
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.subjects import tell_subject
from stopbell_server.phrases.telling import Telling, Verbosity, find_scheduled
from stopbell_server.phrases.times import NOTHING, tell_clock, tell_time
from stopbell_server.phrases.wording import Wording

_NOT_COMING = ("cancelled", "skipped", "replaced")


@dataclass(frozen=True, slots=True)
class CallParts:
    """A call taken apart: calls whose parts but the time are the same can share one sentence."""

    frame: str
    """Message id of what comes first and changes the plan; empty for an ordinary call."""
    frame_values: tuple[tuple[str, Line], ...]
    subject: Line
    time: Line
    qualifiers: tuple[Line, ...]

    def tell(self, words: Wording) -> Line:
        """Put the parts together as a sentence."""
        parts = (self.subject, self.time, *self.qualifiers)
        if not self.frame:
            return words.sentence(*parts)
        return words.sentence(words.line(self.frame, call=words.chain(parts), **dict(self.frame_values)))


def take_apart(words: Wording, call: MonitoredCall, telling: Telling) -> CallParts:
    """Give the parts of a call's sentence."""
    if call.status in _NOT_COMING:
        subject = tell_subject(words, call, _inside_frame(telling))
        planned = find_scheduled(call, is_arrivals=telling.is_arrivals)
        when = tell_clock(words, planned, telling.now) if planned else NOTHING
        return CallParts(f"call.{call.status}", (), subject, when, ())
    frame, values = "", ()
    is_early_end = call.status == "ends-here" and not telling.is_arrivals
    is_framed = is_early_end or call.planned_platform is not None
    subject = tell_subject(words, call, _inside_frame(telling) if is_framed else telling)
    if is_early_end:
        # On a board of departures only a trip whose later stops are all skipped ends: nobody can ride on.
        frame = "call.ends_early"
    elif call.planned_platform and call.platform:
        frame = "call.platform_change"
        values = (("platform", words.label(call.platform)), ("planned", words.label(call.planned_platform)))
    return CallParts(frame, values, subject, tell_time(words, call, telling), _tell_qualifiers(words, call, telling))


def _inside_frame(telling: Telling) -> Telling:
    """After a first word such as "Cancelled" the line needs no capital word of its own."""
    return replace(telling, verbosity=min(telling.verbosity, Verbosity.NORMAL))


def _tell_qualifiers(words: Wording, call: MonitoredCall, telling: Telling) -> tuple[Line, ...]:
    told = (
        words.line("call.added") if call.status == "added" and telling.verbosity >= Verbosity.NORMAL else NOTHING,
        words.line("call.ends_here") if call.status == "ends-here" and telling.is_arrivals else NOTHING,
        words.line(f"boarding.{call.boarding}") if call.boarding and call.status != "ends-here" else NOTHING,
        tell_access(words, call.access, telling),
        tell_occupancy(words, call, telling),
        tell_carriages(words, call, telling),
        _tell_continuation(words, call, telling),
        _tell_platform(words, call, telling),
        *_tell_details(words, call, telling),
    )
    return tuple(line for line in told if line)


def _tell_continuation(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give what the vehicle goes on as after this last call, to whoever wants more than the time."""
    follows = call.continues_as
    if follows is None or follows.line is None or telling.verbosity < Verbosity.NORMAL:
        return NOTHING
    trip = words.label(follows.line)
    if follows.headsign:
        name = words.name(drop_label(follows.headsign, follows.line), telling.names_language)
        trip = words.line("call.line_to", line=trip, headsign=name)
    return words.line("call.goes_on_staying" if follows.stay_on_board == "yes" else "call.goes_on", trip=trip)


def _tell_platform(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    if call.platform is None or call.planned_platform or telling.verbosity == Verbosity.BRIEF:
        return NOTHING
    if call.platform == telling.place_platform and telling.verbosity < Verbosity.FULL:
        return NOTHING
    return words.line("call.platform", platform=words.label(call.platform))


def _tell_details(words: Wording, call: MonitoredCall, telling: Telling) -> tuple[Line, ...]:
    """Give where the vehicle is, its delay and the doubt in its time, which only `full` wants."""
    if telling.verbosity < Verbosity.FULL:
        return ()
    return (
        words.line("call.stops_away", count=call.stops_away) if call.stops_away else NOTHING,
        _tell_delay(words, call),
        words.line("call.give_or_take", count=round(call.uncertainty_seconds / 60))
        if call.uncertainty_seconds and call.uncertainty_seconds >= 90
        else NOTHING,
        words.line("call.vehicle", vehicle=words.label(call.vehicle_label)) if call.vehicle_label else NOTHING,
        words.line("call.terminates_at", destination=words.name(call.destination, telling.names_language))
        if call.destination and call.headsign
        else NOTHING,
    )


def _tell_delay(words: Wording, call: MonitoredCall) -> Line:
    if call.delay_seconds is None or call.certainty not in ("live", "ageing"):
        return NOTHING
    minutes = round(abs(call.delay_seconds) / 60)
    if not minutes:
        return words.line("call.on_time")
    return words.line("call.late" if call.delay_seconds > 0 else "call.early", count=minutes)


def to_kind(call: MonitoredCall) -> str:
    """Give the event kind that an announcer ranks by."""
    if call.status in (*_NOT_COMING, "ends-here"):
        return call.status
    if call.planned_platform:
        return "platform-change"
    return "arriving" if call.minutes == 0 and call.certainty in ("live", "ageing") else "call"
