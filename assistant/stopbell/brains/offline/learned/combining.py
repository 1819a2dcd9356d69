"""The grammar's opinion and what was learned, made into one."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stopbell.brains.brain import Intent, SlotValue
from stopbell.brains.offline.embedding import OUT_OF_SCOPE
from stopbell.brains.offline.guessing import Guesser
from stopbell.brains.offline.learned.traits import FREE, to_words
from stopbell.brains.offline.learned.values import NAMES
from stopbell.brains.offline.reading import Reading
from stopbell.brains.offline.results import Result
from stopbell.brains.offline.understanding import CLEARLY, UNKNOWN, Sentence

if TYPE_CHECKING:
    from stopbell.brains.offline.learned.listener import Listener

LIKELY_ENOUGH = 0.2
"""How likely an intent must be where the grammar has no good opinion."""
SURE = 0.5
"""How likely it must be against a good opinion; and that it is nothing we do, where there is no opinion."""
VERY_SURE = 0.8
"""How likely it must be against an opinion that accounts for nearly all that was said, or for two requests."""
SURE_OF_ALL = 0.9
"""The same where it accounts for every word."""
SURE_OF_CONTROL = 0.65
"""How likely a control word must be: a name that begins like one must not end what the rider hears."""
SHORT_NAME = 3
"""Words of what may be a name that begins like a control word ("Silence Avenue"), if one of them is in no pattern."""
SURE_OF_ONE = 0.9
"""How likely it must be against two requests with a joining word or a pause between."""
WELL = 0.7
"""Share of a sentence from which the grammar's opinion is a good one."""
MOSTLY = 0.8
"""Share from which it accounts for nearly all, names counting half."""
ALL = 0.97
"""Share from which it accounts for every word that counts."""
BEST = 0.9
"""Share from which its values need no other."""
OWN_FIRST = 0.75
"""Share from which its values are right more often than what was learned."""
NEEDED = {
    "plan_trip": "destination",
    **dict.fromkeys(("set_alight_alert", "set_stop", "spell", "walk_to_stop"), "stop"),
}
"""The name without which there is no answer."""
REFERRING = frozenset({"deny", "next_arrivals"})
"""Intents that go on from the answer before also where they name something: "and the 7?"."""
NAMING = NAMES | {"route"}
FINER = frozenset({"level", "option", "state", "topic", "when"})
"""Values of which the grammar tells more kinds apart than were learned: a clock of 12 hours or of 24."""
MULTI = "multi"
"""The label of sentences with two requests."""
TWO = 2


def listen(sentence: Sentence, listener: "Listener", guesser: Guesser, heard: Result | None) -> Result | None:
    """Give what a sentence means: the grammar's opinion where too little of it was learned, or nothing is likely.

    Args:
        sentence: what was said, no control word.
        listener: what was learned in the language of the sentence.
        guesser: hears the halves of a double request.
        heard: the grammar's opinion.
    """
    is_good = heard is not None and heard.confidence >= WELL
    if heard and is_good and not all(listener.was_taught(intent.name) for intent in heard.intents):
        return heard
    reading = Reading(sentence.said, sentence.grammar, lines=sentence.scene.lines)
    said = to_words(reading)
    ranked = listener.listen(said, heard, sentence.scene)
    is_name_like = heard is None and len(said.tokens) <= SHORT_NAME and FREE in said.kinds
    controls = frozenset(sentence.grammar.control_index.by_intent) if is_name_like else frozenset[str]()
    name, share = _choose([one for one in ranked if one[0] not in controls], sentence, heard)
    if name is None:
        return heard
    if name == MULTI:
        double = heard if heard and len(heard.intents) == TWO else _listen_twice(sentence, listener, guesser)
        return double or heard
    is_same = heard is not None and [intent.name for intent in heard.intents] == [name]
    if heard and is_same and heard.confidence >= BEST:
        return heard
    slots = listener.tell_slots(said, reading, name, heard, sentence.scene)
    if heard and is_same:
        slots = _unite(
            heard.intents[0].slots, slots, heard.confidence, NEEDED.get(name), is_unspaced=sentence.grammar.is_unspaced
        )
    if any(slots.get("route") == slots.get(other, "") for other in NAMES):
        slots = {slot: value for slot, value in slots.items() if slot != "route"}
    if name not in REFERRING and slots.keys() & NAMING:
        slots = {slot: value for slot, value in slots.items() if slot != "ref"}
    confidence = CLEARLY * share
    if heard and is_same:
        # What is meant may be sure where its value is a guess: "20-hour format".
        confidence = heard.confidence if heard.intents[0].slots.keys() & FINER else max(confidence, heard.confidence)
    return Result((Intent(name, slots, sentence.grammar.language, confidence),), confidence)


