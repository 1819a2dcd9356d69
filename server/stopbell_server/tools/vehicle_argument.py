"""From a vehicle argument to a vehicle that reports, or an honest list of what may have been meant."""

from collections.abc import Sequence

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.from_vehicles import to_vehicle_summary
from stopbell_server.contract.uris import parse_uri
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.text import to_clean_text
from stopbell_server.phrases.phrase import Line
from stopbell_server.timetable.vehicle_lookup import find_vehicles
from stopbell_server.timetable.vehicles import describe_vehicle
from stopbell_server.tools.refusal import Refusal, refuse_argument
from stopbell_server.world import FeedView


def find_vehicle(question: Question, asked: str) -> VehicleSighting:
    """Give the newest report of the vehicle that an argument means.

    Raises:
        Refusal: no feed says where vehicles are; none that is called so has reported lately; or several have.
    """
    authority, name = _parse(question, asked)
    views = [view for view in question.world.feeds if authority in ("", view.store.info.authority)]
    authorities = [view.store.info.authority for view in views]
    require_positions(question, views)
    now = question.world.now
    found = [describe_vehicle(view, one, now) for view in views for one in find_vehicles(view, name, now)]
    if len(found) == 1:
        return found[0]
    if not found:
        raise Refusal(Code.UNKNOWN_VEHICLE, authorities=authorities, asked=to_clean_text(name))
    candidates = _to_candidates(question, found)
    raise Refusal(Code.AMBIGUOUS_VEHICLE, candidates=candidates, authorities=authorities, asked=to_clean_text(name))


def require_positions(question: Question, views: Sequence[FeedView]) -> None:
    """Refuse where no feed says where its vehicles are."""
    if not any(view.snapshot and view.snapshot.vehicles_time for view in views):
        titles = ", ".join(view.store.info.title for view in views)
        authorities = [view.store.info.authority for view in views]
        raise Refusal(Code.NO_VEHICLE_DATA, authorities=authorities, feed=titles)


def _parse(question: Question, asked: str) -> tuple[str, str]:
    """Split an argument into the feed, empty for any, and the vehicle."""
    if asked.startswith("mobility://"):
        try:
            kind, authority, identity = parse_uri(asked)
        except ValueError:
            raise refuse_argument("vehicle") from None
        if kind != "physical-vehicle" or len(identity) != 1:
            raise refuse_argument("vehicle")
        return authority, identity[0]
    prefix, separator, rest = asked.partition(":")
    if separator and question.world.find_feed(prefix) is not None:
        return prefix, rest
    return "", asked


def _to_candidates(question: Question, found: Sequence[VehicleSighting]) -> list[Candidate]:
    """Name vehicles of one label by their line, where they go, and the stop they come to; the id tells them apart."""
    candidates: list[Candidate] = []
    for number, sighting in enumerate(found, 1):
        naming = question.get_naming(sighting.feed.authority)
        vehicle = to_vehicle_summary(sighting, naming, clock_ok=question.world.is_clock_credible)
        book = question.book
        label = book.chain(
            [
                book.label(vehicle.line) if vehicle.line else Line("", ""),
                book.name(vehicle.headsign) if vehicle.headsign else Line("", ""),
                book.name(vehicle.next_stop) if vehicle.next_stop else Line("", ""),
            ]
        ) or book.label(vehicle.label or vehicle.id or "")
        candidates.append(
            Candidate(
                number=number,
                id=vehicle.id or vehicle.label or "",
                name=vehicle.label or vehicle.id or "",
                label=label.written,
                spoken=label.spoken,
                uri=vehicle.uri,
                lines=[vehicle.line] if vehicle.line else [],
            )
        )
    return candidates
