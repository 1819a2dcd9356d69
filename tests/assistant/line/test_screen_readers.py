"""A screen reader that runs is noticed, so that nothing is said twice unasked."""

from pathlib import Path

import pytest

from stopbell.faces.screen_readers import find_screen_reader
from tests.assistant.line.script import WrittenVoice, play
from tests.assistant.talking import open_talk


def list_processes(tmp_path: Path, *names: str) -> Path:
    for number, name in enumerate(names, 100):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / "comm").write_text(f"{name}\n", encoding="utf-8")
    (tmp_path / "self").mkdir()
    (tmp_path / "999").mkdir()
    return tmp_path


@pytest.mark.parametrize(
    ("names", "found"), [(("bash", "orca"), "orca"), (("bash", "python"), None), (("orcagraph",), None), ((), None)]
)
def test_a_reader_is_found_by_its_process(tmp_path: Path, names: tuple[str, ...], found: str | None) -> None:
    assert find_screen_reader(list_processes(tmp_path, *names)) == found


def test_where_processes_cannot_be_listed_none_is_found(tmp_path: Path) -> None:
    assert find_screen_reader(tmp_path / "nowhere") is None


def test_our_voice_says_once_how_to_stop_it_when_a_reader_runs() -> None:
    lines = play(open_talk(), [], mode="self", open_voice=WrittenVoice, find_reader=lambda: "orca")
    assert lines.pieces[0].splitlines()[1] == "A screen reader seems to run. To stop my voice, say: voice reader."


def test_reader_mode_has_nothing_to_say_about_it() -> None:
    lines = play(open_talk(), [], mode="reader", find_reader=lambda: "orca")
    assert len(lines.pieces[0].splitlines()) == 1
