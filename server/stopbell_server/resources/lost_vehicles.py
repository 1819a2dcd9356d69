"""A vehicle that has not been heard of for so long that its place is not known: what it said last."""

from datetime import datetime

from stopbell_server.contract.codes import Code
from stopbell_server.contract.from_feeds import to_provenance
from stopbell_server.contract.from_history import to_report
from stopbell_server.contract.linked import LinkedEntity
from stopbell_server.contract.linked_history import to_lost_vehicle_entity
from stopbell_server.contract.linked_plans import to_journey_id
from stopbell_server.contract.uris import to_journey_uri
from stopbell_server.desk.question import Question
from stopbell_server.desk.verdict import Verdict
from stopbell_server.domain.history import Sighting, Track
from stopbell_server.domain.ids import VehicleId
from stopbell_server.domain.network import Stop
from stopbell_server.timetable.passings import Place, find_place
from stopbell_server.world import FeedView


def recall_vehicle(question: Question, authority: str, vehicle: VehicleId) -> LinkedEntity | None:
    """Give the last report of a vehicle that is on record; None where there is none, or its id is withheld."""
    view, now = question.world.find_feed(authority), question.world.now
    if view is None or view.history is None or "id" in view.withheld:
        return None
    track = max(view.history.list_tracks_of(vehicle, now), key=lambda one: one.last, default=None)
    if track is None:
        return None
    info, sighting = view.store.info, track.sightings[-1]
    (source,) = question.list_sources([authority])
    day = track.start_date or datetime.fromtimestamp(sighting.last, info.zone).date()
    return to_lost_vehicle_entity(
        info,
        vehicle,
        to_report(sighting, _find_stop(view, track, sighting), question.get_naming(authority), info),
        to_journey_uri(authority, day.isoformat(), to_journey_id(track.trip, track.start_s)),
        to_provenance(source, question.book.language),
        Verdict(Code.VEHICLE_LOST, {"minutes": (int(now.timestamp()) - sighting.last) // 60}).to_status(question.book),
    )


def _find_stop(view: FeedView, track: Track, sighting: Sighting) -> Stop | None:
    rows = view.store.list_stop_times(track.trip) if view.store.find_trip(track.trip) else ()
    place = find_place([Place(row.sequence, row.stop) for row in rows], sighting.sequence, sighting.stop)
    return None if place is None else view.store.find_stop(rows[place].stop)
