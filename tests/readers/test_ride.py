"""A whole ride by ear: each reader says what its golden file says, part by part."""

import os

import pytest

from tests.readers.heard_ride import list_parts
from tests.readers.readers import READERS
from tests.readers.ride import find_golden, listen

IN_THE_CORE = ("yasr", "line")
pytestmark = [pytest.mark.reader, pytest.mark.timeout(300)]


@pytest.mark.parametrize(("name", "face"), [*((name, "line") for name in READERS), ("yasr", "textual")])
def test_a_whole_ride_is_heard_as_it_was_read_and_kept(name: str, face: str) -> None:
    """After a wanted change: `python -m tests.readers.ride --write`, then read what it wrote."""
    if (name, face) != IN_THE_CORE and not os.environ.get("STOPBELL_ALL_READERS"):
        pytest.skip(f"two minutes with {name}, {face}, are NOT heard: .ci/run --full does it")
    reader = READERS[name]
    if reader.missing:
        if os.environ.get("STOPBELL_NEED_READERS"):
            pytest.fail(f"{name} is missing and this run must test with it: {reader.install}")
        pytest.skip(f"{name} is not installed: the ride is NOT heard with it in this run")
    kept = find_golden(name, face).read_text(encoding="utf-8")
    assert list_parts(listen(reader, face)) == list_parts(kept)


def test_the_comparison_notices_a_word_and_a_repetition() -> None:
    kept = "A ride\n\nEnter: next\n    Answer: 10 to Lake,\n    4 minutes.\n"
    assert list_parts(kept) == list_parts(kept.replace(",\n    4", ", 4"))
    assert list_parts(kept) != list_parts(kept.replace("4 minutes", "5 minutes"))
    assert list_parts(kept) != list_parts(kept + "    4 minutes.\n")
