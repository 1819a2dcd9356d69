"""Which files and columns of GTFS an import reads; everything else is never unpacked."""

import re
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class TableSpec:
    """One file: what must be there and what is read if it is there."""

    file: str
    required: tuple[str, ...]
    optional: tuple[str, ...] = ()
    numbers: tuple[str, ...] = ()
    """Columns of whole numbers: read as such if all of them are."""
    decimals: tuple[str, ...] = ()
    """Columns of other numbers, likewise."""
    is_required: bool = False
    """Without the file there is no feed."""
    is_vital: bool = True
    """If the file is there without its required columns, riders would be told wrong times: the feed is refused."""

    @property
    def columns(self) -> tuple[str, ...]:
        """All columns that are read."""
        return self.required + self.optional


_NUMBER = re.compile(r"\s*-?[0-9]*\.?[0-9]*(?:[eE]-?[0-9]+)?\s*")
_CODE = re.compile(r"\s*[0-9]{0,4}\s*")
_TIME = re.compile(r"\s*(?:[0-9]{1,3}:[0-9][0-9](?::[0-9][0-9])?)?\s*")
_DATE = re.compile(r"\s*(?:[0-9]{8})?\s*")

CHECKS = {
    **dict.fromkeys(("stop_lat", "stop_lon", "shape_pt_lat", "shape_pt_lon", "shape_dist_traveled"), _NUMBER),
    **dict.fromkeys(("stop_sequence", "shape_pt_sequence", "headway_secs"), re.compile(r"\s*-?[0-9]*\s*")),
    **dict.fromkeys(("arrival_time", "departure_time", "start_time", "end_time"), _TIME),
    **dict.fromkeys(("start_date", "end_date", "date", "feed_start_date", "feed_end_date"), _DATE),
    **dict.fromkeys(("location_type", "wheelchair_boarding", "wheelchair_accessible", "direction_id"), _CODE),
    **dict.fromkeys(
        ("route_type", "pickup_type", "drop_off_type", "timepoint", "exact_times", "exception_type"), _CODE
    ),
    **dict.fromkeys(("continuous_pickup", "continuous_drop_off", "stop_access"), _CODE),
    **dict.fromkeys(("pathway_mode", "is_bidirectional", "transfer_type"), _CODE),
    **dict.fromkeys(("length", "max_slope", "min_width", "level_index"), _NUMBER),
    **dict.fromkeys(("traversal_time", "stair_count", "min_transfer_time"), re.compile(r"\s*-?[0-9]*\s*")),
}
"""What cells of these columns look like: tells whether the cells of a row stand under their own headers."""

FREE_TEXT = frozenset(
    {
        "agency_name",
        "feed_publisher_name",
        "level_name",
        "message",
        "organization_name",
        "pickup_message",
        "reversed_signposted_as",
        "route_desc",
        "route_long_name",
        "signposted_as",
        "stop_desc",
        "stop_headsign",
        "stop_name",
        "translation",
        "trip_headsign",
        "tts_stop_name",
    }
)
"""Columns in which people write commas."""

