"""Calls that are told again are made once, and told anew when anything but time has changed."""

from dataclasses import replace
from datetime import timedelta

from stopbell_server.contract.from_calls import to_monitored_call
from stopbell_server.contract.known_calls import KnownCalls
from stopbell_server.contract.naming import Naming
from stopbell_server.domain.calls import CallKind, StopRef
from stopbell_server.domain.ids import Authority, StopId
from stopbell_server.world import World

AT_BRIDGE = StopRef(Authority("town"), StopId("b1"))


def test_a_call_that_is_told_again_has_its_own_minutes_and_all_else_as_before(town: World) -> None:
    view = town.feeds[0]
    calls = KnownCalls()
    naming = Naming(view.store, "en", "en", known_calls=calls)
    call = town.get_board(AT_BRIDGE).calls[0]
    zone = view.store.info.zone

    def tell(minutes: int, naming: Naming = naming) -> dict[str, object]:
        now = town.now + timedelta(minutes=minutes)
        return to_monitored_call(call, CallKind.DEPARTURES, naming, zone, now, clock_ok=True).to_wire()

    tell(0)
    for minutes in range(3):
        assert tell(minutes) == tell(minutes, Naming(view.store, "en", "en"))


def test_a_call_of_which_something_new_is_known_is_another_call(town: World) -> None:
    calls = KnownCalls()
    call = town.get_board(AT_BRIDGE).calls[0]
    naming = Naming(town.feeds[0].store, "en", "en", known_calls=calls)
    zone = town.feeds[0].store.info.zone
    to_monitored_call(call, CallKind.DEPARTURES, naming, zone, town.now, clock_ok=True)
    moved = replace(call, headsign="Elsewhere")
    told = to_monitored_call(moved, CallKind.DEPARTURES, naming, zone, town.now, clock_ok=True)
    assert told.headsign == "Elsewhere"
