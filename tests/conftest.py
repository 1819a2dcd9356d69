"""What many tests share: the corpus of real feeds, found only through STOPBELL_CORPUS."""

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
