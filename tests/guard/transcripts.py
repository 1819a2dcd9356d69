"""True sentences about real results, as phrases say them and as a model would, and the same with one fact changed."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from random import Random
from string import Formatter
from typing import Any

from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.headsigns import drop_label
from stopbell_server.phrases.phrasebook import Phrasebook
from tests.guard.worlds import Conversation

TEMPLATES = Path(__file__).with_name("templates")
ELSEWHERE = ("Riverside Mall", "Kensington Gardens", "Harbour Gate", "Old Mill Road")
"""Names that no result has."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence about a conversation, and whether it is true."""

    text: str
    template: str
    mutation: str = ""
    """What was changed; empty for a true sentence."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What the slots of a template are filled with, for one call."""

    line: str
    to: str
    minutes: int | None
    clock: datetime | None
    certainty: str
    platform: str | None
    access: str
    stops: int | None
    status: str


def read_templates(language: str) -> Mapping[str, Any]:
    """Read a language's templates: words, and lists `build`, `held`, `cancelled_build`, `cancelled_held`, `chat`."""
    return tomllib.loads((TEMPLATES / f"{language}.toml").read_text(encoding="utf-8"))


def list_calls(conversation: Conversation) -> list[MonitoredCall]:
    """List all calls that the results of a conversation tell of."""
    boards = [answer.data for answer in conversation.answers if isinstance(answer.data, BoardData)]
    return [call for board in boards for call in board.arrivals]


def to_facts(call: MonitoredCall) -> Facts | None:
    """Give what a call says; None where it has no line or goes nowhere by name."""
    if not call.line or not call.headsign:
        return None
    effective = call.expected_departure or call.scheduled_departure
    return Facts(
        call.line, drop_label(call.headsign, call.line), call.minutes,
        datetime.fromisoformat(effective) if effective else None, call.certainty, call.platform,
        call.access.verdict, call.stops_away, call.status,
    )  # fmt: skip


def fill(template: str, filled: Sequence[Facts], stop: str, words: Mapping[str, Any], book: Phrasebook) -> str | None:
    """Give a template's sentence; None where a call has not what it asks for. Slots end in 2 for the second call."""
    values: dict[str, str] = {"stop": stop, "number": str(len(filled))}
    for place, facts in enumerate(filled):
        end = "" if place == 0 else str(place + 1)
        values |= {f"{key}{end}": value for key, value in _to_slots(facts, words, book).items()}
    wanted = {name for _, name, _, _ in Formatter().parse(template) if name}
    if not wanted <= values.keys():
        return None
    return template.format(**values).replace("  ", " ")


def _to_slots(facts: Facts, words: Mapping[str, Any], book: Phrasebook) -> dict[str, str]:
    slots = {"line": facts.line, "to": facts.to}
    if facts.minutes:
        told = book.minutes(facts.minutes)
        slots |= {"minutes": told.written, "minutes_words": told.spoken, "n": str(facts.minutes)}
    if facts.clock is not None:
        slots["clock"] = book.clock(facts.clock).written
    if facts.certainty in words["how"]:
        slots["how"] = words["how"][facts.certainty]
    if facts.platform:
        slots["platform"] = facts.platform
    if facts.access in words["access"]:
        slots["access"] = words["access"][facts.access]
    if facts.stops and str(facts.stops) in words.get("stops", {}):
        slots["stops"] = words["stops"][str(facts.stops)]
    return slots


def find_slots(template: str) -> frozenset[str]:
    """Give the names of a template's slots."""
    return frozenset(name for _, name, _, _ in Formatter().parse(template) if name)


def tell_truths(
    conversation: Conversation, language: str, split: str, book: Phrasebook, random: Random
) -> Iterator[tuple[Told, str, tuple[Facts, ...], str]]:
    """Give true sentences of templates, with what they were made of."""
    data = read_templates(language)
    board = conversation.board.data
    assert isinstance(board, BoardData)
    assert board.stop is not None
    running = [facts for call in board.arrivals if (facts := to_facts(call)) and call.status in ("running", "added")]
    gone = [facts for call in board.arrivals if (facts := to_facts(call)) and call.status == "cancelled"]
    for key, calls in ((split, running), (f"cancelled_{split}", gone)):
        for template in data.get(key, ()):
            slots = find_slots(template)
            for filled in _choose(calls, slots, random):
                if (text := fill(template, filled, board.stop.name, data, book)) is not None:
                    yield Told(text, template), template, filled, board.stop.name


def _choose(calls: Sequence[Facts], slots: frozenset[str], random: Random) -> list[tuple[Facts, ...]]:
    """Choose the call, or the calls, of a template: `x2` of the same line and headsign, `x3` of another line."""
    if not calls:
        return []
    needs_same = any(slot.endswith("2") for slot in slots)
    needs_other = any(slot.endswith("3") for slot in slots)
    first = random.choice(calls)
    same = [
        one
        for one in calls
        if one is not first
        and (one.line, one.to) == (first.line, first.to)
        and one.certainty == first.certainty
        and (one.minutes or 0) > (first.minutes or 0)
    ]
    other = [one for one in calls if one.line != first.line and one.certainty == first.certainty]
    if (needs_same and not same) or (needs_other and not other):
        return []
    second = same[0] if needs_same else first
    third = random.choice(other) if needs_other else second
    return [(first, second, third) if needs_other else (first, second) if needs_same else (first,)]


Change = tuple[str, tuple[Facts, ...], str]
"""What is changed, the facts afterwards, and the stop."""


