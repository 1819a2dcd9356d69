"""Several vehicles at the stop at once: which one is in front, as far as they report it; else that nobody says."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from stopbell.conversation.watching.calls import find_time
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.lookout import Lookout, Words
from stopbell_server.contract.arrivals import MonitoredCall
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.contract.times import to_minutes
from stopbell_server.contract.vehicle_position import PositionData, VehicleCandidate
from stopbell_server.phrases.phrase import Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

CLOSE_M = 150
"""A vehicle whose next stop is this one and that is so near, in a straight line, waits behind the one that stands."""
_FRESH = ("live", "ageing")


@dataclass(frozen=True, slots=True)
class Doors:
    """Another vehicle that is here with the rider's."""

    other: VehicleCandidate
    is_mine_here: bool
    """Whether the rider's reports to stand at the stop; else it comes behind the other."""

    def tell(self, book: Phrasebook) -> Phrase:
        """Give the order where the reports say it; two that both stand here have none that anybody reports."""
        message_id = "watch.in_front"
        if self.is_mine_here:
            message_id = "watch.behind" if self.other.standing == "next-here" else "watch.both_here"
        return book.say(message_id, other=book.vehicle(self.other.vehicle))


def is_coming_in(call: MonitoredCall, journey: JourneyData | None, now: datetime) -> bool:
    """Say whether a vehicle stands at the stop by its own report, or comes there within half a minute."""
    at = find_time(call)
    if at is None or journey is None or journey.stop is None:
        return False
    return journey.stop.progress == "here" or (journey.stop.progress == "next" and to_minutes(at, now) == 0)


async def find_doors(lookout: Lookout, stop: str, mine: MonitoredCall) -> Doors | None:
    """Find another vehicle at the stop (scoped id) that the rider could take for the one that is waited for.

    None where nothing reports from there, or the rider's does not: then nobody can say an order. One of the same line
    to the same place is no mistake.
    """
    try:
        data = (await lookout.ask("get_vehicle_position", stop=stop)).data
    except NoAnswerError:
        return None
    if not isinstance(data, PositionData) or mine.journey is None:
        return None
    here = [one for one in data.candidates if _is_here(one)]
    own = next((one for one in here if one.journey == mine.journey), None)
    if own is None:
        return None
    is_mine_here = own.standing == "stands-here"
    others = [one for one in _sort(here) if one is not own and not _is_alike(one, mine)]
    # Of two that both come, none stands here yet: their order is not reported.
    other = next((one for one in others if is_mine_here or one.standing == "stands-here"), None)
    return Doors(other, is_mine_here) if other else None


def join_doors(first: Words, doors: Doors | None) -> Words:
    """Give words, then which vehicle is which, where that is not clear."""
    if doors is None:
        return first

    def words(book: Phrasebook) -> Phrase | None:
        told = first(book)
        return told.then(doors.tell(book)) if told is not None else None

    return words


def _is_here(one: VehicleCandidate) -> bool:
    if one.vehicle.certainty not in _FRESH:
        return False
    distance = one.vehicle.distance_meters
    return one.standing == "stands-here" or (
        one.standing == "next-here" and distance is not None and distance <= CLOSE_M
    )


def _is_alike(one: VehicleCandidate, mine: MonitoredCall) -> bool:
    return one.vehicle.line == mine.line and one.vehicle.headsign == mine.headsign


def _sort(here: Sequence[VehicleCandidate]) -> Sequence[VehicleCandidate]:
    """Give those that stand here first: the rider is before their doors."""
    return sorted(here, key=lambda one: one.standing != "stands-here")
