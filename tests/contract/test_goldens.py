"""Nothing of the contract changes unseen: each document of the test town is as it was written down."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.contract.goldens import FOLDER, RESOURCE_CASES, TOOL_CASES, ask_every_case
from tests.town import open_town


@pytest.fixture(scope="module")
def documents(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Ask every case once."""
    return asyncio.run(ask_every_case(open_town(tmp_path_factory.mktemp("town"))))


@pytest.mark.parametrize("name", [*TOOL_CASES, *RESOURCE_CASES, "tools"])
def test_a_document_is_as_it_was_written_down(name: str, documents: dict[str, Any]) -> None:
    written = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    assert documents[name] == written, "if this is meant: python -m tests.contract.goldens, and a line in the changelog"


def test_no_golden_file_is_left_over() -> None:
    assert {path.stem for path in Path(FOLDER).glob("*.json")} == {*TOOL_CASES, *RESOURCE_CASES, "tools"}
