"""What a rider wants to be told of a vehicle that is to come."""

from collections.abc import Sequence
from dataclasses import dataclass

from stopbell.conversation.watching.approach import MILESTONES
from stopbell.conversation.watching.calls import is_accessible, is_coming
from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.uris import to_board_uri
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook

_BEFORE_STOPS = 2
"""Minutes at which to tell besides, where stops were asked for: how many are left is not always reported."""


@dataclass(frozen=True, slots=True)
class Wish:
    """Which vehicle, where, and when to tell."""

    stop: StopSummary
    route: str = ""
    """Label or id of the line; empty: any."""
    mode: str = ""
    """Kind of vehicle, by the contract's word; empty: any."""
    headsign: str = ""
    feature: str = ""
    """`low_floor`, `wheelchair` or `ramp`, where only such a vehicle will do."""
    lead_min: int | None = None
    lead_stops: int | None = None

    @property
    def subject(self) -> str:
        """Give what tells this wish from others; when to tell is no part of it."""
        return " ".join(("arrival", self.stop.id, self.route, self.mode, self.headsign, self.feature))

    @property
    def address(self) -> str:
        """Give the address of the board it rests on."""
        return to_board_uri(*self.stop.id.split(":", 1))

    @property
    def milestones(self) -> Sequence[int]:
        """Give the minutes at which to tell."""
        if self.lead_stops is not None:
            return (_BEFORE_STOPS, 0)
        return MILESTONES if self.lead_min is None else (self.lead_min, 0)

    def fits(self, call: MonitoredCall) -> bool:
        """Say whether a call of the board is one to wait for; the server has seen to line, kind and direction."""
        return is_coming(call) and (not self.feature or is_accessible(call, self.feature))

    def name(self, book: Phrasebook) -> Line:
        """Give the wish as a label."""
        parts = [book.label(self.route)] if self.route else []
        parts += [] if self.route or not self.mode else [book.mode(self.mode)]
        if self.feature:
            said = book.say(f"feature.{self.feature}")
            parts.append(Line(said.written, said.spoken))
        return book.chain([*parts, book.name(self.stop.name)])
