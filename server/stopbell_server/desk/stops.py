"""Stops as the wire has them, in the words of one question."""

from stopbell_server.contract.from_stops import Place, to_stop_summary
from stopbell_server.contract.plain_text import to_plain_text
from stopbell_server.contract.stops import StopData, StopSummary
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import StopDescription, StopRef

_MOST_PLATFORMS = 12


def summarise(question: Question, described: StopDescription, place: Place | None = None) -> StopSummary:
    """Give a stop named in the answer's language; with a place, also the way there."""
    return to_stop_summary(described, question.get_naming(described.feed.authority), place=place)


def to_stop_data(question: Question, described: StopDescription) -> StopData:
    """Gather a stop and, for a station, its platforms, each with its own directions."""
    authority = described.feed.authority
    platforms = [
        question.world.describe_stop(StopRef(authority, platform.id))
        for platform in described.platforms[:_MOST_PLATFORMS]
    ]
    return StopData(
        stop=summarise(question, described),
        platforms=[summarise(question, platform) for platform in platforms if platform],
        description=to_plain_text(described.stop.description or "") or None,
    )
