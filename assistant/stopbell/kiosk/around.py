"""What stands around the kiosk: by the clock face where the heading is set, else by the compass."""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell.kiosk.directions import NEAREST_M, Point, find_bearing, measure_distance, to_clock
from stopbell.kiosk.messages import pick_text
from stopbell.kiosk.provisioning import Landmark
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What can be told of."""

    here: Point | None
    """Where the kiosk stands; None: nobody knows."""
    heading: float | None
    """Degrees from north in which one looks with one's back to the kiosk; None: not set."""
    stops: Sequence[StopSummary]
    """The kiosk's stops, its own first."""
    landmarks: Sequence[Landmark]


def tell_around(book: Phrasebook, around: Surroundings, languages: Sequence[str]) -> tuple[Line, ...]:
    """Give a sentence for each place, and which way vehicles leave; says so where nothing is known."""
    places = [*_list_stops(book, around), *_list_landmarks(book, around, languages)]
    told = [_tell_place(book, around, name, there) for name, there in places]
    rows = [*_tell_leaving(book, around), *(line for line in told if line is not None)]
    if not rows:
        return book.say("kiosk.around_nothing").lines
    if around.heading is None:
        return tuple(rows)
    return (*book.say("kiosk.around_how").lines, *rows)


def _tell_leaving(book: Phrasebook, around: Surroundings) -> list[Line]:
    """Say which way vehicles leave the kiosk's own stop."""
    own = around.stops[0] if around.stops else None
    if own is None or own.heading is None:
        return []
    if around.heading is None:
        return list(book.side(own).lines)
    return list(book.say("kiosk.around_leaving", hour=to_clock(own.heading, around.heading)).lines)


def _tell_place(book: Phrasebook, around: Surroundings, name: Line, there: Point) -> Line | None:
    if around.here is None:
        return None
    meters = measure_distance(around.here, there)
    if meters < NEAREST_M:
        return book.say("kiosk.around_here", place=name).lines[0]
    bearing = find_bearing(around.here, there)
    distance = book.distance(meters)
    if around.heading is None:
        compass = book.compass(bearing)
        return book.say("kiosk.around_compass", place=name, distance=distance, compass=Line(compass, compass)).lines[0]
    hour = to_clock(bearing, around.heading)
    return book.say("kiosk.around_clock", place=name, hour=hour, distance=distance).lines[0]


def _list_stops(book: Phrasebook, around: Surroundings) -> list[tuple[Line, Point]]:
    return [
        (_label(book, stop), Point(stop.lat, stop.lng))
        for stop in around.stops
        if stop.lat is not None and stop.lng is not None
    ]


def _label(book: Phrasebook, stop: StopSummary) -> Line:
    label = book.label_stop(stop)
    return Line(label.written, label.spoken)


def _list_landmarks(book: Phrasebook, around: Surroundings, languages: Sequence[str]) -> list[tuple[Line, Point]]:
    found: list[tuple[Line, Point]] = []
    for mark in around.landmarks:
        words, tag = pick_text(mark.name, (book.language, *languages))
        found.append((book.name(words, tag), Point(mark.latitude, mark.longitude)))
    return found
