"""Lines of the domain as the wire has them."""

from collections.abc import Sequence

from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.routes import (
    RouteData,
    RouteDirectionModel,
    RoutePeriod,
    RouteShape,
    RouteStop,
    UsualDayModel,
)
from stopbell_server.contract.times import to_wire_time
from stopbell_server.domain.day_kinds import DayKind, UsualDay
from stopbell_server.domain.network import Agency, Stop
from stopbell_server.domain.route_day import RouteDay, RouteDirection
from stopbell_server.domain.shapes import Point
from stopbell_server.domain.text import to_clean_text
from stopbell_server.timetable.shapes import thin, to_length_m

MOST_DEPARTURES = 100
MOST_OTHER_DAYS = 10
TOLERANCE_M = 5.0
"""Less than the width of a street."""
MOST_POINTS = 250
PLACES_OF_DEGREES = 5
"""About a metre, as compiled feeds have it."""


def to_route_data(
    told: RouteDay,
    operator: Agency | None,
    naming: Naming,
    *,
    with_shapes: bool = False,
    kind: DayKind | None = None,
    usual: Sequence[UsualDay] = (),
    also: Sequence[RouteDay] = (),
) -> RouteData:
    """Give a line on a day; of several routes that share its label the first names it.

    Of a kind of day with the dates that stand for it; `also` is the line on a second one, which is told apart.
    """
    route = told.routes[0]
    line = naming.name_line(route)
    name = to_clean_text(route.long_name or "")
    return RouteData(
        id=to_scoped_id(told.feed.authority, route.id),
        line=line,
        name=name if name and name != line else None,
        mode=route.mode.value,
        operator=naming.name_title(operator.name) if operator else None,
        operator_phone=(to_clean_text(operator.phone or "") or None) if operator else None,
        operator_url=(to_clean_text(operator.url or "") or None) if operator else None,
        service_day=None if kind and not usual else told.day.isoformat(),
        coverage=told.coverage.value,
        day_type=kind.value if kind else None,
        usual_days=[_to_usual_day(one) for one in usual],
        directions=[
            _to_direction(day, one, naming, with_shapes=with_shapes, with_day=bool(also))
            for day in (told, *also)
            for one in day.directions
        ],
    )


def _to_usual_day(one: UsualDay) -> UsualDayModel:
    return UsualDayModel(
        day_type=one.kind.value,
        service_day=one.day.isoformat(),
        compared=len(one.compared),
        compared_from=one.compared[0].isoformat(),
        compared_until=one.compared[-1].isoformat(),
        different=len(one.others),
        other_days=[day.isoformat() for day in one.others[:MOST_OTHER_DAYS]],
    )


def _to_direction(
    told: RouteDay, one: RouteDirection, naming: Naming, *, with_shapes: bool, with_day: bool
) -> RouteDirectionModel:
    zone = told.feed.zone
    return RouteDirectionModel(
        service_day=told.day.isoformat() if with_day else None,
        headsign=naming.name_headsign(one.headsign),
        stops=[_to_stop(told, stop, naming) for stop in one.stops],
        variants=one.variants,
        start=_to_stop(told, one.start, naming),
        trips=len(one.departures),
        first=to_wire_time(one.departures[0], zone) if one.departures else None,
        last=to_wire_time(one.departures[-1], zone) if one.departures else None,
        periods=[
            RoutePeriod(
                start=period.start.astimezone(zone).isoformat(timespec="seconds"),
                end=period.end.astimezone(zone).isoformat(timespec="seconds"),
                headway_minutes=max(1, round(period.headway_s / 60)),
            )
            for period in one.periods
        ],
        departures=[f"{instant.astimezone(zone):%H:%M}" for instant in one.departures[:MOST_DEPARTURES]],
        more=max(0, len(one.departures) - MOST_DEPARTURES),
        length_meters=round(to_length_m(one.course)) if one.course else None,
        shape=_to_shape(one.course) if with_shapes and one.course else None,
    )


def _to_shape(course: Sequence[Point]) -> RouteShape:
    points, tolerance_m = thin(course, TOLERANCE_M, MOST_POINTS)
    return RouteShape(
        points=[(round(lat, PLACES_OF_DEGREES), round(lon, PLACES_OF_DEGREES)) for lat, lon in points],
        tolerance_meters=tolerance_m,
    )


def _to_stop(told: RouteDay, stop: Stop, naming: Naming) -> RouteStop:
    name = naming.name_stop(stop)
    return RouteStop(
        stop_id=to_scoped_id(told.feed.authority, stop.id),
        name=name.written,
        spoken_name=name.spoken if stop.spoken_name else None,
    )
