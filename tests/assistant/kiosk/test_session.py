"""A rider's session over a small server: what is said at its beginning, in its menus, and when something breaks."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from stopbell.kiosk.boards import Boards
from stopbell.kiosk.condition import Condition
from stopbell.kiosk.parts import Parts
from stopbell.kiosk.provisioning import Provisioning, SpeechTable
from stopbell.kiosk.rider_session import Press, RiderSession
from stopbell.kiosk.voice import KioskVoice
from stopbell.speech.opening import SpeechSettings, open_speech
from tests.assistant.faketools import BOOKS, FakeTools, answer_board, answer_stop, make_stop
from tests.assistant.talking import TestClock, make_tools

NOON = datetime(2026, 11, 30, 10, tzinfo=UTC)
MANY = make_stop(lines=[str(number) for number in range(1, 21)])


@dataclass
class Stage:
    """A session in a test's hands."""

    rider: RiderSession
    parts: Parts
    voice: KioskVoice
    conditions: list[Condition] = field(default_factory=lambda: [Condition(live_state="live")])

    async def press(self, *presses: Press) -> list[str]:
        """Press keys one after the other, each in silence; give what is shown then."""
        for one in presses:
            await self.rider.press(one, was_speaking=False)
        return self.shown

    async def go_to(self, label: str) -> None:
        """Press one button until a choice comes."""
        for _ in range(20):
            await self.rider.press("next", was_speaking=False)
            if self.shown[0] == f"{label}.":
                return
        raise AssertionError(label)

    @property
    def shown(self) -> list[str]:
        return [line.written for line in self.rider.shown]


def play(
    act: Callable[[Stage], Awaitable[None]], tools: FakeTools | None = None, *, by_button: bool = False, **given: Any
) -> None:
    """Open a session, greet, and play."""

    async def run() -> None:
        made = Provisioning.model_validate({"stops": ("town:oak",), "languages": ("en", "uk", "de"), **given})
        clock, asked = TestClock(NOON), tools or make_tools()
        voice = KioskVoice(lambda: open_speech(SpeechSettings("silent")), SpeechTable(), "en", clock.monotonic)
        boards = Boards(asked, BOOKS, made.stops, "en")
        await boards.read()
        conditions = [Condition(live_state="live")]
        parts = Parts(made, asked, BOOKS, clock, voice, boards, lambda: conditions[-1])
        async with voice, RiderSession(parts, by_button=by_button, note=lambda: None) as rider:
            rider.greet()
            await act(Stage(rider, parts, voice, conditions))

    asyncio.run(run())


def test_the_first_words_say_where_one_is_and_how_to_go_on_and_which_languages_there_are() -> None:
    async def act(stage: Stage) -> None:
        assert stage.shown == [
            "Stop: Oak Street, towards Harbour and Central Station.",
            "5: what comes next. 0: help. Any key: silence.",
            "Українська: клавіша 1.",
            "Deutsch: Taste 1.",
        ]

    play(act)


def test_an_urgent_message_and_what_is_wrong_come_before_how_to_go_on() -> None:
    async def act(stage: Stage) -> None:
        stage.conditions.append(Condition(live_state="lost", age_s=300))
        stage.rider.greet()
        assert stage.shown[0] == "Important: Stand behind the line."
        assert stage.shown[2] == "The last live information is 5 minutes old, too old to be called live."
        assert stage.shown[3].startswith("5: ")

    play(act, messages=[{"text": "Stand behind the line.", "priority": "urgent"}, {"text": "Have a nice day."}])


def test_a_key_that_does_nothing_is_named() -> None:
    async def act(stage: Stage) -> None:
        assert await stage.press("1") == ["Key 1 does nothing here. For help press 0."]

    play(act, languages=("en",))


def test_a_star_while_it_speaks_only_silences() -> None:
    async def act(stage: Stage) -> None:
        await stage.rider.press("*", was_speaking=True)
        assert not stage.rider.is_over
        await stage.rider.press("*", was_speaking=False)
        assert stage.rider.is_over

    play(act)


def test_more_lines_than_keys_are_reached_by_keys() -> None:
    async def act(stage: Stage) -> None:
        shown = await stage.press("9", "2")
        assert "8: Line 8." in shown
        assert "9: Further choices." in shown
        assert "8: Line 16." in await stage.press("9")
        assert "4: Line 20." in await stage.press("9")
        assert (await stage.press("4"))[0] == "This line:"
        assert await stage.press("*") == ["Back."]

    play(act, make_tools(describe_stop=answer_stop(MANY), get_arrivals=answer_board(MANY)))


def test_more_lines_than_keys_are_reached_by_one_button() -> None:
    async def act(stage: Stage) -> None:
        for label in ("More", "Lines", "Further choices", "Further choices", "Line 20"):
            await stage.go_to(label)
            await stage.press("choose")
        assert stage.shown == ["This line", "Next departures of this line."]

    play(act, make_tools(describe_stop=answer_stop(MANY), get_arrivals=answer_board(MANY)), by_button=True)


