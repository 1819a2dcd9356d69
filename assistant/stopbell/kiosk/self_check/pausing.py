"""S02: a readout that can be paused and gone on with, and of which the last part alone can be had again."""

from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.kiosk.menu import Ask, Control
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, judge
from stopbell.kiosk.self_check.reaching import reach
from stopbell.kiosk.self_check.subject import Subject
from stopbell.kiosk.self_check.trial import trying

_NEXT = Ask(Intent("next_arrivals"))


async def _try_pausing(evidence: Evidence) -> Finding:
    return judge(
        "S02",
        [*await _pause(evidence.subject), *await _hear_last_part(evidence.subject)],
        "one choice paused what was said and what was to be announced, and went on with it; another repeated only the "
        "last departure",
    )


async def _pause(subject: Subject) -> list[str]:
    """Pause after an answer, with something to be announced meanwhile, and go on."""
    async with trying(subject) as trial:
        await trial.begin()
        answer = await reach(trial, _NEXT)
        paused = await reach(trial, Control.PAUSE)
        boards = trial.parts.boards
        boards.readings = {stop: replace(one, is_error=True) for stop, one in boards.readings.items()}
        kept = await trial.watch(trial.kiosk.note_boards)
        again = await reach(trial, Control.PAUSE)
    if paused is None or again is None:
        return ["no choice pauses and goes on"]
    return [
        "" if paused.heard and not paused.list_unheard() and not paused.list_unseen() else "a pause is not told",
        f"spoken in a pause: {kept.text}" if kept.heard else "",
        "" if answer and answer.heard and answer.text in again.text else "what was paused does not go on",
    ]


async def _hear_last_part(subject: Subject) -> list[str]:
    """Repeat the last part of an answer that was said before the menu with that choice was opened."""
    async with trying(subject) as trial:
        await trial.begin()
        answer = await reach(trial, _NEXT)
        part = await reach(trial, Control.LAST_PART)
    if part is None:
        return ["no choice repeats only the last part"]
    cue = subject.book.say("kiosk.readout_ends").spoken
    facts = [line.spoken for line in answer.shown if line.spoken != cue] if answer else []
    return ["" if facts and part.text == facts[-1] else f"the last part is repeated as {part.text!r}"]


TRIES: Tries = {"S02": _try_pausing}
