"""Where: distances, compass words, and names with what tells them apart."""

from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.words import to_compass
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording

_MOST_TOWARDS = 3
_MOST_LINES = 6


def round_distance(meters: float) -> int:
    """Round to what can be known and walked: to 5 below 50 m, to 10 below 200 m, else to 50; never to zero."""
    step = 5 if meters < 50 else 10 if meters < 200 else 50
    return max(5, round(meters / step) * step)


def tell_distance(words: Wording, meters: float) -> Line:
    """Give a rounded distance with its unit in full; whole kilometres from ten on."""
    rounded = round_distance(meters)
    if rounded < 1000:
        return words.line("unit.meters", count=rounded)
    if rounded >= 10_000:
        return words.line("unit.kilometers", count=round(rounded / 1000))
    kilometers, rest = divmod(rounded, 1000)
    whole = words.line("unit.kilometers", count=kilometers)
    if not rest:
        return whole
    return words.line("place.both", first=whole, second=words.line("unit.meters", count=rest))


def tell_compass(words: Wording, heading: float | str) -> Line:
    """Give a compass word for degrees from north, or for one of the contract's words."""
    word = heading if isinstance(heading, str) else to_compass(heading)
    translated = words.language.compass[word]
    return Line(translated, translated)


def tell_way(words: Wording, meters: float | None, bearing: str | None) -> Line:
    """Give how far and which way from the place that was given; nothing when neither is known."""
    if meters is None:
        return NOTHING
    distance = tell_distance(words, meters)
    if bearing is None:
        return distance
    return words.line("place.way", distance=distance, compass=tell_compass(words, bearing))


def tell_stop_name(words: Wording, stop: StopSummary) -> Line:
    """Give a stop's name; a name for speech goes before the written one, and is not read a second time."""
    if stop.spoken_name and stop.spoken_name != stop.name:
        return words.given(stop.name, stop.spoken_name)
    return words.name(stop.name, stop.language)


def tell_place(words: Wording, stop: StopSummary) -> Line:
    """Give a stop's name, and its feed where a stop of another one could be meant."""
    source = words.name(stop.source) if stop.source else NOTHING
    return words.chain((tell_stop_name(words, stop), source))


def tell_towards(words: Wording, stop: StopSummary, most: int = _MOST_TOWARDS) -> Line:
    """Give where the stop's vehicles go, the busiest first; nothing when the feed does not say."""
    names = [words.name(name, stop.language) for name in stop.towards[:most]]
    return words.line("place.towards", count=len(names), names=words.enumerate(names)) if names else NOTHING


def tell_lines(words: Wording, stop: StopSummary, most: int = _MOST_LINES) -> Line:
    """Give the lines that call there, and how many more there are; nothing when none is known."""
    labels = [words.label(line) for line in stop.lines[:most]]
    if not labels:
        return NOTHING
    more = len(stop.lines) - len(labels)
    if more:
        return words.line("place.lines_more", lines=words.chain(labels), count=more)
    return words.line("place.lines", lines=words.enumerate(labels), count=len(labels))


def tell_platform(words: Wording, stop: StopSummary) -> Line:
    """Give the platform, unless the name has it already."""
    if stop.platform is None or stop.platform.casefold() in stop.name.casefold().split():
        return NOTHING
    return words.line("call.platform", platform=words.label(stop.platform))


def tell_stop(words: Wording, stop: StopSummary) -> Line:
    """Give a stop with what tells it from its namesakes: platform, distance, where it goes, else lines or code."""
    apart = tell_towards(words, stop, 2) or tell_lines(words, stop, 4)
    if stop.type == "TransportStation":
        apart = words.chain((words.line("place.station"), apart))
    elif not apart and stop.code:
        apart = words.line("place.code", code=tell_code(words, stop.code))
    way = tell_way(words, stop.distance_meters, stop.walk_bearing)
    return words.chain((tell_place(words, stop), tell_platform(words, stop), way, apart))


def tell_code(words: Wording, code: str) -> Line:
    """Give a stop code sign by sign, as one reads it to somebody."""
    spelled = (words.labels.spell(sign) for sign in code)
    return Line(code, words.labels.join(sign for sign in spelled if sign))
