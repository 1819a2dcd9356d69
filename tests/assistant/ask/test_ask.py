"""One question, one answer, as text and as a document."""

import asyncio

from stopbell.faces.ask import ask_once, to_document, to_state, to_text
from stopbell_server.contract.codes import Code
from tests.assistant.faketools import NOTICE, refuse_always
from tests.assistant.talking import make_tools, open_talk


def test_the_answer_is_text_one_fact_a_line() -> None:
    reply = asyncio.run(ask_once(open_talk(stop="Oak Street"), "next 10A"))
    assert to_text(reply).splitlines()[:2] == ["Oak Street.", "10A to Harbour, 3 minutes, live."]


def test_nobody_is_told_what_to_say_next() -> None:
    reply = asyncio.run(ask_once(open_talk(stop="Oak Street"), "departures"))
    assert "say: more" not in to_text(reply)


def test_the_document_says_what_was_asked_of_whom_and_what_came() -> None:
    question = "next three buses to Harbour"
    reply = asyncio.run(ask_once(open_talk(stop="town:oak"), question))
    document = to_document(question, reply)
    assert {name: document[name] for name in ("question", "language", "status", "tool", "arguments")} == {
        "question": question,
        "language": "en",
        "status": {"state": "ok", "retryable": False, "candidates": []},
        "tool": "get_arrivals",
        "arguments": {
            "stop": "town:oak",
            "headsign": "Harbour",
            "mode": "bus",
            "limit": 3,
            "verbosity": "normal",
            "language": "en",
        },
    }
    assert document["data"]["arrivals"][0]["line"] == "10A"
    assert document["provenance"]["notice"] == NOTICE
    assert document["text"].startswith("Oak Street. 10A to Harbour, 3, 14 and 34 minutes, live.")
    assert "thirty-four minutes, live" in document["spoken"]


def test_a_question_that_asks_nothing_of_the_server_says_so() -> None:
    document = to_document("call me a taxi", asyncio.run(ask_once(open_talk(), "call me a taxi")))
    assert (document["status"], document["tool"], document["data"]) == ({"state": "ok"}, None, None)


def test_a_question_without_a_stop_is_unresolved_and_asks_back() -> None:
    reply = asyncio.run(ask_once(open_talk(), "next tram"))
    assert to_state(reply) == "unresolved"
    assert to_text(reply) == "Which stop? Say its name or the code on the pole.\n"


def test_what_is_not_understood_is_unresolved() -> None:
    assert to_state(asyncio.run(ask_once(open_talk(), "purple whisper of the mountains and the sea"))) == "unresolved"


def test_the_state_is_that_of_the_server() -> None:
    tools = make_tools(get_arrivals=refuse_always(Code.INTERNAL))
    assert to_state(asyncio.run(ask_once(open_talk(tools, stop="Oak Street"), "next 10A"))) == "error"


def test_the_language_asked_for_beats_that_of_the_question() -> None:
    reply = asyncio.run(ask_once(open_talk(stop="Oak Street", language="uk"), "next 10A"))
    assert reply.language == "uk"
