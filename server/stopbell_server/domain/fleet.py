"""The fleet registry: what an operator says of its vehicles, as data.

GTFS has no word for "low floor". An operator's list, by vehicle id, label or plate, is the only source.
"""

import re
from dataclasses import dataclass
from datetime import date

from stopbell_server.domain.access import Access
from stopbell_server.domain.realtime import Vehicle


@dataclass(frozen=True, slots=True)
class FleetRule:
    """Vehicles that match the pattern have these features, from a date on."""

    pattern: re.Pattern[str]
    """Matched against the whole id, label or plate."""
    field: str
    """`id`, `label` or `plate`."""
    low_floor: Access = Access.UNKNOWN
    wheelchair: Access = Access.UNKNOWN
    """Whether a wheelchair user can board this vehicle (ramp or lift included)."""
    ramp: Access = Access.UNKNOWN
    kneeling: Access = Access.UNKNOWN
    """Whether it lowers itself at the kerb."""
    audio: Access = Access.UNKNOWN
    """Announcements on board."""
    from_date: date | None = None


@dataclass(frozen=True, slots=True)
class Equipment:
    """What a vehicle has for its riders, by the fleet registry alone."""

    ramp: Access = Access.UNKNOWN
    kneeling: Access = Access.UNKNOWN
    audio: Access = Access.UNKNOWN


NO_EQUIPMENT_KNOWN = Equipment()


@dataclass(frozen=True, slots=True)
class FleetRegistry:
    """The rules of one feed, first match wins."""

    rules: tuple[FleetRule, ...] = ()

    def find_rule(self, vehicle: Vehicle | None, day: date) -> FleetRule | None:
        """Give the first rule that matches this vehicle on this day; an unknown vehicle matches none."""
        if vehicle is None:
            return None
        known = vehicle.hidden or vehicle
        values = {"id": known.id, "label": known.label, "plate": known.plate}
        for rule in self.rules:
            value = values.get(rule.field)
            if value and rule.pattern.fullmatch(value) and (rule.from_date is None or rule.from_date <= day):
                return rule
        return None

    def get_equipment(self, vehicle: Vehicle | None, day: date) -> Equipment:
        """Give what is known of a vehicle's equipment on this day; all unknown where no rule matches."""
        rule = self.find_rule(vehicle, day)
        return Equipment(rule.ramp, rule.kneeling, rule.audio) if rule else NO_EQUIPMENT_KNOWN
