"""Scripted conversations with Claude: whatever the model, its stream or its tools do, the rider hears an answer."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from stopbell.guard import FactGuard, SentenceSplitter
from tests.asking import load_phrasebooks
from tests.modelserver.goldens import FOLDER, to_golden, to_transcript
from tests.modelserver.script import Script, list_scripts, read_script
from tests.modelserver.server import KEY
from tests.modelserver.stage import Played, Stage

SCRIPTS = list_scripts()


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """Give the demonstration city, opened once."""
    with Stage(tmp_path_factory.mktemp("city")) as opened:
        yield opened


@pytest.mark.parametrize("path", SCRIPTS, ids=[path.stem for path in SCRIPTS])
def test_a_scripted_conversation_is_heard_as_written_down(stage: Stage, path: Path) -> None:
    script = read_script(path)
    played = stage.play(script)
    assert played.server.faults == []
    assert [turn.rider for turn in played.turns if not (turn.early or turn.late)] == []
    assert list_lies(script, played) == []
    assert list_unfounded(played, script.language) == []
    assert to_transcript(script.about, played) == to_golden(path).read_text(encoding="utf-8")


def test_every_script_has_its_golden_and_every_golden_its_script() -> None:
    assert [path.stem for path in SCRIPTS] == sorted(path.stem for path in FOLDER.glob("*.txt"))
    assert len(SCRIPTS) >= 40


def test_the_stream_is_closed_when_the_rider_cuts_it_short(stage: Stage) -> None:
    (path,) = (path for path in SCRIPTS if path.stem.startswith("38"))
    assert stage.play(read_script(path)).server.left == 1


def test_the_stream_is_closed_when_it_falls_silent(stage: Stage) -> None:
    (path,) = (path for path in SCRIPTS if path.stem.startswith("17"))
    assert stage.play(read_script(path)).server.left == 1


def test_the_key_is_in_no_log(stage: Stage, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="stopbell")
    for path in SCRIPTS[9:13]:
        stage.play(read_script(path))
    assert KEY not in caplog.text


def list_lies(script: Script, played: Played) -> list[str]:
    """List what was heard although the script says that nobody may hear it."""
    return [
        lie
        for turn, heard in zip(script.turns, played.turns, strict=True)
        for lie in turn.unheard
        if any(lie in form for line in (*heard.early, *heard.late) for form in (line.written, line.spoken))
    ]


def list_unfounded(played: Played, language: str) -> list[str]:
    """List what was told early and is neither a tool's own words nor entailed by them, as a guard of its own judges."""
    guard = FactGuard(load_phrasebooks(), now=played.now)
    unfounded: list[str] = []
    told = ""
    for turn in played.turns:
        for tool, arguments, answer in turn.asked:
            guard.learn(tool, arguments, answer)
            told += answer.text
        guard.begin_turn()
        spoken = turn.reply.language if turn.reply else language
        for line in (line for line in turn.early if line.written not in told):
            splitter = SentenceSplitter(spoken)
            sentences = (*splitter.feed(line.written), *splitter.flush())
            unfounded += [one for one in sentences if guard.check(one, spoken).kind not in ("kept", "dropped")]
    return unfounded
