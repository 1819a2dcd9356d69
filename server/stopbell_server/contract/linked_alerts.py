"""Alerts of a stop, a line or a feed as JSON-LD documents."""

from collections.abc import Sequence
from datetime import datetime
from typing import Literal

from pydantic import Field

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.contract.envelope import Provenance
from stopbell_server.contract.linked import Freshness, LinkedEntity, Relationship, to_urn
from stopbell_server.contract.model import WireModel
from stopbell_server.contract.uris import to_uri

AlertsState = Literal["live", "lost", "not-yet", "absent"]
AlertsScope = Literal["stop", "route", "feed"]
WHOLE_FEED = "all"


class AlertList(WireModel):
    """What is known of disruptions."""

    scope: AlertsScope = Field(description="What the alerts are of.")
    scope_name: str | None = Field(default=None, description="Name of the stop, line or feed. Absent: not known.")
    alerts_state: AlertsState = Field(
        description="live: these are all that the feed tells. lost: the last known ones. not-yet: nothing has arrived. "
        "absent: the feed tells no alerts; then an empty list says nothing."
    )
    age_seconds: int | None = Field(default=None, description="Age of the feed of alerts. Absent: unknown or none.")
    now: str = Field(description="The instant for which periods are judged.")
    alerts: list[AlertSummary] = Field(description="Active ones first, then by what a blind rider must know first.")
    more_alerts: int = Field(default=0, description="How many beyond those.")


def to_alerts_uri(scope: AlertsScope, authority: str, identity: str = WHOLE_FEED) -> str:
    """Give the address of the alerts of a stop, a line or a whole feed."""
    return to_uri(f"{scope}-alerts", authority, identity)


def to_alerts_entity(
    authority: str,
    identity: str,
    told: AlertList,
    of: Sequence[Relationship],
    provenance: Provenance,
    made: str | None,
) -> LinkedEntity:
    """Give the alerts as they are known now; `of` is the stop or line, by its address.

    `made` is when the feed of alerts was made, which is not that of the predictions.
    """
    return LinkedEntity(
        type="AlertList",
        id=to_alerts_uri(told.scope, authority, identity),
        urn=to_urn("AlertList", authority, told.scope, identity),
        properties=told.to_wire(),
        relationships={told.scope: list(of)} if of else {},
        provenance=provenance,
        freshness=Freshness(
            temporal_meaning="current",
            valid_at=told.now,
            live_state=told.alerts_state,
            age_seconds=told.age_seconds,
            stale=told.alerts_state == "lost",
            last_modified=made,
        ),
    )


def to_age_s(made: datetime | None, now: datetime) -> int | None:
    """Give the whole seconds since a feed of alerts was made."""
    return None if made is None else max(0, int((now - made).total_seconds()))
