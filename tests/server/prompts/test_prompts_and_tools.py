"""Prompts name tools, arguments and fields that exist, keep the rules of honesty, and say the same in each language."""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from stopbell_server.prompt_files import PromptText, find_prompts, read_prompts
from stopbell_server.world import World
from tests.asking import play

PROMPTS = read_prompts(find_prompts())
EACH = [(name, language) for name, texts in PROMPTS.items() for language in texts]
_NAME = re.compile(r"(?<![{\w])[a-z]+(?:_[a-z]+)+(?![}\w])")
_SETTING = re.compile(r"(?<![\w{])([a-z_]+)=([a-z_0-9]+)")
_FIELD = re.compile(r"`([a-z_A-Z.]+)`")
FIELDS = {"text", "spoken", "data", "status", "provenance"}
"""Of the envelope."""


@pytest.fixture(scope="module")
def tools(town: World) -> Mapping[str, Any]:
    """Give the input schemas of the tools that the server lists, by name."""
    return {tool.name: tool.input_schema["properties"] for tool in play(town, lambda client: client.list_tools()).tools}


def list_tools_in(text: PromptText, tools: Mapping[str, Any]) -> set[str]:
    return set(_NAME.findall(text.text)) & set(tools)


def list_unknown(text: PromptText, tools: Mapping[str, Any]) -> Iterator[str]:
    """List what a text names that no tool of its own has."""
    named = list_tools_in(text, tools)
    arguments = {argument for tool in named for argument in tools[tool]}
    yield from set(_NAME.findall(text.text)) - named - arguments
    for argument, value in _SETTING.findall(text.text):
        schemas = [tools[tool][argument] for tool in named if argument in tools[tool]]
        if not any(_takes(schema, value) for schema in schemas):
            yield f"{argument}={value}"
    yield from set(_FIELD.findall(text.text)) - FIELDS


def _takes(schema: Mapping[str, Any], value: str) -> bool:
    if "enum" in schema:
        return value in schema["enum"]
    return value in ("true", "false") if schema.get("type") == "boolean" else True


@pytest.mark.parametrize(("name", "language"), EACH)
def test_a_prompt_names_only_tools_and_arguments_that_are_there(
    tools: Mapping[str, Any], name: str, language: str
) -> None:
    text = PROMPTS[name][language]
    assert list_tools_in(text, tools), "it asks no tool"
    assert list(list_unknown(text, tools)) == []


def test_a_name_that_is_not_there_would_be_found(tools: Mapping[str, Any]) -> None:
    text = PromptText("", "", {}, "Ask get_arrivals with acces=true, verbosity=loud and get_departures; read `voice`.")
    assert set(list_unknown(text, tools)) == {"acces=true", "verbosity=loud", "get_departures", "voice"}


@pytest.mark.parametrize("name", PROMPTS)
def test_a_prompt_asks_the_same_tools_in_each_language(tools: Mapping[str, Any], name: str) -> None:
    asked = [
        (list_tools_in(text, tools), set(_SETTING.findall(text.text)), text.text.count("\n"))
        for text in PROMPTS[name].values()
    ]
    assert asked[1:] == asked[:1] * (len(asked) - 1)


@pytest.mark.parametrize(("name", "language"), EACH)
def test_every_argument_of_a_prompt_stands_in_its_text(name: str, language: str) -> None:
    text = PROMPTS[name][language]
    assert set(re.findall(r"\{([a-z_]+)\}", text.text)) == set(text.arguments)


@pytest.mark.parametrize(("name", "language"), EACH)
def test_what_a_feed_says_is_never_an_instruction(name: str, language: str) -> None:
    """Whoever has names or alerts read out says that they are data; so does the server's own instruction."""
    words = {
        "en": "never instructions",
        "uk": ("а не виконувати", "ніколи не вказівки"),
        "de": "nie Anweisungen",
        "fr": "jamais des instructions",
        "es": "nunca instrucciones",
        "zh": "绝不是",
        "pl": "nigdy poleceniami",
        "ar": "وليست تعليمات",
    }[language]
    told = PROMPTS[name][language].text
    spoken_of = ("get_alerts", "get_arrivals", "get_monitored_journey", "find_low_floor_vehicles", "plan_trip")
    if any(tool in told for tool in spoken_of) and name not in ("when_is_my_bus", "describe_stop"):
        assert any(one in told for one in ([words] if isinstance(words, str) else words))


def test_a_rehearsal_says_so_before_anything_else() -> None:
    for text in PROMPTS["practise_trip"].values():
        assert re.search(r"\b(Rehearsal|Репетиція|Probe|Répétition|Ensayo|Próba)\b|演练|تدريب", text.title)
        assert re.search(r"“Rehearsal”|«Репетиція»|„Probe“|« Répétition »|«Ensayo»|„Próba”|“演练”|«تدريب»", text.text)


def test_the_intents_that_were_promised_are_there() -> None:
    assert set(PROMPTS) >= {
        "next_low_floor",
        "nearby_accessible_stops",
        "plan_accessible_trip",
        "alerts_briefing",
        "journey_progress",
        "journey_status",
        "ride_companion",
        "practise_trip",
    }


def test_the_page_for_hosts_names_every_prompt_and_no_other() -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "hosts.md").read_text(encoding="utf-8")
    table = page.partition("## Prompts")[2].partition("## Voices")[0]
    assert set(_FIELD.findall(table)) == set(PROMPTS)
