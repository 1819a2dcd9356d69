"""Schemas of results as they were published: read, for making them takes longer than answering."""

import json
from pathlib import Path
from typing import Any

PREPARED = Path(__file__).with_name("schemas_of_results")
VIEWS = (
    "alerts",
    "arrivals",
    "journey",
    "journeys",
    "route",
    "stop",
    "stops",
    "trip-plan",
    "vehicle-position",
    "vehicles",
)
"""The kinds of results, as their `view` names them."""

ENTITIES = "entities.json"
"""All results and entities in full, in one document."""


def read_result_schema(view: str) -> dict[str, Any]:
    """Give the schema of a kind of result as tools list it; `contract.publish` writes it and checks it."""
    return json.loads((PREPARED / f"{view}.json").read_text(encoding="utf-8"))


def read_entities() -> str:
    """Give the document that describes every result and every entity once."""
    return (PREPARED / ENTITIES).read_text(encoding="utf-8")
