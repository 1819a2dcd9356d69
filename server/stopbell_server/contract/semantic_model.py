"""The semantic model: what there is, what identifies it, and how one thing leads to another.

It is made of words alone: it knows neither the protocol nor a client, a transport or a store.
"""

from dataclasses import dataclass

_PATH = "mobility://"


@dataclass(frozen=True, slots=True)
class EntityType:
    """A kind of thing."""

    name: str
    meaning: str
    template: str | None
    """RFC 6570; None for what is only part of other documents."""
    temporal: tuple[str, ...]
    """The temporal meanings that its documents may have."""
    described_by: str
    """Name of the schema of its properties."""


@dataclass(frozen=True, slots=True)
class Relation:
    """A way from one thing to others."""

    name: str
    meaning: str
    begins: tuple[str, ...]
    """Types that have it."""
    leads: tuple[str, ...]
    """Types it leads to."""
    is_ordered: bool = False
    """Whether the order of its links means something."""


TYPES = (
    EntityType(
        "PublicTransportRoute",
        "A line as riders know it: vehicles that run under one label along its patterns.",
        f"{_PATH}public-transport-route/{{authority}}/{{routeId}}",
        ("static-plan",),
        "RouteProperties",
    ),
    EntityType(
        "PublicTransportStop",
        "One place where vehicles stop and people board: a pole, a platform, a bay; or a door of a station.",
        f"{_PATH}public-transport-stop/{{authority}}/{{stopId}}",
        ("static-plan",),
        "StopSummary",
    ),
    EntityType(
        "TransportStation",
        "A place that groups stops.",
        f"{_PATH}transport-station/{{authority}}/{{stationId}}",
        ("static-plan",),
        "StopSummary",
    ),
    EntityType(
        "ServiceJourney",
        "A journey as the timetable has it, on no particular day: stops, times, the days to which it applies.",
        f"{_PATH}service-journey/{{authority}}/{{journeyId}}",
        ("static-plan",),
        "ServiceJourneyProperties",
    ),
    EntityType(
        "JourneyPattern",
        "An ordered list of stops that journeys of one line and direction share. Its identity is made of just that.",
        f"{_PATH}journey-pattern/{{authority}}/{{patternId}}",
        ("static-plan",),
        "PatternProperties",
    ),
    EntityType(
        "PhysicalVehicle",
        "A vehicle, whatever journey it runs.",
        f"{_PATH}physical-vehicle/{{authority}}/{{vehicleId}}",
        ("current",),
        "VehicleSummary",
    ),
    EntityType(
        "OperatingDay",
        "A day of the operator, which may last past midnight: which services run, and whether the timetable says so.",
        f"{_PATH}operating-day/{{authority}}/{{date}}",
        ("day-plan",),
        "OperatingDayProperties",
    ),
    EntityType(
        "DatedVehicleJourney",
        "A service journey on one operating day: planned, cancelled, replaced or added. Where its vehicle is, is no "
        "part of it.",
        f"{_PATH}dated-vehicle-journey/{{authority}}/{{date}}/{{journeyId}}",
        ("current",),
        "DatedJourneyProperties",
    ),
    EntityType(
        "MonitoredVehicleJourney",
        "A dated vehicle journey as it is watched: progress, predictions, vehicle, and what says so.",
        f"{_PATH}monitored-vehicle-journey/{{authority}}/{{date}}/{{journeyId}}",
        ("current", "day-plan", "historical"),
        "JourneyData",
    ),
    EntityType(
        "StopBoard",
        "What leaves a stop or station within the next hour.",
        f"{_PATH}stop-board/{{authority}}/{{stopId}}",
        ("current",),
        "BoardData",
    ),
    EntityType(
        "HistoricalPassings",
        "What was observed of a dated vehicle journey, stop by stop; a stop that is not there was not observed.",
        f"{_PATH}historical-passings/{{authority}}/{{date}}/{{journeyId}}",
        ("historical",),
        "HistoricalStop",
    ),
    EntityType(
        "HistoricalStopPassings",
        "What was observed at a stop of the journeys that call there.",
        f"{_PATH}historical-stop-passings/{{authority}}/{{stopId}}",
        ("historical",),
        "HistoricalCall",
    ),
    EntityType(
        "AlertList",
        "What is known of disruptions at a stop, on a line or in a whole feed, and whether the feed tells any.",
        f"{_PATH}stop-alerts/{{authority}}/{{stopId}}",
        ("current",),
        "AlertList",
    ),
    EntityType(
        "StopCollection",
        "The stops of a line.",
        f"{_PATH}public-transport-route/{{authority}}/{{routeId}}/stops",
        ("static-plan",),
        "RouteStopsProperties",
    ),
    EntityType(
        "JourneyCollection",
        "The dated vehicle journeys of a line, a stop or an operating day: of the day, of an hour or of a minute.",
        f"{_PATH}operating-day/{{authority}}/{{date}}/journeys/{{hour}}",
        ("day-plan",),
        "JourneysProperties",
    ),
    EntityType(
        "TransportFeed",
        "A source of facts: a timetable with its live data, as one publisher gives it.",
        f"{_PATH}transport-feed/{{authority}}/provenance",
        ("provenance",),
        "FeedProperties",
    ),
    EntityType("TransportFeedCollection", "The feeds that are loaded.", None, ("provenance",), "FeedCollection"),
    EntityType("SemanticModel", "This model.", None, ("definition",), "SemanticModel"),
    EntityType("SemanticMapping", "How source data becomes this model.", None, ("definition",), "SemanticMapping"),
)

