"""How GTFS and GTFS Realtime become the semantic model, row by row, for whoever wants to check it."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MappingRow:
    """One word of the model and what it is made from."""

    target: str
    source: str
    rule: str = ""


IDENTITIES = (
    MappingRow("authority", "the feed's name in this server", "scopes every id; never part of a source file"),
    MappingRow("PublicTransportRoute", "routes.txt route_id"),
    MappingRow("PublicTransportStop", "stops.txt stop_id", "location_type other than 1"),
    MappingRow("TransportStation", "stops.txt stop_id", "location_type 1"),
    MappingRow(
        "ServiceJourney",
        "trips.txt trip_id; frequencies.txt start_time, end_time, headway_secs",
        "a run with exact_times 1 is trip_id@HH:MM:SS; without exact times there are no single runs",
    ),
    MappingRow(
        "JourneyPattern",
        "trips.txt route_id, direction_id; stop_times.txt stop_id by stop_sequence",
        "routeId.direction.digest: direction is - where not given; digest is of the ordered stop ids alone, so that "
        "neither the order of rows nor numbers of sequence matter",
    ),
    MappingRow("OperatingDay", "calendar.txt, calendar_dates.txt", "YYYY-MM-DD, the service day"),
    MappingRow("DatedVehicleJourney", "ServiceJourney and OperatingDay", "or a trip that only live data brings"),
    MappingRow("MonitoredVehicleJourney", "the same", "a view of the same journey under an address of its own"),
    MappingRow("HistoricalPassings", "the same", "what was observed of the journey, under an address of its own"),
    MappingRow("StopBoard, HistoricalStopPassings, AlertList", "the id of the stop, line or feed they are of"),
    MappingRow("TransportFeed", "the authority"),
    MappingRow("PhysicalVehicle", "VehicleDescriptor.id", "never FeedEntity.id; without an id there is no address"),
)

PROPERTIES = (
    MappingRow("PublicTransportRoute.line", "routes.txt route_short_name", "else route_long_name, else route_id"),
    MappingRow("PublicTransportRoute.mode", "routes.txt route_type", "extended types are folded onto the basic ones"),
    MappingRow("PublicTransportRoute.operator", "agency.txt agency_name"),
    MappingRow("PublicTransportStop.name", "stops.txt stop_name; translations.txt", "in the language of the request"),
    MappingRow("PublicTransportStop.stopType", "stops.txt location_type"),
    MappingRow(
        "PublicTransportStop.access",
        "stops.txt wheelchair_boarding",
        "0 and empty inherit from the parent station, else unknown; unknown is neither yes nor no",
    ),
    MappingRow("PublicTransportStop.location", "stops.txt stop_lat, stop_lon", "WGS 84; absent when not usable"),
    MappingRow("servedRoutes", "stop_times.txt with trips.txt", "lines with at least one trip that calls there"),
    MappingRow(
        "ServiceJourney.calls",
        "stop_times.txt arrival_time, departure_time",
        "HH:MM:SS of the operating day, may exceed 24 hours; missing times are interpolated and marked approximate",
    ),
    MappingRow("ServiceJourney.destination", "the name of its last stop", "headsign is another property"),
    MappingRow(
        "ServiceJourney.applies", "calendar.txt and calendar_dates.txt together", "stretches of days with weekdays"
    ),
    MappingRow("OperatingDay.coverage", "feed_info.txt feed_start_date, feed_end_date; else first and last service"),
    MappingRow(
        "OperatingDay.unusual",
        "services of the day beside those of the same weekday in the weeks around it",
        "GTFS does not say that a day is a holiday, so neither is it said here",
    ),
    MappingRow(
        "DatedVehicleJourney.operationalStatus",
        "TripDescriptor.schedule_relationship, StopTimeUpdate.schedule_relationship",
        "planned where live data says nothing: that does not say that it ran, runs or will run",
    ),
    MappingRow(
        "scheduled times", "stop_times.txt", "instants of the operating day, noon minus 12 hours as GTFS counts"
    ),
    MappingRow("expected times", "StopTimeUpdate.arrival, departure: time, else delay", "propagated as GTFS-RT says"),
    MappingRow(
        "observed times",
        "VehiclePosition.current_stop_sequence, stop_id, current_status; StopTimeEvent.time with uncertainty 0",
        "two reports, or standing there; a certain time that had passed, of a feed that calls no coming time certain; "
        "a prediction whose time is past is never called observed",
    ),
    MappingRow(
        "certainty",
        "FeedHeader.timestamp, TripUpdate.timestamp",
        "live up to 90 s, ageing to 180 s, lost beyond; forgotten after 30 minutes; an operator may set other limits",
    ),
    MappingRow("PhysicalVehicle.lowFloor", "the fleet registry of the operator", "never from wheelchair access alone"),
    MappingRow("access of a vehicle", "VehicleDescriptor.wheelchair_accessible, fleet registry, trips.txt"),
    MappingRow("occupancy", "VehiclePosition.occupancy_status", "absent where not reported, which is not empty"),
)
