"""Writes the contract's JSON Schemas, for others to read and for the server to hand out; or checks the written ones.

Run in a checkout: `python -m stopbell_server.contract.publish [--check] [FOLDER]`.
"""

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from stopbell_server.contract.alerts import AlertsResult
from stopbell_server.contract.arrivals import ArrivalsResult
from stopbell_server.contract.codes import TABLE
from stopbell_server.contract.envelope import CONTRACT_VERSION
from stopbell_server.contract.history import HistoricalCall, HistoricalStop, LastPrediction, LastReport, MonitoringData
from stopbell_server.contract.journeys import JourneyResult, JourneysResult
from stopbell_server.contract.linked import LinkedEntity
from stopbell_server.contract.linked_alerts import AlertList
from stopbell_server.contract.linked_dated import DatedJourneyProperties
from stopbell_server.contract.linked_days import JourneysProperties, OperatingDayProperties
from stopbell_server.contract.linked_definitions import SemanticMapping, SemanticModel
from stopbell_server.contract.linked_feeds import FeedCollection, FeedProperties
from stopbell_server.contract.linked_plans import ServiceJourneyProperties
from stopbell_server.contract.linked_routes import PatternProperties, RouteProperties, RouteStopsProperties
from stopbell_server.contract.listed import to_entities_document, to_listed_schema
from stopbell_server.contract.prepared import ENTITIES, PREPARED, VIEWS
from stopbell_server.contract.routes import RouteResult
from stopbell_server.contract.schemas import to_result_schema
from stopbell_server.contract.stops import StopResult, StopsResult
from stopbell_server.contract.trips import TripPlanResult
from stopbell_server.contract.vehicle_position import PositionResult
from stopbell_server.contract.vehicles import VehiclesResult

MODELS: dict[str, type[BaseModel]] = {
    "alerts": AlertsResult,
    "arrivals": ArrivalsResult,
    "feeds": FeedCollection,
    "journey": JourneyResult,
    "journeys": JourneysResult,
    "linked-entity": LinkedEntity,
    "route": RouteResult,
    "stop": StopResult,
    "stops": StopsResult,
    "trip-plan": TripPlanResult,
    "vehicle-position": PositionResult,
    "vehicles": VehiclesResult,
}

LINKED: tuple[type[BaseModel], ...] = (
    AlertList,
    DatedJourneyProperties,
    FeedCollection,
    FeedProperties,
    HistoricalCall,
    HistoricalStop,
    JourneysProperties,
    LastPrediction,
    LastReport,
    LinkedEntity,
    MonitoringData,
    OperatingDayProperties,
    PatternProperties,
    RouteProperties,
    RouteStopsProperties,
    SemanticMapping,
    SemanticModel,
    ServiceJourneyProperties,
)
"""What documents of resources hold beyond what results do."""


def to_documents() -> dict[str, str]:
    """Give the text of each published file by its name."""
    documents: dict[str, Any] = {f"{name}.json": _to_schema(name, model) for name, model in MODELS.items()}
    documents["codes.json"] = {
        "version": CONTRACT_VERSION,
        "codes": {code.value: {"state": row.state, "retryable": row.retryable} for code, row in TABLE.items()},
    }
    return {name: json.dumps(one, indent=2, ensure_ascii=False) + "\n" for name, one in documents.items()}


def _to_schema(name: str, model: type[BaseModel]) -> dict[str, Any]:
    head = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:stopbell:contract:{CONTRACT_VERSION}:{name}",
    }
    return {**head, **to_result_schema(model)}


def to_prepared() -> dict[str, str]:
    """Give the text of each file that the server hands out: what a tool's result is, and all entities in full."""
    whole = {name: to_result_schema(MODELS[name]) for name in VIEWS}
    documents = {f"{name}.json": to_listed_schema(schema) for name, schema in whole.items()}
    told = {MODELS[name].__name__: schema for name, schema in whole.items()}
    documents[ENTITIES] = to_entities_document(told | {one.__name__: to_result_schema(one) for one in LINKED})
    return {name: json.dumps(one, ensure_ascii=False, separators=(",", ":")) + "\n" for name, one in documents.items()}


def list_differences(folder: Path, documents: Mapping[str, str] | None = None) -> list[str]:
    """List the published files (or these ones) that are missing, changed or not ours any more."""
    wanted = to_documents() if documents is None else documents
    found = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.json")}
    return sorted(name for name in wanted.keys() | found.keys() if wanted.get(name) != found.get(name))


def main(arguments: Sequence[str] | None = None) -> int:
    """Write, or check and tell what differs; 1 when something does."""
    parser = argparse.ArgumentParser(prog="python -m stopbell_server.contract.publish", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("docs/contract/schemas"))
    parser.add_argument("--check", action="store_true", help="write nothing; fail when a file would change")
    options = parser.parse_args(arguments)
    written: tuple[tuple[Path, dict[str, str]], ...] = ((options.folder, to_documents()), (PREPARED, to_prepared()))
    if options.check:
        changed = [folder / name for folder, texts in written for name in list_differences(folder, texts)]
        for path in changed:
            sys.stderr.write(f"{path} differs from the contract; publish it again, and say why\n")
        return 1 if changed else 0
    for folder, texts in written:
        _write(folder, texts)
    return 0


def _write(folder: Path, texts: Mapping[str, str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name in list_differences(folder, texts):
        (folder / name).unlink(missing_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
