"""What was due a moment ago: never "has passed" unless somebody saw it."""

from datetime import datetime, timedelta

from stopbell_server.contract.arrivals import BoardData, PassedCall
from stopbell_server.contract.history import ObservedPassing
from stopbell_server.phrases.asked import tell_asked
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.subjects import tell_subject
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING, tell_clock, tell_minutes
from stopbell_server.phrases.vehicle_position import tell_place_near
from stopbell_server.phrases.vehicles import tell_report_age
from stopbell_server.phrases.wording import Wording


def tell_passed(words: Wording, data: BoardData) -> Phrase:
    """Give what was due: what is known to have happened, then that of which nobody reports; the latest first."""
    if not data.passed:
        asked = tell_asked(words, data.mode_filter, data.headsign_filter, data.route_filter)
        line = words.line("passed.none_asked", what=asked) if asked else words.line("passed.none")
        return from_lines((line,), "board")
    unknown = [one for one in data.passed if not one.gone and one.call.status in _COMING]
    is_arrival = data.kind == "arrivals"
    lines = [_tell_one(words, one, is_arrival=is_arrival) for one in data.passed if one not in unknown]
    # Last, so that "whether it came" is said of these and of nothing else.
    for one in unknown:
        lines += [_tell_one(words, one, is_arrival=is_arrival), _tell_seen(words, one)]
    if unknown:
        lines.append(words.line("passed.not_reported"))
    if unknown and data.recorded_since and data.now:
        lines.append(_tell_record(words, data.recorded_since, data.now, max(one.minutes_ago for one in unknown)))
    return from_lines(tuple(lines), "board")


def _tell_record(words: Wording, since: str, now: str, minutes_ago: int) -> Line:
    """Give from when on anything is recorded, where that is after what was asked about: nobody listened before."""
    begun, asked_at = datetime.fromisoformat(since), datetime.fromisoformat(now)
    if asked_at - begun > timedelta(minutes=minutes_ago):
        return NOTHING
    return words.line("passed.since", clock=tell_clock(words, begun, asked_at))


_COMING = ("running", "added", "ends-here")


def _tell_one(words: Wording, one: PassedCall, *, is_arrival: bool) -> Line:
    subject = tell_subject(words, one.call, Telling(verbosity=Verbosity.NORMAL))
    minutes = tell_minutes(words, max(1, one.minutes_ago))
    if one.call.status not in _COMING:
        kind = "cancelled" if one.call.status in ("cancelled", "replaced") else "skipped"
    elif one.known_by == "observed":
        kind = _choose_observed(one.passing, is_arrival=is_arrival)
    else:
        kind = ("expected" if one.known_by == "prediction" else "due") + ("_gone" if one.gone else "")
    return words.line(f"passed.{kind}", call=subject, minutes=minutes)


def _tell_seen(words: Wording, one: PassedCall) -> Line:
    """Give where the vehicle of a call was last seen, and how long ago."""
    seen = one.vehicle
    if seen is None:
        return NOTHING
    if seen.certainty == "none":
        return words.line("passed.no_vehicle")
    label = words.label(seen.label) if seen.label else NOTHING
    which = words.line("passed.vehicle", vehicle=label) if label else words.line("passed.its_vehicle")
    place = tell_place_near(words, seen.nearest)
    if not place and seen.next_stop:
        place = words.line("vehicles.next_stop", stop=words.name(seen.next_stop))
    report = tell_report_age(words, seen.certainty, seen.age_seconds)
    if place and seen.certainty == "lost":
        place = words.line("position.last_known", place=place)
    return words.sentence(which, report, place)


def _choose_observed(passing: ObservedPassing | None, *, is_arrival: bool) -> str:
    """Say how it was observed: a time that the feed recorded is one; that of a report is about right."""
    if passing is None or (passing.arrived if is_arrival else passing.departed):
        return "observed"
    if is_arrival and passing.stood_from:
        return "came"
    return "stood" if passing.stood_from else "seen"
