"""What many tests share: the corpus of real feeds, found only through STOPBELL_CORPUS, and that no key is there."""

import os
from pathlib import Path

import pytest

_TESTS = Path(__file__).parent
_IN_REAL_TIME = (
    "assistant/announcing",
    "assistant/commands",
    "assistant/kiosk",
    "assistant/line",
    "assistant/speech",
    "browser",
    "pictures",
    "readers",
    "sound",
    "together",
)
"""Folders whose tests wait for programs, voices and readers: never two of them at once, they would slow each other."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests for `-n 2 --dist loadgroup`: those in real time one after another, the rest by folder."""
    for item in items:
        folder = item.path.parent.relative_to(_TESTS).as_posix()
        is_real = any(folder == real or folder.startswith(f"{real}/") for real in _IN_REAL_TIME)
        item.add_marker(pytest.mark.xdist_group("in real time" if is_real else folder))


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Name bytes that are no text by their length: what is packed has the time in it, and names must be the same."""
    del config
    is_text = isinstance(val, bytes) and val.isascii() and val.decode("ascii").isprintable()
    return f"{argname} of {len(val)} bytes" if isinstance(val, bytes) and not is_text else None


@pytest.fixture(scope="session")
def corpus() -> Path:
    """Give the folder of real feeds, or skip loudly."""
    folder = os.environ.get("STOPBELL_CORPUS")
    if not folder:
        pytest.skip("STOPBELL_CORPUS is not set: real feeds are NOT tested in this run")
    path = Path(folder)
    assert path.is_dir(), f"STOPBELL_CORPUS={folder} is not a folder"
    return path


@pytest.fixture(scope="session", autouse=True)
def _no_key() -> None:
    """Take away what a developer's environment says of Claude: no test may ask it, or be answered by it."""
    for name in list(os.environ):
        if name.startswith("ANTHROPIC_") or name in ("STOPBELL_BRAIN", "STOPBELL_MODEL"):
            del os.environ[name]
