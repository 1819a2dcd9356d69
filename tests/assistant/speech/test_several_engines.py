"""Several engines behind one voice: the next speaks where one is broken or has no voice, and the rider is told once."""

import asyncio
from datetime import time
from pathlib import Path

import pytest

from stopbell.speech.delivery import Delivery
from stopbell.speech.earcons import Earcon
from stopbell.speech.engine_names import ENGINES, find_remedy, list_engines
from stopbell.speech.errors import NoDeviceError, PlaybackError, SynthesisError
from stopbell.speech.opening import NoFilesError, SpeechSettings, make_engines, open_speech
from stopbell.speech.priority import Priority
from stopbell.speech.settings import VoiceSettings
from stopbell.speech.trouble import Trouble, TroubleCode
from stopbell.speech.utterance import Outcome
from stopbell.speech.volume_hours import parse_volume_hours
from tests.assistant.speech.engines import FakeMouth
from tests.assistant.speech.fakes import HandClock


class Scene:
    """Engines, the first two playing through one device, and what a face is told."""

    def __init__(self, settings: VoiceSettings | None = None, at: time = time(12)) -> None:
        self.first, self.second, self.third = FakeMouth("first"), FakeMouth("second"), FakeMouth("third")
        self.clock = HandClock()
        engines = [(self.first, "device"), (self.second, "device"), (self.third, "server")]
        self.delivery = Delivery(engines, settings or VoiceSettings(), self.clock, time_of_day=lambda: at)
        self.told: list[TroubleCode] = []
        self.delivery.troubles.tell_to(self._tell)

    def _tell(self, trouble: Trouble) -> None:
        self.told.append(trouble.code)

    def say(self, text: str, language: str = "en", priority: Priority = Priority.ANSWER) -> Outcome:
        return asyncio.run(self.delivery.deliver(text, language, priority))


def test_the_next_engine_speaks_where_one_is_broken_and_the_rider_is_told_once() -> None:
    scene = Scene()
    scene.first.broken = SynthesisError("gone")
    assert (scene.say("one"), scene.say("two")) == (Outcome.DONE, Outcome.DONE)
    assert scene.second.spoken == [("one", "en"), ("two", "en")]
    assert scene.told == [TroubleCode.ENGINE_REPLACED]
    assert scene.delivery.spoken_by == "second"


def test_a_broken_engine_is_tried_again_ever_less_often_and_speaks_when_it_works() -> None:
    scene = Scene()
    scene.first.broken = SynthesisError("gone")
    tried: list[int] = []
    for wait_s in (0, 31, 31, 31, 121, 121):
        scene.clock.seconds += wait_s
        scene.say("x")
        tried.append(scene.first.tried)
    assert tried == [1, 2, 2, 3, 4, 5]
    scene.first.broken = None
    scene.clock.seconds += 121
    scene.say("well again")
    assert scene.first.spoken == [("well again", "en")]
    scene.first.broken = SynthesisError("gone again")
    scene.say("y")
    assert scene.told == [TroubleCode.ENGINE_REPLACED] * 2


@pytest.mark.parametrize("error", [NoDeviceError("no device"), PlaybackError("it hangs")])
def test_what_plays_through_a_broken_device_is_not_tried_and_what_plays_elsewhere_speaks(error: PlaybackError) -> None:
    scene = Scene()
    scene.first.broken = error
    assert scene.say("one") is Outcome.DONE
    assert (scene.second.tried, scene.third.spoken) == (0, [("one", "en")])
    assert scene.told == [TroubleCode.ENGINE_REPLACED]


def test_with_all_of_them_broken_the_rider_is_told_what_no_other_engine_can_mend() -> None:
    scene = Scene()
    scene.first.broken, scene.third.broken = NoDeviceError("no device"), SynthesisError("no server")
    assert scene.say("one") is Outcome.FAILED
    assert scene.told == [TroubleCode.NO_DEVICE]
    assert scene.delivery.engine_name is None


def test_what_is_wrong_at_the_start_is_told_before_the_first_sentence() -> None:
    scene = Scene()
    scene.first.broken = SynthesisError("gone")
    asyncio.run(scene.delivery.prepare())
    assert scene.told == [TroubleCode.ENGINE_REPLACED]
    assert scene.delivery.engine_name == "second"


def test_a_language_is_spoken_by_the_first_engine_that_has_a_voice_for_it() -> None:
    scene = Scene()
    scene.third.languages = frozenset({"zh"})
    assert (scene.say("你好", "zh"), scene.say("hello")) == (Outcome.DONE, Outcome.DONE)
    assert (scene.third.spoken, scene.first.spoken) == ([("你好", "zh")], [("hello", "en")])
    assert scene.told == []


def test_a_language_that_no_engine_has_is_told_as_such() -> None:
    scene = Scene()
    assert scene.say("你好", "zh") is Outcome.FAILED
    assert scene.told == [TroubleCode.NO_VOICE]


@pytest.mark.parametrize(("language", "voice"), [("en", "wished"), ("en-GB", "wished"), ("uk", "uk")])
def test_a_wished_voice_speaks_its_language_whatever_the_region(language: str, voice: str) -> None:
    scene = Scene(VoiceSettings(voices={"en": "wished"}))
    scene.first.voices, scene.first.languages = ("wished",), frozenset({"en", "en-GB", "uk"})
    scene.say("Вокзал" if language == "uk" else "station", language)
    assert scene.first.spoken[0][1] == voice


