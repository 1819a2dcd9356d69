"""All tools, in the order in which a client sees them."""

from stopbell_server.desk.question import Desk
from stopbell_server.tools.describe_stop import make_describe_stop
from stopbell_server.tools.find_low_floor_vehicles import make_find_low_floor_vehicles
from stopbell_server.tools.find_stops import make_find_stops
from stopbell_server.tools.get_alerts import make_get_alerts
from stopbell_server.tools.get_arrivals import make_get_arrivals
from stopbell_server.tools.get_monitored_journey import make_get_monitored_journey
from stopbell_server.tools.get_route import make_get_route
from stopbell_server.tools.get_vehicle_position import make_get_vehicle_position
from stopbell_server.tools.plan_trip import make_plan_trip
from stopbell_server.tools.rider_tool import RiderTool
from stopbell_server.tools.search_active_journeys import make_search_active_journeys
from stopbell_server.tools.search_nearby_stops import make_search_nearby_stops


def make_every_tool(desk: Desk) -> list[RiderTool]:
    """Make all tools; the order never changes, so that a host's cache of the list stays good."""
    return [
        make_find_stops(desk),
        make_search_nearby_stops(desk),
        make_get_arrivals(desk),
        make_find_low_floor_vehicles(desk),
        make_describe_stop(desk),
        make_get_alerts(desk),
        make_get_route(desk),
        make_search_active_journeys(desk),
        make_get_monitored_journey(desk),
        make_get_vehicle_position(desk),
        make_plan_trip(desk),
    ]
