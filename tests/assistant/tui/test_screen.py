"""What a rider sees and hears on the screen."""

import asyncio

import pytest
from textual.pilot import Pilot

from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Control, Reply, TellEarly
from stopbell.faces.tui.line_view import LineView
from stopbell.faces.tui.question import tell_edit
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.wording import Value
from tests.assistant.tui.screen import (
    ARRIVALS,
    BOOKS,
    GREETING,
    FakeConversation,
    Screen,
    make_reply,
    read_rows,
    type_text,
)


def sentence(message_id: str, **values: Value) -> Line:
    return BOOKS.pick("en").say(message_id, **values).lines[0]


def place(part: str, line: Line, number: int, total: int) -> str:
    title = sentence(f"face.title_{part}")
    return sentence("face.focus_list", title=title, line=line, place=number, total=total).spoken


def shown(pilot: Pilot[None], view: str = "answers") -> list[str]:
    return [row.line.written for row in pilot.app.query_one(f"#{view}", LineView).rows]


def test_a_question_is_answered_on_the_screen_and_aloud() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        screen.speaker.take()
        await type_text(pilot, "next bus")
        await pilot.press("enter")
        await pilot.pause()
        assert screen.conversation.heard == ["next bus"]
        assert shown(pilot)[2:] == ["You: next bus", *(line.written for line in ARRIVALS)]
        assert screen.speaker.take() == ["next", " ".join(line.spoken for line in ARRIVALS)]
        assert "  10A to Harbour, 3 minutes, live, low floor." in read_rows(pilot)

    screen.run(act)


def test_the_greeting_is_shown_and_spoken_and_nothing_cuts_it() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        key_help = sentence("face.key_help")
        assert screen.speaker.take() == [f"{GREETING.spoken} {key_help.spoken}"]
        assert shown(pilot) == [GREETING.written, key_help.written]

    screen.run(act)


def test_the_focus_goes_round_by_tab_and_each_part_is_spoken() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        order = [pilot.app.focused.id if pilot.app.focused else None]
        screen.speaker.take()
        for _ in range(3):
            await pilot.press("tab")
            order.append(pilot.app.focused.id if pilot.app.focused else None)
        await pilot.pause()
        assert order == ["question", "board", "answers", "question"]
        assert screen.speaker.take() == [
            place("board", ARRIVALS[0], 1, 3),
            place("answers", GREETING, 1, 2),
            sentence("face.focus_question_empty").spoken,
        ]

    screen.run(act)


def test_the_focus_stays_where_it_is_when_an_answer_comes() -> None:
    screen = Screen(conversation=FakeConversation())

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "next")
        await pilot.press("enter", "tab")
        await pilot.pause()
        assert pilot.app.focused is not None
        assert pilot.app.focused.id == "board"

    screen.run(act)


def test_arrows_read_line_by_line_and_mark_the_line_with_a_sign() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("tab")
        screen.speaker.take()
        await pilot.press("down", "down", "down")
        await pilot.pause()
        assert screen.speaker.take() == [
            sentence("face.reached_line", line=ARRIVALS[1], place=2, total=3).spoken,
            sentence("face.reached_line", line=ARRIVALS[2], place=3, total=3).spoken,
            sentence("face.reached_line", line=ARRIVALS[2], place=3, total=3).spoken,
        ]
        rows = read_rows(pilot)
        assert "> 2 to Вокзал, 14:05, timetable." in rows
        assert f"> {sentence('face.title_board').written}" in rows

    screen.run(act)


def test_escape_silences_from_everywhere() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("escape", "tab", "escape")
        assert screen.speaker.stops == 2
        assert pilot.app.is_running

    screen.run(act)


def test_r_repeats_outside_the_question_and_is_a_letter_in_it() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "r")
        await pilot.press("enter")
        await pilot.pause()
        assert screen.conversation.heard == ["r"]
        screen.speaker.take()
        await pilot.press("tab", "r")
        await pilot.pause()
        assert screen.speaker.take()[-1] == " ".join(line.spoken for line in ARRIVALS)

    screen.run(act)


def test_control_r_repeats_in_the_question_too() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "x")
        await pilot.press("enter")
        await pilot.pause()
        screen.speaker.take()
        await pilot.press("ctrl+r")
        await pilot.pause()
        assert screen.speaker.take() == [" ".join(line.spoken for line in ARRIVALS)]

    screen.run(act)


def test_help_tells_every_key() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        screen.speaker.take()
        await pilot.press("f1")
        await pilot.pause()
        told = " ".join(shown(pilot))
        assert all(key in told for key in ("Enter", "Tab", "arrow", "Escape", "Ctrl+R", "F1", "Ctrl+Q"))
        assert len(screen.speaker.take()) == 1

    screen.run(act)


def test_control_q_leaves() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+q")
        await pilot.pause()
        assert not pilot.app.is_running

    screen.run(act)


def test_control_c_tells_how_to_leave_without_a_toast() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("tab", "ctrl+c")
        await pilot.pause()
        assert shown(pilot)[-1] == sentence("face.key_quit").written
        assert list(pilot.app._notifications) == []

    screen.run(act)


