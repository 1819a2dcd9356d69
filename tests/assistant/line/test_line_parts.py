"""Line mode while an answer comes in parts: each sentence once, as a whole line, never again; cut short by typing."""

import asyncio
import os
import pty
import select
import sys
from dataclasses import dataclass, field

from stopbell.brains.companion import CompanionError, Mark, Trouble
from stopbell.faces.line import Pace, run_line
from tests.assistant.companions import Wait, open_model_talk
from tests.assistant.faketools import BOOKS
from tests.assistant.line.script import AT_ONCE, ScriptedLines, WrittenVoice, play

ASK = "what about Oak Street"
WORDS = ["Which li", "ne do you want? I can", " name them. ", "Just ask."]


@dataclass
class TypingLines(ScriptedLines):
    """Types into an answer once so many pieces of it are written."""

    meanwhile: list[str | None] = field(default_factory=list[str | None])
    after_pieces: int = 0
    written: asyncio.Event = field(default_factory=asyncio.Event)

    async def read_meanwhile(self) -> str | None:
        while self.meanwhile and len(self.pieces) < self.after_pieces:
            self.written.clear()
            await self.written.wait()
        return self.meanwhile.pop(0) if self.meanwhile else await asyncio.Event().wait()

    def write(self, text: str) -> None:
        super().write(text)
        self.written.set()


def test_each_sentence_is_one_whole_line_written_once() -> None:
    talk, companion = open_model_talk(WORDS)
    lines = TypingLines([ASK, "quit"])
    asyncio.run(run_line(talk, BOOKS, lines=lines, pace=AT_ONCE, find_reader=lambda: None))
    assert lines.pieces[2:] == [
        "Answer: Which line do you want?\n",
        "I can name them.\n",
        "Just ask.\n",
        "Note: Goodbye.\n",
    ]
    assert companion.heard == ["Which line do you want? I can name them. Just ask."]


def test_each_sentence_is_spoken_once() -> None:
    talk, _ = open_model_talk(WORDS)
    voice = WrittenVoice()
    lines = TypingLines([ASK, "quit"])
    asyncio.run(
        run_line(
            talk,
            BOOKS,
            lines=lines,
            pace=AT_ONCE,
            mode="self",
            open_voice=lambda: voice,
            find_reader=lambda: None,
        )
    )
    said = [done for done in voice.done if done.startswith("en: ")]
    assert said[1:] == ["en: Which line do you want?", "en: I can name them.", "en: Just ask.", "en: Goodbye."]


def test_what_follows_without_the_model_goes_on_without_a_second_label() -> None:
    trouble = CompanionError(Trouble.UNREACHABLE, "gone")
    talk, _ = open_model_talk(["Which line do you want? And then", trouble])
    lines = TypingLines(["departures from Oak Street", "quit"])
    asyncio.run(run_line(talk, BOOKS, lines=lines, pace=AT_ONCE, find_reader=lambda: None))
    assert lines.pieces[2] == "Answer: Which line do you want?\n"
    assert lines.pieces[3].startswith("Claude broke off, so I go on without it.\nOak Street, all live.\n")


def test_a_line_typed_into_an_answer_ends_it_at_once_and_is_answered() -> None:
    talk, companion = open_model_talk(["Which line do you want? Perhaps the", Wait])
    lines = TypingLines([ASK, "quit"], meanwhile=["stop"], after_pieces=3)
    asyncio.run(run_line(talk, BOOKS, lines=lines, pace=AT_ONCE, find_reader=lambda: None))
    assert lines.pieces[2:] == ["Answer: Which line do you want?\n", "Note: Silent.\n", "Note: Goodbye.\n"]
    assert companion.heard == ["Which line do you want?"]


def test_the_end_of_input_in_an_answer_ends_politely() -> None:
    talk, _ = open_model_talk([Wait])
    lines = TypingLines([ASK], meanwhile=[None], after_pieces=2)
    asyncio.run(run_line(talk, BOOKS, lines=lines, pace=AT_ONCE, find_reader=lambda: None))
    assert lines.pieces[-1] == "Goodbye.\n"


def test_a_long_pause_within_an_answer_is_told_but_not_that_it_is_looked_up() -> None:
    talk, _ = open_model_talk(["Which line do you want? Perhaps the", Wait])
    lines = TypingLines([ASK, "quit"], meanwhile=["stop"], after_pieces=4)
    pace = Pace(looking_up_s=0.2, still_looking_s=0.2, before_exit_s=0)
    asyncio.run(run_line(talk, BOOKS, lines=lines, pace=pace, find_reader=lambda: None))
    assert lines.pieces[2:4] == ["Answer: Which line do you want?\n", "Still looking.\n"]


def test_an_answer_cut_off_and_one_that_is_too_long_say_so() -> None:
    talk, _ = open_model_talk(["Which line do you want? Perhaps the", Mark.CUT_SHORT])
    lines = TypingLines([ASK, "quit"])
    asyncio.run(run_line(talk, BOOKS, lines=lines, pace=AT_ONCE, find_reader=lambda: None))
    assert lines.pieces[3] == "The answer was too long and ends here.\n"


def test_without_a_model_nothing_is_read_into_an_answer() -> None:
    from tests.assistant.talking import open_talk

    lines = play(open_talk(), ["what time is it", "quit"])
    assert lines.prompts == ["You: ", "You: "]


def test_at_a_terminal_a_typed_line_cuts_the_answer_short() -> None:
    code = (
        "import asyncio, sys\n"
        "from stopbell.faces.line import Pace, run_line\n"
        "from tests.assistant.companions import Wait, open_model_talk\n"
        "from tests.assistant.faketools import BOOKS\n"
        "talk, _ = open_model_talk(['Which line do you want? Perhaps the', Wait])\n"
        "asyncio.run(run_line(talk, BOOKS, pace=Pace(60, 60, 0.05), find_reader=lambda: None))\n"
    )
    shown = type_at_terminal(code, [("You: ", ASK), ("want?", "stop"), ("You: ", "quit")])
    assert shown.count("Which line do you want?") == 1
    assert "Note: Silent." in shown
    assert shown.rstrip().endswith("Note: Goodbye.")


def type_at_terminal(code: str, script: list[tuple[str, str]]) -> str:
    """Run code at a terminal of its own; type each line once what is awaited stands in what is new on it."""
    pid, terminal = pty.fork()
    if pid == 0:  # pragma: no cover  # the child is the program
        os.environ.update(TERM="dumb", PYTHONPATH=os.pathsep.join(sys.path))
        os.execv(sys.executable, [sys.executable, "-c", code])
    shown, seen, left = "", 0, list(script)
    try:
        while select.select([terminal], [], [], 60)[0]:
            try:
                piece = os.read(terminal, 4096)
            except OSError:
                break
            if not piece:
                break
            shown += piece.decode("utf-8", "replace")
            if left and left[0][0] in shown[seen:]:
                seen = len(shown)
                os.write(terminal, f"{left.pop(0)[1]}\n".encode())
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)
    return shown.replace("\r\n", "\n")
