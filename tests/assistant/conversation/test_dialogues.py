"""Whole conversations in the demonstration city: what a rider says, what must be heard, what was asked of the server.

Each file of `dialogues/` is one conversation. A turn `say`s something; the answer `has` and `lacks` texts, was made
with a `tool` and its `arguments` (those that are named), is of a `kind` or `language`, and offers so many `choices`.
"""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from stopbell.conversation.profile import Profile
from stopbell.conversation.rendering import MOST_SPOKEN
from stopbell.conversation.reply import Reply
from tests.assistant.city import Script, play

FOLDER = Path(__file__).parent / "dialogues"
FILES = sorted(FOLDER.glob("*.toml"))
KNOWN_KEYS = {"say", "has", "lacks", "tool", "arguments", "kind", "language", "choices", "asks_nothing"}


def read_dialogue(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def to_script(dialogue: dict[str, Any]) -> Script:
    profile = Profile.model_validate({"is_set_up": True, **dialogue.get("profile", {})})
    stop = dialogue.get("stop", "demo:market") or None
    return Script([turn["say"] for turn in dialogue["turn"]], profile, stop)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Reply]]:
    """Play all of them once, one after the other."""
    told = play([to_script(read_dialogue(path)) for path in FILES], tmp_path_factory.mktemp("city"))
    return dict(zip([path.stem for path in FILES], told, strict=True))


def find_faults(turn: dict[str, Any], reply: Reply) -> list[str]:
    """Say what is wrong with a reply; a reply never offers more choices than a listener can keep in mind."""
    faults = [f"unknown key {key!r}" for key in turn.keys() - KNOWN_KEYS]
    faults += [f"lacks {text!r}" for text in turn.get("has", ()) if text not in reply.written]
    faults += [f"has {text!r}" for text in turn.get("lacks", ()) if text in reply.written]
    for key, value in (("kind", reply.kind), ("language", reply.language), ("choices", len(reply.choices))):
        if key in turn and turn[key] != value:
            faults.append(f"{key} is {value!r}, not {turn[key]!r}")
    if turn.get("asks_nothing") and reply.calls:
        faults.append(f"asked {reply.calls[0].tool}")
    if "tool" in turn:
        asked = [dict(call.arguments) for call in reply.calls if call.tool == turn["tool"]]
        wanted = turn.get("arguments", {}).items()
        if not any(wanted <= one.items() for one in asked):
            faults.append(f"{turn['tool']} was asked with {asked}")
    if len(reply.choices) > MOST_SPOKEN:
        faults.append(f"offers {len(reply.choices)} choices")
    if not reply.written.strip() or not reply.spoken.strip():
        faults.append("is silent")
    return faults


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_conversation_goes_as_it_should(path: Path, played: dict[str, list[Reply]]) -> None:
    wrong = [
        f"> {turn['say']}\n{reply.written}\n  {fault}"
        for turn, reply in zip(read_dialogue(path)["turn"], played[path.stem], strict=True)
        for fault in find_faults(turn, reply)
    ]
    assert not wrong, "\n".join(wrong)


def test_there_are_conversations_enough_and_in_every_language_that_is_understood_and_spoken() -> None:
    assert len(FILES) >= 25
    told = {read_dialogue(path).get("profile", {}).get("language", "en") for path in FILES}
    assert {"en", "uk", "pl", "de", "fr", "es"} <= told


def test_no_two_conversations_have_one_title() -> None:
    titles = [read_dialogue(path)["title"] for path in FILES]
    assert len(set(titles)) == len(titles)
