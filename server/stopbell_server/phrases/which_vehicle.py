"""Which vehicle stands before the rider: the likely one and why, or that it cannot be told."""

from collections.abc import Sequence

from stopbell_server.contract.vehicle_position import PositionData, VehicleCandidate
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_way
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.vehicles import tell_report, tell_subject
from stopbell_server.phrases.wording import Wording

_MOST_TOLD = 3
_ELSEWHERE = ("not-calling", "left")


def tell_which(words: Wording, data: PositionData) -> Phrase:
    """Give the likely vehicle with what speaks for it, or those that may be it; never that it surely is one."""
    told = data.candidates[:_MOST_TOLD]
    likely = next((one for one in told if one.likelihood == "likely"), None)
    possible = [one for one in told if one.likelihood == "possible"]
    if likely is not None:
        first = words.line("which.likely", vehicle=tell_candidate(words, likely))
        others = [one for one in told if one is not likely and one.standing not in _ELSEWHERE][:1]
        lines = (first, *(words.line("which.other", vehicle=tell_candidate(words, one)) for one in others))
        told = [likely, *others]
    elif len(possible) > 1:
        lines = (words.line("which.alike"), *_tell_rows(words, possible))
    elif any(one.vehicle.certainty in ("live", "ageing") for one in told):
        lines = (words.line("which.not_sure"), *_tell_rows(words, told))
    elif told:
        lines = (words.line("which.old"), *_tell_rows(words, told))
    else:
        return from_lines((words.line("which.none"),), "no-vehicles")
    ranked = words.line("which.ranked") if len(told) > 1 else NOTHING
    return from_lines((*lines, ranked), "vehicle", likely.vehicle.certainty if likely else None)


def _tell_rows(words: Wording, rows: Sequence[VehicleCandidate]) -> tuple[Line, ...]:
    if len(rows) == 1:
        return (words.sentence(tell_candidate(words, rows[0])),)
    return tuple(
        words.sentence(words.line("choice.row", number=number, choice=tell_candidate(words, one)))
        for number, one in enumerate(rows, 1)
    )


def tell_candidate(words: Wording, one: VehicleCandidate) -> Line:
    """Give a vehicle: line and destination, its number, what it reports of this stop, how far and how long ago."""
    vehicle = one.vehicle
    label = NOTHING
    if vehicle.label and (vehicle.line or vehicle.headsign):
        label = words.line("call.vehicle", vehicle=words.label(vehicle.label))
    return words.chain(
        (
            tell_subject(words, vehicle),
            label,
            _tell_standing(words, one),
            tell_way(words, vehicle.distance_meters, vehicle.walk_bearing),
            tell_report(words, vehicle),
        )
    )


def _tell_standing(words: Wording, one: VehicleCandidate) -> Line:
    match one.standing:
        case "stands-here":
            return words.line("which.stands")
        case "next-here":
            return words.line("which.next")
        case "on-the-way-here":
            return words.line("which.on_the_way")
        case "left":
            return words.line("which.left")
        case "not-calling":
            return words.line("which.not_calling")
        case "unknown":
            return NOTHING
