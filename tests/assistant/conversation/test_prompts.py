"""The server's prompts: numbered choices, arguments asked for, answered as if the rider had asked."""

from stopbell.answer import PromptChoice, PromptField
from tests.assistant.faketools import FakeTools
from tests.assistant.talking import hear, list_written, make_tools, open_talk

STOP = PromptField("stop", "Name, code or id of a stop.", is_required=True)
LANGUAGE = PromptField("language", "Language of the answer.", is_required=False)
BOARD = PromptChoice("board", "What leaves next", "The board of a stop.", (STOP, LANGUAGE))
POEM = PromptChoice("poem", "A poem", "A poem about a stop.", ())


def make_prompting() -> FakeTools:
    tools = make_tools()
    tools.prompts = {
        "board": (BOARD, "What leaves next from this stop: {stop}\n\nAsk get_arrivals in language {language}."),
        "poem": (POEM, "Rhyme profusely concerning umbrellas.\n\nUse no tools."),
    }
    return tools


def test_prompts_are_numbered_choices() -> None:
    (reply,) = hear(open_talk(make_prompting()), "prompts")
    assert list_written(reply) == ["Ready requests of the server. Choose one.", "1: What leaves next.", "2: A poem."]


def test_a_required_argument_is_asked_for_and_the_request_answered() -> None:
    tools = make_prompting()
    replies = hear(open_talk(tools), "prompts", "1", "Oak Street")
    assert list_written(replies[1]) == ["Say: Name, code or id of a stop."]
    assert tools.arguments("get_arrivals")[0]["stop"] == "Oak Street"
    assert "10A to Harbour" in replies[2].written


def test_what_is_known_already_is_not_asked_for() -> None:
    tools = make_prompting()
    hear(open_talk(tools), "stop Oak Street", "prompts", "what leaves next")
    assert tools.arguments("get_arrivals")[-1]["stop"] == "town:oak"


def test_a_request_that_needs_a_model_is_said_to_need_one() -> None:
    reply = hear(open_talk(make_prompting()), "prompts", "2")[-1]
    assert list_written(reply)[0].startswith("I cannot follow this request without a language model.")


def test_a_server_without_prompts_says_so() -> None:
    (reply,) = hear(open_talk(), "prompts")
    assert list_written(reply) == ["The server has no ready requests."]
