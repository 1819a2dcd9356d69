"""The reply of a question about accessible vehicles."""

from collections.abc import Sequence
from datetime import datetime

from stopbell_server.contract.envelope import UiBlock
from stopbell_server.contract.from_feeds import merge_provenance, to_provenance
from stopbell_server.contract.from_stops import Place
from stopbell_server.contract.from_vehicles import to_vehicle_summary
from stopbell_server.contract.vehicles import VehiclesData, VehiclesResult, VehicleSummary
from stopbell_server.desk.question import Question
from stopbell_server.desk.verdict import Verdict, compose
from stopbell_server.domain.access import Access
from stopbell_server.domain.calls import VehicleSighting
from stopbell_server.tools.cursor import Page
from stopbell_server.tools.identities import name_sighting
from stopbell_server.tools.low_floor import to_vehicle_verdict
from stopbell_server.tools.reply import Reply, to_numbered_lines
from stopbell_server.tools.stops_reply import to_stop_link


def to_sightings_reply(
    question: Question,
    frame: VehiclesData,
    sightings: Sequence[VehicleSighting],
    page: Page,
    place: Place | None,
) -> Reply:
    """Give the surely accessible vehicles in their order, and count those of which nobody knows."""
    verdicts = [to_vehicle_verdict(sighting.access, sighting.low_floor) for sighting in sightings]
    chosen = [sighting for sighting, verdict in zip(sightings, verdicts, strict=True) if verdict is Access.YES]
    taken = page.take(chosen, name_sighting)
    data = frame.model_copy(
        update={
            "vehicles": [_to_summary(question, sighting, place) for sighting in taken.shown],
            "unknown": verdicts.count(Access.UNKNOWN),
            "more": taken.more,
            "before": page.before,
            "next_cursor": taken.cursor,
        }
    )
    authorities = list(dict.fromkeys(sighting.feed.authority for sighting in sightings))
    reported = [one.position.timestamp for one in taken.shown if one.position.timestamp]
    return to_vehicles_reply(question, data, authorities, Verdict(), max(reported, default=None))


def to_vehicles_reply(
    question: Question,
    data: VehiclesData,
    authorities: Sequence[str],
    verdict: Verdict,
    observed: datetime | None = None,
) -> Reply:
    """Put vehicles or calls into words; `observed` is the latest report among them."""
    sources = question.list_sources(authorities) or question.list_all_sources()
    if len(sources) == 1:
        provenance = to_provenance(sources[0], question.book.language, observed=observed)
    else:
        provenance = merge_provenance(sources, question.book.language)
    phrase = compose(question.book, question.book.vehicles(data), verdict, provenance)
    block = UiBlock(type="arrival_list", source="data.calls")
    return Reply(
        VehiclesResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            ui_blocks=[block if data.scope == "stop" else UiBlock(type="vehicle_list", source="data.vehicles")],
            status=verdict.to_status(question.book),
            provenance=provenance,
            language=question.book.language,
        ),
        lines=to_numbered_lines((_to_label(vehicle), vehicle.id) for vehicle in data.vehicles),
        links=(to_stop_link(data.stop),) if data.stop else (),
    )


def _to_summary(question: Question, sighting: VehicleSighting, place: Place | None) -> VehicleSummary:
    naming = question.get_naming(sighting.feed.authority)
    return to_vehicle_summary(sighting, naming, clock_ok=question.world.is_clock_credible, place=place)


def _to_label(vehicle: VehicleSummary) -> str:
    named = (vehicle.line, vehicle.headsign, vehicle.label)
    return ", ".join(part for part in named if part) or "?"
