"""S: that speech can be had, stopped and trusted without sight."""

import re
import unicodedata
from collections.abc import Sequence

from stopbell.brains.brain import Intent
from stopbell.kiosk.keys import KEYS
from stopbell.kiosk.menu import Ask, Control, Item, UseLanguage
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, judge, no_matter
from stopbell.kiosk.self_check.fixed import be_duty, be_no_matter
from stopbell.kiosk.self_check.trial import trying
from stopbell.kiosk.self_check.walk import leave
from stopbell.kiosk.self_check.witnesses import Step
from stopbell.kiosk.telling import tell_key
from stopbell_server.contract.arrivals import BoardData

MORE = Ask(Intent("more"), stays=True)
_PRIVATE = frozenset({"save_favourite", "set_home", "where_am_i", "walk_to_stop", "plan_trip", "set_up"})
"""What a rider would tell of places of their own."""
_FIRST_SENTENCES = 3
"""How to go on takes two: what comes next and help, or pressing and holding; the third says how to stop."""
_SENTENCE = re.compile(r"[^.!?。؟]+[.!?。؟]")


async def _try_everything_spoken(evidence: Evidence) -> Finding:
    done, boards = await evidence.walk(), await evidence.read_boards()
    book = evidence.subject.book
    heard = " ".join(step.text for step in (*done.greetings, *done.steps)).casefold()
    calls = [call for one in boards.readings.values() if one.data for call in one.data.arrivals]
    wanted = {call.line: book.label(call.line).spoken for call in calls if call.line}
    wanted |= {stop.name: book.name(stop.name).spoken for stop in boards.portraits.values() if len(boards.stops) == 1}
    faults = [f"{name} is shown and never spoken" for name, said in wanted.items() if said.casefold() not in heard]
    faults += [f"{step.item} tells nothing" for step in done.steps if not step.heard]
    faults += [f"shown and not heard: {line}" for step in done.greetings for line in step.list_unheard()]
    faults += [
        f"the prompt of {menu.title} is not spoken" for menu in done.menus if not _is_told(evidence, menu.items, heard)
    ]
    if done.refused is not None and not done.refused.heard:
        faults.append("an error is not spoken")
    return judge(
        "S05",
        faults,
        f"first words, {len(done.menus)} menus, all answers, errors and every line of the board were spoken",
    )


def _is_told(evidence: Evidence, items: Sequence[Item], heard: str) -> bool:
    book = evidence.subject.book
    labels = (item.label for item in items)
    return all(
        (book.say(label).spoken if isinstance(label, str) else label.spoken).casefold() in heard for label in labels
    )


