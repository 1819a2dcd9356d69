"""The profile: readable, replaced as a whole, honest when it cannot be kept."""

import json
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.conversation.errors import ProfileError
from stopbell.conversation.opening import open_conversation
from stopbell.conversation.profile import Profile, ProfileStore, SavedStop
from tests.assistant.faketools import BOOKS
from tests.assistant.talking import TestClock, hear, list_written, load_brain, make_tools, open_talk

FULL = Profile(is_set_up=True, language="uk", needs_low_floor=True, home_stop=SavedStop(id="town:м/1", name="Ринок"))


def test_a_profile_is_read_back_as_it_was_kept(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "rider" / "profile.json")
    store.save(FULL)
    assert store.load() == FULL


def test_the_file_is_readable_by_people_and_by_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "rider" / "profile.json"
    ProfileStore(path).save(FULL)
    assert '"name": "Ринок"' in path.read_text(encoding="utf-8")
    assert path.stat().st_mode & 0o077 == 0


def test_no_file_is_a_new_rider(tmp_path: Path) -> None:
    assert ProfileStore(tmp_path / "profile.json").load() == Profile()


def test_nothing_half_written_is_left_behind(tmp_path: Path) -> None:
    store = ProfileStore(tmp_path / "profile.json")
    store.save(FULL)
    store.save(Profile())
    assert [path.name for path in tmp_path.iterdir()] == ["profile.json"]


def test_what_a_later_version_keeps_is_no_fault(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    path.write_text(json.dumps({"is_set_up": True, "earcons": "few"}), encoding="utf-8")
    assert ProfileStore(path).load() == Profile(is_set_up=True)


@pytest.mark.parametrize("content", ["{", "[]", '{"verbosity": "chatty"}', "\ud800".encode("utf-16", "surrogatepass")])
def test_a_broken_file_is_refused_with_its_name(tmp_path: Path, content: str | bytes) -> None:
    path = tmp_path / "profile.json"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ProfileError, match=r"profile\.json"):
        ProfileStore(path).load()


def test_a_broken_profile_is_left_alone_and_the_rider_is_told(tmp_path: Path) -> None:
    path = tmp_path / "profile.json"
    path.write_text("{", encoding="utf-8")
    opened = open_conversation(make_tools(), BOOKS, tmp_path, TestClock(), brain=load_brain())
    hear(opened.conversation, "speak Ukrainian")
    assert opened.notes == ("face.profile_broken",)
    assert path.read_text(encoding="utf-8") == "{"


def test_a_visit_neither_reads_nor_writes_a_profile(tmp_path: Path) -> None:
    opened = open_conversation(make_tools(), BOOKS, tmp_path, TestClock(), brain=load_brain(), is_visit=True)
    hear(opened.conversation, "speak Ukrainian")
    assert list(tmp_path.iterdir()) == []


def test_a_setting_that_cannot_be_kept_still_holds_and_that_is_said_once(tmp_path: Path) -> None:
    blocked = tmp_path / "rider"
    talk = open_talk(store=ProfileStore(blocked / "profile.json"))
    blocked.write_text("a file where the folder should be", encoding="utf-8")
    first, second = hear(talk, "speak Ukrainian", "коротше")
    assert first.language == "uk"
    assert list_written(first)[-1] == "Зберегти це не вдалося; діятиме, доки ви не вийдете."
    assert list_written(second) == ["Тепер відповіді короткі: маршрут і хвилини."]


@given(st.one_of(st.binary(max_size=300), st.text(max_size=300).map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_are_a_profile_or_are_refused_and_left_alone(content: bytes) -> None:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "profile.json"
        path.write_bytes(content)
        with suppress(ProfileError):
            ProfileStore(path).load()
        assert path.read_bytes() == content
