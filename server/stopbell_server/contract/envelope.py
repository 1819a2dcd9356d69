"""The envelope every tool result travels in."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.model import WireModel

State = Literal["ok", "partial", "ambiguous", "unresolved", "error"]
"""ok: answered. partial: answered, something is missing and is named. ambiguous: choose a candidate.
unresolved: cannot be answered from the data. error: the question was malformed or we failed."""

AccessWord = Literal["yes", "no", "unknown"]

CONTRACT_VERSION = "1.0"
PROFILE = f"stopbell/{CONTRACT_VERSION}"


class Candidate(WireModel):
    """One thing the question may mean, with what tells it apart."""

    number: int = Field(description="1, 2, 3: what a rider says to choose it.")
    id: str = Field(description="Scoped id to ask again with: authority:stopId or authority:routeId.")
    name: str = Field(description="Without what tells it apart.")
    label: str = Field(description="The name with what tells it apart, ready to show.")
    spoken: str = Field(description="The same, ready to speak.")
    uri: str | None = Field(default=None, description="Address of its resource.")
    towards: list[str] = Field(default_factory=list[str], description="Where its vehicles go.")
    lines: list[str] = Field(default_factory=list[str], description="Labels of its lines.")
    distance_meters: int | None = Field(default=None, description="Absent when no place was given.")


class Status(WireModel):
    """Whether and how the question was answered."""

    state: State = Field(
        description="ok, partial (something is missing), ambiguous (choose), unresolved (no answer), error."
    )
    code: str | None = Field(default=None, description="From the table of codes; absent when state is ok.")
    remedy: str | None = Field(default=None, description="What to do next, one sentence in the answer's language.")
    retryable: bool = Field(default=False, description="Whether asking the same again later may work.")
    candidates: list[Candidate] = Field(
        default_factory=list[Candidate], description="What may have been meant, best first."
    )


class Provenance(WireModel):
    """Where the facts come from and how old they are."""

    authority: str | None = Field(default=None, description="The feed's name; scopes all ids. Absent without a feed.")
    feed_version: str | None = Field(default=None, description="Changes with the feed's content.")
    standard: str = Field(default="GTFS", description='"GTFS", or "GTFS+GTFS-Realtime" where live data took part.')
    source_time: str | None = Field(
        default=None, description="The live feed's own time. Absent: none was used, or it says none."
    )
    observed_time: str | None = Field(default=None, description="When a vehicle reported. Absent: none did.")
    retrieved_time: str | None = Field(default=None, description="When the live data was fetched.")
    age_seconds: int | None = Field(default=None, description="Now minus sourceTime. Absent: unknown.")
    stale: bool = Field(description="True when live data exists but is too old to be called live.")
    live_state: str = Field(
        default="absent", description="live, ageing, lost, absent, not-yet, unmatched, frozen or future."
    )
    profile: str = Field(default=PROFILE, description="Version of this contract.")
    attribution: str | None = Field(default=None, description="What the source wants to be named as. Absent: nothing.")
    notice: str | None = Field(default=None, description="What the operator wants said with every answer.")


class UiBlock(WireModel):
    """A hint how to show the data; it points into data and never repeats it."""

    type: Literal["arrival_list", "stop_list", "vehicle_list", "alert_list", "stop_card", "map"] = Field(
        description="How to show it."
    )
    source: str = Field(description="Dot path into the envelope, for example data.arrivals.")


class Envelope(WireModel):
    """What every tool gives; each result adds `view`, which names its kind, and `data`."""

    text: str = Field(description="The written answer, complete by itself.")
    spoken: str = Field(description="The same for a voice: numbers and abbreviations in words.")
    ui_blocks: list[UiBlock] = Field(default_factory=list[UiBlock], alias="ui_blocks", description="Hints for showing.")
    status: Status = Field(description="Whether and how it was answered.")
    provenance: Provenance = Field(description="Sources of the facts, and their age.")
    language: str = Field(description="BCP 47 tag of text and spoken.")
