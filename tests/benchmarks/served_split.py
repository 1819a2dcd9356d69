"""Where the time of an answer goes: each step of get_arrivals by itself, one after the other."""

import statistics
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from jsonschema import Draft202012Validator

from stopbell_server.contract.arrivals import ArrivalsResult
from stopbell_server.contract.from_calls import to_board_data
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.schemas import to_result_schema
from stopbell_server.desk.live_verdict import to_board_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import summarise
from stopbell_server.desk.verdict import compose
from stopbell_server.domain.calls import StopRef
from stopbell_server.phrases.phrasebooks import Phrasebooks
from stopbell_server.tools.get_arrivals import get_arrivals
from stopbell_server.tools.stop_argument import find_stop
from stopbell_server.world import World

ROUNDS = 4
Step = Callable[[], object]


def measure_split(world: World, books: Phrasebooks, questions: Sequence[Mapping[str, Any]]) -> dict[str, float]:
    """Give the median of each step in microseconds of CPU; a step is measured apart, so the sum is not exact."""
    spent: dict[str, list[float]] = {}
    desk = Desk(world, books)
    validator = Draft202012Validator(to_result_schema(ArrivalsResult))
    for minutes in range(ROUNDS):
        later = World(world.feeds, world.now + timedelta(minutes=minutes))
        for asked in questions:
            question = replace(desk.open(asked["language"]), world=later)
            for name, step in _list_steps(question, asked["stop"], validator):
                begin = time.process_time_ns()
                step()
                spent.setdefault(name, []).append((time.process_time_ns() - begin) / 1000)
    return {name: statistics.median(figures) for name, figures in spent.items()}


def _list_steps(question: Question, stop: str, validator: Draft202012Validator) -> list[tuple[str, Step]]:
    described = find_stop(question, stop)
    ref = StopRef(described.feed.authority, described.stop.id)
    end = question.world.now + timedelta(hours=1)
    board = question.world.get_board(ref, end=end, limit=5)
    naming = question.get_naming(ref.authority)
    summary = summarise(question, described)
    data = to_board_data(board, summary, naming)
    provenance = merge_provenance(question.list_sources([ref.authority]), question.book.language)
    told = question.book.board(data, age_seconds=provenance.age_seconds)
    verdict = to_board_verdict(board)
    reply = get_arrivals(question, stop, limit=5)
    wire = reply.envelope.to_wire()
    return [
        ("finding the stop", lambda: find_stop(question, stop)),
        ("the board", lambda: question.world.get_board(ref, end=end, limit=5)),
        ("the stop as contract", lambda: summarise(question, described)),
        ("the board as contract", lambda: to_board_data(board, summary, naming)),
        ("provenance", lambda: merge_provenance(question.list_sources([ref.authority]), question.book.language)),
        ("the sentences", lambda: question.book.board(data, age_seconds=provenance.age_seconds)),
        ("what is missing", lambda: compose(question.book, told, verdict, provenance)),
        ("all of the tool", lambda: get_arrivals(question, stop, limit=5)),
        ("the wire's document", lambda: reply.to_result(with_links=True)),
        ("the client's check of it", lambda: validator.is_valid(wire)),  # pyright: ignore[reportUnknownMemberType]  # its stub
    ]
