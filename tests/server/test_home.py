"""The one folder: where it is, who may read it, and that files change as a whole."""

import stat
from pathlib import Path

from stopbell_server.home import make_private_folder, open_home, write_private


def test_the_path_asked_for_beats_the_environment(tmp_path: Path) -> None:
    home = open_home(tmp_path / "asked", {"STOPBELL_HOME": str(tmp_path / "environment")})

    assert home.root == tmp_path / "asked"


def test_the_environment_names_the_home(tmp_path: Path) -> None:
    assert open_home(None, {"STOPBELL_HOME": str(tmp_path)}).root == tmp_path


def test_the_home_is_else_in_the_users_data() -> None:
    assert open_home(None, {}).root.name == "stopbell"


def test_opening_creates_nothing(tmp_path: Path) -> None:
    open_home(tmp_path / "home")

    assert not (tmp_path / "home").exists()


def test_what_is_written_is_for_this_user_only(tmp_path: Path) -> None:
    write_private(tmp_path / "home" / "rider" / "state.json", "{}")

    assert stat.S_IMODE((tmp_path / "home").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "home" / "rider").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "home" / "rider" / "state.json").stat().st_mode) == 0o600


def test_a_folder_that_is_there_keeps_its_permissions(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)

    make_private_folder(tmp_path)

    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_writing_leaves_nothing_but_the_file(tmp_path: Path) -> None:
    write_private(tmp_path / "state.json", "old")
    write_private(tmp_path / "state.json", "new")

    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("state.json", "new")]
