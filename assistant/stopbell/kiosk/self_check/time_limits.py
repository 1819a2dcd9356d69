"""T: time enough, and nothing left behind."""

from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.kiosk.keys import KEYS
from stopbell.kiosk.menu import Ask, Control, UseLanguage
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, judge
from stopbell.kiosk.self_check.reaching import reach
from stopbell.kiosk.self_check.trial import Trial, trying
from stopbell.kiosk.self_check.volume import LOUDER
from stopbell.kiosk.self_check.walk import leave
from stopbell.kiosk.self_check.witnesses import Step
from stopbell.speech.utterance import Outcome
from stopbell_server.phrases.phrase import Line

FASTER = Ask(Intent("speech_rate", {"change": "faster"}), stays=True, needs_time=False)
_LEAST_S = 20.0
_EXTENSIONS = 10
_CHANGED = Line("0 0 0", "zero zero zero")
"""Stands on a board that has changed, and on no real one."""


async def _try_warning(evidence: Evidence) -> Finding:
    table, book = evidence.subject.provisioning.session, evidence.subject.book
    asks, goes_on = book.say("kiosk.still_there"), book.say("kiosk.goes_on")
    faults: list[str] = []
    async with trying(evidence.subject) as trial:
        await trial.begin()
        for turn in range(_EXTENSIONS + 1):
            warned = await trial.wait(table.idle_s + 0.5)
            if asks.spoken not in warned.text or not warned.shows(asks.lines[0]):
                faults.append("no warning is heard and shown before the end")
                break
            await trial.wait(_LEAST_S - 1)
            if turn == _EXTENSIONS:
                break
            key = KEYS[turn % len(KEYS)]
            answered = await trial.begin(key)
            if trial.rider is None or trial.rider.is_over or goes_on.spoken not in answered.text:
                faults.append(f"key {key} does not extend the session the {turn + 1}. time, 19 s after the warning")
                break
        if not faults:
            ended = await trial.wait(table.warning_s)
            faults += [] if book.say("kiosk.ended").spoken in ended.text else ["the end is not said"]
    return judge(
        "T01",
        faults,
        f"warned after {table.idle_s:g} s, extended ten times by ten keys after 19 s, and ended only then",
    )


async def _try_holding(evidence: Evidence) -> Finding:
    async with trying(evidence.subject) as trial:
        await trial.begin()
        await reach(trial, Control.HOLD_BOARD)
        held = await _change_board(trial)
        await reach(trial, Control.HOLD_BOARD)
        released = await trial.wait(1)
    faults = [
        "" if not held.shows(_CHANGED) else "a board that is held goes on",
        "" if released.shows(_CHANGED) else "a board that is released does not go on",
    ]
    return judge("T02", faults, "a held board stood still while the departures changed, and went on when released")


async def _change_board(trial: Trial) -> Step:
    boards = trial.parts.boards
    boards.readings = {stop: replace(one, data=None, text=_CHANGED) for stop, one in boards.readings.items()}
    await trial.watch(trial.kiosk.note_boards)
    return await trial.wait(1)


async def _try_stopping(evidence: Evidence) -> Finding:
    faults: list[str] = []
    async with trying(evidence.subject, evidence.subject.make_slow_voice) as trial:
        keys = KEYS if trial.has_keys else ("",)
        for key in keys:
            begun = await trial.begin(waits=False)
            spoken = [one.utterance for one in begun.heard if one.utterance]
            await trial.begin(key, waits=False)
            if not spoken or any(one.outcome is not Outcome.STOPPED for one in spoken):
                faults.append(f"{key or 'the button'} does not stop the voice")
            trial.ear.stop()
            await leave(trial)
    what = "each of the twelve keys" if len(keys) > 1 else "the button"
    return judge("T03", faults, f"{what} stopped the first words at once")


async def _try_wiping(evidence: Evidence) -> Finding:
    languages = evidence.subject.provisioning.languages
    async with trying(evidence.subject) as trial:
        first = await trial.begin()
        before = trial.ear.sound
        await reach(trial, FASTER)
        await reach(trial, Control.BACK)
        await reach(trial, LOUDER)
        changed = trial.ear.sound
        for tag in languages[1:2]:
            await reach(trial, Control.LANGUAGES)
            await reach(trial, UseLanguage(tag))
        await reach(trial, Ask(Intent("next_arrivals")))
        await leave(trial)
        again = await trial.begin()
        after = trial.ear.sound
        repeated = await reach(trial, Control.REPEAT)
    faults = [
        "" if changed != before else "speed and volume cannot be changed",
        "" if after == before else f"speed and volume stay at {after}",
        "" if again.language == languages[0] else f"the language stays {again.language}",
        "" if again.text == first.text else f"the next session begins with {again.text!r}",
        "" if repeated and repeated.text == again.text else "the last rider's answers can be repeated",
    ]
    return judge("T04", faults, "speed, volume, language, history and stop of a session were gone in the next")


TRIES: Tries = {"T01": _try_warning, "T02": _try_holding, "T03": _try_stopping, "T04": _try_wiping}
