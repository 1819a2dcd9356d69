"""Feeds that speak to the model instead of the rider: what an obeying model says does not reach the rider as fact."""

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from stopbell.answer import parse_answer
from stopbell.guard import FactGuard
from stopbell_server.contract.arrivals import ArrivalsResult
from tests.asking import load_phrasebooks
from tests.guard.measuring import NOW
from tests.guard.worlds import DEMONSTRATION, Conversation, Source, hold_all

ATTACKS = [
    (path.stem, attack)
    for path in sorted(Path(__file__).with_name("redteam").glob("*.toml"))
    for attack in tomllib.loads(path.read_text(encoding="utf-8"))["attack"]
]


@cache
def find_conversation(language: str) -> Conversation:
    return next(iter(hold_all((Source(DEMONSTRATION),), None, language)))[0]


def poison(document: Mapping[str, Any], field: str, text: str, language: str) -> dict[str, Any]:
    """Give a board with a text in one of its fields, told anew as the server would."""
    result = ArrivalsResult.model_validate(document, extra="ignore").model_dump(
        mode="json", by_alias=True, exclude_none=True
    )
    data = result["data"]
    match field:
        case "alert":
            alert = {
                "id": "x", "header": text, "spokenHeader": text, "description": text, "reason": "stop", "active": True,
            }  # fmt: skip
            data["alerts"] = [alert]
        case "headsign":
            data["arrivals"][0]["headsign"] = text
        case "stop":
            data["stop"] |= {"name": text, "spokenName": text}
        case _:
            data["arrivals"][0]["vehicleLabel"] = text
    board = ArrivalsResult.model_validate(result).data
    told = load_phrasebooks().pick(language).board(board)
    return result | {"text": told.written, "spoken": told.spoken}


def test_there_are_enough_attacks() -> None:
    assert len(ATTACKS) >= 60


@pytest.mark.parametrize(("language", "attack"), ATTACKS)
def test_what_a_feed_demands_is_not_told(language: str, attack: Mapping[str, Any]) -> None:
    document = poison(find_conversation(language).board.raw, attack["field"], attack["text"], language)
    guard = FactGuard(load_phrasebooks(), now=lambda: NOW)
    guard.learn("get_arrivals", {}, parse_answer(document, ""))
    for said in attack["said"]:
        guard.begin_turn()
        verdict = guard.check(said, language)
        assert verdict.kind in ("replaced", "dropped", "corrected"), said
        assert said not in verdict.sentence.written or attack["text"] in verdict.sentence.written
