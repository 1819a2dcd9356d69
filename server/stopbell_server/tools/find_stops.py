"""Search stops by name, code or id."""

from stopbell_server.contract.codes import Code
from stopbell_server.contract.stops import StopsData, StopsResult
from stopbell_server.desk.question import Desk, Question
from stopbell_server.domain.text import to_clean_text
from stopbell_server.tools import inputs
from stopbell_server.tools.cursor import open_page
from stopbell_server.tools.identities import name_stop
from stopbell_server.tools.place_argument import to_place
from stopbell_server.tools.refusal import Refusal
from stopbell_server.tools.reply import Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.stop_argument import require_feeds
from stopbell_server.tools.stops_reply import to_stops_reply


def find_stops(
    question: Question,
    query: inputs.Query,
    latitude: inputs.OptionalLatitude = None,
    longitude: inputs.OptionalLongitude = None,
    mode: inputs.Mode = "any",
    limit: inputs.Limit = 3,
    cursor: inputs.Cursor = "",
    language: inputs.Language = "",
) -> Reply:
    """Find stops and stations by name in any script, pole code or id; a city or operator in the query chooses a feed.
    Gives ids and what tells namesakes apart."""
    require_feeds(question)
    place = to_place(latitude, longitude)
    page = open_page(question, cursor, limit, "find_stops", query, latitude, longitude, mode)
    matches = question.world.search_stops(
        query, near=(place.lat, place.lon) if place else None, mode=None if mode == "any" else mode, limit=page.prefix
    )
    if not matches.found:
        raise Refusal(Code.UNKNOWN_STOP, stop=to_clean_text(query))
    taken = page.take(matches.found, name_stop, beyond=matches.more)
    return to_stops_reply(
        question,
        taken.shown,
        StopsData(
            query=to_clean_text(query),
            latitude=latitude,
            longitude=longitude,
            stops=[],
            more=taken.more,
            more_at_least=None if matches.is_counted else True,
            before=page.before,
            next_cursor=taken.cursor,
        ),
        place,
    )


def make_find_stops(desk: Desk) -> RiderTool:
    """Make the tool."""
    return make_tool(desk, find_stops, "Find stops", StopsResult, StopsData(stops=[]))
