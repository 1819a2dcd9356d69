"""Journeys that are under way, in sentences: which, where next, how late."""

from datetime import datetime

from stopbell_server.contract.journeys import ActiveJourneySummary, JourneysData
from stopbell_server.phrases.asked import tell_asked
from stopbell_server.phrases.journeys import tell_delay, tell_journey_stop, tell_journey_subject, tell_stop_time
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_place
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording


def tell_journeys(words: Wording, data: JourneysData) -> Phrase:
    """Give what is under way; that nothing is known to be is said, never that nothing runs."""
    telling = Telling(verbosity=Verbosity.NORMAL, now=datetime.fromisoformat(data.now) if data.now else None)
    where = tell_place(words, data.stop) if data.stop else NOTHING
    what = tell_asked(words, data.mode_filter, data.headsign_filter, [data.line] if data.line else ())
    scope = words.chain((where, what or NOTHING))
    if not data.journeys:
        return from_lines((words.line("journeys.none", scope=scope),), "no-journeys")
    count = len(data.journeys) + data.more
    lines = (
        words.line("journeys.count", scope=scope, count=count),
        *(_tell_one(words, one, telling, knows_access=bool(data.access_filter)) for one in data.journeys),
        words.line("journeys.more", count=data.more) if data.more else NOTHING,
    )
    return from_lines(lines, "journeys")


def _tell_one(words: Wording, one: ActiveJourneySummary, telling: Telling, *, knows_access: bool) -> Line:
    """Give one journey: when it is at the asked stop, else its next one; where that is from is said with it."""
    subject = tell_journey_subject(words, one.line, one.headsign, one.destination)
    when = tell_stop_time(words, one.at_stop, telling) if one.at_stop else NOTHING
    return words.sentence(
        subject,
        when,
        _tell_next(words, one, telling),
        tell_delay(words, one.delay_seconds, one.next),
        words.line("call.vehicle", vehicle=words.label(one.vehicle_label)) if one.vehicle_label else NOTHING,
        _tell_access(words, one) if knows_access else NOTHING,
    )


def _tell_next(words: Wording, one: ActiveJourneySummary, telling: Telling) -> Line:
    if one.next is None:
        return NOTHING
    told = words.line(f"journeys.next_{one.known_by}", stop=tell_journey_stop(one.next))
    # At a stop that was asked about its own time is told; a second one would be mistaken for it.
    return told if one.at_stop else words.chain((told, tell_stop_time(words, one.next, telling)))


def _tell_access(words: Wording, one: ActiveJourneySummary) -> Line:
    parts: list[Line] = []
    if one.low_floor != "unknown":
        parts.append(words.line("access.low_floor" if one.low_floor == "yes" else "access.not_low_floor"))
    if one.access.value != "unknown":
        parts.append(words.line("access.vehicle_yes" if one.access.value == "yes" else "access.no"))
    return words.chain(parts) if parts else words.line("access.unknown")
