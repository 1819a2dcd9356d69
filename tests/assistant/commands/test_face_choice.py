"""Which face opens and who speaks."""

import pytest

from stopbell.commands.face_choice import FaceChoice, Wishes, choose_face

XTERM = "xterm-256color"


@pytest.mark.parametrize(
    ("wishes", "terminal", "is_terminal", "choice"),
    [
        pytest.param(Wishes(), XTERM, True, FaceChoice("textual", "self", "default"), id="nothing wished"),
        pytest.param(Wishes(is_plain=True), XTERM, True, FaceChoice("line", "reader", "flag"), id="--screen-reader"),
        pytest.param(
            Wishes(is_plain=True, face="textual", voice="self"),
            XTERM,
            True,
            FaceChoice("line", "reader", "flag"),
            id="--screen-reader beats everything",
        ),
        pytest.param(Wishes(), "dumb", True, FaceChoice("line", "reader", "terminal"), id="TERM=dumb"),
        pytest.param(
            Wishes(voice="self"), "dumb", True, FaceChoice("line", "self", "terminal"), id="TERM=dumb with a voice"
        ),
        pytest.param(Wishes(), XTERM, False, FaceChoice("line", "reader", "pipe"), id="a pipe"),
        pytest.param(
            Wishes(face_flag="textual", face="textual"),
            XTERM,
            False,
            FaceChoice("line", "reader", "pipe"),
            id="no screen in a pipe",
        ),
        pytest.param(
            Wishes(profile_voice="self"), XTERM, False, FaceChoice("line", "reader", "pipe"), id="a pipe is not spoken"
        ),
        pytest.param(
            Wishes(voice="self"), XTERM, False, FaceChoice("line", "self", "pipe"), id="a pipe is spoken when wished"
        ),
        pytest.param(
            Wishes(voice="reader"), XTERM, True, FaceChoice("line", "reader", "environment"), id="STOPBELL_VOICE=reader"
        ),
        pytest.param(
            Wishes(voice_flag="reader", voice="reader"),
            XTERM,
            True,
            FaceChoice("line", "reader", "flag"),
            id="--voice reader",
        ),
        pytest.param(
            Wishes(profile_voice="reader"), XTERM, True, FaceChoice("line", "reader", "profile"), id="as the rider said"
        ),
        pytest.param(
            Wishes(face_flag="textual", face="textual", voice="reader"),
            XTERM,
            True,
            FaceChoice("textual", "reader", "flag"),
            id="a screen for a screen reader, when wished",
        ),
        pytest.param(
            Wishes(face="line"), XTERM, True, FaceChoice("line", "self", "environment"), id="STOPBELL_FACE=line"
        ),
        pytest.param(
            Wishes(voice="off", profile_voice="reader"),
            XTERM,
            True,
            FaceChoice("textual", "off", "environment"),
            id="a wish of today beats the profile",
        ),
    ],
)
def test_face_and_voice_follow_wishes_and_the_terminal(
    wishes: Wishes, terminal: str, is_terminal: bool, choice: FaceChoice
) -> None:
    assert choose_face(wishes, terminal=terminal, is_terminal=is_terminal) == choice


def test_a_screen_that_a_reader_could_not_follow_here_is_not_opened_for_one() -> None:
    wishes = Wishes(face_flag="textual", face="textual", voice="reader")
    choice = choose_face(wishes, terminal=XTERM, is_terminal=True, find_hindrance=lambda: "this is Windows")
    assert choice == FaceChoice("line", "reader", "terminal")
    sighted = Wishes(face_flag="textual", face="textual", voice="self")
    choice = choose_face(sighted, terminal=XTERM, is_terminal=True, find_hindrance=lambda: "this is Windows")
    assert choice == FaceChoice("textual", "self", "flag")


@pytest.mark.parametrize(
    ("wishes", "choice"),
    [
        (Wishes(), FaceChoice("line", "reader", "terminal")),
        (Wishes(voice="self"), FaceChoice("line", "self", "terminal")),
        (Wishes(face_flag="textual", face="textual"), FaceChoice("textual", "self", "flag")),
        (Wishes(face="textual"), FaceChoice("textual", "self", "environment")),
        (Wishes(face_flag="textual", face="textual", voice="reader"), FaceChoice("line", "reader", "terminal")),
    ],
)
def test_windows_which_has_no_term_opens_lines_and_the_screen_for_whoever_asks(
    wishes: Wishes, choice: FaceChoice
) -> None:
    chosen = choose_face(
        wishes, terminal="", is_terminal=True, find_hindrance=lambda: "this is Windows", platform="win32"
    )
    assert chosen == choice


def test_a_terminal_without_term_elsewhere_is_none_for_a_screen() -> None:
    wishes = Wishes(face_flag="textual", face="textual")
    assert choose_face(wishes, terminal="", is_terminal=True, platform="linux").face == "line"
    assert choose_face(wishes, terminal="dumb", is_terminal=True, platform="win32").face == "line"