AGENCY = TableSpec(
    "agency.txt",
    ("agency_name", "agency_timezone"),
    ("agency_id", "agency_url", "agency_lang", "agency_phone"),
    is_required=True,
)
STOPS = TableSpec(
    "stops.txt",
    ("stop_id",),
    (
        "stop_name",
        "tts_stop_name",
        "stop_code",
        "platform_code",
        "location_type",
        "parent_station",
        "stop_lat",
        "stop_lon",
        "wheelchair_boarding",
        "stop_desc",
        "stop_timezone",
        "level_id",
        "stop_access",
    ),
    is_required=True,
)
ROUTES = TableSpec(
    "routes.txt",
    ("route_id", "route_type"),
    (
        "agency_id",
        "route_short_name",
        "route_long_name",
        "tts_route_short_name",
        "route_color",
        "continuous_pickup",
        "continuous_drop_off",
    ),
    is_required=True,
)
TRIPS = TableSpec(
    "trips.txt",
    ("route_id", "service_id", "trip_id"),
    ("trip_headsign", "trip_short_name", "direction_id", "block_id", "wheelchair_accessible", "shape_id"),
    is_required=True,
)
STOP_TIMES = TableSpec(
    "stop_times.txt",
    ("trip_id", "stop_id", "stop_sequence"),
    (
        "arrival_time",
        "departure_time",
        "pickup_type",
        "drop_off_type",
        "stop_headsign",
        "timepoint",
        "location_id",
        "location_group_id",
        "continuous_pickup",
        "continuous_drop_off",
        "pickup_booking_rule_id",
    ),
    numbers=("stop_sequence", "pickup_type", "drop_off_type", "timepoint"),
    is_required=True,
)
STOP_TIMES_ON_SHAPES = replace(
    STOP_TIMES, optional=(*STOP_TIMES.optional, "shape_dist_traveled"), decimals=("shape_dist_traveled",)
)
"""How far along its shape a stop lies is read only where there are shapes."""
SHAPES = TableSpec(
    "shapes.txt",
    ("shape_id", "shape_pt_lat", "shape_pt_lon", "shape_pt_sequence"),
    ("shape_dist_traveled",),
    numbers=("shape_pt_sequence",),
    decimals=("shape_pt_lat", "shape_pt_lon", "shape_dist_traveled"),
    is_vital=False,
)
CALENDAR = TableSpec(
    "calendar.txt",
    (
        "service_id",
        "monday",
        "tuesday",
        "wednesday",
        "thursday",
        "friday",
        "saturday",
        "sunday",
        "start_date",
        "end_date",
    ),
)
CALENDAR_DATES = TableSpec("calendar_dates.txt", ("service_id", "date", "exception_type"))
FREQUENCIES = TableSpec("frequencies.txt", ("trip_id", "start_time", "end_time", "headway_secs"), ("exact_times",))
FEED_INFO = TableSpec("feed_info.txt", (), ("feed_publisher_name", "feed_lang", "feed_start_date", "feed_end_date"))
ATTRIBUTIONS = TableSpec("attributions.txt", ("organization_name",), is_vital=False)
TRANSLATIONS = TableSpec(
    "translations.txt",
    ("translation",),
    (
        "table_name",
        "field_name",
        "language",
        "record_id",
        "record_sub_id",
        "field_value",
        "trans_id",
        "lang",
    ),
    is_vital=False,
)
"""`trans_id` and `lang` are the older form of GTFS-JP, where the value is looked up whatever the field."""

TRANSFERS = TableSpec(
    "transfers.txt",
    (),
    (
        "from_stop_id",
        "to_stop_id",
        "from_route_id",
        "to_route_id",
        "from_trip_id",
        "to_trip_id",
        "transfer_type",
        "min_transfer_time",
    ),
    is_vital=False,
)
PATHWAYS = TableSpec(
    "pathways.txt",
    ("from_stop_id", "to_stop_id", "pathway_mode"),
    (
        "pathway_id",
        "is_bidirectional",
        "length",
        "traversal_time",
        "stair_count",
        "max_slope",
        "min_width",
        "signposted_as",
        "reversed_signposted_as",
    ),
    is_vital=False,
)
LEVELS = TableSpec("levels.txt", ("level_id",), ("level_index", "level_name"), is_vital=False)
BOOKING_RULES = TableSpec(
    "booking_rules.txt", ("booking_rule_id",), ("phone_number", "message", "pickup_message"), is_vital=False
)

IGNORED_KINDS = {
    "locations.geojson": "on-demand zones (GTFS-Flex)",
    "location_groups.txt": "on-demand groups of stops (GTFS-Flex)",
    "fare_products.txt": "fares",
}
"""Files whose absence from the store an operator should know about."""

ALL_TABLES = (
    AGENCY,
    STOPS,
    ROUTES,
    TRIPS,
    STOP_TIMES,
    SHAPES,
    CALENDAR,
    CALENDAR_DATES,
    FREQUENCIES,
    FEED_INFO,
    ATTRIBUTIONS,
    TRANSLATIONS,
    TRANSFERS,
    PATHWAYS,
    LEVELS,
    BOOKING_RULES,
)

KNOWN_FILES = (
    *(spec.file for spec in ALL_TABLES),
    "areas.txt",
    "fare_attributes.txt",
    "fare_leg_join_rules.txt",
    "fare_leg_rules.txt",
    "fare_media.txt",
    "fare_rules.txt",
    "fare_transfer_rules.txt",
    "location_group_stops.txt",
    "networks.txt",
    "rider_categories.txt",
    "route_networks.txt",
    "stop_areas.txt",
    "timeframes.txt",
    *IGNORED_KINDS,
)
"""Files of the specification: others with nearly such a name are probably misnamed."""
