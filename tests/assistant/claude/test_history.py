"""What is remembered of a conversation is always one that the Messages API accepts."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from stopbell.brains.claude.history import History
from tests.modelserver.rules import find_fault


def call(call_id: str) -> dict[str, Any]:
    return {"type": "tool_use", "id": call_id, "name": "get_arrivals", "input": {}}


def result(call_id: str, text: str = "M1, 3 minutes.") -> dict[str, Any]:
    return {"type": "tool_result", "tool_use_id": call_id, "content": [{"type": "text", "text": text}]}


def text(words: str) -> dict[str, Any]:
    return {"type": "text", "text": words}


def to_request(history: History) -> dict[str, Any]:
    return {"model": "m", "max_tokens": 1, "stream": True, "messages": history.to_messages()}


def test_a_turn_cut_short_between_call_and_result_leaves_no_call() -> None:
    history = History(10, 10_000)
    history.begin(["moment", "when is the 5"])
    history.add_answer([text("Looking."), call("a")])
    history.end("")
    history.begin(["moment", "and the 10"])
    assert find_fault(to_request(history)) is None
    assert [message["role"] for message in history.to_messages()] == ["user", "assistant", "user"]


def test_what_was_heard_stands_in_place_of_what_was_said() -> None:
    history = History(10, 10_000)
    history.begin(["when is the 5"])
    history.add_answer([call("a")])
    history.add_results([result("a")])
    history.add_answer([text("5 in 99 minutes.")])
    history.end("5 in 3 minutes.")
    history.begin(["again"])
    told = [block.get("text") for message in history.to_messages() for block in message["content"]]
    assert told == ["when is the 5", None, None, "5 in 3 minutes.", "again"]


def test_the_oldest_turns_go_whole() -> None:
    history = History(4, 100_000)
    for number in range(5):
        history.begin([f"question {number}"])
        history.add_answer([call(f"c{number}")])
        history.add_results([result(f"c{number}")])
        history.end("heard")
    history.begin(["now"])
    messages = history.to_messages()
    assert [message["content"][0].get("text") for message in messages if message["role"] == "user"] == [
        "question 3",
        None,
        "question 4",
        None,
        "now",
    ]
    assert find_fault(to_request(history)) is None


def test_too_many_characters_are_too_much_also_in_few_turns() -> None:
    history = History(12, 2_000)
    for number in range(3):
        history.begin([f"question {number}", "x" * 700])
        history.end("heard")
    history.begin(["now"])
    assert len(history.to_messages()) == 3


def test_the_cache_ends_at_the_turn_before_and_at_the_last_message() -> None:
    history = History(12, 10_000)
    history.begin(["one"])
    history.end("heard")
    history.begin(["two"])
    marked = [block for message in history.to_messages() for block in message["content"] if "cache_control" in block]
    assert [block["text"] for block in marked] == ["heard", "two"]
    history.end("heard")
    history.begin(["three"])
    assert sum("cache_control" in block for one in history.to_messages() for block in one["content"]) == 2


STEPS = st.lists(
    st.tuples(
        st.sampled_from(["calls", "text", "thoughts", "blank"]),
        st.booleans(),
        st.text(max_size=20),
    ),
    max_size=4,
)


@given(st.lists(STEPS, min_size=1, max_size=8))
def test_any_conversation_cut_short_anywhere_is_accepted(turns: list[list[tuple[str, bool, str]]]) -> None:
    history = History(3, 3_000)
    number = 0
    for steps in turns:
        history.begin(["moment", "question"])
        assert find_fault(to_request(history), frozenset({"s"})) is None
        for kind, has_result, words in steps:
            number += 1
            content = {
                "calls": [call(f"c{number}"), call(f"d{number}")],
                "text": [text(words or "x")],
                "thoughts": [{"type": "thinking", "thinking": words, "signature": "s"}, call(f"c{number}")],
                "blank": [text(" \n"), call(f"c{number}")],
            }[kind]
            history.add_answer(content)
            calls = [block["id"] for block in content if block["type"] == "tool_use"]
            if not calls or not has_result:
                break
            history.add_results([result(one) for one in calls])
            assert find_fault(to_request(history), frozenset({"s"})) is None
        history.end("heard")
