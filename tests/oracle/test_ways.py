"""Product and oracle agree on which ways with at most one change no other one beats, in networks made by chance."""

import os
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stopbell_server.domain.ids import StopId
from stopbell_server.timetable.fastest import Search
from stopbell_server.timetable.rides import list_place
from stopbell_server.timetable.run_book import RunBook
from stopbell_server.timetable.ways import Span
from tests.oracle.invented_notices import draw_alerts
from tests.oracle.invented_plans import pick, rarely
from tests.oracle.invented_updates import draw_updates
from tests.oracle.invented_ways import ASKED, PLACES, draw_network
from tests.oracle.invented_worlds import InventedWorld, to_zip
from tests.oracle.live import read_live
from tests.oracle.plan_reading import parse_date, read_plan
from tests.oracle.product import open_product
from tests.oracle.ways import Network, Question, Rule, Triple, list_ways

IS_LONG = bool(os.environ.get("STOPBELL_LONG_FUZZ"))
fuzz = settings(
    max_examples=3000 if IS_LONG else 150,
    deadline=None,
    derandomize=not IS_LONG,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)


@dataclass(frozen=True)
class Asked:
    """A world, its rules for changes, and the question."""

    world: InventedWorld
    rules: tuple[Rule, ...]
    question: Question


@st.composite
def draw_asked(draw: st.DrawFn) -> Asked:
    """Draw a world in which something leaves soon, and where one wants to go."""
    files, day_text, rules = draw(draw_network())
    plan, day = read_plan(to_zip(files)), parse_date(day_text)
    first_s = min(trip.first_departure for trip in plan.trips.values())
    now = plan.to_instant(day, first_s) + 60 * draw(pick(0, -10, 5, 30, 60))
    start, end = draw(st.lists(st.sampled_from(ASKED), min_size=2, max_size=2, unique=True))
    deadline = now + draw(st.sampled_from((1800, 5400))) if draw(rarely(4)) else None
    question = Question(start, end, now, now + draw(pick(7200, 1800)), now + draw(pick(14400, 3600)), deadline)
    if draw(rarely(3)):
        return Asked(InventedWorld(files, now, now, None), rules, question)
    entities = [*draw(draw_updates(plan, day, now)), *(draw(draw_alerts(plan, day, now)) if draw(rarely(4)) else ())]
    return Asked(InventedWorld(files, now, now - draw(pick(0, 100)), entities), rules, question)


@pytest.mark.timeout(3600 if IS_LONG else 180)
@fuzz
@given(draw_asked())
def test_the_ways_through_an_invented_network_agree(asked: Asked) -> None:
    with TemporaryDirectory() as folder:
        expected, found = answer_both(asked, Path(folder))
    assert found == expected, repr(asked)


def answer_both(asked: Asked, folder: Path) -> tuple[list[Triple], list[Triple]]:
    """Give the oracle's answer and the product's."""
    world, question = asked.world, asked.question
    source = world.write(folder)
    plan, product = read_plan(source), open_product(source, folder / "compiled")
    network = Network(plan, PLACES | {"B": (49.8411, 24.0305)}, asked.rules)
    expected = list_ways(network, read_live(world.payload, plan, world.now), question)
    view = product.open_world([] if world.payload is None else [world.payload], world.now).feeds[0]
    ends = [view.store.find_stop(StopId(stop)) for stop in (question.start, question.end)]
    start, end = (list_place(view.store, stop) for stop in ends if stop)
    span = Span(question.first, question.last, question.until)
    if question.deadline is not None:
        span = Span(question.first, question.last, question.until, question.deadline)
    book = RunBook(view, datetime.fromtimestamp(world.now, UTC))
    ways = Search(book, start, end, span).find()
    return expected, sorted((way.leaves, way.arrives, way.changes) for way in ways)