def test_the_board_changes_quietly() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        screen.speaker.take()
        screen.board.lines = (ARRIVALS[0], Line("10A to Harbour, 2 minutes, live.", "ten A, two minutes."))
        pilot.app._read_board()
        await pilot.pause()
        assert shown(pilot, "board") == ["Central Station:", "10A to Harbour, 2 minutes, live."]
        assert screen.speaker.take() == []

    screen.run(act)


def test_what_the_operator_wants_said_stands_in_the_boards_title_and_is_spoken_with_it() -> None:
    screen = Screen()
    screen.board.notice = Line("Demonstration, not real.", "demonstration, not real.")

    async def act(pilot: Pilot[None]) -> None:
        title = sentence("face.title_board")
        assert f"  {title.written}. Demonstration, not real." in read_rows(pilot)
        await pilot.press("tab")
        await pilot.pause()
        assert screen.speaker.take()[-1].startswith(f"{title.spoken}. demonstration, not real.")

    screen.run(act)


def test_notes_are_said_after_the_greeting() -> None:
    screen = Screen(notes=("face.voice_self",))

    async def act(pilot: Pilot[None]) -> None:
        assert shown(pilot)[:2] == [GREETING.written, sentence("face.voice_self").written]

    screen.run(act)


def test_without_a_stop_the_board_says_what_to_do() -> None:
    screen = Screen()
    screen.board.lines = None

    async def act(pilot: Pilot[None]) -> None:
        assert shown(pilot, "board") == [sentence("face.no_stop").written]

    screen.run(act)


def test_a_question_that_fails_is_told_and_the_screen_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    screen = Screen(conversation=FakeConversation(error=RuntimeError("a fault of ours")))

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "x")
        await pilot.press("enter")
        await pilot.pause()
        assert screen.speaker.take()[-1] == sentence("face.failed").spoken
        screen.conversation.error = None
        await type_text(pilot, "y")
        await pilot.press("enter")
        await pilot.pause()
        assert shown(pilot)[-1] == ARRIVALS[-1].written

    screen.run(act)
    assert "a fault of ours" in caplog.text


def test_an_empty_line_is_given_to_the_conversation_which_may_take_it_as_skip() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await pilot.press("space", "enter")
        await pilot.pause()
        assert screen.conversation.heard == [""]

    screen.run(act)


def test_being_asked_for_silence_is_shown_and_not_spoken() -> None:
    screen = Screen()
    screen.conversation.reply = make_reply([Line("Silent.", "silent")], control=Control.SILENCE)

    async def act(pilot: Pilot[None]) -> None:
        screen.speaker.take()
        await type_text(pilot, "stop")
        await pilot.press("enter")
        await pilot.pause()
        assert (screen.speaker.take(), screen.speaker.stops, shown(pilot)[-1]) == ([], 1, "Silent.")

    screen.run(act)


def test_leaving_by_words_says_goodbye_and_closes() -> None:
    screen = Screen()
    screen.conversation.reply = make_reply([Line("Goodbye.", "goodbye")], control=Control.QUIT)

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "quit")
        await pilot.press("enter")
        await pilot.pause()
        assert screen.speaker.take()[-1] == "goodbye"
        assert not pilot.app.is_running

    screen.run(act)


def test_the_voice_can_be_switched_off_and_on_by_words() -> None:
    screen = Screen()
    screen.conversation.reply = make_reply([Line("Voice.", "voice")], control=Control.VOICE)

    async def act(pilot: Pilot[None]) -> None:
        screen.speaker.take()
        said: list[list[str]] = []
        for mode in ("off", "self"):
            screen.conversation.profile = Profile(voice=mode)
            await pilot.press("x", "enter")
            await pilot.pause()
            said.append(screen.speaker.take())
        assert said == [[], ["voice"]]

    screen.run(act)


def test_a_first_question_in_two_languages_is_shown_and_spoken_in_both() -> None:
    second = make_reply([Line("Оберіть мову.", "оберіть мову.")], "uk")
    screen = Screen(conversation=FakeConversation(greeting=make_reply([GREETING], also=(second,))))

    async def act(pilot: Pilot[None]) -> None:
        assert shown(pilot)[-1] == "Оберіть мову."
        assert screen.speaker.take()[0].endswith("оберіть мову.")

    screen.run(act)


def test_typed_help_tells_the_keys_too() -> None:
    screen = Screen()
    screen.conversation.reply = make_reply([Line("Ask this.", "ask this.")], kind="help")

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "help")
        await pilot.press("enter")
        await pilot.pause()
        assert [shown(pilot)[3], shown(pilot)[-1]] == ["Ask this.", sentence("face.key_quit").written]

    screen.run(act)


