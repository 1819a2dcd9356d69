"""All resources and templates, in the order in which a client sees them."""

from mcp.server import MCPServer

from stopbell_server.desk.question import Desk
from stopbell_server.resources.alerts import add_alerts
from stopbell_server.resources.boards import add_boards
from stopbell_server.resources.completion import add_completion
from stopbell_server.resources.days import add_days
from stopbell_server.resources.definitions import add_definitions
from stopbell_server.resources.feeds import add_feeds
from stopbell_server.resources.giving import tell_modified
from stopbell_server.resources.history import add_history
from stopbell_server.resources.journeys import add_journeys
from stopbell_server.resources.plans import add_plans
from stopbell_server.resources.routes import add_routes
from stopbell_server.resources.schemas import add_schemas
from stopbell_server.resources.stops import add_stops


def add_every_resource(server: MCPServer, desk: Desk) -> None:
    """Offer all resources; the order never changes."""
    add_feeds(server, desk)
    add_stops(server, desk)
    add_boards(server, desk)
    add_journeys(server, desk)
    add_history(server, desk)
    add_alerts(server, desk)
    add_routes(server, desk)
    add_plans(server, desk)
    add_days(server, desk)
    add_schemas(server)
    add_definitions(server)
    add_completion(server, desk)
    server.middleware.append(tell_modified)
