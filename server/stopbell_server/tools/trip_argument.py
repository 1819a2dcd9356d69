"""From a trip argument to a trip of one feed."""

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.from_stops import to_scoped_id
from stopbell_server.desk.question import Question
from stopbell_server.domain.addresses import list_meant_ids
from stopbell_server.domain.ids import Authority, TripId
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Line
from stopbell_server.tools.refusal import Refusal


def find_trip(question: Question, asked: str, authority: str) -> tuple[Authority, TripId]:
    """Give the feed and the trip that a scoped or raw id means; `authority` narrows it to one feed.

    Raises:
        Refusal: no loaded feed plans such a trip, or several do and none is named; then with each.
    """
    found: list[tuple[Authority, TripId]] = []
    for view in question.world.feeds:
        owner = view.store.info.authority
        if authority in ("", owner):
            names = dict.fromkeys((asked, *list_meant_ids(asked.removeprefix(f"{owner}:"))))
            found += [(owner, TripId(name)) for name in names if view.store.find_trip(TripId(name))]
    if not found:
        raise Refusal(Code.UNKNOWN_TRIP, asked=to_clean_text(asked))
    if len(found) > 1:
        candidates = [_to_candidate(question, number, *one) for number, one in enumerate(found, 1)]
        raise Refusal(Code.AMBIGUOUS_TRIP, candidates=candidates, authorities=[one for one, _ in found])
    return found[0]


def _to_candidate(question: Question, number: int, authority: Authority, trip_id: TripId) -> Candidate:
    """Name a trip by its line, where it goes and its feed; the scoped id tells it apart."""
    store, book, naming = question.get_view(authority).store, question.book, question.get_naming(authority)
    trip = store.find_trip(trip_id)
    route = store.find_route(trip.route) if trip else None
    headsign = naming.name_headsign(trip.headsign, trip.id) if trip else None
    label = book.chain(
        [
            book.label(naming.name_line(route)) if route else Line("", ""),
            book.name(headsign) if headsign else Line("", ""),
            book.name(question.name_feed(authority)),
        ]
    )
    identity = to_scoped_id(authority, trip_id)
    return Candidate(
        number=number, id=identity, name=route.line if route else trip_id, label=label.written, spoken=label.spoken
    )