def test_a_long_wait_is_told_once_and_then_the_answer_comes() -> None:
    screen = Screen(conversation=FakeConversation(), patience_s=0.01)
    working = sentence("face.working").written

    async def act(pilot: Pilot[None]) -> None:
        screen.conversation.may_answer = asyncio.Event()
        await type_text(pilot, "x")
        await pilot.press("enter")
        for _ in range(50):
            await pilot.pause(0.01)
            if working in shown(pilot):
                break
        screen.conversation.may_answer.set()
        await pilot.pause()
        await pilot.pause()
        assert shown(pilot)[3:] == [working, *(line.written for line in ARRIVALS)]

    screen.run(act)


def test_a_newer_question_ends_an_older_one() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        screen.conversation.may_answer = asyncio.Event()
        await type_text(pilot, "a")
        await pilot.press("enter")
        await pilot.pause()
        screen.conversation.may_answer = None
        await type_text(pilot, "b")
        await pilot.press("enter")
        await pilot.pause()
        assert shown(pilot)[2:] == ["You: a", "You: b", *(line.written for line in ARRIVALS)]

    screen.run(act)


def test_a_broken_voice_is_shown_as_text() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        assert screen.speaker.listener is not None
        screen.speaker.listener(Trouble(TroubleCode.NO_DEVICE))
        await pilot.pause()
        assert shown(pilot)[-1] == sentence("speech.no-device").written

    screen.run(act)


@pytest.mark.parametrize("code", TroubleCode)
@pytest.mark.parametrize("language", BOOKS.languages)
def test_every_trouble_has_a_sentence_in_every_language(code: TroubleCode, language: str) -> None:
    assert BOOKS.pick(language).say(f"speech.{code.value}").written


def test_the_screen_follows_the_language_of_the_answer() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        screen.conversation.reply = make_reply(language="uk")
        await type_text(pilot, "x")
        await pilot.press("enter")
        await pilot.pause()
        rows = read_rows(pilot)
        assert f"  {BOOKS.pick('uk').say('face.title_answers').written}" in rows
        assert screen.speaker.languages[-1] == "uk"

    screen.run(act)


def test_what_looks_like_markup_in_a_feed_is_text() -> None:
    screen = Screen()
    screen.board.lines = (Line("[bold]Depot[/bold] [@click=app.quit]x[/]", "Depot"),)

    async def act(pilot: Pilot[None]) -> None:
        assert "  [bold]Depot[/bold] [@click=app.quit]x[/]" in read_rows(pilot)

    screen.run(act)


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("next", "next ", "next"),
        ("next low", "next low ", "low"),
        ("nex", "next", None),
        ("next", "nex", "t"),
        ("next low", "next ", "low"),
        ("a ", "a", " "),
        ("stop", "sop", "t"),
        ("", " ", None),
        ("a ", "a  ", None),
        ("abc", "", "abc"),
    ],
)
def test_words_are_said_when_finished_and_deletions_are_named(before: str, after: str, told: str | None) -> None:
    assert tell_edit(before, after) == told


def test_a_deleted_letter_is_named() -> None:
    screen = Screen()

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "bus")
        screen.speaker.take()
        await pilot.press("backspace")
        await pilot.pause()
        assert screen.speaker.take() == ["s"]

    screen.run(act)


def test_an_answer_in_parts_is_shown_and_said_part_by_part_and_once() -> None:
    class InParts(FakeConversation):
        async def hear(self, text: str, tell: TellEarly | None = None) -> Reply:
            assert tell is not None
            await tell(make_reply([Line("One.", "one.")], kind="answer"))
            await tell(make_reply([Line("Two.", "two.")], kind="answer"))
            lines = [Line("One.", "one."), Line("Two.", "two."), Line("Three.", "three.")]
            return make_reply(lines, kind="answer", told=2)

    screen = Screen(conversation=InParts())

    async def act(pilot: Pilot[None]) -> None:
        screen.speaker.take()
        await type_text(pilot, "go")
        await pilot.press("enter")
        await pilot.pause()
        await pilot.pause()
        rows = [row.strip() for row in read_rows(pilot)]
        assert [rows.count(f"{word}.") for word in ("One", "Two", "Three")] == [1, 1, 1]
        said = screen.speaker.take()
        assert [one for one in said if one in ("one.", "two.", "three.")] == ["one.", "two.", "three."]

    screen.run(act)


def test_escape_ends_an_answer_that_is_still_coming() -> None:
    is_cancelled = asyncio.Event()

    class Endless(FakeConversation):
        async def hear(self, text: str, tell: TellEarly | None = None) -> Reply:
            assert tell is not None
            await tell(make_reply([Line("One.", "one.")], kind="answer"))
            try:
                return await asyncio.Event().wait()  # type: ignore[return-value]  # it never comes
            finally:
                is_cancelled.set()

    screen = Screen(conversation=Endless(asks_model=True))

    async def act(pilot: Pilot[None]) -> None:
        await type_text(pilot, "go")
        await pilot.press("enter")
        await pilot.pause()
        await pilot.press("escape")
        await asyncio.wait_for(is_cancelled.wait(), 10)
        assert screen.speaker.stops > 0

    screen.run(act)
