"""The model of a conversation, if it has one: what it is asked, and what is kept of it from turn to turn."""

from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from stopbell.answer import Answer, ToolChoice
from stopbell.brains.brain import Intent
from stopbell.brains.companion import Companion, Trouble
from stopbell.conversation.memory import Choosing, Pending
from stopbell.guard import FactGuard

REST_S = 30.0
"""How long a model that cannot be reached is not asked again: each try would cost the rider seconds of silence."""
KEPT_ANSWERS = 50
ASKED = frozenset(
    {
        "next_arrivals",
        "missing_vehicle",
        "vehicle_features",
        "vehicle_location",
        "identify_vehicle",
        "occupancy",
        "nearest_stop",
        "where_am_i",
        "stop_side",
        "stop_info",
        "plan_trip",
        "walk_to_stop",
        "service_alerts",
        "elevator_status",
        "first_last_service",
        "route_stops",
        "unknown",
    }
)
"""Intents that a model answers: questions about transit, and what no grammar understands.

All others stay offline: control words, settings, watches, the ride that is followed, and refusals work at once and need
no network.
"""
SURE = 0.6
"""Below this confidence a request is a guess, and the model is asked what was meant."""
FOLLOWING = frozenset({"affirm", "deny", "select_option", "more"})
"""What goes on from an answer is for who gave it."""


@dataclass(slots=True)
class Model:
    """What answers in its own words, and who checks them."""

    companion: Companion
    guard: FactGuard
    gave_last: bool = False
    """Whether the last answer about transit was the model's."""
    tools: Sequence[ToolChoice] = ()
    """What the server offers; asked for once."""
    answers: deque[Answer] = field(default_factory=lambda: deque[Answer](maxlen=KEPT_ANSWERS))
    """What the tools answered lately: the guard may put one of them in place of a sentence."""
    rests_until: float = 0.0
    """Monotonic seconds until which it is not asked."""

    def learn(self, tool: str, arguments: Mapping[str, Any], answer: Answer) -> None:
        """Take in what a tool answered, whoever asked it: the model may speak of all that the rider has heard."""
        self.answers.append(answer)
        self.guard.learn(tool, arguments, answer)

    def rest(self, trouble: Trouble, now: float) -> None:
        """Leave the model alone for a while where asking again at once would be in vain."""
        if trouble is Trouble.KEY:
            self.rests_until = float("inf")
        elif trouble in (Trouble.UNREACHABLE, Trouble.BUSY):
            self.rests_until = now + REST_S


def is_for_model(model: Model | None, intents: Sequence[Intent], pending: Pending | None) -> bool:
    """Say whether a model answers; one request among several that is not for it keeps all of them offline."""
    if model is None:
        return False
    names = {intent.name for intent in intents if intent.confidence >= SURE}
    if names <= ASKED:
        return True
    is_asked = pending is not None and (not isinstance(pending, Choosing) or pending.is_asked)
    return model.gave_last and not is_asked and names <= ASKED | FOLLOWING
