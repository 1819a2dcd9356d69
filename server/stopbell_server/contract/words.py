"""The one mapping from the words of GTFS to the semantic words of the wire."""

from stopbell_server.contract.arrivals import BoardingWord, CertaintyWord, OccupancyWord, StatusWord
from stopbell_server.contract.envelope import AccessWord
from stopbell_server.contract.stops import AccessFactModel, AccessSourceWord
from stopbell_server.domain.access import Access, AccessFact, AccessSource
from stopbell_server.domain.calls import CallKind
from stopbell_server.domain.certainty import CallStatus, Certainty
from stopbell_server.domain.network import Boarding, LocationType
from stopbell_server.domain.realtime import Occupancy

ACCESS: dict[Access, AccessWord] = {Access.YES: "yes", Access.NO: "no", Access.UNKNOWN: "unknown"}

ACCESS_SOURCES: dict[AccessSource, AccessSourceWord] = {
    AccessSource.REALTIME: "realtime",
    AccessSource.FLEET: "fleet",
    AccessSource.TRIP: "trip",
    AccessSource.STOP: "stop",
    AccessSource.STATION: "station",
    AccessSource.NONE: "none",
}

CERTAINTIES: dict[Certainty, CertaintyWord] = {
    Certainty.LIVE: "live",
    Certainty.AGEING: "ageing",
    Certainty.LOST: "lost",
    Certainty.TIMETABLE: "timetable",
    Certainty.FREQUENCY: "frequency",
    Certainty.NONE: "none",
}

STATUSES: dict[CallStatus, StatusWord] = {
    CallStatus.RUNNING: "running",
    CallStatus.CANCELLED: "cancelled",
    CallStatus.SKIPPED: "skipped",
    CallStatus.ADDED: "added",
    CallStatus.REPLACED: "replaced",
    CallStatus.ENDS_HERE: "ends-here",
}

OCCUPANCIES: dict[Occupancy, OccupancyWord] = {
    Occupancy.EMPTY: "empty",
    Occupancy.MANY_SEATS_AVAILABLE: "many-seats",
    Occupancy.FEW_SEATS_AVAILABLE: "few-seats",
    Occupancy.STANDING_ROOM_ONLY: "standing-room",
    Occupancy.CRUSHED_STANDING_ROOM_ONLY: "very-full",
    Occupancy.FULL: "full",
    Occupancy.NOT_ACCEPTING_PASSENGERS: "not-accepting-passengers",
    Occupancy.NOT_BOARDABLE: "not-boardable",
}

BOARDINGS: dict[Boarding, BoardingWord | None] = {
    Boarding.REGULAR: None,
    Boarding.NOT_AVAILABLE: "none",
    Boarding.PHONE_AGENCY: "phone",
    Boarding.ASK_DRIVER: "ask-driver",
}

KINDS = {"arrivals": CallKind.ARRIVALS, "departures": CallKind.DEPARTURES}

STOP_TYPES: dict[LocationType, str] = {
    LocationType.STOP: "stop",
    LocationType.STATION: "station",
    LocationType.ENTRANCE: "entrance",
    LocationType.NODE: "node",
    LocationType.BOARDING_AREA: "boarding-area",
}

CAUSES = {
    "OTHER_CAUSE": "other",
    "TECHNICAL_PROBLEM": "technical-problem",
    "STRIKE": "strike",
    "DEMONSTRATION": "demonstration",
    "ACCIDENT": "accident",
    "HOLIDAY": "holiday",
    "WEATHER": "weather",
    "MAINTENANCE": "maintenance",
    "CONSTRUCTION": "construction",
    "POLICE_ACTIVITY": "police-activity",
    "MEDICAL_EMERGENCY": "medical-emergency",
    "SPECIAL_EVENT": "special-event",
}
"""Alert.Cause. UNKNOWN_CAUSE, and whatever a later revision adds, has no word and is left out."""

EFFECTS = {
    "NO_SERVICE": "no-service",
    "REDUCED_SERVICE": "reduced-service",
    "SIGNIFICANT_DELAYS": "significant-delays",
    "DETOUR": "detour",
    "ADDITIONAL_SERVICE": "additional-service",
    "MODIFIED_SERVICE": "modified-service",
    "OTHER_EFFECT": "other",
    "STOP_MOVED": "stop-moved",
    "NO_EFFECT": "no-effect",
    "ACCESSIBILITY_ISSUE": "accessibility-issue",
}
"""Alert.Effect; UNKNOWN_EFFECT has no word and is left out."""

COMPASS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def to_access_fact(fact: AccessFact) -> AccessFactModel:
    """Give a statement about boarding as the wire has it."""
    return AccessFactModel(value=ACCESS[fact.value], source=ACCESS_SOURCES[fact.source])


def to_compass(degrees: float) -> str:
    """Give the nearest of eight compass words for degrees clockwise from north."""
    return COMPASS[round(degrees % 360 / 45) % 8]
