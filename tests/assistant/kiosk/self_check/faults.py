"""For each statement that can pass, something that breaks it: in the kiosk's code, or in what the deployer set."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import pytest

from stopbell.announcer.announcer import Announcer
from stopbell.announcer.said import Said
from stopbell.brains.brain import Intent
from stopbell.conversation.profile import Favourite, SavedStop
from stopbell.kiosk import menus, screen
from stopbell.kiosk.idle import Idle
from stopbell.kiosk.menu import Ask, Control, Item, Menu
from stopbell.kiosk.parts import Parts
from stopbell.kiosk.provisioning import SpeechTable
from stopbell.kiosk.rider_session import RiderSession
from stopbell.kiosk.session_speech import SessionSpeech
from stopbell.kiosk.voice import KioskVoice
from stopbell.speech.queue import SpeechQueue
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.phrasebook import Phrasebook

Break = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that is wrong with a kiosk."""

    what: str
    code: Break = lambda patch: None
    """Breaks the code."""
    given: Mapping[str, Any] = field(default_factory=dict[str, Any])
    """Keys of the file."""
    rows: int = 25


def give(value: Any) -> Callable[..., Any]:
    """Make what gives a value whatever it is called with."""

    def given(*_: Any, **__: Any) -> Any:
        return value

    return given


def rewrite(change: Callable[[Line], Line]) -> Break:
    """Change how calls are told."""
    call = Phrasebook.call

    def told(self: Phrasebook, *given: Any, **more: Any) -> Phrase:
        phrase = call(self, *given, **more)
        return from_lines(tuple(change(line) for line in phrase.lines), phrase.kind)

    return lambda patch: patch.setattr(Phrasebook, "call", told)


def unseat(key: str) -> Break:
    """Take a choice out of the first menu."""
    make = menus.make_main

    def made(*, has_languages: bool) -> Menu:
        main = make(has_languages=has_languages)
        return Menu(main.title, tuple(item for item in main.items if item.key != key))

    return lambda patch: patch.setattr(menus, "make_main", made)


def reword(message_id: str, line: Line | None) -> Break:
    """Say something else in place of a message of the kiosk's."""
    say = Phrasebook.say

    def said(self: Phrasebook, asked: str, /, **values: Any) -> Phrase:
        if asked == message_id:
            return from_lines((line,) if line else (), "answer")
        return say(self, asked, **values)

    return lambda patch: patch.setattr(Phrasebook, "say", said)


def _say_apart(patch: pytest.MonkeyPatch) -> None:
    """Speak less than is shown."""
    say = SessionSpeech.say

    def said(self: SessionSpeech, told: Any, *others: Any, **more: Any) -> None:
        lines, language = told
        say(self, (lines[:1], language), *others, **more)
        self.shown = tuple(lines)

    patch.setattr(SessionSpeech, "say", said)


def _overlap(patch: pytest.MonkeyPatch) -> None:
    """Speak at once whatever is given, over what is spoken."""
    say = SpeechQueue.say
    tasks: set[asyncio.Task[Any]] = set()

    def said(self: SpeechQueue, words: Any, language: str, **more: Any) -> Any:
        tasks.add(asyncio.ensure_future(self.delivery.deliver("over and over again", language)))
        return say(self, words, language, **more)

    patch.setattr(SpeechQueue, "say", said)


def _cut_safety(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SpeechQueue, "hush", SpeechQueue.stop)


