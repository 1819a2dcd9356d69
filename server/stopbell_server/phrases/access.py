"""Whether a wheelchair user can board, low floor, and how full it is: said only as far as it is known."""

from stopbell_server.contract.arrivals import BoardingAccess, MonitoredCall
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.telling import Telling, Verbosity
from stopbell_server.phrases.times import NOTHING
from stopbell_server.phrases.wording import Wording


def tell_access(words: Wording, access: BoardingAccess, telling: Telling) -> Line:
    """Give low floor, where a feed says so, and the verdict; unknown is told when asked for or at rich."""
    if telling.access_is_said:
        return NOTHING
    facts = list_access(access, telling)
    return words.chain([words.line(f"access.{fact}") for fact in facts]) if facts else NOTHING


def list_access(access: BoardingAccess, telling: Telling) -> tuple[str, ...]:
    """List what is told of boarding, by the ends of its message ids; none where nothing is to be told."""
    in_full = telling.access_asked or telling.verbosity >= Verbosity.RICH
    if telling.verbosity == Verbosity.BRIEF and not telling.access_asked:
        return ()
    floor: tuple[str, ...] = ()
    if access.low_floor == "yes":
        floor = ("low_floor",)
    elif access.low_floor == "no" and in_full:
        floor = ("not_low_floor",)
    if access.low_floor == "yes" and access.verdict != "no" and not in_full:
        return floor
    return (*floor, *_list_verdict(access, in_full=in_full))


def _list_verdict(access: BoardingAccess, *, in_full: bool) -> tuple[str, ...]:
    if access.verdict == "yes":
        return ("yes",)
    if access.vehicle.value == "no":
        return ("no",)
    if access.stop.value == "no":
        return ("stop_no",)
    if access.vehicle.value == "yes":
        return ("vehicle_yes_stop_unknown" if in_full else "vehicle_yes",)
    return ("unknown",) if in_full else ()


def tell_occupancy(words: Wording, call: MonitoredCall, telling: Telling) -> Line:
    """Give how full it is; whether it takes nobody is told always, no data never."""
    if call.occupancy is None:
        return NOTHING
    takes_nobody = call.occupancy in ("full", "not-accepting-passengers", "not-boardable")
    if telling.verbosity < Verbosity.RICH and not takes_nobody:
        return NOTHING
    return words.line(f"occupancy.{call.occupancy}")
