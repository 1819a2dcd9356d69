"""It never came: what was due, what is known of that trip now, and what comes next."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from stopbell_server.world import World
from tests.asking import Asked, ask
from tests.realtimetext import alert, make_updates, stop, update, vehicle
from tests.server.tools.paging import read_pages
from tests.town import NOON_POSIX, with_live

DAY = "20261130"
AT = NOON_POSIX + 600


def wait(town: World, *entities: Mapping[str, Any], **arguments: Any) -> Asked:
    """Ask at Bridge Street at ten past twelve; t1 was due at 12:06."""
    kinds = ("trip_update", "vehicle", "alert")
    of_kinds = [[one for one in entities if kind in one] for kind in kinds]
    live = [make_updates(header=AT, entities=own) for own in of_kinds if own]
    world = with_live(town, live, at=town.now + timedelta(minutes=10))
    return ask(world, "get_arrivals", **({"stop": "town:b1", "passed": True} | arguments))


def seen(*, age_s: int = 40, **fields: Any) -> dict[str, Any]:
    """Give a report of the vehicle of t1, 110 metres north of Bridge Street, that names no stop."""
    said: dict[str, Any] = {"lat": 49.8461, "lon": 24.03, "timestamp": AT - age_s, "descriptor": {"label": "412"}}
    return vehicle("bus-7", trip={"trip_id": "t1", "start_date": DAY}, **(said | fields))


def expected(minutes_ago: int) -> dict[str, Any]:
    return update("t1", stop(2, "b1", departure={"time": AT - 60 * minutes_ago}), start_date=DAY)


def test_the_last_report_of_its_vehicle_is_told_with_place_and_age(town: World) -> None:
    asked = wait(town, expected(3), seen())
    assert asked.text.startswith(
        "10А to Озеро was expected 3 minutes ago. Vehicle 412, reported 40 seconds ago, 110 metres north of "
        "Bridge Street. Whether it came is not reported. "
    )
    reported = asked.data["passed"][0]["vehicle"]
    assert (reported["id"], reported["ageSeconds"], reported["certainty"]) == ("town:bus-7", 40, "live")
    assert (reported["nearest"]["stopId"], reported["nearest"]["bearing"]) == ("town:b2", "north")


def test_in_ukrainian_too(town: World) -> None:
    asked = wait(town, expected(3), seen(), language="uk")
    assert "Бортовий номер 412, координати передано 40 секунд тому, 110 метрів на північ від зупинки" in asked.text


def test_a_vehicle_that_is_silent_is_told_as_lost_with_its_last_place(town: World) -> None:
    asked = wait(town, expected(3), seen(age_s=600))
    assert "Vehicle 412, no contact with the vehicle for 10 minutes, last known place: 110 metres north" in asked.text


def test_that_no_vehicle_reports_is_said_and_is_no_absence(town: World) -> None:
    other = vehicle("bus-8", trip="v1", lat=49.84, lon=24.03, timestamp=AT - 20)
    asked = wait(town, expected(3), other)
    assert "No vehicle reports on that trip. Whether it came is not reported." in asked.text
    assert asked.data["passed"][0]["vehicle"] == {"certainty": "none"}


def test_where_no_vehicles_report_at_all_nothing_is_said_of_this_one(town: World) -> None:
    world = with_live(town, [make_updates(header=AT, entities=[expected(3)])], at=town.now + timedelta(minutes=10))
    asked = ask(world, "get_arrivals", stop="town:b1", passed=True)
    assert "3 minutes ago. Whether it came is not reported." in asked.text
    assert "vehicle" not in asked.data["passed"][0]


def test_a_vehicle_that_was_seen_beyond_needs_no_last_report(town: World) -> None:
    asked = wait(town, expected(3), seen(current_stop_sequence=3))
    assert "has passed" in asked.text or "passed about" in asked.text
    assert "reported 40 seconds ago" not in asked.text


def test_a_cancelled_trip_says_so_and_nothing_of_a_vehicle(town: World) -> None:
    asked = wait(town, update("t1", start_date=DAY, schedule_relationship="CANCELED"))
    assert asked.text.startswith("10А to Озеро, due 4 minutes ago, was cancelled.")
    assert "No vehicle reports" not in asked.text


def test_alerts_about_its_line_are_pointed_to(town: World) -> None:
    news = alert(header="Detour", effect="DETOUR", informed_entity=[{"route_id": "r10"}])
    other = alert(header="Other line", informed_entity=[{"route_id": "r7"}])
    asked = wait(town, expected(3), news, other)
    (pointed,) = asked.data["passed"][0]["alerts"]
    told = wait(town, expected(3), news, other)
    assert pointed in [one["id"] for one in told.data["alerts"]]
    assert "Detour" in asked.text


def test_without_alerts_none_are_pointed_to(town: World) -> None:
    assert "alerts" not in wait(town, expected(3)).data["passed"][0]


def test_what_comes_next_follows_with_its_certainty(town: World) -> None:
    coming = update("t3", stop(2, "b1", departure={"delay": 60}), start_date=DAY)
    asked = wait(town, expected(3), coming, limit=2)
    assert asked.text.index("Whether it came") < asked.text.index("17 minutes, live")


def test_only_the_line_that_is_waited_for(town: World) -> None:
    assert wait(town, expected(3), seen(), route="10A").data["passed"][0]["call"]["line"] == "10А"


def test_what_is_past_is_told_on_the_first_page_alone(town: World) -> None:
    world = with_live(town, [make_updates(header=AT, entities=[expected(3)])], at=town.now + timedelta(minutes=10))
    first, *others = read_pages(world, "get_arrivals", {"stop": "town:b1", "passed": True}, 1)
    assert "passed" in first.data
    assert others
    assert not [page for page in others if "passed" in page.data]
