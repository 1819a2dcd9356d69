"""What Claude is told of tools and results: bounded, clean, and nothing twice."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.answer import Answer, ToolChoice, parse_answer, to_error_answer
from stopbell.brains.claude.bridge import MOST_CHARACTERS, to_claude_tools, to_failure, to_result, to_result_text
from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Provenance, Status
from tests.assistant.faketools import BOOKS, answer_board

SCHEMA = {"type": "object", "properties": {"stop": {"type": "string"}, "language": {}, "verbosity": {}}}


def make_board() -> Answer:
    return parse_answer(answer_board()({"stop": "town:oak"}, BOOKS.pick("en")).to_wire(), "")


def make_answer(text: str, data: Any) -> Answer:
    return Answer(text, text, Status(state="ok"), None, Provenance(stale=False), "en", {"data": data})


def test_tools_are_offered_in_order_without_our_own_arguments_and_the_last_ends_the_cache() -> None:
    tools = [ToolChoice(name, "Tells.", SCHEMA, is_read_only=True) for name in ("b", "a")]
    offered = to_claude_tools(tools)
    assert [tool["name"] for tool in offered] == ["b", "a"]
    assert list(offered[0]["input_schema"]["properties"]) == ["stop"]
    assert ["cache_control" in tool for tool in offered] == [False, True]
    assert list(SCHEMA["properties"]) == ["stop", "language", "verbosity"]


def test_a_tool_that_may_change_something_is_not_offered() -> None:
    tools = [
        ToolChoice("delete_all", "", SCHEMA, is_read_only=False),
        ToolChoice("tell", "", SCHEMA, is_read_only=True),
    ]
    assert [tool["name"] for tool in to_claude_tools(tools)] == ["tell"]


def test_a_result_says_the_sentence_and_the_ids_but_not_the_notice_or_addresses() -> None:
    told = to_result_text(make_board())
    text, _, structure = told.partition("\n")
    assert text.startswith("Oak Street")
    assert "Demonstration" not in text
    assert json.loads(structure)["data"]["stop"]["id"] == "town:oak"
    assert json.loads(structure)["data"]["arrivals"][0]["tripId"] == "10A-3"
    assert "mobility://" not in told
    assert "spoken" not in told


def test_a_long_result_keeps_its_text_and_fewer_items() -> None:
    told = to_result_text(make_answer("Many.", {"stops": [{"id": f"town:{n}", "name": "x" * 50} for n in range(200)]}))
    structure = json.loads(told.partition("\n")[2])
    assert len(told) <= MOST_CHARACTERS
    assert structure["data"]["stops"][-1] == "and 190 more, left out here"


def test_an_error_is_carried_as_one() -> None:
    block = to_result("id", to_error_answer(Code.NO_ANSWER, BOOKS.pick("en")))
    assert block["is_error"] is True
    assert block["content"][0]["text"].startswith("The server does not answer.")
    assert to_failure("id", "No.")["is_error"] is True


def test_an_empty_result_is_not_an_empty_block() -> None:
    assert to_result("id", make_answer("", None))["content"][0]["text"].strip()


@pytest.mark.parametrize("text", ["\x1b[2Jgone", "a\u202eb", "a\u2028b", "a\x00b"])
def test_nothing_that_steers_a_terminal_gets_to_the_model(text: str) -> None:
    told = to_result_text(make_answer(text, {"header": text}))
    assert all(character.isprintable() or character == "\n" for character in told)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=30) | st.dictionaries(st.text(max_size=5), inner, max_size=8),
    max_leaves=200,
)


@given(st.text(max_size=9000), JSON)
def test_any_result_fits(text: str, data: Any) -> None:
    block = to_result("id", make_answer(text, data))
    (part,) = block["content"]
    assert 0 < len(part["text"]) <= MOST_CHARACTERS
    assert part["text"].strip()
