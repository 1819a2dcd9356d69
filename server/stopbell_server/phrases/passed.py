"""What was due a moment ago: never "has passed" unless somebody saw it."""

from stopbell_server.contract.arrivals import BoardData, PassedCall
from stopbell_server.phrases.asked import tell_asked
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.subjects import tell_subject
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import tell_minutes
from stopbell_server.phrases.wording import Wording


def tell_passed(words: Wording, data: BoardData) -> Phrase:
    """Give what was due, the latest first, and that nobody reports whether it came where nobody does."""
    if not data.passed:
        asked = tell_asked(words, data.mode_filter, data.headsign_filter, data.route_filter)
        line = words.line("passed.none_asked", what=asked) if asked else words.line("passed.none")
        return from_lines((line,), "board")
    lines = [_tell_one(words, one) for one in data.passed]
    if any(not one.gone and one.call.status in _COMING for one in data.passed):
        lines.append(words.line("passed.not_reported"))
    return from_lines(tuple(lines), "board")


_COMING = ("running", "added", "ends-here")


def _tell_one(words: Wording, one: PassedCall) -> Line:
    subject = tell_subject(words, one.call, Telling(verbosity=Verbosity.NORMAL))
    minutes = tell_minutes(words, max(1, one.minutes_ago))
    if one.call.status not in _COMING:
        kind = "cancelled" if one.call.status in ("cancelled", "replaced") else "skipped"
    elif one.known_by == "observed":
        kind = "observed"
    else:
        kind = ("expected" if one.known_by == "prediction" else "due") + ("_gone" if one.gone else "")
    return words.line(f"passed.{kind}", call=subject, minutes=minutes)