async def _try_icons(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    shown = [line.written for step in (*done.greetings, *done.steps) for line in step.shown]
    shown += [*done.board, *(row for step in done.steps for row in step.rows)]
    icons = {mark for text in shown for mark in text if unicodedata.category(mark) in ("So", "Sk", "Co", "Cn")}
    faults = [f"{mark!r} ({unicodedata.name(mark, 'unnamed')}) is shown" for mark in sorted(icons)]
    return judge("S06", faults, f"{len(set(shown))} rows were looked at: words, numbers and marks of punctuation only")


async def _try_error(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    if evidence.subject.provisioning.input.mode == "one-button":
        return no_matter("S07", "one button goes through the choices; it cannot be wrong")
    if done.refused is None or done.refused.item is None:
        return no_matter("S07", "every key chooses something in every menu")
    key = done.refused.item.key
    name = tell_key(evidence.subject.book, key).spoken
    faults = [
        "" if name in done.refused.text else f"key {key} does nothing there and is not named: {done.refused.text!r}",
        "" if done.refused.text.replace(name, "").strip() else "what is wrong with the key is not said",
    ]
    return judge("S07", faults, f"key {key} where it does nothing: {done.refused.text}")


async def _try_language(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    faults = [await evidence.hear(tag) for tag in evidence.subject.provisioning.languages]
    for step in (*done.greetings, *done.steps):
        command = step.item.command if step.item else None
        if isinstance(command, UseLanguage) and step.language != command.tag:
            faults.append(f"{command.tag} was chosen, and {step.language} goes on")
        spoken = step.heard[-1].parts[0].language if step.heard else step.language
        if spoken != step.language and command is not Control.LANGUAGES:
            faults.append(f"{spoken} is spoken while {step.language} is shown")
    tags = ", ".join(evidence.subject.provisioning.languages)
    return judge(
        "S08",
        faults,
        f"shown and spoken language are one after each choice of language, and a voice is heard in {tags}",
    )


async def _try_start(evidence: Evidence) -> Finding:
    mode, book = evidence.subject.provisioning.input.mode, evidence.subject.book
    faults = [await evidence.hear(book.language)]
    async with trying(evidence.subject) as trial:
        for key in KEYS if mode != "one-button" else ():
            faults += _find_unsaid(evidence, await trial.press(key), "kiosk.how_keys", f"key {key}")
            await leave(trial)
        if mode != "keypad":
            faults += _find_unsaid(evidence, await trial.tap(), "kiosk.how_button", "the button")
    by = {"keypad": "each key", "one-button": "the button", "both": "each key and the button"}[mode]
    why = "began to speak, in a voice that was measured in a WAV file, and said how to go on and how to stop it"
    return judge("S10", faults, f"{by} {why}")


def _find_unsaid(evidence: Evidence, step: Step, how: str, by: str) -> list[str]:
    """Find what the first words lack: how one goes on, and as their last sentence how one stops them."""
    said = evidence.subject.book.say(how).spoken
    if said not in step.text:
        return [f"{by} begins with {step.text!r}, and not with how to go on"]
    if len(_SENTENCE.findall(said)) < _FIRST_SENTENCES:
        return [f"the first words after {by} do not say how to stop the voice: {said!r}"]
    return []


async def _try_privacy(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    asked = {item.command.intent.name for item in done.items if isinstance(item.command, Ask)}
    faults = [f"a choice is about a rider's own places: {name}" for name in sorted(asked & _PRIVATE)]
    async with trying(evidence.subject) as trial:
        profile = trial.parts.make_profile()
    usual = type(profile)()
    told = {"is_set_up", "language", "voice", "verbosity", "rate_wpm", "volume", "keeps_recent_stops"}
    kept = {name for name in type(profile).model_fields if getattr(profile, name) != getattr(usual, name)} - told
    faults += [f"a session begins with a rider's {name}" for name in sorted(kept)]
    faults += ["stops of the last riders are kept"] if profile.keeps_recent_stops else []
    return judge("S13", faults, "no choice is about a rider's own places, and a session knows of none")


async def _try_ends(evidence: Evidence) -> Finding:
    faults: list[str] = []
    stop = await evidence.find_stop()
    for book in evidence.subject.spoken:
        empty = book.board(BoardData(stop=stop, now="2026-12-01T12:00:00+02:00")).spoken if stop else "-"
        if not empty.strip():
            faults.append(f"{book.language}: an empty board is silent")
    done = await evidence.walk()
    for command in (MORE, Ask(Intent("service_alerts")), Control.MESSAGES):
        step = done.find(command)
        if step is None or not step.text.strip():
            faults.append(f"silent: {command}")
    faults += [
        f"no short cue closes this readout, silence alone tells that it is over: {step.text}"
        for step in done.steps
        if step.item and isinstance(step.item.command, Ask) and len(step.shown) > 1 and not _has_end_cue(evidence, step)
    ]
    return judge("S14", faults, "empty boards, ends of lists and no news are said, and a cue closes each readout")


def _has_end_cue(evidence: Evidence, answer: Step) -> bool:
    """Tell whether an answer is closed by a word of its own."""
    cue = evidence.subject.books.pick(answer.language).say("kiosk.readout_ends").spoken
    return bool(cue) and answer.text.rstrip().endswith(cue)


TRIES: Tries = {
    "S05": _try_everything_spoken,
    "S06": _try_icons,
    "S07": _try_error,
    "S08": _try_language,
    **be_no_matter({"S09": "a kiosk has no voice input"}),
    "S10": _try_start,
    **be_duty(
        {
            "S11": "fit a mark that can be felt, in relief or braille, that says how to start speech",
            "S12": "fit a loudspeaker, handset or jack within reach; its volume is the kiosk's",
        }
    ),
    "S13": _try_privacy,
    "S14": _try_ends,
}
