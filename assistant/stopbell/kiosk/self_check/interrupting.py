"""S01, S03, S04: speech that ends when it is to end, and is alone."""

from dataclasses import replace

from stopbell.kiosk.menu import Control
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, judge
from stopbell.kiosk.self_check.one_sound import make_counted_voice
from stopbell.kiosk.self_check.trial import Trial, trying
from stopbell.kiosk.self_check.witnesses import Step
from stopbell.speech.priority import Priority
from stopbell.speech.utterance import Outcome

_LONG = " ".join(["word"] * 60)


async def _interrupt(trial: Trial) -> Step:
    """Press what interrupts: help, or the button."""
    return await (trial.press("0", waits=False) if trial.has_keys else trial.tap(waits=False))


async def _try_interrupting(evidence: Evidence) -> Finding:
    async with trying(evidence.subject, evidence.subject.make_slow_voice) as trial:
        first = await trial.begin(waits=False)
        spoken = first.heard[0].utterance if first.heard else None
        was_speaking = spoken is not None and spoken.outcome is None
        await _interrupt(trial)
        is_over = spoken is not None and spoken.outcome in (Outcome.STOPPED, Outcome.REPLACED)
        trial.ear.stop()
        again = await _choose(trial, Control.REPEAT)
        trial.ear.stop()
    faults = [
        "" if was_speaking else "the first words were not being spoken",
        "" if is_over else "a key does not stop the voice",
        "" if again and again.heard else "there is nothing that repeats",
    ]
    return judge("S01", faults, "a key stopped the first words at once, and a choice of every menu repeats")


async def _choose(trial: Trial, command: object) -> Step | None:
    menu = trial.menu
    item = next((one for one in menu.items if one.command == command), None) if menu else None
    if item is None:
        return None
    return await (trial.press(item.key, waits=False) if trial.has_keys else trial.choose(item))


async def _try_priorities(evidence: Evidence) -> Finding:
    async with trying(evidence.subject, evidence.subject.make_slow_voice) as trial:
        first = await trial.begin(waits=False)
        await _interrupt(trial)
        newer = await _interrupt(trial)
        ends = [one.utterance.outcome for one in (*first.heard, *newer.heard[:-1]) if one.utterance]
        language = evidence.subject.provisioning.languages[0]
        safety = trial.ear.say(_LONG, language, key="safety", priority=Priority.SAFETY)
        await _interrupt(trial)
        is_kept = safety.outcome is None
        trial.ear.stop()
    faults = [
        "" if ends and None not in ends and Outcome.DONE not in ends else "a key or newer speech does not interrupt",
        "" if is_kept else "a key cuts a message of safety short",
    ]
    return judge("S03", faults, "keys and newer speech interrupted; a message of safety was not cut short")


async def _try_one_sound(evidence: Evidence) -> Finding:
    make, most = make_counted_voice()
    async with trying(evidence.subject, make) as trial:
        await trial.begin(waits=False)
        boards = trial.parts.boards
        boards.readings = {stop: replace(one, is_error=True) for stop, one in boards.readings.items()}
        trial.kiosk.note_boards()
        await _interrupt(trial)
        trial.ear.say(_LONG, evidence.subject.provisioning.languages[0], priority=Priority.CHANGE)
        await trial.kiosk.probe()
        trial.ear.stop()
    heard = most()
    faults = [
        "" if heard else "nothing was heard",
        "" if heard <= 1 else f"{heard} sounds at once: speech, and what the kiosk says by itself",
    ]
    return judge(
        "S04", faults, "an answer, an announcement and a key at once never sounded together; there are no other sounds"
    )


TRIES: Tries = {"S01": _try_interrupting, "S03": _try_priorities, "S04": _try_one_sound}
