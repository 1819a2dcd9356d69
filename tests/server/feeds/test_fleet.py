"""The fleet file: what it says reaches the registry, and what it gets wrong is named."""

from datetime import date
from pathlib import Path

import pytest

from stopbell_server.domain.access import Access
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.domain.fleet import FleetRegistry
from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.realtime import Vehicle
from stopbell_server.feeds.fleet import parse_fleet, read_fleet

DAY = date(2026, 9, 5)


def find_low_floor(registry: FleetRegistry, day: date = DAY, **names: str) -> Access | None:
    vehicle = Vehicle(
        id=VehicleId(names["id"]) if "id" in names else None, label=names.get("label"), plate=names.get("plate")
    )
    rule = registry.find_rule(vehicle, day)
    return rule.low_floor if rule else None


def test_a_glob_matches_the_whole_id() -> None:
    registry = parse_fleet('[[vehicle]]\nid = "12*"\nlow_floor = true', "fleet.toml")

    assert find_low_floor(registry, id="1204") is Access.YES
    assert find_low_floor(registry, id="0120") is None


def test_slashes_make_a_regular_expression() -> None:
    registry = parse_fleet('[[vehicle]]\nlabel = "/(11|12)[0-9]{2}/"\nlow_floor = false', "fleet.toml")

    assert find_low_floor(registry, label="1199") is Access.NO
    assert find_low_floor(registry, label="11990") is None


def test_what_is_left_out_is_unknown() -> None:
    (rule,) = parse_fleet('[[vehicle]]\nplate = "BC*"\nramp = true', "fleet.toml").rules

    assert (rule.ramp, rule.low_floor, rule.wheelchair, rule.audio) == (
        Access.YES,
        Access.UNKNOWN,
        Access.UNKNOWN,
        Access.UNKNOWN,
    )


def test_a_rule_starts_on_its_day() -> None:
    registry = parse_fleet('[[vehicle]]\nid = "7"\nlow_floor = true\nfrom = 2026-09-05', "fleet.toml")

    assert find_low_floor(registry, date(2026, 9, 4), id="7") is None
    assert find_low_floor(registry, date(2026, 9, 5), id="7") is Access.YES


def test_the_first_rule_wins() -> None:
    registry = parse_fleet(
        '[[vehicle]]\nid = "7"\nlow_floor = false\n[[vehicle]]\nid = "*"\nlow_floor = true', "fleet.toml"
    )

    assert find_low_floor(registry, id="7") is Access.NO
    assert find_low_floor(registry, id="8") is Access.YES


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[[vehicle]\n", "not valid TOML"),
        ("[[vehicles]]\nid = '1'", "'vehicles'"),
        ("[vehicle]\nid = '1'", "[[vehicle]]"),
        ("vehicle = ['1']", "Vehicle 1"),
        ("[[vehicle]]\nlow_floor = true", "it has 0"),
        ("[[vehicle]]\nid = '1'\nlabel = '1'\nlow_floor = true", "it has 2"),
        ("[[vehicle]]\nid = '1'", "says nothing"),
        ("[[vehicle]]\nid = '1'\nlowfloor = true", "'lowfloor'"),
        ("[[vehicle]]\nid = '1'\nlow_floor = 'yes'", "low_floor = 'yes'"),
        ("[[vehicle]]\nid = 1\nlow_floor = true", "quotation marks"),
        ("[[vehicle]]\nid = '/(/'\nlow_floor = true", "regular expression"),
        ("[[vehicle]]\nid = '1'\nramp = true\nfrom = '2024-05-01'", "without quotes"),
        ("[[vehicle]]\nid='1'\nramp=true\n[[vehicle]]\nid='2'\nramp=1", "Vehicle 2"),
    ],
)
def test_a_mistake_is_named_with_its_place(text: str, named: str) -> None:
    with pytest.raises(SettingsInvalid) as caught:
        parse_fleet(text, "fleet.toml")

    assert named in str(caught.value)
    assert "fleet.toml" in str(caught.value)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsInvalid, match="No such file"):
        read_fleet(tmp_path / "none.toml")
