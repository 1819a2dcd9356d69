"""What many tests share: the corpus of real feeds, found only through STOPBELL_CORPUS, and that no key is there."""

import os
from pathlib import Path

import pytest


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