def _never_hush(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(KioskVoice, "hush", give(None))
    patch.setattr(SpeechQueue, "_replace", give(None))


def _mute_errors(patch: pytest.MonkeyPatch) -> None:
    def refuse(self: RiderSession, press: str) -> None:
        self._speech.shown = (Line("?", ""),)  # pyright: ignore[reportPrivateUsage]

    patch.setattr(RiderSession, "_refuse", refuse)


def _speak_first_language(patch: pytest.MonkeyPatch) -> None:
    answer = Announcer.answer

    def answered(self: Announcer, lines: Any, _: str, *others: Any, **more: Any) -> Any:
        return answer(self, lines, "en", *others, **more)

    patch.setattr(Announcer, "answer", answered)


def _greet_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(RiderSession, "greet", give(None))


def _offer_favourites(patch: pytest.MonkeyPatch) -> None:
    favourite = Item("1", Ask(Intent("save_favourite")), "kiosk.item_more")
    voice = menus.make_voice()
    patch.setattr(menus, "make_voice", give(Menu(voice.title, (favourite, *voice.items[1:]))))


def _know_a_rider(patch: pytest.MonkeyPatch) -> None:
    make = Parts.make_profile
    home = Favourite(name="home", stop=SavedStop(id="town:elm", name="Elm Road"))

    def profile(self: Parts) -> Any:
        return make(self).model_copy(update={"favourites": (home,)})

    patch.setattr(Parts, "make_profile", profile)


def _trap(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(RiderSession, "_go_back", give(None))


def _forget_to_extend(patch: pytest.MonkeyPatch) -> None:
    note = Idle.note

    def noted(self: Idle, at: float) -> bool:
        was_warned = self.is_warned
        note(self, at)
        self.is_warned = was_warned
        return was_warned

    patch.setattr(Idle, "note", noted)


def _never_warn(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(RiderSession, "warn", RiderSession.end)


def _hold_nothing(patch: pytest.MonkeyPatch) -> None:
    never = property(give(False), give(None))
    patch.setattr(RiderSession, "holds_board", never, raising=False)


def _help_without_state(patch: pytest.MonkeyPatch) -> None:
    reword("kiosk.board_goes_on", Line("The board.", "The board."))(patch)
    told = Phrasebook.say

    def said(self: Phrasebook, asked: str, /, **values: Any) -> Phrase:
        return told(self, "kiosk.board_goes_on" if asked == "kiosk.board_held" else asked, **values)

    patch.setattr(Phrasebook, "say", said)


def _stay_loud(patch: pytest.MonkeyPatch) -> None:
    made: dict[str, int] = {}
    make = Parts.make_profile

    def profile(self: Parts) -> Any:
        volume = self.voice.__dict__["_sound"][1]
        made["volume"] = max(volume or 0, made.get("volume", 0))
        return make(self).model_copy(update={"volume": made["volume"]})

    patch.setattr(Parts, "make_profile", profile)


def _move_help(patch: pytest.MonkeyPatch) -> None:
    voice = menus.make_voice()
    moved = tuple(replace(item, key="9") if item.command is Control.HELP else item for item in voice.items)
    patch.setattr(menus, "make_voice", give(Menu(voice.title, moved)))


def _repeat_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Announcer, "repeat", give(()))


def _pause_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Announcer, "is_paused", property(give(False)))
    patch.setattr(Announcer, "pause", give(None))


def _never_go_on(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Announcer, "is_paused", property(give(False)))


def _repeat_all(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Said, "last_part", property(lambda said: said))


def _remember_menus(patch: pytest.MonkeyPatch) -> None:
    """Take a menu for the last answer, as if the rider had asked to hear it."""
    patch.setattr(SessionSpeech, "guide", SessionSpeech.say)


def _omit_pause(patch: pytest.MonkeyPatch) -> None:
    voice = menus.make_voice()
    left = tuple(item for item in voice.items if item.command is not Control.PAUSE)
    patch.setattr(menus, "make_voice", give(Menu(voice.title, left)))


def _ignore_hours(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SpeechTable, "find_volume", give(65))


def _show_in_grey(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(screen, "_COLOURS", "\x1b[0;90;40m")


def _tell_no_empty_board(patch: pytest.MonkeyPatch) -> None:
    board = Phrasebook.board

    def told(self: Phrasebook, data: Any, **more: Any) -> Phrase:
        return board(self, data, **more) if data.arrivals else from_lines((), "board")

    patch.setattr(Phrasebook, "board", told)


def _backwards(line: Line) -> Line:
    return Line(line.written, ", ".join(reversed(line.spoken.rstrip(".。").split(", "))))


FAULTS: Mapping[str, tuple[Fault, ...]] = {
    "A01": (Fault("destinations are left out", rewrite(lambda line: Line(line.written, line.spoken.split(",")[0]))),),
    "A02": (Fault("time and place come first", rewrite(_backwards)),),
    "A10": (
        Fault("speech has other minutes", rewrite(lambda line: Line(line.written, line.spoken.replace("t", "")))),
        Fault("the screen has other minutes", rewrite(lambda line: Line("soon", line.spoken))),
    ),
    "A11": (Fault("disruptions cannot be had", unseat("2")),),
    "A12": (Fault("only the first sentence is spoken", _say_apart),),
    "A13": (Fault("the key repeats nothing", _repeat_nothing),),
    "A15": (Fault("accessible vehicles cannot be asked for", unseat("8")),),
    "V09": (Fault("volume is the same at all hours", _ignore_hours),),
    "S01": (Fault("no key stops the voice", _never_hush),),
    "S02": (
        Fault("no choice pauses", _omit_pause),
        Fault("announcements are spoken in a pause", _pause_nothing),
        Fault("a pause never ends", _never_go_on),
        Fault("the last part is all of it", _repeat_all),
        Fault("the menu with these choices takes the answer's place", _remember_menus),
    ),
    "S03": (Fault("a key cuts safety short", _cut_safety), Fault("newer speech waits", _never_hush)),
    "S04": (Fault("two voices at once", _overlap),),
    "S05": (Fault("errors are not spoken", _mute_errors), Fault("the first words are missing", _greet_nothing)),
    "S06": (Fault("a sign in place of a word", reword("kiosk.no_messages", Line("☺", "smile"))),),
    "S07": (Fault("the key is not named", reword("kiosk.no_such_key", Line("Wrong.", "Wrong."))),),
    "S08": (
        Fault("answers are spoken by the first language's voice", _speak_first_language),
        Fault("no voice for a language", given={"languages": ("en", "zh")}),
    ),
    "S10": (
        Fault("a key begins in silence", _greet_nothing),
        Fault("no sound is made", given={"speech": {"engine": "silent"}}),
        Fault("how to stop is not said", reword("kiosk.how_keys", Line("5: next.", "Five: next."))),
    ),
    "S13": (
        Fault("favourites are offered", _offer_favourites),
        Fault("a rider's home is known", _know_a_rider),
    ),
    "S14": (
        Fault("nothing closes a readout", reword("kiosk.readout_ends", Line("End.", ""))),
        Fault("an empty board is silent", _tell_no_empty_board),
        Fault("no messages are told by silence", reword("kiosk.no_messages", None)),
    ),
    "K03": (Fault("no way back", _trap),),
    "K04": (Fault("a held key counts again", given={"input": {"debounce_s": 0.1}}),),
    "K05": (Fault("held or not, help says the same", _help_without_state),),
    "T01": (
        Fault("a key does not extend", _forget_to_extend),
        Fault("the end comes without warning", _never_warn),
    ),
    "T02": (Fault("the board cannot be held", _hold_nothing),),
    "T03": (Fault("no key stops the voice", _never_hush),),
    "T04": (Fault("the next rider has the last one's volume", _stay_loud),),
    "D01": (Fault("letters are small", rows=60),),
    "D02": (
        Fault("a message shouts", given={"messages": ({"text": "STAND BACK now."},)}),
        Fault("letters are grey", _show_in_grey),
    ),
    "W04": (Fault("help is on another key in one menu", _move_help),),
}
"""By statement."""
DUTIES: Mapping[str, tuple[Fault, ...]] = {
    "V03": (Fault("louder does nothing", unseat("6")),),
    "V04": (Fault("the next rider has the last one's volume", _stay_loud),),
}
"""Of statements that the deployer has to finish, what can be tried."""
