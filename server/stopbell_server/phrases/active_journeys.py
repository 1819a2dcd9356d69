"""Journeys that are under way, in sentences: which, where next, how late."""

from datetime import datetime

from stopbell_server.contract.journeys import ActiveJourneySummary, JourneysData
from stopbell_server.phrases.asked import tell_asked
from stopbell_server.phrases.journeys import tell_delay, tell_journey_stop, tell_journey_subject, tell_stop_time
from stopbell_server.phrases.pages import tell_before, tell_end
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_distance, tell_place, tell_way
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.vehicles import tell_report_age
from stopbell_server.phrases.wording import Wording


def tell_journeys(words: Wording, data: JourneysData) -> Phrase:
    """Give what is under way; that nothing is known to be is said, never that nothing runs."""
    telling = Telling(verbosity=Verbosity.NORMAL, now=datetime.fromisoformat(data.now) if data.now else None)
    where = tell_place(words, data.stop) if data.stop else NOTHING
    what = tell_asked(words, data.mode_filter, data.headsign_filter, [data.line] if data.line else ())
    scope = words.chain((where, what or NOTHING))
    scope = words.chain((scope, _tell_area(words, data, "area"))) if scope else _tell_area(words, data, "area_alone")
    if not data.journeys and data.before:
        return from_lines((tell_end(words),), "no-journeys")
    planned = "_planned" if data.planned_for else ""
    if not data.journeys:
        none = words.line(f"journeys.none{planned}", scope=scope)
        return from_lines((*_tell_planned(words, data), none, _tell_unseen(words, data)), "no-journeys")
    count = len(data.journeys) + data.more
    lines = (
        *_tell_planned(words, data),
        tell_before(words, data.before) or words.line(f"journeys.count{planned}", scope=scope, count=count),
        *(_tell_one(words, one, telling, knows_access=bool(data.access_filter)) for one in data.journeys),
        words.line("journeys.more", count=data.more) if data.more else NOTHING,
        NOTHING if data.before else _tell_unseen(words, data),
    )
    return from_lines(lines, "journeys")


def _tell_area(words: Wording, data: JourneysData, kind: str) -> Line:
    if data.radius_meters is None:
        return NOTHING
    return words.line(f"journeys.{kind}", distance=tell_distance(words, data.radius_meters))


def _tell_planned(words: Wording, data: JourneysData) -> tuple[Line, ...]:
    """Say that the answer is about another time, and that only the plan gives it."""
    if data.planned_for is None:
        return ()
    instant = datetime.fromisoformat(data.planned_for)
    date, clock = words.clock.tell_date(instant), words.clock.tell_time(instant)
    return (words.line("journeys.planned_for", date=date, clock=clock),)


def _tell_unseen(words: Wording, data: JourneysData) -> Line:
    """Say that around a place only those vehicles are known that report: others may be there."""
    return words.line("journeys.unseen") if data.radius_meters is not None else NOTHING


def _tell_one(words: Wording, one: ActiveJourneySummary, telling: Telling, *, knows_access: bool) -> Line:
    """Give one journey: when it is at the asked stop, else its next one; where that is from is said with it."""
    subject = tell_journey_subject(words, one.line, one.headsign, one.destination)
    when = tell_stop_time(words, one.at_stop, telling) if one.at_stop else NOTHING
    certainty = one.report_certainty
    return words.sentence(
        subject,
        when,
        tell_way(words, one.distance_meters, one.walk_bearing),
        tell_report_age(words, certainty, one.report_age_seconds) if certainty else NOTHING,
        _tell_next(words, one, telling),
        tell_delay(words, one.delay_seconds, one.next),
        words.line("call.vehicle", vehicle=words.label(one.vehicle_label)) if one.vehicle_label else NOTHING,
        _tell_access(words, one) if knows_access else NOTHING,
    )


def _tell_next(words: Wording, one: ActiveJourneySummary, telling: Telling) -> Line:
    if one.next is None:
        return NOTHING
    told = words.line(f"journeys.next_{one.known_by}", stop=tell_journey_stop(words, one.next))
    # At a stop that was asked about its own time is told; a second one would be mistaken for it.
    return told if one.at_stop else words.chain((told, tell_stop_time(words, one.next, telling)))


def _tell_access(words: Wording, one: ActiveJourneySummary) -> Line:
    parts: list[Line] = []
    if one.low_floor != "unknown":
        parts.append(words.line("access.low_floor" if one.low_floor == "yes" else "access.not_low_floor"))
    if one.access.value != "unknown":
        parts.append(words.line("access.vehicle_yes" if one.access.value == "yes" else "access.no"))
    return words.chain(parts) if parts else words.line("access.unknown")
