"""A: what is announced, in which order, to which senses."""

from collections.abc import Sequence
from dataclasses import replace

from stopbell.brains.brain import Intent
from stopbell.kiosk.menu import Ask, Command, Control, Open
from stopbell.kiosk.self_check.evidence import Evidence, Tries
from stopbell.kiosk.self_check.finding import Finding, judge, leave
from stopbell.kiosk.self_check.fixed import be_no_matter
from stopbell.kiosk.self_check.trial import Trial, trying
from stopbell.kiosk.self_check.witnesses import Step
from stopbell_server.contract.arrivals import BoardData, BoardingAccess, MonitoredCall
from stopbell_server.contract.stops import AccessFactModel, StopSummary
from stopbell_server.phrases.phrasebook import Phrasebook

_ON_BOARD = "a kiosk stands at a stop and does not ride along"
LOW_FLOOR = Ask(Intent("next_arrivals", {"feature": "low_floor"}))
NEEDED: Sequence[Command] = (
    Ask(Intent("next_arrivals")),
    LOW_FLOOR,
    Ask(Intent("service_alerts")),
    Control.AROUND,
    Control.LINES,
    Control.MESSAGES,
    Control.HELP,
    Control.REPEAT,
    Open("voice"),
)
"""What a rider must be able to have of the kiosk alone."""


async def make_calls(evidence: Evidence) -> tuple[MonitoredCall, ...]:
    """Make calls of two of the stop's lines, as its board would have them."""
    stop = await evidence.find_stop()
    labels = [*(stop.lines if stop else ()), "10A", "5"]
    headsigns = [*(stop.towards if stop else ()), "Harbour", "Market"]
    second = next(label for label in labels if label != labels[0])
    other = next(name for name in headsigns if name != headsigns[0])
    return (make_call(labels[0], headsigns[0], 7), make_call(second, other, 12))


def make_call(line: str, headsign: str, minutes: int) -> MonitoredCall:
    """Make a live call at platform 3."""
    unknown = AccessFactModel(value="unknown", source="none")
    at = f"2026-12-01T12:{minutes:02}:00+02:00"
    return MonitoredCall(
        line=line,
        headsign=headsign,
        service_day="2026-12-01",
        stop_id="here",
        platform="3",
        scheduled_departure=at,
        expected_departure=at,
        minutes=minutes,
        certainty="live",
        status="running",
        access=BoardingAccess(verdict="unknown", stop=unknown, vehicle=unknown, low_floor="unknown"),
    )


async def _try_line_and_destination(evidence: Evidence) -> Finding:
    calls, stop = await make_calls(evidence), await evidence.find_stop()
    faults = [fault for book in evidence.subject.spoken for fault in _find_unnamed(book, calls, stop)]
    lines = " and ".join(call.line or "" for call in calls)
    return judge("A01", faults, f"each spoken row names line and destination, tried with lines {lines}")


def _find_unnamed(book: Phrasebook, calls: Sequence[MonitoredCall], stop: StopSummary | None) -> list[str]:
    board = BoardData(stop=stop, now="2026-12-01T12:00:00+02:00", arrivals=list(calls)) if stop else None
    faults: list[str] = []
    for call in calls:
        told = [book.call(call).spoken, *([book.board(board).spoken] if board else [])]
        for part in (book.label(call.line or "").spoken, book.name(call.headsign or "").spoken):
            faults += [
                f"{book.language}: {part!r} is not in {text!r}"
                for text in told
                if part.casefold() not in text.casefold()
            ]
    return faults


async def _try_order(evidence: Evidence) -> Finding:
    calls = await make_calls(evidence)
    faults = [fault for book in evidence.subject.spoken for call in calls if (fault := _find_disorder(book, call))]
    tags = ", ".join(evidence.subject.provisioning.languages)
    return judge("A02", faults, f"line, destination, minutes, platform in this order in {tags}")


def _find_disorder(book: Phrasebook, call: MonitoredCall) -> str:
    text = book.call(call).spoken.casefold()
    parts = [
        book.label(call.line or "").spoken,
        book.name(call.headsign or "").spoken,
        book.minutes(call.minutes or 0).spoken,
        book.say("call.platform", platform=book.label(call.platform or "")).spoken,
    ]
    places = [
        text.rfind(part.casefold()) if number else text.find(part.casefold()) for number, part in enumerate(parts)
    ]
    return "" if -1 not in places and places == sorted(places) else f"{book.language}: out of order: {text}"


