"""What a rider hears in a day, in the product's own words: sentences it says by itself, answers, and boards."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from stopbell_server.contract.alerts import AlertsData
from stopbell_server.phrases import Phrasebook, Phrasebooks
from tests.server.phrases.facts import LOW_FLOOR, board, call, stop


class Budget(Enum):
    """How long it may take at the default rate, in seconds."""

    AUTOMATIC = 3.0
    """Nobody asked for it."""
    ANSWER = 6.0
    BOARD = 15.0
    """A whole board, for who asked for more."""


class Place(NamedTuple):
    """Names as feeds of a language write them."""

    destination: str
    other: str
    stop: str
    street: str


PLACES: Mapping[str, Place] = {
    "en": Place("Central Station", "Harbour", "St Mary's Sq", "Main St"),
    "uk": Place("Залізничний вокзал", "Порт", "пл. Ринок", "вул. Городоцька"),
    "pl": Place("Dworzec Główny", "Port", "pl. Wolności", "ul. Długa"),
    "de": Place("Hauptbahnhof", "Hafen", "Marktpl.", "Hauptstr."),
    "fr": Place("Gare Centrale", "Port", "pl. de la République", "rue Victor Hugo"),
    "es": Place("Estación Central", "Puerto", "Pza. Mayor", "C/ Mayor"),
}
"""The languages that have a voice anybody understands; a test compares them with what the engine says."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """A sentence on its way to the ear."""

    language: str
    name: str
    budget: Budget
    spoken: str


Made = Callable[[Phrasebook, Place], str]


def list_announcements(books: Phrasebooks) -> tuple[Announcement, ...]:
    """Give all of them, language by language."""
    return tuple(
        Announcement(language, name, budget, make(books.pick(language), place))
        for language, place in PLACES.items()
        for name, budget, make in _list_kinds()
    )


def _list_kinds() -> Iterator[tuple[str, Budget, Made]]:
    for kinds, budget in ((_AUTOMATIC, Budget.AUTOMATIC), (_ANSWERS, Budget.ANSWER), (_BOARDS, Budget.BOARD)):
        for name, make in kinds.items():
            yield name, budget, make


def _subject(message_id: str, **values: int) -> Made:
    return lambda book, at: book.say(message_id, what=book.subject(call(headsign=at.destination)), **values).spoken


def _stop(message_id: str) -> Made:
    return lambda book, at: book.say(message_id, stop=book.name(at.stop)).spoken


_AUTOMATIC: Mapping[str, Made] = {
    "in three minutes": lambda book, at: book.call(call(headsign=at.destination)).spoken,
    "in one minute": lambda book, at: book.call(call(headsign=at.destination, minutes=1)).spoken,
    "now": lambda book, at: book.call(call(headsign=at.destination, minutes=0)).spoken,
    "at the stop": _subject("watch.at_stop"),
    "two stops away": _subject("watch.stops_away", count=2),
    "your stop is its next": _subject("watch.comes_next"),
    "by the timetable": lambda book, at: (
        book.say(
            "watch.timetable_minutes", what=book.subject(call(headsign=at.destination)), minutes=book.minutes(5)
        ).spoken
    ),
    "cancelled": lambda book, at: book.call(call(headsign=at.destination, status="cancelled")).spoken,
    "next stop is yours": _stop("alight.next"),
    "get off here": _stop("alight.here"),
    "your stop has passed": _stop("alight.passed"),
    "no contact on board": _stop("alight.lost"),
    "no longer listed": _subject("watch.unlisted"),
}
_ANSWERS: Mapping[str, Made] = {
    "next two": lambda book, at: (
        book.board(
            board(call(headsign=at.destination), call("14:16", headsign=at.destination, minutes=14), stop=stop(at.stop))
        ).spoken
    ),
    "next low floor": lambda book, at: book.call(call(headsign=at.destination, access=LOW_FLOOR)).spoken,
    "no contact": lambda book, at: book.call(call(headsign=at.destination, certainty="lost")).spoken,
    "at a clock time": lambda book, at: book.call(call("17:35", headsign=at.destination, certainty="timetable")).spoken,
    "none": lambda book, at: book.board(board(stop=stop(at.stop))).spoken,
    "a stop near by": lambda book, at: (
        book.label_stop(stop(at.street, distance_meters=118, walk_bearing="north")).spoken
    ),
    "no disruptions": lambda book, at: book.alerts(AlertsData(scope="all", alerts=[])).spoken,
    "will tell": lambda book, at: book.say("watch.will_tell").spoken,
    "which stop": lambda book, at: book.say("alight.which_stop").spoken,
}
_BOARDS: Mapping[str, Made] = {
    "a board of three": lambda book, at: (
        book.board(
            board(
                call(headsign=at.destination),
                call("14:07", line="2", headsign=at.other, minutes=5, access=LOW_FLOOR),
                call("14:20", line="175", headsign=at.street, certainty="timetable", minutes=18),
                stop=stop(at.stop),
            )
        ).spoken
    ),
}
