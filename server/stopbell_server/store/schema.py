"""The tables of a compiled feed: one immutable SQLite file per feed version.

Every stop time stands twice: packed by stop and hour in `boards`, for departure boards; and in `patterns` and
`timings`, for a trip from end to end. Text ids stand once; all other tables use small integers.
"""

SCHEMA_VERSION = 4
"""Stands in `user_version`; a file of another schema is imported again from its source, never migrated."""

IMPORTER_VERSION = 4
"""Raise it whenever the same source would be compiled differently; feeds are then imported again."""

APPLICATION_ID = 0x53544F50
"""Marks the file as ours in the SQLite header."""

NO_TIME = -(2**31)
"""In `timings.times`: this stop time has no time."""

PICKUP_BITS = 0b11
DROP_OFF_SHIFT = 2
APPROXIMATE_BIT = 0b10000
"""`patterns.flags`, one byte per stop time: pickup_type, drop_off_type, is_approximate."""

HOURS_PER_STOP = 1024
"""`boards.place` is the stop's number times this, plus the hour of departure; GTFS has no hour of four digits."""

NUMBERS_PER_CALL = 5
"""`boards.calls`: departure, dwell and marks, trip, sequence, service."""

DEGREE_STEPS = 100_000
"""`shapes.points` are whole numbers of so many steps to a degree: about a metre each."""

MOST_POINTS = 2**14
"""A shape with more is thinned at import: nothing on the ground needs them."""

PLACE_STEPS = 4096
"""`shape_stops.places` are the number of a point of the shape, from 0, times this, plus the part of the way to the next
point."""

MARK_BITS = 6
"""Dwell and marks share a number: the seconds between arrival and departure, then `PlannedCall.marks`."""

WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