def _unite(
    own: Mapping[str, SlotValue],
    learned: Mapping[str, SlotValue],
    share: float,
    needed: str | None,
    *,
    is_unspaced: bool,
) -> Mapping[str, SlotValue]:
    """Give the grammar's values and what was learned; whichever is right less often fills the gaps of the other.

    A name that only the grammar hears is left out where its opinion is no good one, unless there is no answer without
    it: it takes for a name what it does not know. Where no blanks show where a name ends, that is so unless what was
    learned agrees with it. Measured with sentences of writers from whom nothing was learned.
    """
    if share >= OWN_FIRST and (not is_unspaced or _agrees(own, learned)):
        filling = {slot: value for slot, value in learned.items() if slot in own or not _is_taken(slot, own, learned)}
        return {**filling, **own}
    lacks = needed is not None and needed in own and needed not in learned
    helping = {slot: value for slot, value in own.items() if slot not in NAMES or lacks}
    return {**helping, **learned, **{slot: value for slot, value in own.items() if slot in FINER}}


def _agrees(own: Mapping[str, SlotValue], learned: Mapping[str, SlotValue]) -> bool:
    """Say whether the grammar hears all names that were learned; one sign more at their end is "stop"."""
    names = learned.keys() & NAMES
    return bool(names) and all(own.get(slot) in (learned[slot], str(learned[slot])[:-1]) for slot in names)


def _is_taken(slot: str, own: Mapping[str, SlotValue], learned: Mapping[str, SlotValue]) -> bool:
    """Say whether what was learned takes the name of another slot for this one's: nobody goes from A to A."""
    others = own.keys() & NAMES - {slot} if slot in NAMES else ()
    said = f" {learned[slot]} ".casefold()
    return any(said in f" {own[other]} ".casefold() for other in others)


def _choose(ranked: Sequence[tuple[str, float]], sentence: Sentence, heard: Result | None) -> tuple[str | None, float]:
    """Give the likeliest intent that is likely enough; no name is an intent."""
    names = [intent.name for intent in heard.intents] if heard else []
    for name, share in ranked:
        if name == UNKNOWN or share < LIKELY_ENOUGH:
            break
        is_same = names == [name]
        if not is_same and share < _find_least(name, sentence, heard):
            if name in sentence.grammar.control_index.by_intent:
                continue
            break
        return name, share
    return None, 0.0


def _find_least(name: str, sentence: Sentence, heard: Result | None) -> float:
    """Give how likely an intent must be that is not the grammar's opinion."""
    if heard and len(heard.intents) == TWO and heard.confidence >= WELL:
        return SURE_OF_ONE if any(True for _ in sentence.split()) else VERY_SURE
    if heard and heard.confidence >= MOSTLY:
        return SURE_OF_ALL if heard.confidence >= ALL else VERY_SURE
    if name in sentence.grammar.control_index.by_intent:
        return SURE_OF_CONTROL
    if name == OUT_OF_SCOPE or (heard and heard.confidence >= WELL):
        return SURE
    return LIKELY_ENOUGH


def _listen_twice(sentence: Sentence, listener: "Listener", guesser: Guesser) -> Result | None:
    """Find the cut by which both halves are likeliest requests of two kinds."""
    best: Result | None = None
    for halves in sentence.split():
        first, second = (_listen_once(half, listener, guesser) for half in halves)
        if first is None or second is None or first.intents[0].name == second.intents[0].name:
            continue
        confidence = min(first.confidence, second.confidence)
        if best is None or confidence > best.confidence:
            best = Result((first.intents[0], second.intents[0]), confidence)
    return best


def _listen_once(half: Sentence, listener: "Listener", guesser: Guesser) -> Result | None:
    if control := half.find_control():
        return Result((control,), 1.0)
    heard = half.read(guesser)
    said = to_words(Reading(half.said, half.grammar, lines=half.scene.lines))
    ranked = listener.listen(said, heard, half.scene)
    told = heard if ranked and ranked[0][0] == MULTI else listen(half, listener, guesser, heard)
    return told if told and len(told.intents) == 1 else None
