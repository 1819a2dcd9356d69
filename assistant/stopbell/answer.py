"""What a tool answered, checked against the contract."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from stopbell_server.contract.alerts import AlertsResult
from stopbell_server.contract.arrivals import ArrivalsResult
from stopbell_server.contract.codes import TABLE, Code
from stopbell_server.contract.envelope import Envelope, Provenance, Status
from stopbell_server.contract.journeys import JourneyResult, JourneysResult
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.routes import RouteResult
from stopbell_server.contract.stops import StopResult, StopsResult
from stopbell_server.contract.trips import TripPlanResult
from stopbell_server.contract.vehicle_position import PositionResult
from stopbell_server.contract.vehicles import VehiclesResult
from stopbell_server.phrases.phrasebook import Phrasebook

_RESULTS: Mapping[str, type[Envelope]] = {
    "alerts": AlertsResult,
    "arrivals": ArrivalsResult,
    "journey": JourneyResult,
    "journeys": JourneysResult,
    "route": RouteResult,
    "stop": StopResult,
    "stops": StopsResult,
    "trip-plan": TripPlanResult,
    "vehicle-position": PositionResult,
    "vehicles": VehiclesResult,
}


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer of a server, or our own word for why there is none."""

    text: str
    """The written answer, whole."""
    spoken: str
    status: Status
    data: WireModel | None
    """The data of a result above; None when no answer came."""
    provenance: Provenance
    language: str
    raw: Mapping[str, Any]
    """The JSON document as it came; empty when none did."""

    @property
    def is_error(self) -> bool:
        """Whether the question was malformed, or somebody failed."""
        return self.status.state == "error"


@dataclass(frozen=True, slots=True)
class PromptField:
    """One argument that a prompt asks for."""

    name: str
    description: str
    is_required: bool


@dataclass(frozen=True, slots=True)
class PromptChoice:
    """One prompt that a server offers."""

    name: str
    title: str
    description: str
    fields: Sequence[PromptField]


@dataclass(frozen=True, slots=True)
class ToolChoice:
    """One tool that a server offers."""

    name: str
    description: str
    input_schema: Mapping[str, Any]
    """JSON Schema of its arguments."""
    is_read_only: bool
    """Whether the server says that it changes nothing."""


def parse_answer(structured: Mapping[str, Any] | None, text: str) -> Answer:
    """Check a result against the contract. What a later server adds to it is left aside, but kept in `raw`.

    A server that gives no structure, or one of another kind, has only its text.

    Raises:
        ValidationError: the structure claims to be of the contract and is not.
    """
    model = _RESULTS.get(str(structured.get("view"))) if structured else None
    if structured is None or model is None:
        bare = Status(state="ok" if text else "unresolved")
        return Answer(text, text, bare, None, Provenance(stale=False), "und", structured or {})
    envelope = model.model_validate(structured, extra="ignore")
    return Answer(
        text=envelope.text,
        spoken=envelope.spoken,
        status=envelope.status,
        data=getattr(envelope, "data", None),
        provenance=envelope.provenance,
        language=envelope.language,
        raw=structured,
    )


def to_error_answer(code: Code, book: Phrasebook) -> Answer:
    """Say in the rider's words that no answer came, and what to do."""
    phrase = book.code(code).then(book.remedy(code))
    status = Status(
        state=TABLE[code].state,
        code=code.value,
        remedy=book.remedy(code).written or None,
        retryable=TABLE[code].retryable,
    )
    return Answer(phrase.written, phrase.spoken, status, None, Provenance(stale=False), book.language, {})
