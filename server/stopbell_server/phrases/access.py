"""Whether a wheelchair user can board, low floor, and how full it is: said only as far as it is known."""

from stopbell_server.contract.arrivals import BoardingAccess, MonitoredCall
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording


def tell_access(words: Wording, access: BoardingAccess, telling: Telling) -> Line:
    """Give low floor, where a feed says so, and the verdict; unknown is told when asked for or at rich."""
    in_full = telling.access_asked or telling.verbosity >= Verbosity.RICH
    if telling.verbosity == Verbosity.BRIEF and not telling.access_asked:
        return NOTHING
    floor = NOTHING
    if access.low_floor == "yes":
        floor = words.line("access.low_floor")
    elif access.low_floor == "no" and in_full:
        floor = words.line("access.not_low_floor")
    if access.low_floor == "yes" and access.verdict != "no" and not in_full:
        return floor
    return words.chain((floor, _tell_verdict(words, access, in_full=in_full)))


def _tell_verdict(words: Wording, access: BoardingAccess, *, in_full: bool) -> Line:
    if access.verdict == "yes":
        return words.line("access.yes")
    if access.vehicle.value == "no":
        return words.line("access.no")
    if access.stop.value == "no":
        return words.line("access.stop_no")
    if access.vehicle.value == "yes":
        return words.line("access.vehicle_yes_stop_unknown" if in_full else "access.vehicle_yes")
    return words.line("access.unknown") if in_full else NOTHING


def tell_occupancy(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give how full it is; whether it takes nobody is told always, no data never."""
    if call.occupancy is None:
        return NOTHING
    takes_nobody = call.occupancy in ("full", "not-accepting-passengers", "not-boardable")
    if telling.verbosity < Verbosity.RICH and not takes_nobody:
        return NOTHING
    return words.line(f"occupancy.{call.occupancy}")
