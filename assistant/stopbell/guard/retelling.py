"""What is told instead of a sentence: the row's own sentence, or the tool's own answer, in the rider's language."""

from collections.abc import Sequence

from stopbell.answer import Answer
from stopbell.guard.judging import Moment
from stopbell.guard.rows import Row
from stopbell_server.contract.alerts import AlertsData
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.contract.stops import StopData, StopsData
from stopbell_server.contract.trips import TripPlanData
from stopbell_server.contract.vehicles import VehiclesData
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.phrasebook import Phrasebook

_ENOUGH = "normal"
_WITH_CERTAINTY = "rich"


def tell_rows(rows: Sequence[Row], book: Phrasebook, moment: Moment) -> Line | None:
    """Tell calls each by its own sentence, with minutes and certainty as they are now; None where one is no call."""
    lines: list[Line] = []
    for row in rows:
        if (line := tell_row(row, book, moment)) is None:
            return None
        if line not in lines:
            lines.append(line)
    phrase = from_lines(tuple(lines), "call")
    return Line(phrase.written, phrase.spoken)


def tell_row(row: Row, book: Phrasebook, moment: Moment) -> Line | None:
    """Tell one call by its own sentence; None where the row is none."""
    if row.call is None:
        return None
    certainty = moment.find_certainty(row)
    minutes = min(moment.count_minutes(row), default=None)
    passed = int((moment.now - moment.learned[row.answer].at).total_seconds())
    age = None if row.call.age_seconds is None else row.call.age_seconds + max(0, passed)
    call = row.call.model_copy(update={"certainty": certainty, "minutes": minutes, "age_seconds": age})
    phrase = book.call(call, verbosity=_ENOUGH, is_arrival=row.is_arrival)
    return Line(phrase.written, phrase.spoken)


def tell_answer(answer: Answer, book: Phrasebook) -> Line:
    """Tell a whole answer in a language: as the tool did where it is the same one, else by its data."""
    if answer.language != book.language and (phrase := _tell_data(answer, book)) is not None:
        phrase = book.with_notice(phrase, answer.provenance.notice)
        return Line(phrase.written, phrase.spoken)
    return Line(answer.text, answer.spoken)


def _tell_data(answer: Answer, book: Phrasebook) -> Phrase | None:
    if answer.status.state not in ("ok", "partial"):
        return None
    match answer.data:
        case BoardData() as data:
            return book.board(data, age_seconds=answer.provenance.age_seconds)
        case StopsData() as data:
            return book.stops(data)
        case StopData() as data:
            return book.portrait(data)
        case TripPlanData() as data if data.options:
            return book.trips(data)
        case VehiclesData() as data:
            return book.vehicles(data)
        case AlertsData() as data:
            return book.alerts(data)
        case _:
            return None


def add_certainty(sentence: str, certainty: str, book: Phrasebook) -> str | None:
    """Give a sentence with the word for how sure its times are; None where a word is too little."""
    if certainty == "live":
        word = book.say("certainty.live").written
    elif certainty == "ageing":
        word = book.say("certainty.ageing_unknown").written
    else:
        return None
    bare = sentence.rstrip()
    end = len(bare.rstrip(".!。… "))
    return bare[:end] + book.comma + word + (bare[end:] or book.full_stop)
