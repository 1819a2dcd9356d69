"""The clock of a command: asked for, from the environment, or the machine's."""

from datetime import UTC, datetime

import pytest

from stopbell_server.app.clocks import open_clock
from stopbell_server.domain.clock import FrozenClock, ShiftedClock, SystemClock
from stopbell_server.domain.errors import SettingsInvalid


def test_the_flag_beats_the_environment() -> None:
    clock = open_clock("2026-11-30T08:00:00+02:00", {"STOPBELL_AT": "2020-01-01T00:00:00Z"})

    assert clock == FrozenClock(datetime(2026, 11, 30, 6, tzinfo=UTC))


def test_the_environment_freezes_the_clock() -> None:
    assert open_clock(None, {"STOPBELL_AT": "2026-11-30T06:00:00Z"}).now() == datetime(2026, 11, 30, 6, tzinfo=UTC)


def test_a_plus_lets_the_clock_run_on() -> None:
    assert isinstance(open_clock("+2026-11-30T06:00:00Z", {}), ShiftedClock)


def test_without_either_the_machine_tells_the_time() -> None:
    assert isinstance(open_clock(None, {}), SystemClock)


@pytest.mark.parametrize(
    ("asked", "origin"), [("noon", "--at"), ("2026-11-30T06:00:00", "--at"), (None, "STOPBELL_AT")]
)
def test_an_instant_that_is_none_is_named_with_its_origin(asked: str | None, origin: str) -> None:
    with pytest.raises(SettingsInvalid, match=f"{origin} is"):
        open_clock(asked, {"STOPBELL_AT": "yesterday"})
