"""The demonstration, and the faces that `stopbell` opens."""

from pathlib import Path

import pytest

from tests.assistant.commands.shell import Shell

AT = "2026-09-07T08:00:00+03:00"


def test_without_a_terminal_the_demonstration_asks_itself_and_ends(shell: Shell) -> None:
    ended = shell.run("demo", at=AT)

    question, answer, *rest = ended.out.splitlines()
    assert ended.status == 0
    assert question.startswith("You: When does the next low-floor")
    assert answer.startswith("Market Square. Next low-floor or accessible vehicle: ")
    assert any("live, low floor" in line for line in (answer, *rest))
    assert "Demonstration, not real departures." in rest


def test_the_demonstration_leaves_nothing_in_the_home(shell: Shell) -> None:
    shell.run("demo", at=AT)

    assert [path for path in shell.home.rglob("*") if path.is_file()] == []


def test_another_seed_gives_another_answer(shell: Shell) -> None:
    first, again, other = (shell.run("demo", "--seed", seed, at=AT).out for seed in ("1", "1", "2"))

    assert first == again
    assert first != other


def test_the_demonstration_speaks_the_language_asked_for(shell: Shell) -> None:
    ended = shell.run("demo", "--language", "uk", at=AT)

    assert ended.out.startswith("Ви: Коли")
    assert "Демонстрація, не справжні рейси." in ended.out


def test_at_a_terminal_the_demonstration_talks_in_lines_when_wished(shell: Shell) -> None:
    ended = shell.type_in(
        "--at", AT, "demo", "--screen-reader", answers=["when is the next tram?", "quit"], prompt="You: "
    )

    assert ended.status == 0
    assert "Demonstration, not real departures." in ended.out
    assert "\x1b" not in ended.out.replace("\x1b[?2004h", "").replace("\x1b[?2004l", "")


@pytest.fixture
def rider(town: Shell) -> Shell:
    """Give a rider who has been asked the first questions."""
    folder = town.home / "rider"
    folder.mkdir(parents=True)
    (folder / "profile.json").write_text(
        '{"is_set_up": true, "voice": "reader", "language": "en", "home_stop": {"id": "town:Opera", "name": "Opera"}}'
    )
    return town


def test_a_rider_with_a_screen_reader_gets_lines(rider: Shell) -> None:
    ended = rider.type_in("--at", "2026-09-05T08:55:00Z", answers=["when is the next bus?", "quit"], prompt="You: ")

    assert ended.status == 0
    assert "timetable 12:00" in ended.out


def test_the_profile_is_for_this_user_only(shell: Shell) -> None:
    shell.type_in("--screen-reader", answers=["english", "2", "", "", "quit"], prompt="You: ")

    profile = Path(shell.home / "rider" / "profile.json")
    assert profile.stat().st_mode & 0o777 == 0o600
