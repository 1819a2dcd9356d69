"""Line and destination, each said once."""

import pytest

from stopbell_server.phrases import Phrasebooks
from tests.server.phrases.facts import call

BOOKS = Phrasebooks.load()
EN, UK = BOOKS.pick("en"), BOOKS.pick("uk")


@pytest.mark.parametrize(
    ("line", "headsign", "destination", "written"),
    [
        ("9A", "9A DOWNTOWN", "Water St", "9A to DOWNTOWN, 3 minutes, live."),
        ("196", "194 WEST BEDFORD EXPRESS", "Southgate Dr", "196 to 194 WEST BEDFORD EXPRESS, 3 minutes, live."),
        ("1", "1 Maja", None, "1 to 1 Maja, 3 minutes, live."),
        ("青山", "To Akasaka Sta.", "Akasaka", "青山 To Akasaka Sta., 3 minutes, live."),
        ("44", "To Kwa Wan", None, "44 To Kwa Wan, 3 minutes, live."),
        ("44", "Totnes", None, "44 to Totnes, 3 minutes, live."),
    ],
)
def test_what_the_headsign_says_already_is_not_said_again(
    line: str, headsign: str, destination: str | None, written: str
) -> None:
    assert EN.call(call(line=line, headsign=headsign, destination=destination)).written == written


@pytest.mark.parametrize("label", ["Green", "2 Line", "PEGASUS"])
def test_a_line_with_a_name_of_its_own_needs_no_word_for_it(label: str) -> None:
    told = call(line=label, headsign="Harbour")
    assert EN.call(told, verbosity="rich").written.startswith(f"{label} to Harbour, in 3 minutes")
    assert UK.call(told, verbosity="rich").written.startswith(f"{label}, напрямок: Harbour, через 3 хвилини")
