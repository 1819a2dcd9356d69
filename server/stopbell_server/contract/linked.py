"""Entities as JSON-LD documents: what a resource gives when it is read."""

from typing import Any, Literal
from urllib.parse import quote

from pydantic import Field

from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.linked_vocabulary import CONTEXT_URI
from stopbell_server.contract.model import WireModel

TemporalMeaning = Literal["current", "static-plan", "day-plan", "forecast", "historical", "provenance", "definition"]
"""What kind of statement a document makes about time."""


class Relationship(WireModel):
    """A link from one entity to another."""

    object: str = Field(description="Address of the other entity.")
    name: str | None = Field(default=None, description="What riders call it.")
    leaves: str | None = Field(default=None, description="Of a journey in a collection: when, by plan; ISO 8601.")
    until: str | None = Field(default=None, description="Of one without single runs: until when it comes so often.")
    headway_seconds: int | None = Field(default=None, description="Of one without single runs: how often it comes.")
    count: int | None = Field(default=None, description="Of a part: how many it has. Absent: not counted.")


class Freshness(WireModel):
    """What kind of statement this is, and for when it holds."""

    temporal_meaning: TemporalMeaning = Field(
        description="current: holds at validAt. static-plan: holds for the timetable as a whole. day-plan: the plan of "
        "one day. forecast: expected to happen. historical: was so at validAt. provenance: says where facts come from. "
        "definition: says what words mean."
    )
    valid_at: str | None = Field(default=None, description="ISO 8601. Absent for a plan.")
    valid_from: str | None = Field(
        default=None, description="YYYY-MM-DD, first day for which a plan speaks. Absent: not known, or no plan."
    )
    valid_until: str | None = Field(
        default=None, description="YYYY-MM-DD, last day for which a plan speaks. Absent: not known, or no plan."
    )
    live_state: str | None = Field(default=None, description="As in provenance. Absent for a plan.")
    age_seconds: int | None = Field(default=None, description="Age of the live data. Absent: unknown or none.")
    stale: bool = Field(description="True when the live data is too old.")
    last_modified: str | None = Field(
        default=None,
        description="ISO 8601. Of what is current: the live feed's own time. Of a plan: when this server took in this "
        "version of the timetable. Absent: not known.",
    )


class LinkedEntity(WireModel):
    """One entity with its meaning, its links and where they come from."""

    context: str = Field(default=CONTEXT_URI, alias="@context", description="Address of the vocabulary's context.")
    type: str = Field(description="Semantic type.")
    id: str = Field(description="The entity's address; stays the same while its state changes.")
    urn: str = Field(description="The same identity as a name.")
    properties: dict[str, Any] = Field(description="What is known of it.")
    relationships: dict[str, list[Relationship]] = Field(description="Links to other entities by name.")
    provenance: Provenance = Field(description="Sources of the facts, and their age.")
    freshness: Freshness = Field(description="For when this holds.")


def to_urn(entity_type: str, authority: str, *identity: str) -> str:
    """Give an NGSI-LD name; every part is percent-encoded, so that a colon in it cannot mislead."""
    return ":".join(["urn:ngsi-ld", entity_type, *(quote(part, safe="") for part in (authority, *identity))])


def to_freshness(provenance: Provenance, valid_at: str | None) -> Freshness:
    """Say whether something holds now (with `valid_at`) or for the whole timetable (without)."""
    return Freshness(
        temporal_meaning="current" if valid_at else "static-plan",
        valid_at=valid_at,
        live_state=provenance.live_state if valid_at else None,
        age_seconds=provenance.age_seconds if valid_at else None,
        stale=provenance.stale if valid_at else False,
        last_modified=provenance.source_time if valid_at else None,
    )


def drop_empty(relationships: dict[str, list[Relationship]]) -> dict[str, list[Relationship]]:
    """Leave out the links that lead nowhere."""
    return {name: links for name, links in relationships.items() if links}
