"""K: keys that can be found, pressed and left alone."""

from string import ascii_letters

from stopbell.kiosk.keys import KeyReader
from stopbell.kiosk.menu import Control
from stopbell.kiosk.provisioning import InputTable
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, judge
from stopbell.kiosk.self_check.fixed import be_duty
from stopbell.kiosk.self_check.reaching import reach
from stopbell.kiosk.self_check.trial import trying

_REPEATS_AFTER_S, _REPEATS_EVERY_S = 0.25, 0.092
"""What Linux's console does with a key that is held: kbdrate's defaults."""
_HELD_S = 3.0
_LONGEST_S = 2.0


async def _try_reach(evidence: Evidence) -> Finding:
    done, table = await evidence.walk(), evidence.subject.provisioning.input
    faults = [] if done.ended else ["going back again and again does not lead out"]
    faults += [f"a choice does nothing: {step.item}" for step in done.steps if not step.heard]
    shared = {item.key for menu in done.menus for item in menu.items if menu.find(item.key) != item}
    faults += [f"key {key} stands for two things in one menu" for key in sorted(shared)]
    if not table.keys.keys() & set(ascii_letters):
        reader = KeyReader(table.extra_keys, table.button, 0)
        letters = [letter for letter in ascii_letters if reader.read(letter, 0) and letter not in table.button]
        faults += [f"letter {letter} is a key that nobody set" for letter in letters]
    if KeyReader(InputTable(keys={"q": "5"}).extra_keys, "", 0).read("q", 0) != ["5"]:
        faults.append("no key can be put elsewhere")
    return judge(
        "K03", faults, f"{len(done.steps)} choices of {len(done.menus)} menus answered, and going back led out of each"
    )


async def _try_repeating(evidence: Evidence) -> Finding:
    table = evidence.subject.provisioning.input
    faults = [
        ""
        if _count_held(table.debounce_s) == 1
        else f"input.debounce_s = {table.debounce_s} counts a held key "
        f"{_count_held(table.debounce_s)} times; write 0.35 or more",
        "" if _count_held(_LONGEST_S, repeats_after_s=_LONGEST_S - 0.1) == 1 else "2 s cannot be had",
    ]
    try:
        InputTable(debounce_s=_LONGEST_S)
    except ValueError:
        faults.append("input.debounce_s cannot be 2")
    return judge("K04", faults, f"a key held for 3 s counts once at {table.debounce_s} s, and up to 2 s can be set")


def _count_held(debounce_s: float, repeats_after_s: float = _REPEATS_AFTER_S) -> int:
    """Count the presses in what a keyboard sends while a key is held."""
    reader = KeyReader({}, "", debounce_s)
    moments = [0.0]
    at = repeats_after_s
    while at < _HELD_S:
        moments.append(at)
        at += _REPEATS_EVERY_S
    return sum(len(reader.read("5", moment)) for moment in moments)


async def _try_state(evidence: Evidence) -> Finding:
    async with trying(evidence.subject) as trial:
        told: list[str] = []
        await trial.begin()
        for turn in range(2):
            if turn:
                held = await reach(trial, Control.HOLD_BOARD)
                told.append(held.text if held else "")
            helped = await reach(trial, Control.HELP)
            told.append(helped.text if helped and helped.heard else "")
        is_on = trial.rider is not None and trial.rider.holds_board
    faults = [
        "" if all(told) else "the state of the board is not spoken",
        "" if is_on else "the board cannot be held",
        "" if _end(told[0]) != _end(told[-1]) else "help says the same whether the board is held or not",
    ]
    return judge("K05", faults, "help said whether the board is held, and so did the key that switches it")


def _end(text: str) -> str:
    return text[-25:]


TRIES: Tries = {
    **be_duty(
        {
            "K01": "fit keys that are told apart by touch and can be felt without pressing; the 5 has its dot",
            "K02": "where keys carry signs, raise them: circle for Enter, arrow for Correct, X for Cancel",
        }
    ),
    "K03": _try_reach,
    "K04": _try_repeating,
    "K05": _try_state,
}
