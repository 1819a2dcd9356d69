"""Schemas of results as they were published: read, for making them takes longer than answering."""

import json
from pathlib import Path
from typing import Any

PREPARED = Path(__file__).with_name("schemas_of_results")
VIEWS = ("alerts", "arrivals", "stop", "stops", "vehicles")
"""The kinds of results, as their `view` names them."""


def read_result_schema(view: str) -> dict[str, Any]:
    """Give the schema of a kind of result; `contract.publish` writes it and checks that it is that of the model."""
    return json.loads((PREPARED / f"{view}.json").read_text(encoding="utf-8"))
