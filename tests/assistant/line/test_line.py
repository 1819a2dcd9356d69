"""Line mode over a script: labelled, append-only, one write an answer, silent when nothing happens."""

import asyncio
from collections.abc import Mapping
from typing import Any

from stopbell.announcer.event import Event
from stopbell.answer import Answer
from stopbell.conversation.profile import Profile
from stopbell.conversation.reply import Reply, TellEarly
from stopbell.faces.line import Pace, run_line
from tests.asking import load_phrasebooks
from tests.assistant.faketools import BOOKS, NOTICE, FakeTools
from tests.assistant.line.script import ScriptedLines, WrittenVoice, play
from tests.assistant.talking import KNOWN, make_tools, open_talk


def test_a_transcript_from_the_first_line_to_the_last() -> None:
    lines = play(open_talk(), ["departures from Oak Street", "", "quit"], why="flag")
    assert lines.pieces == [
        "Screen reader mode on, from the command line. Type help.\n",
        "Question: Stopbell. Ask about a stop or a line, or type help.\n",
        "Answer: Oak Street, all live.\n"
        "10A to Harbour, 3 and 14 minutes.\n"
        "5 to Central Station, 6 minutes.\n"
        "2 more.\n"
        f"{NOTICE}\n"
        "For more, say: more.\n",
        "Note: Ask something, or type help.\n",
        "Note: Goodbye.\n",
    ]
    assert set(lines.prompts) == {"You: "}


def test_the_end_of_input_ends_politely() -> None:
    assert play(open_talk(), []).pieces[-1] == "Goodbye.\n"


def test_the_language_of_the_labels_follows_the_answers() -> None:
    lines = play(open_talk(), ["speak Ukrainian", "допомога"])
    assert lines.pieces[-3].startswith("Примітка: ")
    assert lines.prompts[-1] == "Ви: "


def test_choices_are_numbered_and_labelled() -> None:
    lines = play(open_talk(), ["set up"])
    assert lines.pieces[2].splitlines()[0].startswith("Question: Welcome to Stopbell.")
    assert "Запитання: Вітає Stopbell." in lines.pieces[2]


def test_disruptions_are_announced_as_such() -> None:
    assert play(open_talk(), ["any problems"]).pieces[2].startswith("Alert: ")


def test_notes_from_the_start_stand_after_the_first_line() -> None:
    lines = play(open_talk(), [], notes=("face.profile_broken",))
    assert lines.pieces[0].splitlines()[1] == "Your settings could not be read, so they are not used now."


def test_reader_mode_never_speaks_itself() -> None:
    voice = WrittenVoice()
    play(open_talk(), ["departures from Oak Street"], mode="reader", open_voice=lambda: voice)
    assert voice.done == []


def test_self_mode_prints_and_speaks_every_reply_once_and_falls_silent_on_each_line() -> None:
    voice = WrittenVoice()
    lines = play(open_talk(), ["what time is it", "quit"], mode="self", open_voice=lambda: voice)
    assert lines.pieces[0] == "Line mode on, from the usual setting, with voice. Type help.\n"
    assert [done for done in voice.done if done not in ("stop", "hush")] == [
        "open",
        "en: Stopbell. Ask about a stop or a line, or type help.",
        voice.done[3],
        "en: Goodbye.",
        "idle",
        "close",
    ]
    assert (voice.done.count("hush"), voice.done.count("stop")) == (2, 0)


def test_stop_silences_and_is_not_spoken() -> None:
    voice = WrittenVoice()
    lines = play(open_talk(), ["stop"], mode="self", open_voice=lambda: voice)
    assert lines.pieces[2] == "Note: Silent.\n"
    assert not [done for done in voice.done if "Silent" in done]
    assert "stop" in voice.done, "also a matter of safety falls silent"


def test_choosing_a_voice_opens_it_and_choosing_the_reader_silences_it() -> None:
    voice = WrittenVoice()
    play(open_talk(), ["voice self", "voice reader", "help"], open_voice=lambda: voice)
    assert [done for done in voice.done if done not in ("stop", "hush")] == ["open", "en: My voice is on.", "close"]


def test_the_first_question_is_spoken_in_each_language_by_its_own_voice() -> None:
    voice = WrittenVoice()
    play(open_talk(profile=Profile()), [], mode="self", open_voice=lambda: voice)
    others = sorted(set(load_phrasebooks().languages) - {"en"})
    assert [done[:3] for done in voice.done if ":" in done] == [f"{tag}:" for tag in ("en", *others)]


class SlowTools(FakeTools):
    """Answers only when it is let go."""

    def __init__(self) -> None:
        super().__init__(make_tools().answers)
        self.go = asyncio.Event()

    async def call(self, name: str, arguments: Mapping[str, Any] | None = None) -> Answer:
        await self.go.wait()
        return await super().call(name, arguments)


class LettingGo(ScriptedLines):
    """Lets the server answer after it was said twice that it is still looked for."""

    tools: SlowTools

    def write(self, text: str) -> None:
        super().write(text)
        if self.pieces.count("Still looking.\n") == 2:
            self.tools.go.set()


def test_a_slow_answer_says_that_it_is_looked_for_and_then_now_and_again() -> None:
    async def run() -> list[str]:
        tools = SlowTools()
        lines = LettingGo(["departures from Oak Street"])
        lines.tools = tools
        await run_line(open_talk(tools), BOOKS, lines=lines, pace=Pace(0.01, 0.01, 0))
        return lines.pieces

    pieces = asyncio.run(run())
    assert pieces[2:5] == ["Looking it up.\n", "Still looking.\n", "Still looking.\n"]
    assert pieces[5].startswith("Answer: Oak Street")


def test_an_interrupt_ends_politely() -> None:
    class Interrupted(ScriptedLines):
        async def read(self, prompt: str) -> str | None:
            task = asyncio.current_task()
            assert task is not None
            task.cancel()
            await asyncio.sleep(0)
            return None

    async def run() -> list[str]:
        lines = Interrupted([])
        await run_line(open_talk(), BOOKS, lines=lines, pace=Pace(before_exit_s=0))
        task = asyncio.current_task()
        assert task is not None
        assert task.cancelling() == 0
        return lines.pieces

    assert asyncio.run(run())[-2:] == ["\n", "Goodbye.\n"]


def test_a_rider_who_is_known_hears_no_question_at_the_start() -> None:
    assert play(open_talk(profile=KNOWN), []).pieces[1].startswith("Question: Stopbell. Ask")


def test_another_speed_is_heard_at_once_and_only_where_we_speak() -> None:
    voice = WrittenVoice()
    lines = play(open_talk(), ["300 words a minute", "volume 40"], mode="self", open_voice=lambda: voice)
    assert voice.sound == (300, 40)
    assert "Now 300 words a minute." in "".join(lines.pieces)
    read = play(open_talk(), ["300 words a minute"], mode="reader")
    assert "Its own keys change its speed" in "".join(read.pieces)


def test_what_waits_to_be_told_is_told_before_goodbye() -> None:
    conversation = open_talk()
    event = Event("call", "x", "1", "en", lambda: BOOKS.pick("en").say("watch.none"))
    answer = conversation.hear

    async def hear(text: str, tell: TellEarly | None = None) -> Reply:
        assert conversation.watches._tell
        conversation.watches._tell(event)
        return await answer(text, tell)

    conversation.hear = hear  # type: ignore[method-assign]  # an event in the very moment of leaving
    assert play(conversation, ["quit"]).pieces[-2:] == ["Alert: I watch nothing now.\n", "Note: Goodbye.\n"]