async def _try_one_record(evidence: Evidence) -> Finding:
    first, _ = await make_calls(evidence)
    faults = [
        f"{book.language}: shown {told.written!r}, spoken {told.spoken!r}"
        for book in evidence.subject.spoken
        for minutes in (1, 2, 5, 21)
        for told in (book.call(first.model_copy(update={"minutes": minutes})),)
        if book.minutes(minutes).written not in told.written or book.minutes(minutes).spoken not in told.spoken
    ]
    return judge(
        "A10", faults, "1, 2, 5 and 21 minutes are the same number on the screen and in speech, in every language"
    )


async def _try_no_device(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    needed = [*NEEDED, *([Control.LANGUAGES] if len(evidence.subject.provisioning.languages) > 1 else [])]
    faults = [
        f"not reached by the kiosk's own keys: {command}" for command in needed if not _answers(done.find(command))
    ]
    how = "keys" if evidence.subject.provisioning.input.mode != "one-button" else "one button"
    return judge(
        "A11", faults, f"departures, disruptions, directions, messages, help and voice are had by its own {how}"
    )


def _answers(step: Step | None) -> bool:
    return step is not None and bool(step.heard) and bool(step.shown)


async def _try_two_senses(evidence: Evidence) -> Finding:
    done = await evidence.walk()
    steps = [*done.greetings[:1], *done.steps]
    faults = [f"shown and not heard: {line}" for step in steps for line in step.list_unheard()]
    faults += [f"heard and not shown: {text}" for step in steps for text in step.list_unseen()]
    faults += [f"nothing is heard after {step.item}" for step in steps if not step.heard]
    return judge("A12", faults, f"{len(steps)} answers of all menus were both shown and heard, word for word")


async def _try_repeat(evidence: Evidence) -> Finding:
    faults: list[str] = []
    async with trying(evidence.subject) as trial:
        faults += await _repeat(trial, await trial.begin(), "the first words")
        if (menu := trial.menu) is not None:
            faults += await _repeat(trial, await trial.choose(menu.items[0]), "an answer")
        boards = trial.parts.boards
        boards.readings = {stop: replace(one, is_error=True) for stop, one in boards.readings.items()}
        faults += await _repeat(trial, await trial.watch(trial.kiosk.note_boards), "an announcement")
    return judge("A13", faults, "first words, an answer and an announcement were each heard again by the key for it")


async def _repeat(trial: Trial, step: Step, what: str) -> list[str]:
    menu = trial.menu
    item = next((one for one in menu.items if one.command is Control.REPEAT), None) if menu else None
    if item is None or not step.heard:
        return [f"{what}: there is nothing to repeat, or no key for it"]
    again = await trial.choose(item)
    said = again.heard[-1].text if again.heard else ""
    return [] if said == step.heard[-1].text else [f"{what}: {step.heard[-1].text!r} is repeated as {said!r}"]


async def _try_access(evidence: Evidence) -> Finding:
    done, boards = await evidence.walk(), await evidence.read_boards()
    faults = [] if _answers(done.find(LOW_FLOOR)) else ["no choice asks for low-floor or accessible vehicles"]
    calls = [call for one in boards.readings.values() if one.data for call in one.data.arrivals]
    known = [call for call in calls if {call.access.vehicle.value, call.access.low_floor} != {"unknown"}]
    if not known:
        return leave(
            "A15",
            faults,
            "no vehicle of the next departures says whether it is accessible; publish wheelchair_accessible or a fleet "
            "registry, and wheelchair_boarding, pathways and lift alerts for the stops",
        )
    return judge("A15", faults, f"asked for by key; {len(known)} of {len(calls)} next departures say it")


TRIES: Tries = {
    "A01": _try_line_and_destination,
    "A02": _try_order,
    **be_no_matter(dict.fromkeys(("A03", "A04", "A05", "A06", "A07", "A08", "A09"), _ON_BOARD)),
    "A10": _try_one_record,
    "A11": _try_no_device,
    "A12": _try_two_senses,
    "A13": _try_repeat,
    **be_no_matter({"A14": "a kiosk is silent until somebody presses a key; `stopbell announce` speaks to a platform"}),
    "A15": _try_access,
}