_JOURNEYS = ("ServiceJourney", "DatedVehicleJourney", "MonitoredVehicleJourney")

RELATIONS = (
    Relation("parentStation", "The station it belongs to.", ("PublicTransportStop",), ("TransportStation",)),
    Relation("platforms", "The stops that it groups.", ("TransportStation",), ("PublicTransportStop",)),
    Relation(
        "opposite",
        "The stop of the same name where vehicles go the other way.",
        ("PublicTransportStop",),
        ("PublicTransportStop",),
    ),
    Relation(
        "servedRoutes",
        "The lines that call there by plan.",
        ("PublicTransportStop", "TransportStation"),
        ("PublicTransportRoute",),
    ),
    Relation("board", "What leaves there now.", ("PublicTransportStop", "TransportStation"), ("StopBoard",)),
    Relation(
        "alerts",
        "What is known of disruptions there.",
        ("PublicTransportStop", "TransportStation", "PublicTransportRoute", "TransportFeed"),
        ("AlertList",),
    ),
    Relation(
        "stop",
        "The stop or station it is about.",
        ("StopBoard", "JourneyCollection", "AlertList", "HistoricalStopPassings"),
        ("PublicTransportStop", "TransportStation"),
    ),
    Relation(
        "stops",
        "Where it calls, in order; of a line the collection of its stops.",
        ("PublicTransportRoute", "JourneyPattern", "HistoricalPassings", *_JOURNEYS),
        ("PublicTransportStop", "TransportStation", "StopCollection"),
        is_ordered=True,
    ),
    Relation(
        "route",
        "The line it belongs to.",
        ("JourneyPattern", "StopCollection", "JourneyCollection", "AlertList", "HistoricalPassings", *_JOURNEYS),
        ("PublicTransportRoute",),
    ),
    Relation(
        "patterns",
        "The ways its journeys go, the one with the most journeys first.",
        ("PublicTransportRoute", "StopCollection"),
        ("JourneyPattern",),
        is_ordered=True,
    ),
    Relation("pattern", "The way it goes.", ("ServiceJourney", "DatedVehicleJourney"), ("JourneyPattern",)),
    Relation(
        "serviceJourney", "The journey of the timetable that it is.", ("DatedVehicleJourney",), ("ServiceJourney",)
    ),
    Relation(
        "operatingDay",
        "The operating day it belongs to.",
        ("DatedVehicleJourney", "JourneyCollection"),
        ("OperatingDay",),
    ),
    Relation(
        "monitoredJourney",
        "The same journey as it is watched now.",
        ("DatedVehicleJourney", "HistoricalPassings"),
        ("MonitoredVehicleJourney",),
    ),
    Relation(
        "datedJourney",
        "The same journey by plan.",
        ("MonitoredVehicleJourney", "HistoricalPassings"),
        ("DatedVehicleJourney",),
    ),
    Relation(
        "runs",
        "Single runs that live data names of what the plan has only every so often.",
        ("DatedVehicleJourney",),
        ("DatedVehicleJourney",),
        is_ordered=True,
    ),
    Relation("history", "What was observed of it.", ("MonitoredVehicleJourney",), ("HistoricalPassings",)),
    Relation(
        "vehicle", "The vehicle that runs it.", ("MonitoredVehicleJourney", "DatedVehicleJourney"), ("PhysicalVehicle",)
    ),
    Relation("journey", "The journey it runs.", ("PhysicalVehicle",), ("MonitoredVehicleJourney",)),
    Relation(
        "journeys",
        "Journeys that belong to it.",
        ("StopBoard", "OperatingDay"),
        ("MonitoredVehicleJourney", "JourneyCollection"),
    ),
    Relation(
        "members",
        "What a collection holds.",
        ("StopCollection", "JourneyCollection"),
        ("PublicTransportStop", "TransportStation", "DatedVehicleJourney"),
        is_ordered=True,
    ),
    Relation(
        "parts",
        "Smaller collections that together hold what a collection is too large to list.",
        ("JourneyCollection",),
        ("JourneyCollection",),
        is_ordered=True,
    ),
    Relation("previousDay", "The operating day before.", ("OperatingDay",), ("OperatingDay",)),
    Relation("nextDay", "The operating day after.", ("OperatingDay",), ("OperatingDay",)),
    Relation("operatingDays", "The first and the last day of its timetable.", ("TransportFeed",), ("OperatingDay",)),
    Relation("source", "Where the facts come from.", ("PublicTransportRoute", "OperatingDay"), ("TransportFeed",)),
)

TEMPORAL_MEANINGS = {
    "current": "Holds at validAt; reading the same address later may give another state of the same thing.",
    "static-plan": "The timetable as a whole, from validFrom to validUntil; says nothing of any other day.",
    "day-plan": "The plan of one operating day.",
    "forecast": "Expected to happen.",
    "historical": "Was so at validAt.",
    "provenance": "Says where facts come from and how old they are.",
    "definition": "Says what words mean.",
}

PREFIXES_OF_TIMES = {
    "scheduled": "By plan.",
    "expected": "By a prediction of the live feed; absent where there is none, never filled from the plan.",
    "target": "As the operator wants it; absent where no feed says so.",
    "observed": "Recorded as having happened; never because its time is past.",
}
