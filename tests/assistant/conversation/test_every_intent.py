"""The table of intents has no hole: each is understood in each language, has an answer, and is answered for real."""

import re
import tomllib
from functools import cache
from pathlib import Path

import pytest

from stopbell.conversation.answers.every_answer import SIMPLE
from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Reply
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.city import Script, play
from tests.assistant.offline.test_understanding import read_riders

ROWS = Path(__file__).parents[1] / "offline"
PAGE = Path(__file__).parents[3] / "docs" / "intents.md"
GRAMMARS = {path.parent.name: path for path in find_locales().glob("*/grammar.toml")}
WITH_ROWS = sorted(GRAMMARS.keys() & {path.parent.parent.name for path in find_locales().glob("*/LC_MESSAGES/*.po")})
"""Languages that are understood and spoken."""
APART = frozenset({"prompts"})
"""Answered before the table is looked at."""
NO_ANSWER = frozenset({"unknown", "error", "internal", "no-answer", "bad-argument"})


@cache
def list_intents(language: str) -> frozenset[str]:
    grammar = tomllib.loads(GRAMMARS[language].read_text("utf-8"))
    return frozenset(rule["intent"] for rule in (*grammar["controls"], *grammar["intents"]))


@cache
def find_examples(language: str) -> dict[str, str]:
    """Give the first thing that our own riders say for each intent, else the first way of its grammar to say it."""
    examples: dict[str, str] = {}
    if (ROWS / f"riders-{language}.tsv").exists():
        for text, intent, _ in read_riders(language):
            examples.setdefault(intent, text)
    grammar = tomllib.loads(GRAMMARS[language].read_text("utf-8"))
    for rule in (*grammar["controls"], *grammar["intents"]):
        for pattern in rule["say"]:
            if (said := to_example(pattern)) and rule.get("only") is None:
                examples.setdefault(rule["intent"], said)
    return examples


def to_example(pattern: str) -> str:
    """Give the shortest thing that a pattern stands for; nothing where it needs a list or a value."""
    if "<" in pattern or "{" in pattern:
        return ""
    while "[" in pattern:
        pattern = re.sub(r"\[[^\[\]]*\]", "", pattern)
    while "(" in pattern:
        pattern = re.sub(r"\(([^()|]*)[^()]*\)", r"\1", pattern)
    return " ".join(pattern.partition("|")[0].replace("*", "").split())


EVERY = frozenset[str]().union(*(list_intents(language) for language in GRAMMARS))


def test_every_intent_has_an_answer() -> None:
    assert EVERY - SIMPLE.keys() - APART == frozenset()


@pytest.mark.parametrize("language", sorted(GRAMMARS))
def test_every_language_understands_every_intent(language: str) -> None:
    assert EVERY - list_intents(language) == frozenset()


def test_every_intent_is_in_the_page_and_the_page_names_no_other() -> None:
    page = PAGE.read_text("utf-8")
    assert [intent for intent in sorted(EVERY) if f"| {intent} |" not in page and f"`{intent}`" not in page] == []


@pytest.fixture(scope="module")
def answered(tmp_path_factory: pytest.TempPathFactory) -> dict[tuple[str, str], list[Reply]]:
    """Say each example in a conversation of its own, at a stop, after a question about it."""
    asked = [(language, intent) for language in WITH_ROWS for intent in sorted(find_examples(language))]
    scripts = [
        Script(
            [find_examples(language)["next_arrivals"], find_examples(language)[intent]],
            Profile(is_set_up=True, language=language),
        )
        for language, intent in asked
    ]
    return dict(zip(asked, play(scripts, tmp_path_factory.mktemp("city")), strict=True))


@pytest.mark.parametrize("language", WITH_ROWS)
def test_what_riders_say_first_is_answered_by_a_real_server_in_their_language(
    language: str, answered: dict[tuple[str, str], list[Reply]]
) -> None:
    wrong = [
        f"{intent}: {find_examples(language)[intent]!r} gives {reply.kind}: {reply.written}"
        for (spoken, intent), (_, reply) in answered.items()
        if spoken == language
        and intent != "unknown"
        and (reply.kind in NO_ANSWER or not reply.written or (reply.language != language and intent != "set_language"))
    ]
    assert not wrong, "\n".join(wrong)
