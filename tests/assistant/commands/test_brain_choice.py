"""Who answers: by flag, environment and file, with and without a key."""

from pathlib import Path

import pytest

from stopbell.brains.claude.settings import DEFAULT_MODEL, ClaudeSettings, Key
from stopbell.commands.brain_choice import BrainChoice, choose_brain
from stopbell_server.app import open_home, read_settings

KEY = {"ANTHROPIC_API_KEY": "k"}


def choose(folder: Path, environment: dict[str, str], *, file: str = "", flag: str | None = None) -> BrainChoice:
    home = open_home(folder)
    home.config_file.write_text(file, encoding="utf-8")
    return choose_brain(read_settings(home, environment, brain=flag), environment)


def test_with_a_key_claude_answers_unless_it_is_not_wished(tmp_path: Path) -> None:
    assert choose(tmp_path, KEY).claude == ClaudeSettings(Key("k"), DEFAULT_MODEL)
    assert choose(tmp_path, {}) == BrainChoice()
    assert choose(tmp_path, KEY, flag="offline") == BrainChoice()
    assert choose(tmp_path, KEY, file='brain = "offline"') == BrainChoice()
    assert choose(tmp_path, KEY | {"STOPBELL_BRAIN": "auto"}, file='brain = "offline"').claude is not None


@pytest.mark.parametrize("flag", ["claude", None])
def test_only_who_wished_for_claude_hears_that_there_is_no_key(tmp_path: Path, flag: str | None) -> None:
    assert choose(tmp_path, {}, flag=flag) == BrainChoice(notes=("face.claude_no_key",) if flag else ())


def test_model_and_address_come_from_the_environment_before_the_file(tmp_path: Path) -> None:
    file = 'model = "m1"\nmodel_url = "https://one.example"'
    assert choose(tmp_path, KEY, file=file).claude == ClaudeSettings(Key("k"), "m1", "https://one.example")
    theirs = KEY | {"STOPBELL_MODEL": "m2", "ANTHROPIC_BASE_URL": "https://two.example"}
    assert choose(tmp_path, theirs, file=file).claude == ClaudeSettings(Key("k"), "m2", "https://two.example")
    ours = theirs | {"STOPBELL_MODEL_URL": "https://three.example"}
    assert choose(tmp_path, ours, file=file).claude == ClaudeSettings(Key("k"), "m2", "https://three.example")


def test_no_key_goes_to_an_address_that_is_not_encrypted(tmp_path: Path) -> None:
    assert choose(tmp_path, KEY, file='model_url = "http://one.example"') == BrainChoice(notes=("face.claude_unsafe",))