def mutate(
    template: str,
    filled: tuple[Facts, ...],
    stop: str,
    language: str,
    book: Phrasebook,
    conversation: Conversation,
    random: Random,
) -> Iterator[Told]:
    """Give the sentence with one fact changed, each way that its template has; only where no result says that too."""
    data = read_templates(language)
    slots = find_slots(template)
    known = [facts for call in list_calls(conversation) if (facts := to_facts(call))]
    changes: list[Change] = [
        (name, (replace(filled[0], **values), *filled[1:]), stop)
        for name, values in (*_change_states(slots, filled[0], random), *_change_names(slots, filled[0], known, random))
    ]
    if "stop" in slots:
        changes.append(("stop", filled, random.choice(ELSEWHERE)))
    changes += _swap(slots, filled, stop)
    for name, values, place in changes:
        ends = zip(("", "2", "3"), values, strict=False)
        if name != "stop" and all(_is_told(one, slots, known, end) for end, one in ends):
            continue
        text = fill(template, values, place, data, book)
        if text is not None:
            yield Told(text, template, name)
    yield from _drop_certainty(template, filled, stop, data, book)


def _change_states(slots: frozenset[str], first: Facts, random: Random) -> Iterator[tuple[str, dict[str, Any]]]:
    if slots & {"minutes", "minutes_words", "n"} and first.minutes:
        for step in random.sample([1, 2, 3, 5, 10], 2):
            yield "minutes", {"minutes": first.minutes + step}
    if "clock" in slots and first.clock is not None:
        later = (first.clock.minute + random.choice([1, 2, 7, 10])) % 60
        yield "clock", {"clock": first.clock.replace(minute=later)}
    if "how" in slots:
        yield "certainty", {"certainty": "timetable" if first.certainty == "live" else "live"}
    if "platform" in slots and first.platform:
        yield "platform", {"platform": str(int(first.platform) + 1) if first.platform.isdigit() else "9"}
    if "access" in slots:
        for value in sorted({"yes", "no", "unknown"} - {first.access}):
            yield "negation" if {value, first.access} == {"yes", "no"} else "access", {"access": value}
    if "stops" in slots and first.stops:
        yield "stops", {"stops": first.stops + 1 if first.stops < 9 else first.stops - 1}


def _change_names(
    slots: frozenset[str], first: Facts, known: Sequence[Facts], random: Random
) -> Iterator[tuple[str, dict[str, Any]]]:
    if "line" in slots:
        yield "line", {"line": _other_line(first, known, random)}
    if "to" in slots:
        others = [facts.to for facts in known if facts.to != first.to]
        yield "headsign", {"to": random.choice(others) if others else random.choice(ELSEWHERE)}
        yield "headsign elsewhere", {"to": random.choice(ELSEWHERE)}


def _swap(slots: frozenset[str], filled: tuple[Facts, ...], stop: str) -> Iterator[Change]:
    if len(filled) < 3 or not slots & {"minutes3", "n3", "clock3", "minutes_words3"}:
        return
    first, second, third = filled
    swapped = (
        replace(first, minutes=third.minutes, clock=third.clock),
        second,
        replace(third, minutes=first.minutes, clock=first.clock),
    )
    yield "swap", swapped, stop


def _drop_certainty(
    template: str, filled: tuple[Facts, ...], stop: str, data: Mapping[str, Any], book: Phrasebook
) -> Iterator[Told]:
    slots = find_slots(template)
    if "how" not in slots or not slots & {"minutes", "clock", "n", "minutes_words"}:
        return
    text = fill(template, filled, stop, data, book)
    bare = fill(template, filled, stop, {**data, "how": dict.fromkeys(data["how"], "")}, book)
    if text is not None and bare is not None:
        yield Told(
            bare.replace(" ()", "").replace(" ,", ",").replace(",,", ",").replace(",.", ".").replace("（）", ""),
            template,
            "certainty dropped",
        )


def _other_line(first: Facts, known: Sequence[Facts], random: Random) -> str:
    others = sorted({facts.line for facts in known} - {first.line})
    return random.choice(others) if others and random.random() < 0.7 else "77B"


_READ = {
    "minutes": "minutes",
    "minutes_words": "minutes",
    "n": "minutes",
    "clock": "clock",
    "how": "certainty",
    "access": "access",
    "platform": "platform",
    "stops": "stops",
    "line": "line",
    "to": "to",
}


def _is_told(facts: Facts, slots: frozenset[str], known: Sequence[Facts], end: str) -> bool:
    """Tell whether some call has all that the slots say."""
    names = {
        _READ[slot.rstrip("23")]
        for slot in slots
        if slot.rstrip("23") in _READ and (slot[-1] if slot[-1] in "23" else "") == end
    }
    if end:
        names |= {"line", "to"}
    return any(all(_is_same(getattr(one, name), getattr(facts, name)) for name in names) for one in known)


def _is_same(one: object, other: object) -> bool:
    if isinstance(one, datetime) and isinstance(other, datetime):
        return (one.hour, one.minute) == (other.hour, other.minute)
    return one == other


def mutate_phrase(sentence: str, random: Random) -> str | None:
    """Change one number of a tool's own sentence."""
    numbers = [word for word in sentence.replace(",", " ").replace(".", " ").split() if word.isdigit()]
    if not numbers:
        return None
    word = random.choice(numbers)
    return sentence.replace(f" {word} ", f" {int(word) + random.choice([1, 2, 4])} ", 1)
