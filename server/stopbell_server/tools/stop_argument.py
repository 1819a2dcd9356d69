"""From a stop argument to a stop: found, or an honest list of what may have been meant."""

from collections.abc import Sequence

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.desk.question import Question
from stopbell_server.desk.stops import summarise_all
from stopbell_server.domain.calls import ResolutionState, StopDescription
from stopbell_server.domain.text import to_clean_text
from stopbell_server.tools.refusal import Refusal, refuse_argument


def find_stop(question: Question, asked: str) -> StopDescription:
    """Give the stop that an argument means.

    Raises:
        Refusal: no feed is loaded, nothing is called so, or several are; then with the candidates.
    """
    require_feeds(question)
    if not asked.strip():
        raise refuse_argument("stop")
    resolution = question.known_stops.recall(question.world).resolve(question.world, asked)
    if resolution.state is ResolutionState.FOUND and resolution.found:
        return resolution.found
    candidates = to_candidates(question, resolution.candidates)
    authorities = [described.feed.authority for described in resolution.candidates]
    code = Code.AMBIGUOUS_STOP if resolution.state is ResolutionState.AMBIGUOUS else Code.UNKNOWN_STOP
    raise Refusal(code, candidates=candidates, authorities=authorities, stop=to_clean_text(asked))


def require_feeds(question: Question) -> None:
    """Refuse where there is nothing to answer from."""
    if not question.world.feeds:
        raise Refusal(Code.NO_FEED)


def is_scoped(question: Question, asked: object) -> bool:
    """Whether a stop argument is an address or an id of a loaded feed, found without a search by name."""
    if not isinstance(asked, str):
        return False
    prefix, separator, _ = asked.partition(":")
    return bool(separator) and (asked.startswith("mobility://") or question.world.find_feed(prefix) is not None)


def to_candidates(question: Question, found: Sequence[StopDescription]) -> list[Candidate]:
    """Number what may have been meant, each with a label that no other one has."""
    summaries = summarise_all(question, found)
    labels = question.book.label_stops(summaries)
    return [
        Candidate(
            number=number,
            id=summary.id,
            name=summary.name,
            label=label.written,
            spoken=label.spoken,
            uri=summary.uri,
            towards=summary.towards,
            lines=summary.lines,
            distance_meters=summary.distance_meters,
        )
        for number, (summary, label) in enumerate(zip(summaries, labels, strict=True), 1)
    ]
