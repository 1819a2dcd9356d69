"""Whether the lifts of a stop's station are reported out of service, beside what else disturbs there."""

from dataclasses import dataclass
from typing import Any

from stopbell_server.contract.alerts import AlertsData, LiftState
from stopbell_server.contract.station_inside import StationInside
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

_WORST_FIRST = ("closed", "unknown", "no-outage-reported")


def describe_lifts(inside: StationInside | None) -> dict[str, Any]:
    """Give what the data says of lifts; that none is described is said, and is not that none is there."""
    lifts = [LiftState(levels=one.levels, state=one.state) for one in inside.lifts] if inside else []
    states = {one.state for one in lifts}
    status = next((word for word in _WORST_FIRST if word in states), "not-described")
    return {"lift_status": status, "lifts": lifts}


@dataclass(frozen=True, slots=True)
class Lifts:
    """What is known of the lifts of the stop that was asked about."""

    inside: StationInside | None
    language: str | None
    """Of the names of its levels, where known."""
    is_station: bool
    """Whether the stop is a station or part of one: only there is it said that no lift is described."""

    def add_to(self, told: Phrase, book: Phrasebook, data: AlertsData) -> Phrase:
        """Add the sentence about lifts, unless a disruption has said it already."""
        if self.inside is not None and self.inside.lifts:
            return told.then(book.lift_states(self.inside, self.language))
        is_told = any(alert.effect == "accessibility-issue" for alert in data.alerts)
        return told.then(book.say("inside.no_lifts")) if self.is_station and not is_told else told
