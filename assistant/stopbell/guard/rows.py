"""What one result says, as rows: each row is one thing with all that is told of it together."""

from collections import defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from stopbell.answer import Answer
from stopbell_server.contract.arrivals import MonitoredCall


@dataclass(slots=True)
class Row:
    """One object of a result, with what it takes over from the objects around it."""

    answer: int
    """Which result of the conversation, counted from 0."""
    known: dict[str, set[object]] = field(default_factory=lambda: defaultdict[str, set[object]](set))
    """By kind of fact: the values that hold."""
    instants: list[datetime] = field(default_factory=list[datetime])
    """When it comes, as predicted or planned; minutes are counted to these."""
    minutes: set[int] = field(default_factory=set[int])
    """Minutes as the result counted them."""
    certainty: str = ""
    """The contract's word for how its times are known; empty where it has none."""
    age_s: int | None = None
    status: str = ""
    is_shaky: bool = False
    """Whether its time may be told as a range or rounded."""
    uncertainty_s: int = 0
    call: MonitoredCall | None = None
    """The call that it is, where it is one; that can be told by itself."""
    is_arrival: bool = False

    def copy(self) -> "Row":
        """Give a row that says the same and can be added to."""
        known: dict[str, set[object]] = defaultdict(set, {kind: set(values) for kind, values in self.known.items()})
        return Row(
            self.answer, known, list(self.instants), set(self.minutes), self.certainty, self.age_s, self.status,
            self.is_shaky, self.uncertainty_s,
        )  # fmt: skip

    def take_over(self, other: "Row", *kinds: str) -> None:
        """Take over what another row says, of some kinds or of all."""
        for kind in kinds or tuple(other.known):
            if values := other.known.get(kind):
                self.known[kind] |= values
        if not kinds:
            self.instants += other.instants
            self.minutes |= other.minutes
            self.certainty = self.certainty or other.certainty
            self.status = self.status or other.status


@dataclass(frozen=True, slots=True)
class Learned:
    """One result of the conversation."""

    answer: Answer
    at: datetime
    """When it was learned, by the guard's clock."""
    now: datetime | None
    """The instant for which the result counts its minutes."""
