"""`stopbell rider`: what is kept of a rider, to read and to erase."""

from pathlib import Path

from stopbell.conversation.opening import PROFILE_FILE
from stopbell.conversation.profile import Favourite, Profile, ProfileStore, SavedStop
from tests.assistant.commands.shell import Shell

OPERA = SavedStop(id="town:opera", name="Opera")
FULL = Profile(
    is_set_up=True,
    language="uk",
    rate_wpm=300,
    home_stop=OPERA,
    favourites=(Favourite(name="morning bus", stop=OPERA, route="10", destination="Market"),),
    recent_stops=(OPERA,),
)


def keep(shell: Shell, profile: Profile = FULL) -> Path:
    folder = shell.home / "rider"
    ProfileStore(folder / PROFILE_FILE).save(profile)
    return folder


def test_what_is_kept_is_shown_one_fact_a_line(shell: Shell) -> None:
    keep(shell)
    lines = shell.run("rider", "show").out.splitlines()
    assert "Language: uk." in lines
    assert "Words a minute: 300." in lines
    assert "Home stop: Opera (town:opera)." in lines
    assert "Favourite morning bus: Opera (town:opera), line 10, direction Market." in lines
    assert "Recent stop: Opera (town:opera)." in lines
    assert lines[-1].endswith(f"{PROFILE_FILE}.")


def test_a_name_cannot_move_the_cursor(shell: Shell) -> None:
    keep(shell, FULL.model_copy(update={"home_stop": SavedStop(id="t:1", name="A\x1b[2JB")}))
    assert "\x1b" not in shell.run("rider", "show").out


def test_everything_is_erased_and_named(shell: Shell) -> None:
    folder = keep(shell)
    (folder / "watches.json").write_text("{}")
    ended = shell.run("rider", "erase", "--yes")
    assert (ended.status, ended.out) == (0, f"Erased: {PROFILE_FILE}, watches.json.\n")
    assert list(folder.iterdir()) == []
    assert shell.run("rider", "show").out == "Nothing is kept.\n"
    assert shell.run("rider", "erase", "--yes").out == "Nothing is kept, so nothing was erased.\n"


def test_without_a_terminal_nothing_is_erased_unasked(shell: Shell) -> None:
    folder = keep(shell)
    ended = shell.run("rider", "erase")
    assert ended.status == 2
    assert "--yes" in ended.err
    assert [path.name for path in folder.iterdir()] == [PROFILE_FILE]


def test_at_a_terminal_it_asks_first(shell: Shell) -> None:
    folder = keep(shell)
    assert "Nothing was erased." in shell.type_in("rider", "erase", answers=["no"]).out
    assert list(folder.iterdir())
    assert f"Erased: {PROFILE_FILE}." in shell.type_in("rider", "erase", answers=["yes"]).out
    assert list(folder.iterdir()) == []


def test_a_profile_that_cannot_be_read_is_one_sentence(shell: Shell) -> None:
    folder = keep(shell)
    (folder / PROFILE_FILE).write_text("[]")
    ended = shell.run("rider", "show")
    assert ended.status == 1
    assert "cannot be used as a profile" in ended.err
