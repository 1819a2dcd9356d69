"""A journey told for who wants to get off, or waits, at one stop: how far it is from there, and what says so."""

from datetime import datetime

from stopbell_server.contract.journeys import JourneyData, JourneyStop
from stopbell_server.phrases.journeys import tell_due, tell_journey_stop, tell_stop_time, tell_which_journey
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_NOT_STOPPING = ("skipped", "cancelled", "replaced")


def tell_my_stop(words: Wording, data: JourneyData, mine: JourneyStop, *, verbosity: Verbosity) -> Phrase:
    """Give the rider's stop first, then where the vehicle is, then which journey it is."""
    telling = Telling(verbosity=verbosity, now=datetime.fromisoformat(data.now) if data.now else None)
    lines = (
        _tell_mine(words, data, mine, telling),
        _tell_where(words, data, mine, telling),
        tell_which_journey(words, data),
    )
    return from_lines(lines, "my-stop", mine.certainty)


def _tell_mine(words: Wording, data: JourneyData, mine: JourneyStop, telling: Telling) -> Line:
    """Give how far the stop is; that it is behind only where the vehicle says so."""
    stop = tell_journey_stop(words, mine)
    if mine.status in _NOT_STOPPING:
        return words.line("journey.mine_skipped", stop=stop)
    match mine.progress:
        case "here":
            return words.line("journey.mine_here", stop=stop)
        case "behind":
            return words.line("journey.mine_behind", stop=stop)
        case "due":
            return words.line("journey.mine_due", stop=stop, clock=tell_due(words, mine, telling))
        case "next" | "ahead":
            time = tell_stop_time(words, mine, telling)
            if data.stops_away is None or data.phase != "under-way":
                return words.sentence(stop, time)
            told = words.line(f"journey.next_{data.known_by}", stop=stop)
            if data.stops_away:
                told = words.line(f"journey.mine_ahead_{data.known_by}", stop=stop, count=data.stops_away + 1)
            ends = words.line("journey.is_last") if mine.status == "ends-here" else NOTHING
            return words.sentence(told, ends, time)


def _tell_where(words: Wording, data: JourneyData, mine: JourneyStop, telling: Telling) -> Line:
    """Give the stop the vehicle is at or comes to next, unless it is the rider's own, or lies behind all."""
    here = next((one for one in data.calls if one.progress == "here"), None)
    if here is not None:
        return (
            NOTHING
            if here.stop_sequence == mine.stop_sequence
            else words.line("journey.here", stop=tell_journey_stop(words, here))
        )
    following = next((one for one in data.calls if one.progress == "next"), None)
    if following is None or mine.progress == "next":
        return NOTHING
    if data.phase == "not-started":
        told = words.line("journey.starts", stop=tell_journey_stop(words, following))
        return words.sentence(told, tell_stop_time(words, following, telling))
    return words.sentence(words.line(f"journey.next_{data.known_by}", stop=tell_journey_stop(words, following)))
