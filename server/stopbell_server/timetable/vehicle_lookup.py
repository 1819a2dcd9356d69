"""From what a rider reads or knows of a vehicle to its report: by id, label or plate."""

from datetime import datetime

from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.realtime import Vehicle, VehiclePosition
from stopbell_server.timetable.vehicles import is_forgotten
from stopbell_server.timetable.view import FeedView


def find_vehicle_by_id(view: FeedView, vehicle: VehicleId, now: datetime) -> VehiclePosition | None:
    """Give the report of a vehicle by its id; None when there is none, or it is so old that it is forgotten."""
    position = view.snapshot.find_position(vehicle) if view.snapshot else None
    return None if position is None or is_forgotten(view, position, now) else position


def find_vehicles(view: FeedView, asked: str, now: datetime) -> tuple[VehiclePosition, ...]:
    """List the vehicles that may be meant: by exactly this id, else by label, else by plate; forgotten ones are none.

    Labels and plates are compared without case, spaces and hyphens, as they are read aloud.
    """
    if view.snapshot is None:
        return ()
    exact = find_vehicle_by_id(view, VehicleId(asked), now)
    if exact is not None:
        return (exact,)
    wanted = _fold(asked)
    known = [one for one in view.snapshot.list_all_positions() if not is_forgotten(view, one, now)]
    for by_plate in (False, True):
        found = [one for one in known if wanted and _fold(_read(one.vehicle, by_plate=by_plate)) == wanted]
        if found:
            return tuple(found)
    return ()


def _read(vehicle: Vehicle, *, by_plate: bool) -> str:
    return (vehicle.plate if by_plate else vehicle.label) or ""


def _fold(text: str) -> str:
    return "".join(sign for sign in text.casefold() if sign.isalnum())
