"""Where one vehicle is: the place first, then what says so and how long ago."""

from stopbell_server.contract.near_stop import NearStop
from stopbell_server.contract.vehicle_position import PositionData
from stopbell_server.contract.vehicles import VehicleSummary
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.places import tell_way
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.vehicles import tell_report, tell_subject, tell_vehicle_access
from stopbell_server.phrases.wording import Wording

_AT_M = 30
"""Nearer than that a report cannot be told from the stop itself."""


def tell_position(words: Wording, data: PositionData) -> Phrase:
    """Give where the vehicle is; what is too old is told as the last that is known, after the lost contact."""
    vehicle = data.vehicle
    if vehicle is None:
        return from_lines((), "vehicle")
    subject, report = tell_subject(words, vehicle), tell_report(words, vehicle)
    place = words.chain((tell_place_near(words, data.nearest), _tell_movement(words, data, vehicle)))
    place = place or words.line("position.not_reported")
    rest = (_tell_label(words, vehicle), tell_vehicle_access(words, vehicle), _tell_equipment(words, vehicle))
    if vehicle.certainty == "lost":
        told = words.sentence(subject, report, words.line("position.last_known", place=place), *rest)
    else:
        told = words.sentence(subject, place, report, *rest)
    return from_lines((told,), "vehicle", vehicle.certainty)


def tell_place_near(words: Wording, near: NearStop | None) -> Line:
    """Give a place by the stop that is nearest to it; nothing where there is none."""
    if near is None:
        return NOTHING
    stop = words.given(near.name, near.spoken_name)
    if near.distance_meters < _AT_M:
        return words.line("position.at", stop=stop)
    return words.line("position.near", way=tell_way(words, near.distance_meters, near.bearing), stop=stop)


def _tell_movement(words: Wording, data: PositionData, vehicle: VehicleSummary) -> Line:
    """Give the stop that it reports: that it stands there, comes in, or goes there next."""
    if vehicle.next_stop is None:
        return NOTHING
    stop = words.name(vehicle.next_stop)
    match data.movement:
        case "stopped-at":
            return words.line("position.stands", stop=stop)
        case "arriving-at":
            return words.line("position.arrives", stop=stop)
        case _:
            return words.line("vehicles.next_stop", stop=stop)


def _tell_equipment(words: Wording, vehicle: VehicleSummary) -> Line:
    """Give what it is known to have, and to lack; a vehicle that says nothing aloud must be watched by the rider."""
    facts = (
        (vehicle.ramp, "vehicle.ramp", "vehicle.no_ramp"),
        (vehicle.kneeling, "vehicle.kneels", "vehicle.never_kneels"),
        (vehicle.audio, "vehicle.announces", "vehicle.silent"),
    )
    return words.chain([words.line(has if known else lacks) for known, has, lacks in facts if known is not None])


def _tell_label(words: Wording, vehicle: VehicleSummary) -> Line:
    """Give the number on the vehicle, unless it was named by it."""
    if vehicle.label is None or not (vehicle.line or vehicle.headsign):
        return NOTHING
    return words.line("call.vehicle", vehicle=words.label(vehicle.label))
