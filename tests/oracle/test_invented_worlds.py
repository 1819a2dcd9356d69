"""Product and oracle agree, row by row, on small worlds made by chance."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings

from tests.oracle.comparison import compare_stop, list_other_alerts
from tests.oracle.invented_worlds import InventedWorld, draw_world
from tests.oracle.live import read_live
from tests.oracle.plan_reading import read_plan
from tests.oracle.product import open_product
from tests.oracle.row import ARRIVALS, DEPARTURES

IS_LONG = bool(os.environ.get("STOPBELL_LONG_FUZZ"))
fuzz = settings(
    max_examples=3000 if IS_LONG else 100,
    deadline=None,
    derandomize=not IS_LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


@pytest.mark.timeout(3600 if IS_LONG else 120)
@fuzz
@given(draw_world())
def test_the_boards_of_an_invented_world_agree(world: InventedWorld) -> None:
    differences = list_differences(world)
    assert not differences, "\n".join([*differences, repr(world)])


def list_differences(world: InventedWorld) -> list[str]:
    """List where product and oracle differ at any stop of a world."""
    with TemporaryDirectory() as folder:
        source = world.write(Path(folder))
        plan, product = read_plan(source), open_product(source, Path(folder) / "compiled")
        payload = world.payload
        live = read_live(payload, plan, world.now)
        view = product.open_world([] if payload is None else [payload], world.now)
        boards = [
            line
            for stop in sorted(plan.platforms)
            for kind in (DEPARTURES, ARRIVALS)
            for line in compare_stop(plan, live, view, stop, kind=kind).differences
        ]
        return [*boards, *list_other_alerts(plan, live, view)]