def test_an_engine_without_the_wished_voice_speaks_with_its_own() -> None:
    scene = Scene(VoiceSettings(voices={"en": "wished"}))
    scene.say("station")
    assert scene.first.spoken == [("station", "en")]


def test_a_probe_mends_a_rest_that_is_over_before_its_time() -> None:
    scene = Scene()
    scene.first.broken = SynthesisError("gone")
    scene.say("one")
    assert scene.delivery.engine_name == "second"
    scene.first.broken = None
    asyncio.run(scene.delivery.probe("en"))
    assert scene.delivery.engine_name == "first"


def test_a_probe_fails_when_nothing_works() -> None:
    scene = Scene()
    for mouth in (scene.first, scene.second, scene.third):
        mouth.broken = SynthesisError(f"{mouth.name} is gone")
    with pytest.raises(SynthesisError, match="first is gone"):
        asyncio.run(scene.delivery.probe("en"))


NIGHT = parse_volume_hours({"06:00": 60, "08:00": 100, "22:00": "off"})


@pytest.mark.parametrize(
    ("at", "priority", "volume"),
    [
        (time(12), Priority.ROUTINE, 0.8),
        (time(6), Priority.ROUTINE, 0.48),
        (time(7, 59), Priority.ANSWER, 0.48),
        (time(22), Priority.ROUTINE, None),
        (time(3), Priority.AT_DOOR, None),
        (time(3), Priority.ANSWER, 0.4),
        (time(3), Priority.SAFETY, 0.4),
    ],
)
def test_at_night_only_what_was_asked_for_and_safety_are_heard_and_softer(
    at: time, priority: Priority, volume: float | None
) -> None:
    scene = Scene(VoiceSettings(volume=0.8, hours=NIGHT), at)
    outcome = scene.say("one", priority=priority)
    heard = [round(settings.volume, 3) for settings, _ in scene.first.sounds]
    assert (outcome, heard) == ((Outcome.MUTED, []) if volume is None else (Outcome.DONE, [volume]))


def test_without_hours_it_is_always_as_loud_as_the_rider_set() -> None:
    scene = Scene(VoiceSettings(volume=0.7), time(3))
    scene.say("one", priority=Priority.TIP)
    assert scene.first.sounds[0][0].volume == 0.7


@pytest.mark.parametrize(
    ("table", "wrong"),
    [({"25:00": 10}, "'25:00' is no time of day"), ({"22:00": 101}, "101 is no volume"), ({"22:00": "loud"}, "'loud'")],
)
def test_hours_that_are_not_understood_are_named(table: dict[str, int | str], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        parse_volume_hours(table)


@pytest.mark.parametrize(
    ("priority", "earcon"),
    [
        (Priority.SAFETY, Earcon.SAFETY),
        (Priority.AT_DOOR, Earcon.AT_DOOR),
        (Priority.CHANGE, Earcon.CHANGE),
        (Priority.ANSWER, None),
        (Priority.ROUTINE, None),
    ],
)
def test_only_what_is_urgent_has_a_sign_and_only_where_signs_are_wanted(
    priority: Priority, earcon: Earcon | None
) -> None:
    wanted, unwanted = Scene(VoiceSettings(has_earcons=True)), Scene()
    wanted.say("one", priority=priority)
    unwanted.say("one", priority=priority)
    assert (wanted.first.sounds[0][1], unwanted.first.sounds[0][1]) == (earcon, None)


def test_the_chosen_engine_is_tried_first_and_a_spare_must_be_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: "/bin/espeak-ng" if name == "espeak-ng" else None)
    assert list_engines("pyttsx3", has_spares=True) == ("pyttsx3", "espeak-ng")
    assert list_engines("speech-dispatcher", has_spares=True) == ("speech-dispatcher", "pyttsx3", "espeak-ng")
    assert list_engines("speech-dispatcher", has_spares=False) == ("speech-dispatcher",)
    assert list_engines("silent", has_spares=True) == ("silent",)


def test_an_engine_that_is_not_here_is_told_with_its_remedy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None)
    told = {name: find_remedy(name) for name in ENGINES}
    assert (told["pyttsx3"], told["silent"]) == (None, None)
    assert "apt install espeak-ng)" in (told["espeak-ng"] or "")
    assert "apt install speech-dispatcher speech-dispatcher-espeak-ng" in (told["speech-dispatcher"] or "")


def test_files_of_an_engine_that_plays_by_itself_are_refused_with_the_remedy(tmp_path: Path) -> None:
    settings = SpeechSettings("speech-dispatcher", wav_folder=tmp_path)
    with pytest.raises(NoFilesError, match="choose pyttsx3 or espeak-ng"):
        open_speech(settings)


def test_files_are_written_by_no_spare_that_plays_by_itself() -> None:
    outlets = [outlet for _, outlet in make_engines(SpeechSettings(wav_folder=Path("anywhere")))]
    assert set(outlets) == {"file"}
