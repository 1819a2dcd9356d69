"""The current board of a stop as resources: as data, and as text for whoever reads only that."""

from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.context import Context
from mcp.types import Annotations

from stopbell_server.contract.arrivals import BoardData
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_calls import to_board_data
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.linked_stops import to_board_entity
from stopbell_server.desk.live_verdict import to_board_verdict
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import summarise
from stopbell_server.desk.verdict import compose
from stopbell_server.domain.calls import Board, StopDescription, StopRef
from stopbell_server.resources.addressed_stop import get_addressed, open_question
from stopbell_server.resources.giving import give, note_modified
from stopbell_server.resources.kinds import LINKED, OPAQUE_IDS, PLAIN

_CALLS = 10


def add_boards(server: MCPServer, desk: Desk) -> None:
    """Offer the templates of boards."""

    @server.resource(
        "mobility://stop-board/{authority}/{stopId}",
        name="stop-board",
        title="Departures from a stop, now",
        description="The next departures from a stop or station in the coming hour, with certainty and access.",
        mime_type=LINKED,
        annotations=Annotations(audience=["assistant"], priority=0.8),
        security=OPAQUE_IDS,
    )
    async def read_board(authority: str, stopId: str, context: Context[Any, Any]) -> str:  # noqa: N803  # the template's
        question = open_question(desk, context)
        described = get_addressed(question, authority, stopId)
        _, data, provenance = _ask(question, described)
        return give(to_board_entity(described, data, provenance))

    @server.resource(
        "mobility://stop-board-text/{authority}/{stopId}",
        name="stop-board-text",
        title="Departures from a stop, now, in words",
        description="The same board as sentences, one fact a line, for a screen reader or a model.",
        mime_type=PLAIN,
        annotations=Annotations(audience=["user"], priority=1.0),
        security=OPAQUE_IDS,
    )
    async def read_board_text(authority: str, stopId: str, context: Context[Any, Any]) -> str:  # noqa: N803
        question = open_question(desk, context)
        described = get_addressed(question, authority, stopId)
        board, data, provenance = _ask(question, described)
        note_modified(provenance.source_time)
        told = question.book.board(data, verbosity="rich", age_seconds=provenance.age_seconds)
        phrase = compose(question.book, told, to_board_verdict(board), provenance)
        return "\n".join(line.written for line in phrase.lines) + "\n"

    _ = read_board, read_board_text


def _ask(question: Question, described: StopDescription) -> tuple[Board, BoardData, Provenance]:
    authority = described.feed.authority
    board = question.world.get_board(StopRef(authority, described.stop.id), limit=_CALLS)
    data = to_board_data(board, summarise(question, described), question.get_naming(authority))
    return board, data, merge_provenance(question.list_sources([authority]), question.book.language)
