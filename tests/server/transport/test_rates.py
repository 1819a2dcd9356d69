"""How often a client may ask, by a clock of our own."""

from dataclasses import dataclass
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.transport.rates import Rates


@dataclass
class Hand:
    """A clock turned by hand."""

    seconds: float = 0.0

    def now(self) -> datetime:
        """Give an instant."""
        return datetime.fromtimestamp(self.seconds, UTC)

    def monotonic(self) -> float:
        """Give the seconds it was turned to."""
        return self.seconds


def test_a_fifth_of_a_minute_may_come_at_once_and_then_one_by_one() -> None:
    clock = Hand()
    rates = Rates(60, clock)

    at_once = [rates.take("a") for _ in range(13)]
    clock.seconds = 1.0

    assert at_once == [0.0] * 12 + [1.0]
    assert [rates.take("a"), rates.take("a")] == [0.0, 1.0]


def test_nought_lets_any_number_in() -> None:
    rates = Rates(0, Hand())
    assert {rates.take("a") for _ in range(10_000)} == {0.0}


@given(st.lists(st.floats(0, 30), min_size=1, max_size=200), st.integers(1, 600))
def test_no_client_gets_more_than_a_burst_and_its_rate(waits: list[float], per_minute: int) -> None:
    clock = Hand()
    rates = Rates(per_minute, clock)
    allowed = 0
    for wait in waits:
        clock.seconds += wait
        allowed += rates.take("a") == 0
    assert allowed <= max(5, per_minute // 5) + clock.seconds * per_minute / 60 + 1e-6


def test_clients_that_come_and_go_do_not_fill_the_memory() -> None:
    rates = Rates(60, Hand())
    for number in range(20_000):
        rates.take(str(number))
    assert len(rates._buckets) == 10_000
