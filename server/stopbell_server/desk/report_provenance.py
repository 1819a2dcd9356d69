"""Where a vehicle's report comes from and how old it is: trip updates, on which boards rest, say nothing of it."""

from dataclasses import replace

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.from_feeds import to_provenance
from stopbell_server.desk.question import Question
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.domain.certainty import Certainty, FeedState
from stopbell_server.domain.journeys import Journey

_STATES = {
    Certainty.LIVE: FeedState.LIVE,
    Certainty.AGEING: FeedState.AGEING,
    Certainty.LOST: FeedState.LOST,
}
_WITHOUT_UPDATES = (FeedState.ABSENT, FeedState.NOT_YET)


def to_report_provenance(question: Question, sighting: VehicleSighting) -> Provenance:
    """Give the provenance of an answer that is a vehicle's report: as fresh, ageing or lost as that report is."""
    authority, reported = sighting.feed.authority, sighting.position.timestamp
    (source,) = question.list_sources([authority])
    snapshot = question.get_view(authority).snapshot
    sources = snapshot.health.sources if snapshot else ()
    headers = [one.header_time for one in sources if "vehicles" in one.kind and one.header_time is not None]
    # The older of both counts, as for the age; when it was fetched is neither.
    made = [one for one in (reported, max(headers, default=None)) if one is not None]
    live = replace(
        source.live,
        state=_STATES.get(sighting.certainty, source.live.state),
        source_time=min(made, default=None),
        age_s=sighting.age_s,
    )
    return to_provenance(replace(source, live=live), question.book.language, observed=reported)


def to_journey_provenance(question: Question, journey: Journey) -> Provenance:
    """Give the provenance of a followed journey: of its predictions, else of the report of its vehicle."""
    (source,) = question.list_sources([journey.feed.authority])
    if journey.vehicle is None:
        return to_provenance(source, question.book.language)
    if source.live.state in _WITHOUT_UPDATES:
        return to_report_provenance(question, journey.vehicle)
    return to_provenance(source, question.book.language, observed=journey.vehicle.position.timestamp)
