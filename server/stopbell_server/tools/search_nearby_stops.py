"""Search stops around a point."""

from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.stops import StopsData, StopsResult
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import StopDescription
from stopbell_server.tools import inputs
from stopbell_server.tools.cursor import open_page
from stopbell_server.tools.identities import name_stop
from stopbell_server.tools.reply import Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.stop_argument import require_feeds
from stopbell_server.tools.stops_reply import to_stops_reply

_MOST_CONSIDERED = 60
"""So many of the nearest are weighed for accessibility; more are not near any more."""
_RANK = {Access.YES: 0, Access.UNKNOWN: 1, Access.NO: 2}


def search_nearby_stops(
    question: Question,
    latitude: inputs.Latitude,
    longitude: inputs.Longitude,
    radius_meters: inputs.Radius = 500,
    mode: inputs.Mode = "any",
    accessibility: inputs.Accessibility = "any",
    limit: inputs.Limit = 3,
    cursor: inputs.Cursor = "",
    language: inputs.Language = "",
) -> Reply:
    """Find stops around a point, nearest first, with distance and compass direction."""
    require_feeds(question)
    page = open_page(
        question, cursor, limit, "search_nearby_stops", latitude, longitude, radius_meters, mode, accessibility
    )
    found = question.world.list_stops_near(
        latitude,
        longitude,
        radius_m=float(radius_meters),
        mode=None if mode == "any" else mode,
        limit=_MOST_CONSIDERED + 1,
    )
    is_counted, found = len(found) <= _MOST_CONSIDERED, found[:_MOST_CONSIDERED]
    if accessibility == "wheelchair":
        found = tuple(sorted(found, key=_to_rank))
    taken = page.take(found, name_stop)
    return to_stops_reply(
        question,
        taken.shown,
        StopsData(
            latitude=latitude,
            longitude=longitude,
            radius_meters=radius_meters,
            stops=[],
            more=taken.more,
            more_at_least=None if is_counted or not taken.more else True,
            before=page.before,
            next_cursor=taken.cursor,
        ),
        Place(latitude, longitude),
    )


def _to_rank(described: StopDescription) -> int:
    return _RANK[described.access.value]


def make_search_nearby_stops(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, search_nearby_stops, "Search nearby stops", StopsResult, StopsData(stops=[]))
