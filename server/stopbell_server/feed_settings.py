"""How one feed is asked and judged, and where it comes from: a `[feeds.NAME]` table, and STOPBELL_FEED_… over it."""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Any, cast

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, model_validator

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.domain.freshness import DEFAULT_FRESHNESS, FreshnessLimits
from stopbell_server.domain.withheld import Withheld

_PREFIX = "STOPBELL_FEED_"
_NAME = re.compile(r"[A-Z0-9][A-Z0-9_]*")


def _split(value: Any) -> Any:
    if isinstance(value, str):
        return tuple(value.split())
    return tuple(cast("list[Any]", value)) if isinstance(value, list) else value


_Places = Annotated[tuple[str, ...], BeforeValidator(_split)]
_Withheld = Annotated[tuple[Withheld, ...], BeforeValidator(_split)]


class FeedSettings(BaseModel):
    """What may be set for a feed; its variables are STOPBELL_FEED_NAME_ and a field, with _ for each - of the name."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    poll_s: Annotated[float, Field(ge=5, le=600)] = 30
    """Seconds between two fetches of the same live source."""
    live_s: Annotated[float, Field(gt=0, le=3600)] = DEFAULT_FRESHNESS.live.total_seconds()
    """Up to this age in seconds a prediction is live."""
    ageing_s: Annotated[float, Field(gt=0, le=3600)] = DEFAULT_FRESHNESS.ageing.total_seconds()
    """Up to this age in seconds a prediction is still used; beyond, it is lost."""
    history_minutes: Annotated[float, Field(ge=0, le=720)] = 120
    """For so long it is kept what was observed of journeys, while the server runs; 0: not at all."""
    source: Annotated[str, Field(min_length=1)] | None = None
    """Where a server gets the timetable from when the home has no such feed, as `feed add` takes it."""
    realtime: _Places = ()
    """Addresses or files of live data, as `feed add --realtime` takes them; spaces between them in a variable."""
    headers: _Places = ()
    """Keys as NAME=env:VARIABLE, as `feed add --header` takes them."""
    parameters: _Places = ()
    """Keys as NAME=env:VARIABLE, as `feed add --parameter` takes them."""

    withhold: _Withheld = ()
    """What is not told of vehicles, to nobody: id, label, plate, position, occupancy; spaces between in a variable."""

    @model_validator(mode="after")
    def _ages_follow_each_other(self) -> "FeedSettings":
        if self.ageing_s < self.live_s:
            raise ValueError("ageing_s must not be smaller than live_s")
        if self.source is None and (self.realtime or self.headers or self.parameters):
            raise ValueError("realtime, headers and parameters need a source")
        return self

    def to_limits(self) -> FreshnessLimits:
        """Give the freshness limits of this feed."""
        return FreshnessLimits(live=timedelta(seconds=self.live_s), ageing=timedelta(seconds=self.ageing_s))


def list_feed_variables(environment: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    """List what the environment sets: by feed, field and value.

    Raises:
        SettingsInvalid: a variable begins like one of ours and does not end like one.
    """
    found: dict[str, dict[str, Any]] = {}
    for variable in sorted(environment):
        text = environment[variable].strip()
        if not variable.startswith(_PREFIX) or not text:
            continue
        rest = variable.removeprefix(_PREFIX)
        for field, about in FeedSettings.model_fields.items():
            name = rest.removesuffix(f"_{field.upper()}")
            if name != rest and _NAME.fullmatch(name):
                feed = name.lower().replace("_", "-")
                found.setdefault(feed, {})[field] = to_number(text) if about.annotation is float else text
                break
        else:
            ends = ", ".join(f"_{field.upper()}" for field in FeedSettings.model_fields)
            raise SettingsInvalid(
                f"The environment variable {variable} is not a setting; after {_PREFIX}NAME it ends in one of: {ends}."
            )
    return found


def to_variable(feed: str, field: str) -> str:
    """Give the name of the variable that sets a field of a feed."""
    return f"{_PREFIX}{feed.upper().replace('-', '_')}_{field.upper()}"


def to_number(text: str) -> float | str:
    """Give the number, or the text itself for the field to refuse."""
    try:
        return float(text)
    except ValueError:
        return text
