"""One stop in full: where it is, which side, who calls there, whether one can board."""

from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.stops import StopData, StopResult
from stopbell_server.contract.uris import to_board_uri
from stopbell_server.desk.question import Desk, Question
from stopbell_server.desk.stops import measure_from, summarise, to_stop_data
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.tools import inputs
from stopbell_server.tools.place_argument import to_place
from stopbell_server.tools.reply import Link, Reply
from stopbell_server.tools.rider_tool import RiderTool, make_tool
from stopbell_server.tools.stop_argument import find_stop
from stopbell_server.tools.stops_reply import to_stop_link


def describe_stop(
    question: Question,
    stop: inputs.Stop,
    latitude: inputs.OptionalLatitude = None,
    longitude: inputs.OptionalLongitude = None,
    language: inputs.Language = "",
) -> Reply:
    """Describe a stop or station: lines, where they go, side as a compass direction (computed), the namesake opposite,
    platforms, access with its source, lifts and ways inside, lines hailed or booked, the operator's words."""
    place, described = to_place(latitude, longitude), find_stop(question, stop)
    if place is not None:
        described = measure_from(described, place)
    authority = described.feed.authority
    data = to_stop_data(question, described, place)
    provenance = merge_provenance(question.list_sources([authority]), question.book.language)
    verdict = Verdict()
    phrase = compose(question.book, question.book.portrait(data), verdict, provenance)
    summary = summarise(question, described)
    return Reply(
        StopResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="stop_card", source="data.stop")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        links=(
            to_stop_link(summary),
            Link(to_board_uri(authority, described.stop.id), f"board-{summary.id}", summary.name),
        ),
    )


def make_describe_stop(desk: Desk) -> RiderTool:
    """Make the tool."""
    # Never on the event loop: the ways of a large station take tens of milliseconds to find.
    return make_tool(desk, describe_stop, "Describe a stop", StopResult, StopData())