TABLES = (
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE agencies(agency_id TEXT PRIMARY KEY, name TEXT NOT NULL, url TEXT, phone TEXT) WITHOUT ROWID",
    """CREATE TABLE stops(
        id INTEGER PRIMARY KEY, stop_id TEXT NOT NULL UNIQUE, name TEXT NOT NULL, location_type INTEGER NOT NULL,
        spoken_name TEXT, code TEXT, platform TEXT, parent INTEGER, lat REAL, lon REAL,
        wheelchair INTEGER NOT NULL, description TEXT, zone_name TEXT)""",
    "CREATE INDEX stops_by_parent ON stops(parent) WHERE parent IS NOT NULL",
    "CREATE INDEX stops_by_code ON stops(code) WHERE code IS NOT NULL",
    "CREATE VIRTUAL TABLE stop_places USING rtree(id, lat_from, lat_to, lon_from, lon_to)",
    # In natural order of the labels.
    """CREATE TABLE routes(
        id INTEGER PRIMARY KEY, route_id TEXT NOT NULL UNIQUE, mode TEXT NOT NULL, agency TEXT NOT NULL,
        short_name TEXT, long_name TEXT, spoken_name TEXT, color TEXT)""",
    "CREATE TABLE services(id INTEGER PRIMARY KEY, service_id TEXT NOT NULL UNIQUE)",
    # From `first` (proleptic ordinal of the day) until the next row, each weekday has one set of services.
    """CREATE TABLE periods(first INTEGER PRIMARY KEY, monday INTEGER, tuesday INTEGER, wednesday INTEGER,
        thursday INTEGER, friday INTEGER, saturday INTEGER, sunday INTEGER)""",
    "CREATE TABLE service_sets(service_set INTEGER, service INTEGER, PRIMARY KEY(service_set, service)) WITHOUT ROWID",
    "CREATE TABLE headsigns(id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    # int32 little endian: stops; sequences (NULL: 1, 2, 3 …); headsigns (NULL: none; 0: none here). One byte: flags.
    """CREATE TABLE patterns(id INTEGER PRIMARY KEY, stops BLOB NOT NULL, sequences BLOB, flags BLOB NOT NULL,
        headsigns BLOB)""",
    # int32 little endian pairs of arrival and departure, in seconds from the trip's start.
    "CREATE TABLE timings(id INTEGER PRIMARY KEY, times BLOB NOT NULL)",
    """CREATE TABLE trips(
        id INTEGER PRIMARY KEY, trip_id TEXT NOT NULL, route INTEGER NOT NULL, service INTEGER NOT NULL,
        pattern INTEGER, timing INTEGER, start INTEGER, headsign INTEGER, short_name TEXT, direction INTEGER,
        block TEXT, wheelchair INTEGER NOT NULL, is_frequency INTEGER NOT NULL, shape INTEGER)""",
    # zlib of int32 little endian: all latitudes, then all longitudes, each as the step from the one before, from 0;
    # see DEGREE_STEPS.
    "CREATE TABLE shapes(id INTEGER PRIMARY KEY, points BLOB NOT NULL)",
    # int32 little endian for each stop of the pattern, never descending; see PLACE_STEPS. No row: they do not fit.
    """CREATE TABLE shape_stops(shape INTEGER, pattern INTEGER, places BLOB NOT NULL,
        PRIMARY KEY(shape, pattern)) WITHOUT ROWID""",
    # Calls of one hour at one stop by departure, int32 little endian; see NUMBERS_PER_CALL.
    "CREATE TABLE boards(place INTEGER PRIMARY KEY, calls BLOB NOT NULL)",
    # The same of trips of frequencies.txt, as rows.
    """CREATE TABLE template_calls(
        stop INTEGER, departure INTEGER, trip INTEGER, sequence INTEGER, dwell INTEGER, service INTEGER,
        PRIMARY KEY(stop, departure, trip, sequence)) WITHOUT ROWID""",
    """CREATE TABLE frequencies(trip INTEGER, start INTEGER, finish INTEGER NOT NULL, headway INTEGER NOT NULL,
        is_exact INTEGER NOT NULL, PRIMARY KEY(trip, start)) WITHOUT ROWID""",
    "CREATE TABLE stop_routes(stop INTEGER, route INTEGER, PRIMARY KEY(stop, route)) WITHOUT ROWID",
    """CREATE TABLE stop_headsigns(stop INTEGER, route INTEGER, headsign INTEGER, trips INTEGER NOT NULL,
        PRIMARY KEY(stop, route, headsign)) WITHOUT ROWID""",
    # `bearing` is that of the line where it leaves the stop, in degrees from north; NULL where there is no shape.
    """CREATE TABLE next_stops(stop INTEGER, next INTEGER, trips INTEGER NOT NULL, bearing INTEGER,
        PRIMARY KEY(stop, next)) WITHOUT ROWID""",
    # `record` or `value` is filled, the other is empty; `table_name` '' fits any (the older table of GTFS-JP).
    """CREATE TABLE translations(
        table_name TEXT, field TEXT, record TEXT, value TEXT, language TEXT, text TEXT NOT NULL,
        PRIMARY KEY(table_name, field, record, value, language)) WITHOUT ROWID""",
    # The inside of stations. `height` is level_index; `street_access` is 1 or 0 as stop_access is, or NULL.
    "CREATE TABLE levels(id INTEGER PRIMARY KEY, level_id TEXT NOT NULL UNIQUE, height REAL, name TEXT)",
    "CREATE TABLE stop_levels(stop INTEGER PRIMARY KEY, level INTEGER, street_access INTEGER)",
    """CREATE TABLE pathways(
        id INTEGER PRIMARY KEY, pathway_id TEXT NOT NULL, start INTEGER NOT NULL, finish INTEGER NOT NULL,
        mode INTEGER NOT NULL, is_two_way INTEGER NOT NULL, length_m REAL, seconds INTEGER, stairs INTEGER,
        slope REAL, width_m REAL, sign TEXT, reversed_sign TEXT)""",
    "CREATE TABLE station_pathways(station INTEGER, pathway INTEGER, PRIMARY KEY(station, pathway)) WITHOUT ROWID",
    # Stops, routes and trips by number; NULL does not narrow the row.
    """CREATE TABLE transfers(
        id INTEGER PRIMARY KEY, from_stop INTEGER, to_stop INTEGER, from_route INTEGER, to_route INTEGER,
        from_trip INTEGER, to_trip INTEGER, kind INTEGER NOT NULL, minimum INTEGER)""",
    "CREATE TABLE booking_rules(id INTEGER PRIMARY KEY, phone TEXT, message TEXT)",
    # Lines that are hailed between stops from here on, or that must be booked to stop here.
    """CREATE TABLE hailing(stop INTEGER, route INTEGER, pickup INTEGER NOT NULL, drop_off INTEGER NOT NULL,
        is_every INTEGER NOT NULL, PRIMARY KEY(stop, route)) WITHOUT ROWID""",
    """CREATE TABLE bookings(stop INTEGER, route INTEGER, for_pickup INTEGER NOT NULL, for_drop_off INTEGER NOT NULL,
        is_every INTEGER NOT NULL, rule INTEGER, PRIMARY KEY(stop, route)) WITHOUT ROWID""",
    """CREATE TABLE names(id INTEGER PRIMARY KEY, folded TEXT NOT NULL, written TEXT NOT NULL, stop INTEGER NOT NULL,
        traffic INTEGER NOT NULL)""",
    # The ids of the names that have these three letters, int32 little endian, ascending.
    "CREATE TABLE name_grams(gram TEXT PRIMARY KEY, names BLOB NOT NULL) WITHOUT ROWID",
)

INDEXES = (
    "CREATE UNIQUE INDEX trips_by_id ON trips(trip_id)",
    "CREATE INDEX trips_by_start ON trips(route, start)",
    "CREATE INDEX trips_by_block ON trips(block) WHERE block IS NOT NULL",
    "CREATE INDEX transfers_by_stop ON transfers(from_stop) WHERE from_stop IS NOT NULL",
    "CREATE INDEX transfers_by_trip ON transfers(from_trip) WHERE from_trip IS NOT NULL",
)
"""Made after the rows: faster, and the pages come out dense."""
