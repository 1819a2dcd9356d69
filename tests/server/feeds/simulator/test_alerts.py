"""Alerts of a simulation: in every language of the city, written and spoken, now and later."""

from datetime import UTC, datetime

from stopbell_server.demonstration.scenario import read_scenario
from stopbell_server.domain.realtime import Alert, StopRelationship
from stopbell_server.domain.store import Store
from stopbell_server.feeds.simulator.simulator import Simulator
from tests.server.feeds.simulator.stage import observe

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
SEEDS = range(8)


def list_alerts(city: Store, seed: int) -> dict[str, Alert]:
    return {alert.id: alert for alert in observe(Simulator(city, read_scenario(seed)), city, NOON).alerts}


def test_every_seed_has_a_lift_out_of_order_a_detour_and_one_to_come(city: Store) -> None:
    for seed in SEEDS:
        alerts = list_alerts(city, seed)
        effects = {name: alert.effect for name, alert in alerts.items()}
        assert effects["lift"] == "ACCESSIBILITY_ISSUE"
        assert effects["detour"] == "DETOUR"
        assert set(effects) == {"lift", "detour", "future"}
        holding = {
            name
            for name, alert in alerts.items()
            for start, end in alert.periods
            if start and end
            if start <= NOON < end
        }
        assert holding == {"lift", "detour"}


def test_seeds_differ_in_what_is_out_of_order(city: Store) -> None:
    stations = {list_alerts(city, seed)["lift"].selectors[0].stop for seed in SEEDS}

    assert stations == {"market", "central"}


def test_every_alert_speaks_both_languages_of_the_city(city: Store) -> None:
    for seed in SEEDS:
        for alert in list_alerts(city, seed).values():
            assert {text.language for text in alert.header} == {"uk", "en"}
            assert {text.language for text in alert.description} == {"uk", "en"}


def test_a_lift_alert_has_words_for_the_ear(city: Store) -> None:
    spoken = list_alerts(city, 0)["lift"].spoken_description

    assert {text.language for text in spoken} == {"uk", "en"}
    assert not any(sign.isdigit() or sign in "«»№" for text in spoken for sign in text.text)


def test_a_detour_names_the_stops_left_out_and_its_trips_skip_them(city: Store) -> None:
    for seed in SEEDS:
        snapshot = observe(Simulator(city, read_scenario(seed)), city, NOON)
        detour = next(alert for alert in snapshot.alerts if alert.id == "detour")
        left_out = {(one.route, one.stop) for one in detour.selectors if one.route and one.stop}
        served = {
            (update.descriptor.route, stop.stop)
            for update in snapshot.list_all_updates()
            for stop in update.updates
            if stop.relationship is not StopRelationship.SKIPPED
        }
        assert left_out
        assert not left_out & served


def test_alerts_name_only_stops_and_routes_of_the_timetable(city: Store) -> None:
    for seed in SEEDS:
        for alert in list_alerts(city, seed).values():
            for one in alert.selectors:
                assert one.stop is None or city.find_stop(one.stop)
                assert one.route is None or city.find_route(one.route)
