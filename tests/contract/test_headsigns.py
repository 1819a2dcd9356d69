"""A headsign with its own line's label in front."""

import pytest

from stopbell_server.contract.headsigns import drop_label


@pytest.mark.parametrize(
    ("headsign", "label", "bare"),
    [
        ("9A DOWNTOWN VIA SPRING GARDEN", "9A", "DOWNTOWN VIA SPRING GARDEN"),
        ("9a - Downtown", "9A", "Downtown"),
        ("1: Central Station", "1", "Central Station"),
        ("194 WEST BEDFORD EXPRESS", "196", "194 WEST BEDFORD EXPRESS"),
        ("1st Avenue", "1", "1st Avenue"),
        ("10 Mile House", "1", "10 Mile House"),
        ("12A", "12A", "12A"),
        ("5 - 7", "5", "5 - 7"),
        ("Harbour", None, "Harbour"),
    ],
)
def test_a_line_does_not_say_its_own_label_twice(headsign: str, label: str | None, bare: str) -> None:
    assert drop_label(headsign, label) == bare
