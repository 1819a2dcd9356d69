"""The inside of stations on the wire."""

from typing import Literal

from pydantic import Field

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.envelope import AccessWord
from stopbell_server.contract.model import WireModel, is_empty

StepFreeWord = Literal["yes", "no", "in-doubt", "closed", "unknown"]
StepModeWord = Literal["walkway", "stairs", "moving-walkway", "escalator", "lift", "fare-gate", "exit-gate"]
HeadingWord = Literal["up", "down"]
LiftStateWord = Literal["closed", "no-outage-reported", "unknown"]


class StationStep(WireModel):
    """One part of a way, in the direction in which it is walked. What the feed does not say is absent."""

    mode: StepModeWord = Field(description="How one gets on.")
    heading: HeadingWord | None = Field(default=None, description="Absent: on one level, or not said.")
    levels: int | None = Field(default=None, description="How many levels up or down. Absent: not said.")
    stairs: int | None = Field(default=None, description="Number of steps. Absent: not said.")
    meters: int | None = Field(default=None, description="Length. Absent: not said, or not credible.")
    seconds: int | None = Field(default=None, description="The operator's own time. Absent: not said.")
    width_meters: float | None = Field(default=None, description="Narrowest width. Absent: not said.")
    slope_percent: float | None = Field(default=None, description="Steepest slope, positive is up. Absent: not said.")
    sign: str | None = Field(default=None, description="What the signs on the way say. Absent: not said.")
    to_level: str | None = Field(default=None, description="Name of the level that a lift or stairs lead to.")


class StationPlaceName(WireModel):
    """A door or platform, its station's name left out."""

    id: str = Field(description="Scoped id.")
    name: str = Field(description="To show.")
    spoken_name: str = Field(description="For a voice.")
    platform: str | None = Field(default=None, description="Platform or bay identifier. Absent: none.")


class StationWay(WireModel):
    """A way from a door to a platform that is open now."""

    entrance: StationPlaceName = Field(description="Where it begins.")
    to: StationPlaceName = Field(description="Where it ends.")
    step_free: AccessWord = Field(description="no: it has stairs or an escalator. unknown: drawn too simply to say.")
    meters: int | None = Field(default=None, description="Of all that is walked. Absent: not all is known.")
    seconds: int | None = Field(default=None, description="The operator's own time. Absent: not all of it is known.")
    steps: list[StationStep] = Field(description="In order; parts of one kind that follow each other are joined.")


class PlatformInside(WireModel):
    """How one platform is reached from the street."""

    place: StationPlaceName = Field(description="The platform.")
    step_free: StepFreeWord = Field(
        description="no: none of all. in-doubt: a notice may mean its lift. closed: shut now. unknown: no ways known."
    )
    by_lift: bool | None = Field(
        default=None, description="Whether the step-free way needs a lift. Absent: none known."
    )
    street: Literal["yes", "no"] | None = Field(
        default=None, description="Whether one gets there straight from the street. Absent: not said."
    )


class LiftSummary(WireModel):
    """A lift; no feed says that a lift works."""

    levels: list[str] = Field(description="Names of the levels that it serves, lowest first; those that have a name.")
    state: LiftStateWord = Field(description="unknown: no notices, too old ones, or one that may mean any lift.")
    closed_by: list[AlertSummary] = Field(
        default_factory=list[AlertSummary], exclude_if=is_empty, description="Why it is closed. Absent: it is not."
    )


class StationInside(WireModel):
    """Ways inside a station, as far as the question goes."""

    type: Literal["StationInside"] = Field(default="StationInside", description="Always StationInside.")
    is_whole: bool = Field(description="True: all platforms of the station; False: the one that was asked about.")
    platforms: list[PlatformInside] = Field(description="How each is reached.")
    ways: list[StationWay] = Field(
        description="Open now, step-free ones first. Of a station the best one to each platform."
    )
    more_ways: int = Field(default=0, description="How many further ones were left out.")
    lifts: list[LiftSummary] = Field(description="The lifts of the station.")
    closed_by: list[AlertSummary] = Field(
        default_factory=list[AlertSummary], exclude_if=is_empty, description="What closes a way now. Absent: nothing."
    )
    notices: list[AlertSummary] = Field(
        default_factory=list[AlertSummary],
        exclude_if=is_empty,
        description="About access to the platform or station as a whole, naming no lift. Absent: none.",
    )
