"""What every unresolved answer owes: a code of the table, its sentence in each language, and a way on."""

import json
from typing import Any

from mcp.types import TextResourceContents

from stopbell_server.contract.codes import TABLE, Code
from stopbell_server.world import World
from tests.asking import Asked, ask, play


def ask_unresolved(world: World, code: Code, english: str, ukrainian: str, tool: str, /, **arguments: Any) -> Asked:
    """Ask in both languages; each says its words, with the code as the table has it and a way on. Gives the English."""
    answers = {tag: ask(world, tool, **arguments, language=tag) for tag in ("en", "uk")}
    for tag, words in (("en", english), ("uk", ukrainian)):
        answer = answers[tag]
        check_status(answer.status, code)
        assert words in answer.text, answer.text
        assert not answer.is_error, answer.text
    return answers["en"]


def check_status(status: Any, code: Code) -> None:
    """See that a status is the one of the table, with a remedy or with choices."""
    row = TABLE[code]
    told = (status["state"], status.get("code"), status["retryable"])
    assert told == (row.state, code.value, row.retryable), status
    assert status.get("remedy") or status["candidates"], status


def read(world: World, uri: str) -> dict[str, Any]:
    """Read a resource as a document."""
    return json.loads(read_text(world, uri))


def read_text(world: World, uri: str) -> str:
    """Read a resource as text."""
    (content,) = play(world, lambda client: client.read_resource(uri)).contents
    assert isinstance(content, TextResourceContents)
    return content.text
