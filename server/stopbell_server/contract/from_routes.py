"""Lines of the domain as the wire has them."""

from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.naming import Naming
from stopbell_server.contract.routes import RouteData, RouteDirectionModel, RoutePeriod, RouteStop
from stopbell_server.contract.times import to_wire_time
from stopbell_server.domain.network import Agency, Stop
from stopbell_server.domain.route_day import RouteDay, RouteDirection
from stopbell_server.domain.text import to_clean_text

MOST_DEPARTURES = 100


def to_route_data(told: RouteDay, operator: Agency | None, naming: Naming) -> RouteData:
    """Give a line on a day; of several routes that share its label the first names it."""
    route = told.routes[0]
    line = naming.name_line(route)
    name = to_clean_text(route.long_name or "")
    return RouteData(
        id=to_scoped_id(told.feed.authority, route.id),
        line=line,
        name=name if name and name != line else None,
        mode=route.mode.value,
        operator=naming.name_title(operator.name) if operator else None,
        service_day=told.day.isoformat(),
        coverage=told.coverage.value,
        directions=[_to_direction(told, one, naming) for one in told.directions],
    )


def _to_direction(told: RouteDay, one: RouteDirection, naming: Naming) -> RouteDirectionModel:
    zone = told.feed.zone
    return RouteDirectionModel(
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
    )


def _to_stop(told: RouteDay, stop: Stop, naming: Naming) -> RouteStop:
    name = naming.name_stop(stop)
    return RouteStop(
        stop_id=to_scoped_id(told.feed.authority, stop.id),
        name=name.written,
        spoken_name=name.spoken if stop.spoken_name else None,
    )
