"""What a watch says in every language, whole, written and spoken: later, sooner, at the door, and data that is lost."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path

import pytest

from stopbell.conversation.watching.arrival_words import ArrivalWords
from stopbell.conversation.watching.doors import Doors
from stopbell.conversation.watching.lookout import Words
from stopbell_server.contract.stops import AccessFactModel
from stopbell_server.contract.vehicle_position import VehicleCandidate
from stopbell_server.contract.vehicles import VehicleSummary
from tests.assistant.faketools import BOOKS, make_call, make_stop

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
OTHER = VehicleCandidate(
    vehicle=VehicleSummary(
        line="7",
        headsign="Zoo",
        certainty="live",
        access=AccessFactModel(value="unknown", source="none"),
        low_floor="unknown",
    ),
    standing="stands-here",
    likelihood="possible",
)


def make_words(**changes: str) -> ArrivalWords:
    return ArrivalWords(make_call(minutes=4, **changes), lambda: NOON)


WORDS: Mapping[str, Callable[[], Words]] = {
    "later": lambda: make_words().tell_later(2),
    "sooner": lambda: make_words().tell_sooner(5),
    "at the stop": lambda: make_words(platform="2").tell_at_stop(make_stop()),
    "in front": lambda: Doors(OTHER, is_mine_here=False).tell,
    "behind": lambda: Doors(OTHER.model_copy(update={"standing": "next-here"}), is_mine_here=True).tell,
    "both": lambda: Doors(OTHER, is_mine_here=True).tell,
    "lost": lambda: lambda book: book.say("watch.source_lost", what=book.name("Park")),
    "back": lambda: lambda book: book.say("watch.source_back", what=book.name("Park")),
}


ROWS = [
    row.split("\t")
    for row in Path(__file__).with_name("watch-words.tsv").read_text("utf-8").splitlines()
    if not row.startswith("#")
]


@pytest.mark.parametrize(("language", "what", "written", "spoken"), ROWS, ids=[" ".join(row[:2]) for row in ROWS])
def test_a_watch_says_it_so(language: str, what: str, written: str, spoken: str) -> None:
    phrase = WORDS[what]()(BOOKS.pick(language))
    assert phrase is not None
    assert (phrase.written, phrase.spoken) == (written, spoken)


def test_every_language_says_all_of_it() -> None:
    assert {(row[0], row[1]) for row in ROWS} == {(language, what) for language in BOOKS.languages for what in WORDS}
