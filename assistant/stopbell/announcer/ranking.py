"""Which event is how urgent: the one table from event kinds to priorities."""

from collections.abc import Mapping

from stopbell.speech.priority import Priority

AUTOMATIC: Mapping[str, Priority] = {
    "alight": Priority.SAFETY,
    "arriving": Priority.AT_DOOR,
    "platform-change": Priority.CHANGE,
    "cancelled": Priority.CHANGE,
    "skipped": Priority.CHANGE,
    "replaced": Priority.CHANGE,
    "added": Priority.CHANGE,
    "ends-here": Priority.CHANGE,
    "call": Priority.CHANGE,
    "alert": Priority.CHANGE,
    "alerts": Priority.CHANGE,
    "error": Priority.CHANGE,
    "practice": Priority.CHANGE,
    "board": Priority.ROUTINE,
    "vehicles": Priority.ROUTINE,
    "notice": Priority.TIP,
    "note": Priority.TIP,
    "prompt": Priority.TIP,
}
"""For what is said without being asked for. Answers to the rider are `Priority.ANSWER` whatever their kind."""

STORIES = frozenset({"practice"})
"""Kinds of which each event goes on where the one before it ended: none is summed up, and none waits for a breath."""

_OWN = frozenset({"alight", "arriving", "platform-change", "cancelled", "skipped", "replaced", "ends-here"})


def rank(kind: str, *, is_own: bool = False) -> Priority:
    """Give the priority of an event said unasked.

    Args:
        kind: the phrase's event kind; an unknown one is routine.
        is_own: whether it is about the trip the rider is on or has chosen to board; what can make the rider
            miss it, or stay on too long, is then a matter of safety.
    """
    if is_own and kind in _OWN:
        return Priority.SAFETY
    return AUTOMATIC.get(kind, Priority.ROUTINE)
