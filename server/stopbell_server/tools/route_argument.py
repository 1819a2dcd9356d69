"""From a line argument to routes: found, or an honest list of what may have been meant."""

from collections.abc import Callable, Sequence

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.contract.uris import to_route_uri
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import StopDescription, StopRef
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Line
from stopbell_server.tools.refusal import Refusal
from stopbell_server.world import RouteRef

Groups = dict[tuple[str, ...], list[RouteRef]]


def find_routes_at(
    question: Question, asked: str, described: StopDescription, *, mode: str = "any"
) -> tuple[RouteRef, ...]:
    """Give the routes that an argument means at a stop; empty for an empty argument.

    Raises:
        Refusal: no such line calls there; with the lines that do. Or several lines may be meant; with each.
    """
    if not asked.strip():
        return ()
    authority = described.feed.authority
    found = question.world.resolve_routes(asked, at=StopRef(authority, described.stop.id))
    here = tuple(ref for ref in found if ref.authority == authority and ref.route.line in described.lines)
    if not here:
        raise Refusal(
            Code.UNKNOWN_ROUTE,
            authorities=[authority],
            line=to_clean_text(asked),
            lines=", ".join(described.lines[:12]),
        )
    here = tuple(ref for ref in here if ref.route.mode.value == mode) or here
    # A line that several operators run together is one line to who waits for it.
    return _require_one(question, asked, here, lambda ref: (ref.route.line, ref.route.mode.value))


def find_routes(question: Question, asked: str) -> tuple[RouteRef, ...]:
    """Give the routes of one line that an argument means; several share a label when a feed splits a line.

    Raises:
        Refusal: nothing is called so, or several lines are, of one feed or of several; then with the candidates.
    """
    found = question.world.resolve_routes(asked)
    if not found:
        raise Refusal(Code.UNKNOWN_ROUTE, line=to_clean_text(asked), lines="")
    return _require_one(
        question, asked, found, lambda ref: (ref.authority, ref.route.line, ref.route.mode.value, ref.route.agency)
    )


def _require_one(
    question: Question, asked: str, found: Sequence[RouteRef], to_key: Callable[[RouteRef], tuple[str, ...]]
) -> tuple[RouteRef, ...]:
    groups: Groups = {}
    for ref in found:
        groups.setdefault(to_key(ref), []).append(ref)
    if len(groups) == 1:
        return tuple(found)
    firsts = [refs[0] for refs in groups.values()]
    raise Refusal(
        Code.AMBIGUOUS_ROUTE,
        candidates=_to_candidates(question, firsts),
        authorities=list(dict.fromkeys(ref.authority for ref in firsts)),
        line=to_clean_text(asked),
    )


def _to_candidates(question: Question, found: Sequence[RouteRef]) -> list[Candidate]:
    labels = _tell_apart(question, found)
    return [
        Candidate(
            number=number,
            id=to_scoped_id(ref.authority, ref.route.id),
            name=ref.route.line,
            label=label.written,
            spoken=label.spoken,
            uri=to_route_uri(ref.authority, ref.route.id),
            lines=[ref.route.line],
        )
        for number, (ref, label) in enumerate(zip(found, labels, strict=True), 1)
    ]


def _tell_apart(question: Question, found: Sequence[RouteRef]) -> list[Line]:
    """Say each line with what differs: kind of vehicle, operator, feed; its long name besides."""
    rows = [
        (
            _to_line(question, ref),
            question.book.mode(ref.route.mode.value),
            _to_operator(question, ref),
            _to_text(question, question.get_view(ref.authority).store.info.title),
            _to_text(question, ref.route.long_name) if ref.route.short_name else Line("", ""),
        )
        for ref in found
    ]
    columns = list(zip(*rows, strict=True))
    kept = [column for place, column in enumerate(columns) if place in (0, _LONG_NAME) or len(set(column)) > 1]
    return [question.book.chain(parts) for parts in zip(*kept, strict=True)]


_LONG_NAME = 4


def _to_line(question: Question, ref: RouteRef) -> Line:
    said = question.book.label(ref.route.line)
    return Line(said.written, ref.route.spoken_name or said.spoken)


def _to_operator(question: Question, ref: RouteRef) -> Line:
    agency = question.get_view(ref.authority).store.find_agency(ref.route.agency)
    return _to_text(question, agency.name if agency else None)


def _to_text(question: Question, text: str | None) -> Line:
    clean = to_clean_text(text or "")
    return Line(clean, question.speak(clean)) if clean else Line("", "")
