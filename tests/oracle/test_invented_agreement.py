"""Product and oracle agree, row by row, on an invented town under live feeds made by chance from fixed seeds."""

from random import Random

import pytest

from tests.oracle.comparison import compare_stop
from tests.oracle.invented import write_town, write_updates
from tests.oracle.live import read_live
from tests.oracle.oracletext import open_text_plan, to_posix
from tests.oracle.plan import Plan
from tests.oracle.product import Product, open_product


@pytest.fixture(scope="module")
def town(tmp_path_factory: pytest.TempPathFactory) -> tuple[Plan, Product]:
    """Read the town once, by both."""
    folder = tmp_path_factory.mktemp("town")
    plan = open_text_plan(folder, write_town())
    return plan, open_product(folder / "feed.zip", folder / "compiled")


@pytest.mark.parametrize("seed", range(60))
def test_the_boards_of_an_invented_town_agree(town: tuple[Plan, Product], seed: int) -> None:
    plan, product = town
    random = Random(seed)
    now = to_posix("2026-06-01 22:30") + random.randrange(4 * 3600)
    payload = write_updates(plan, now, random)
    live, world = read_live(payload, plan, now), product.open_world([payload], now)
    verdicts = [compare_stop(plan, live, world, stop) for stop in sorted(plan.platforms)]
    assert [line for verdict in verdicts for line in verdict.differences] == []
    assert sum(verdict.live_rows for verdict in verdicts) > 0


@pytest.mark.parametrize("night", ["2026-03-28", "2026-10-24", "2025-12-31", "2026-12-31"])
def test_the_boards_agree_through_a_special_night(town: tuple[Plan, Product], night: str) -> None:
    """The two changes of the clock, and the edges of the calendar."""
    plan, product = town
    start = to_posix(f"{night} 21:30")
    verdicts = [
        compare_stop(plan, read_live(None, plan, now), product.open_world([], now), stop)
        for now in range(start, start + 8 * 3600, 1800)
        for stop in sorted(plan.platforms)
    ]
    assert [line for verdict in verdicts for line in verdict.differences] == []
