"""One browser for all tests of pages; skipped loudly where there is none, unless the run must have it."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.asking import play
from tests.browser.chrome import Chrome, find_chrome
from tests.browser.stage import Stage
from tests.browser.street import Street
from tests.town import NOON_POSIX, open_town

AXE = "axe.min.js"


def miss(what: str) -> None:
    """Skip, or fail where STOPBELL_NEED_BROWSER says that nothing may be skipped."""
    if os.environ.get("STOPBELL_NEED_BROWSER"):
        pytest.fail(f"{what} is missing and this run must test with it: see .ci/browser")
    pytest.skip(f"{what} is missing: the arrival board is NOT tested in a browser in this run (see .ci/browser)")


@pytest.fixture(scope="session")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """Give the browser."""
    program = find_chrome()
    if program is None:
        miss("Chromium")
        return
    with Chrome(program, tmp_path_factory.mktemp("chrome")) as running:
        yield running


@pytest.fixture(scope="session")
def axe() -> str:
    """Give the source of axe-core, which `.ci/browser` fetches."""
    place = os.environ.get("STOPBELL_AXE")
    file = Path(place) / AXE if place else None
    if file is None or not file.is_file():
        miss("axe-core")
        return ""
    return file.read_text(encoding="utf-8")


@pytest.fixture(scope="session")
def page(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Give the board as the server gives it to a host."""
    world = open_town(tmp_path_factory.mktemp("page"))
    (content,) = play(world, lambda client: client.read_resource("ui://stopbell/board.html")).contents
    return content.text  # type: ignore[union-attr]  # it is text


@pytest.fixture
def open_stage(chrome: Chrome) -> Iterator[Callable[..., Stage]]:
    """Open tabs that are closed in the end, and in which no script may have failed."""
    opened: list[Stage] = []

    def open_one(**size: int) -> Stage:
        opened.append(Stage(chrome, start_ms=NOON_POSIX * 1000, **size))
        return opened[-1]

    yield open_one
    for stage in opened:
        stage.close()
    assert [problem for stage in opened for problem in stage.problems] == []


@pytest.fixture
def street(tmp_path: Path) -> Street:
    """Give the street at noon, without live data."""
    return Street(tmp_path)


@pytest.fixture
def board(open_stage: Callable[..., Stage], page: str, street: Street) -> Stage:
    """Give a board in a host that lets it ask the street's server, before any answer."""
    stage = open_stage()

    def answer(params: dict[str, object]) -> dict[str, object]:
        street.later_s = stage.elapsed_s
        return street.ask(str(params["name"]), **params["arguments"])  # type: ignore[arg-type]  # a JSON object

    stage.answer = answer  # type: ignore[assignment]  # narrower
    stage.load(page)
    return stage