def test_one_button_hears_that_there_are_languages_in_each_of_them() -> None:
    async def act(stage: Stage) -> None:
        await stage.go_to("Languages")
        assert stage.shown == ["Languages.", "Мови.", "Sprachen."]

    play(act, by_button=True)


def test_with_a_wrong_clock_nothing_is_asked_that_tells_times() -> None:
    async def act(stage: Stage) -> None:
        stage.conditions.append(Condition(doubt="behind"))
        for key in ("5", "8", "2"):
            assert await stage.press(key) == ["The clock of this kiosk is wrong. No times are told until it is set."]
        assert await stage.press("6") == ["Volume 85 of 100."]

    play(act)


def test_what_breaks_and_works_again_during_a_session_is_said_once() -> None:
    async def act(stage: Stage) -> None:
        before = stage.shown
        stage.rider.note_condition()
        assert stage.shown == before
        stage.conditions.append(Condition(has_answer=False))
        stage.rider.note_condition()
        assert stage.shown == ["Departures cannot be told now: their source does not answer."]
        await stage.press("0")
        stage.rider.note_condition()
        assert stage.shown != ["Departures cannot be told now: their source does not answer."]
        stage.conditions.append(Condition(live_state="live"))
        stage.rider.note_condition()
        assert stage.shown == ["Everything works again."]

    play(act)


def test_each_session_begins_with_what_the_operator_set() -> None:
    async def act(stage: Stage) -> None:
        assert await stage.press("4") == ["Volume 20 of 100."]
        profile = stage.parts.make_profile()
        assert (profile.rate_wpm, profile.volume, profile.language) == (120, 40, "en")

    play(act, speech={"rate_wpm": 120, "volume": 40})


def test_repeat_says_the_last_answer_and_not_the_choice_that_the_button_is_at() -> None:
    async def act(stage: Stage) -> None:
        answer = await stage.press("2")
        await stage.press("next")
        assert await stage.press("#") == answer

    play(act)


def test_help_tells_every_key_and_whether_the_board_is_held() -> None:
    async def act(stage: Stage) -> None:
        assert (await stage.press("0"))[-1] == "The board on the screen goes on by itself."
        await stage.press("9", "8")
        shown = await stage.press("*", "0")
        assert shown[-1] == "The board on the screen is held."
        assert [line[0] for line in shown[2:-1]] == list("582391647#0*")

    play(act)


def test_a_pause_keeps_the_answer_that_was_spoken_when_the_menu_was_opened_and_the_same_key_goes_on() -> None:
    async def act(stage: Stage) -> None:
        answer = await stage.press("5")
        assert await stage.press("7", "5") == ["Paused. Choose pause again to go on."]
        assert await stage.press("5") == answer
        assert await stage.press("5") == ["Paused. Choose pause again to go on."]

    play(act)


def test_a_further_question_ends_a_pause_and_help_does_not() -> None:
    async def act(stage: Stage) -> None:
        paused = await stage.press("7", "5")
        await stage.press("0")
        stage.rider.go_on()
        assert stage.shown == paused
        answer = await stage.press("2")
        assert await stage.press("7", "5") == paused
        assert await stage.press("5") == answer

    play(act)


def test_the_last_part_is_the_last_departure_and_neither_the_menu_nor_the_cue() -> None:
    async def act(stage: Stage) -> None:
        answer = await stage.press("5")
        assert answer[-1] == "End."
        assert len(answer) > 2
        assert await stage.press("7", "6") == [answer[-2]]
        assert await stage.press("#") == answer

    play(act)


def test_a_menu_that_was_told_last_is_what_is_repeated() -> None:
    async def act(stage: Stage) -> None:
        menu = await stage.press("5", "7")
        assert menu[0] == "Voice:"
        assert await stage.press("#") == menu
        part = await stage.press("6")
        assert await stage.press("#") != part
        assert await stage.press("9") == ["Key 9 does nothing here. For help press 0."]
        assert await stage.press("#") == ["Key 9 does nothing here. For help press 0."]

    play(act)


def test_one_button_stays_at_the_pause_so_that_holding_it_again_goes_on() -> None:
    async def act(stage: Stage) -> None:
        answer = await stage.press("5")
        for label in ("Voice", "Pause, or go on"):
            await stage.go_to(label)
            await stage.press("choose")
        assert stage.shown == ["Paused. Choose pause again to go on."]
        assert await stage.press("choose") == answer

    play(act, by_button=True)


def test_where_waiting_chooses_one_button_does_not_stay_at_the_pause() -> None:
    async def act(stage: Stage) -> None:
        for label in ("Voice", "Pause, or go on"):
            await stage.go_to(label)
            await stage.press("choose")
        assert stage.rider.item is None

    play(act, by_button=True, input={"wait_s": 3})
