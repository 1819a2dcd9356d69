"""The lines of a city: agencies with calendars of their own, routes, and what runs by headway."""

from dataclasses import dataclass

from tests.benchmarks.cities.streets import Streets

ROUTES_PER_AGENCY = 60
FREQUENT_EVERY = 40
"""One route in so many has, beside its trips, a template in each direction that repeats by frequencies.txt:
"about every ten minutes" one way, at exact times the other."""
KINDS = (
    ("weekday", "1,1,1,1,1,0,0"),
    ("school", "1,1,1,1,1,0,0"),
    ("monday", "1,0,0,0,0,0,0"),
    ("friday", "0,0,0,0,1,0,0"),
    ("saturday", "0,0,0,0,0,1,0"),
    ("sunday", "0,0,0,0,0,0,1"),
    ("weekend", "0,0,0,0,0,1,1"),
    ("daily", "1,1,1,1,1,1,1"),
    ("event", None),
)
"""Services of every agency and their weekdays; the last runs only on days that calendar_dates.txt adds."""
SHARES = (0.34, 0.11, 0.03, 0.03, 0.18, 0.16, 0.06, 0.08, 0.01)
_DAILY = 7
_TYPES = (3, 3, 3, 3, 0, 11, 1, 2)
_HOLIDAYS = ("20260107", "20260413", "20260501", "20260824", "20261225")
_EVENTS = ("20260606", "20260718", "20260919")
_WEEKDAYS = "monday,tuesday,wednesday,thursday,friday,saturday,sunday"
_WINDOWS = (("07:00:00", "10:00:00", 600), ("10:00:00", "16:00:00", 900), ("16:00:00", "20:00:00", 720))


@dataclass(frozen=True, slots=True)
class Line:
    """One route by its number from 0."""

    number: int

    @property
    def id(self) -> str:
        """Its route_id."""
        return f"R{self.number:05d}"

    @property
    def agency(self) -> str:
        """Its agency_id."""
        return f"A{self.number // ROUTES_PER_AGENCY:03d}"

    @property
    def has_frequency(self) -> bool:
        """Whether it also runs by headway."""
        return self.number % FREQUENT_EVERY == 1

    def service(self, kind: int) -> str:
        """Give the service_id of its agency for a place in `KINDS`."""
        return f"{self.agency}-{KINDS[kind][0]}"

    def template(self, direction: int) -> tuple[str, str]:
        """Give the trip_id and the service_id of what repeats by headway."""
        return f"{self.id}-headway-{direction}", self.service(_DAILY)


def list_tables(streets: Streets, termini: list[tuple[int, int]]) -> dict[str, str]:
    """Write all small tables but stops.txt; `termini` are the first and last crossing of each line."""
    lines = [Line(number) for number in range(len(termini))]
    agencies = sorted({line.agency for line in lines})
    routes = [
        f"{line.id},{line.agency},{line.number + 1},{streets.names[first]} – {streets.names[last]},"
        f"{_TYPES[line.number % len(_TYPES)]}"
        for line, (first, last) in zip(lines, termini, strict=True)
    ]
    return {
        "agency.txt": _join(
            "agency_id,agency_name,agency_url,agency_timezone",
            [f"{agency},Carrier {agency},https://{agency.lower()}.example.org,Europe/Kyiv" for agency in agencies],
        ),
        "calendar.txt": _join(
            f"service_id,{_WEEKDAYS},start_date,end_date",
            [f"{agency}-{kind},{days},20260101,20261231" for agency in agencies for kind, days in KINDS if days],
        ),
        "calendar_dates.txt": _join(
            "service_id,date,exception_type",
            [row for agency in agencies for row in _list_exceptions(agency)],
        ),
        "frequencies.txt": _join(
            "trip_id,start_time,end_time,headway_secs,exact_times",
            [
                f"{line.template(direction)[0]},{start},{end},{headway},{direction}"
                for line in lines
                if line.has_frequency
                for direction in (0, 1)
                for start, end, headway in _WINDOWS
            ],
        ),
        "routes.txt": _join("route_id,agency_id,route_short_name,route_long_name,route_type", routes),
    }


def _list_exceptions(agency: str) -> list[str]:
    holidays = [f"{agency}-{row}" for day in _HOLIDAYS for row in (f"weekday,{day},2", f"sunday,{day},1")]
    return holidays + [f"{agency}-event,{day},1" for day in _EVENTS]


def _join(header: str, rows: list[str]) -> str:
    return "\n".join([header, *rows]) + "\n"
