"""From a line argument to routes: found, or an honest list of what may have been meant."""

from collections.abc import Sequence

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.uris import to_route_uri
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import StopDescription, StopRef
from stopbell_server.domain.text import to_clean_text
from stopbell_server.tools.refusal import Refusal
from stopbell_server.world import RouteRef


def find_routes_at(question: Question, asked: str, described: StopDescription) -> tuple[RouteRef, ...]:
    """Give the routes that an argument means at a stop; empty for an empty argument.

    Raises:
        Refusal: no such line calls there; with the lines that do.
    """
    if not asked.strip():
        return ()
    authority = described.feed.authority
    found = question.world.resolve_routes(asked, at=StopRef(authority, described.stop.id))
    here = tuple(ref for ref in found if ref.authority == authority and ref.route.line in described.lines)
    if here:
        return here
    raise Refusal(
        Code.UNKNOWN_ROUTE, authorities=[authority], line=to_clean_text(asked), lines=", ".join(described.lines[:12])
    )


def find_routes(question: Question, asked: str) -> tuple[RouteRef, ...]:
    """Give the routes of one feed that an argument means; several share a label when a feed splits a line.

    Raises:
        Refusal: nothing is called so, or several feeds have such a line; then with the candidates.
    """
    found = question.world.resolve_routes(asked)
    if not found:
        raise Refusal(Code.UNKNOWN_ROUTE, line=to_clean_text(asked), lines="")
    authorities = list(dict.fromkeys(ref.authority for ref in found))
    if len(authorities) > 1:
        candidates = _to_candidates(question, [_first_of(found, authority) for authority in authorities])
        raise Refusal(Code.AMBIGUOUS_ROUTE, candidates=candidates, authorities=authorities, line=to_clean_text(asked))
    return found


def _first_of(found: Sequence[RouteRef], authority: str) -> RouteRef:
    return next(ref for ref in found if ref.authority == authority)


def _to_candidates(question: Question, found: Sequence[RouteRef]) -> list[Candidate]:
    return [
        Candidate(
            number=number,
            id=to_scoped_id(ref.authority, ref.route.id),
            name=ref.route.line,
            label=f"{ref.route.line}, {title}",
            spoken=f"{ref.route.spoken_name or question.book.label(ref.route.line).spoken}, {question.speak(title)}",
            uri=to_route_uri(ref.authority, ref.route.id),
            lines=[ref.route.line],
        )
        for number, ref in enumerate(found, 1)
        for title in (to_clean_text(question.get_view(ref.authority).store.info.title),)
    ]
