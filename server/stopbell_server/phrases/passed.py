"""What was due a moment ago: never "has passed" unless somebody saw it."""

from stopbell_server.contract.arrivals import BoardData, PassedCall
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_place
from stopbell_server.phrases.subjects import tell_subject
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import tell_minutes
from stopbell_server.phrases.wording import Wording


def tell_passed(words: Wording, data: BoardData) -> Phrase:
    """Give what was due, the latest first, and that nobody reports whether it came where nobody does."""
    place = tell_place(words, data.stop) if data.stop else words.line("board.this_stop")
    if not data.passed:
        return from_lines((words.line("passed.none", stop=place),), "board")
    lines = [_tell_one(words, one) for one in data.passed]
    if any(not one.gone and one.call.status in _COMING for one in data.passed):
        lines.append(words.line("passed.not_reported"))
    return from_lines((words.line("passed.place", stop=place), *lines, words.line("passed.next")), "board")


_COMING = ("running", "added", "ends-here")


def _tell_one(words: Wording, one: PassedCall) -> Line:
    subject = tell_subject(words, one.call, Telling(verbosity=Verbosity.NORMAL))
    minutes = tell_minutes(words, one.minutes_ago) if one.minutes_ago else words.line("passed.moment")
    if one.call.status not in _COMING:
        kind = "cancelled" if one.call.status in ("cancelled", "replaced") else "skipped"
    elif one.known_by == "observed":
        kind = "observed"
    else:
        kind = ("expected" if one.known_by == "prediction" else "due") + ("_gone" if one.gone else "")
    return words.line(f"passed.{kind}", call=subject, minutes=minutes)
