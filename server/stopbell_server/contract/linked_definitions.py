"""The documents that define words: the context, the semantic model and the mapping; the same for every feed."""

from typing import Any, Literal

from pydantic import Field

from stopbell_server.contract.envelope import CONTRACT_VERSION, PROFILE
from stopbell_server.contract.linked import Freshness
from stopbell_server.contract.linked_vocabulary import CONTEXT_URI, MAPPING_URI, MODEL_URI, VOCABULARY
from stopbell_server.contract.listed import ENTITIES_URI
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.semantic_mapping import IDENTITIES, PROPERTIES, MappingRow
from stopbell_server.contract.semantic_model import PREFIXES_OF_TIMES, RELATIONS, TEMPORAL_MEANINGS, TYPES

MODEL_CHANGED = "2026-12-01T00:00:00Z"
"""When the words were last changed; to be set with every change of the model, its mapping or the context."""
_NGSI = "https://uri.etsi.org/ngsi-ld/"
_ORDERED = ("alerts", "arrivals", "calls", "passings")
"""Properties that are lists whose order means something."""
_SCHEMA = "https://schema.org/"


class DefinedType(WireModel):
    """A kind of thing."""

    id: str = Field(description="Address of the word.")
    name: str = Field(description="As `type` has it.")
    meaning: str = Field(description="What it is.")
    template: str | None = Field(default=None, description="Template of addresses. Absent: has none of its own.")
    temporal_meanings: list[str] = Field(description="What kinds of statements its documents make.")
    described_by: str = Field(description="Where its properties are described, as JSON Schema.")


class DefinedRelation(WireModel):
    """A way from one thing to others."""

    id: str = Field(description="Address of the word.")
    name: str = Field(description="As `relationships` has it.")
    meaning: str = Field(description="Where it leads.")
    begins: list[str] = Field(description="Types that have it.")
    leads: list[str] = Field(description="Types that it leads to.")
    ordered: bool = Field(description="Whether the order of its links means something.")


class Definitions(WireModel):
    """What the definitions share."""

    context: str = Field(default=CONTEXT_URI, alias="@context", description="Address of the vocabulary's context.")
    version: str = Field(description="Changes when a word changes its meaning.")
    freshness: Freshness = Field(
        default_factory=lambda: Freshness(temporal_meaning="definition", stale=False, last_modified=MODEL_CHANGED),
        description="When it was last changed.",
    )


class SemanticModel(Definitions):
    """The types and relations of all documents."""

    type: Literal["SemanticModel"] = Field(default="SemanticModel", description="Always SemanticModel.")
    id: str = Field(default=MODEL_URI, description="Its address.")
    types: list[DefinedType] = Field(description="Kinds of things.")
    relations: list[DefinedRelation] = Field(description="Ways from one thing to others.")
    temporal_meanings: dict[str, str] = Field(description="What freshness.temporalMeaning says.")
    times: dict[str, str] = Field(description="What the first word of the name of a time says.")
    schemas: str = Field(default=ENTITIES_URI, description="Where properties are described, as JSON Schema.")
    mapping: str = Field(default=MAPPING_URI, description="Where the mapping from source data is.")


class MappingRule(WireModel):
    """One word of the model and what it is made from."""

    target: str = Field(description="The word.")
    source: str = Field(description="Files and fields of GTFS, messages and fields of GTFS Realtime.")
    rule: str | None = Field(default=None, description="How. Absent: as it is.")


class SemanticMapping(Definitions):
    """How source data becomes the model."""

    type: Literal["SemanticMapping"] = Field(default="SemanticMapping", description="Always SemanticMapping.")
    id: str = Field(default=MAPPING_URI, description="Its address.")
    model: str = Field(default=MODEL_URI, description="The model it maps to.")
    sources: list[str] = Field(default=["GTFS", "GTFS Realtime"], description="What it maps from.")
    identities: list[MappingRule] = Field(description="What identifies each thing.")
    facts: list[MappingRule] = Field(description="What is said of it.")


def to_semantic_model() -> SemanticModel:
    """Give the model."""
    return SemanticModel(
        version=CONTRACT_VERSION,
        types=[
            DefinedType(
                id=VOCABULARY + one.name,
                name=one.name,
                meaning=one.meaning,
                template=one.template,
                temporal_meanings=list(one.temporal),
                described_by=f"{ENTITIES_URI}#/$defs/{one.described_by}",
            )
            for one in TYPES
        ],
        relations=[
            DefinedRelation(
                id=VOCABULARY + one.name,
                name=one.name,
                meaning=one.meaning,
                begins=list(one.begins),
                leads=list(one.leads),
                ordered=one.is_ordered,
            )
            for one in RELATIONS
        ],
        temporal_meanings=TEMPORAL_MEANINGS,
        times=PREFIXES_OF_TIMES,
    )


def to_semantic_mapping() -> SemanticMapping:
    """Give the mapping; its version is the profile that every provenance names."""
    return SemanticMapping(
        version=PROFILE,
        identities=[_to_rule(row) for row in IDENTITIES],
        facts=[_to_rule(row) for row in PROPERTIES],
    )


def _to_rule(row: MappingRow) -> MappingRule:
    return MappingRule(target=row.target, source=row.source, rule=row.rule or None)


def to_context_document() -> dict[str, Any]:
    """Give the context (JSON-LD 1.1): known words by their own addresses, relations as links, all others in ours.

    `properties` and `relationships` only group: what stands in them is said of the entity itself. Within properties
    an `id` is a text that tools take, no address, and a word that is a relation too, such as source, is none.
    """
    context: dict[str, Any] = {
        "@version": 1.1,
        "@vocab": VOCABULARY,
        "id": "@id",
        "type": "@type",
        "urn": {"@id": "http://www.w3.org/2002/07/owl#sameAs", "@type": "@id"},
        "properties": {
            "@id": "@nest",
            "@context": {
                "id": f"{VOCABULARY}id",
                **{name: {"@id": VOCABULARY + name, "@container": "@list"} for name in _ORDERED},
            },
        },
        "relationships": {
            "@id": "@nest",
            "@context": {
                one.name: {"@id": VOCABULARY + one.name, "@container": "@list" if one.is_ordered else "@set"}
                for one in RELATIONS
            },
        },
        "object": {"@id": f"{_NGSI}hasObject", "@type": "@id"},
        "uri": {"@id": f"{VOCABULARY}uri", "@type": "@id"},
        "name": f"{_SCHEMA}name",
        "description": f"{_SCHEMA}description",
        "lat": f"{_SCHEMA}latitude",
        "lng": f"{_SCHEMA}longitude",
        "location": f"{_SCHEMA}geo",
    }
    return {"@context": context}
