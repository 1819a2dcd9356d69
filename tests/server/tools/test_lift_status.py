"""Is the lift working at X: what the feed says, and nothing more."""

from pathlib import Path

import pytest

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.realtimetext import alert
from tests.server.rules.test_stations import LIFT, STAIRS, open_hub

QUIET = alert(header="Fare change", informed_entity=[{"agency_id": "nobody"}])
"""So that the feed has alerts at all."""
BROKEN = alert(header="Lift out of service", effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": "foot"}])
ANY = alert(header="Elevator works this week", effect="ACCESSIBILITY_ISSUE", informed_entity=[{"stop_id": "H"}])


def tell(world: World, stop: str = "test:H", **arguments: str) -> Asked:
    return ask(world, "get_alerts", stop=stop, **arguments)


def test_a_lift_that_a_notice_names_is_closed(tmp_path: Path) -> None:
    asked = tell(open_hub(tmp_path, *LIFT, alerts=(BROKEN,)))
    assert asked.data["liftStatus"] == "closed"
    assert asked.data["lifts"] == [{"levels": ["Tracks", "Street"], "state": "closed"}]
    assert asked.text == ("Hub: 1 alert. Lift out of service. The lift between Tracks and Street is closed now.")


def test_in_ukrainian_too(tmp_path: Path) -> None:
    asked = tell(open_hub(tmp_path, *LIFT, alerts=(BROKEN,)), language="uk")
    assert "Ліфт" in asked.text


def test_a_lift_of_which_nothing_is_reported_is_not_said_to_work(tmp_path: Path) -> None:
    asked = tell(open_hub(tmp_path, *LIFT, alerts=(QUIET,)))
    assert asked.data["liftStatus"] == "no-outage-reported"
    assert asked.text.endswith("It has 1 lift; no outage is reported.")
    assert "works" not in asked.text


def test_a_notice_that_names_no_lift_leaves_it_open(tmp_path: Path) -> None:
    asked = tell(open_hub(tmp_path, *LIFT, alerts=(ANY,)))
    assert asked.data["liftStatus"] == "unknown"
    assert "a notice may mean it" in asked.text


@pytest.mark.parametrize("rows", [(), (STAIRS,)])
def test_where_no_lift_is_described_that_is_said_and_nothing_concluded(tmp_path: Path, rows: tuple[str, ...]) -> None:
    asked = tell(open_hub(tmp_path, *rows, alerts=(QUIET,)))
    assert asked.data["liftStatus"] == "not-described"
    assert "lifts" not in asked.data
    assert asked.text.endswith("No lift is described here.")


def test_a_notice_about_access_is_not_contradicted(tmp_path: Path) -> None:
    asked = tell(open_hub(tmp_path, alerts=(ANY,)))
    assert "Elevator works this week" in asked.text
    assert "No lift is described" not in asked.text


def test_of_a_stop_at_the_kerb_nothing_is_said_of_lifts(tmp_path: Path) -> None:
    asked = tell(open_hub(tmp_path, *LIFT, alerts=(QUIET,)), stop="test:A")
    assert "lift" not in asked.text
    assert asked.data["liftStatus"] == "not-described"


def test_a_platform_is_told_the_lifts_of_its_station(tmp_path: Path) -> None:
    assert tell(open_hub(tmp_path, *LIFT, alerts=(BROKEN,)), stop="test:B").data["liftStatus"] == "closed"


def test_alerts_of_a_line_or_of_all_say_nothing_of_lifts(tmp_path: Path) -> None:
    asked = ask(open_hub(tmp_path, *LIFT, alerts=(BROKEN,)), "get_alerts")
    assert "liftStatus" not in asked.data


def test_the_portrait_of_a_stop_says_the_same(tmp_path: Path) -> None:
    world = open_hub(tmp_path, *LIFT, alerts=(BROKEN,))
    asked = ask(world, "describe_stop", stop="test:H")
    assert [one["state"] for one in asked.data["inside"]["lifts"]] == ["closed"]
    assert "The lift between Tracks and Street is closed now." in asked.text


def test_without_any_alerts_the_lifts_are_still_told(tmp_path: Path) -> None:
    asked = tell(open_hub(tmp_path, *LIFT))
    assert asked.status["code"] == "no-alert-data"
