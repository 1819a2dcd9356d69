"""The reply of both tools that list stops."""

from collections.abc import Sequence

from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.stops import StopsData, StopsResult, StopSummary
from stopbell_server.desk.question import Question
from stopbell_server.desk.stops import summarise_all
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.calls import StopDescription
from stopbell_server.tools.reply import Link, Reply, to_numbered_lines


def to_stops_reply(
    question: Question, found: Sequence[StopDescription], frame: StopsData, place: Place | None
) -> Reply:
    """Give the stops in their order, one line each; `frame` says what was asked."""
    stops = summarise_all(question, found, place)
    data = frame.model_copy(update={"stops": stops})
    verdict = Verdict()
    provenance = merge_provenance(
        question.list_sources(one.feed.authority for one in found) or question.list_all_sources(),
        question.book.language,
    )
    phrase = compose(question.book, question.book.stops(data), verdict, provenance)
    return Reply(
        StopsResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[UiBlock(type="stop_list", source="data.stops")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        lines=to_numbered_lines(
            (label.written, stop.id) for label, stop in zip(question.book.label_stops(stops), stops, strict=True)
        ),
        links=tuple(to_stop_link(stop) for stop in stops),
    )


def to_stop_link(stop: StopSummary) -> Link:
    """Give the link to a stop's or station's resource."""
    return Link(stop.uri, stop.id, stop.name)
