"""What one realtime source has brought so far, and what a new fetch of it changes."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from stopbell_server.domain.errors import RealtimeRefused
from stopbell_server.domain.freshness import FreshnessLimits
from stopbell_server.domain.snapshot import SourceHealth
from stopbell_server.feeds.realtime.decoding import (
    ALERTS,
    UNKNOWN_KIND,
    UPDATES,
    VEHICLES,
    DecodedFeed,
    decode,
)

SUDDEN_DROP = "sudden-drop"
BACKWARDS = "header-went-backwards"
FUTURE = "header-in-the-future"

_DROP_FROM = 20
"""A source with fewer entities than this may lose them at once without raising a question."""
_DROP_TO = 0.25


@dataclass(frozen=True, slots=True)
class Retrieval:
    """What one fetch of one source brought; neither `decoded` nor `failure` means "not modified"."""

    source: str
    """URL or file without query and without secrets."""
    retrieved_time: datetime
    decoded: DecodedFeed | None = None
    failure: str | None = None
    """Why there is nothing, in one operator's sentence."""
    number: int = 0
    """Which of the feed's sources this is; two may share an address but for its query."""
    carries: tuple[str, ...] = ()
    """What the source is set up to carry, whatever it holds now: `updates`, `vehicles`, `alerts`."""


def receive(
    payload: bytes, source: str, retrieved_time: datetime, number: int = 0, carries: tuple[str, ...] = ()
) -> Retrieval:
    """Decode fetched bytes; bytes that are refused become a failure that says why."""
    try:
        return Retrieval(source, retrieved_time, decode(payload), number=number, carries=carries)
    except RealtimeRefused as error:
        return Retrieval(source, retrieved_time, failure=str(error), number=number, carries=carries)


@dataclass(frozen=True, slots=True)
class SourceState:
    """The last good data of a source, and how the fetches since have fared."""

    number: int
    source: str
    kind: str = UNKNOWN_KIND
    """What it is set up to carry and what its payloads have carried so far: one without alerts now says that there
    are none (GTFS-RT FeedHeader.incrementality, FULL_DATASET)."""
    decoded: DecodedFeed | None = None
    retrieved_time: datetime | None = None
    """When the data in use first arrived; the same payload fetched again does not make it younger."""
    first_seen: datetime | None = None
    """When this header time first arrived."""
    sightings: int = 0
    """How often it has arrived."""
    is_ahead: bool = False
    """The header was further ahead of our clock than is tolerated."""
    is_frozen: bool = False
    dropped_to: int | None = None
    """The entity count of a payload that was held back because so much was missing."""
    failure: str | None = None
    problems: Mapping[str, int] = field(default_factory=dict[str, int])

    @property
    def data_time(self) -> datetime | None:
        """The source's own clock: header time, else retrieval time; None before anything has arrived."""
        if self.decoded is None:
            return None
        return self.decoded.header_time or self.retrieved_time

    def carries(self, kind: str) -> bool:
        """Whether it is set up to bring, or has ever brought, `updates`, `vehicles` or `alerts`."""
        return kind in self.kind.split("+")

    def to_health(self) -> SourceHealth:
        """Give what riders and operators are told of it."""
        header_time = self.decoded.header_time if self.decoded else None
        return SourceHealth(self.kind, self.source, header_time, self.retrieved_time, self.is_frozen, self.failure)


def advance(state: SourceState | None, retrieval: Retrieval, limits: FreshnessLimits) -> SourceState:
    """Give the state after one more fetch.

    The last good data stays when the fetch failed, when the header's clock went back or is ahead of ours,
    and, once, when most of the entities are gone: a payload cut off between two entities looks like that.
    """
    state = state or SourceState(retrieval.number, retrieval.source)
    if retrieval.failure is not None:
        kind = _join_kinds(state.kind, *retrieval.carries)
        return replace(state, source=retrieval.source, failure=retrieval.failure, kind=kind)
    if retrieval.decoded is None or _is_repeated(state, retrieval.decoded):
        return _see_again(state, retrieval, limits)
    held = _find_reason_to_hold(state, retrieval.decoded, retrieval.retrieved_time, limits)
    return held or _accept(state, retrieval.decoded, retrieval, limits)


def _is_repeated(state: SourceState, decoded: DecodedFeed) -> bool:
    """Without header times only the bytes can tell; with them every payload counts, its content may differ."""
    return state.decoded is not None and decoded.checksum is not None and decoded.checksum == state.decoded.checksum


def _see_again(state: SourceState, retrieval: Retrieval, limits: FreshnessLimits) -> SourceState:
    now = retrieval.retrieved_time
    if state.decoded is None:
        return replace(state, failure="the source says nothing has changed, but nothing has arrived yet")
    is_ahead = _is_ahead(state.decoded, now, limits)
    failure = state.failure if is_ahead else None
    seen = replace(state, sightings=state.sightings + 1, is_ahead=is_ahead, failure=failure)
    return replace(seen, is_frozen=_is_frozen(seen, now, limits))


def _is_ahead(decoded: DecodedFeed, now: datetime, limits: FreshnessLimits) -> bool:
    return decoded.header_time is not None and decoded.header_time - now > limits.future


def _find_reason_to_hold(
    state: SourceState, decoded: DecodedFeed, now: datetime, limits: FreshnessLimits
) -> SourceState | None:
    old = state.decoded
    if old is None or state.is_ahead:
        return None
    if decoded.header_time is not None and _is_ahead(decoded, now, limits):
        ahead_s = int((decoded.header_time - now).total_seconds())
        failure = f"the feed's clock is {ahead_s} s ahead of this machine's; its last data before that is kept"
        return _hold(state, FUTURE, failure)
    if old.header_time and decoded.header_time and decoded.header_time < old.header_time:
        back_s = int((old.header_time - decoded.header_time).total_seconds())
        return _hold(state, BACKWARDS, f"the feed's clock went back by {back_s} s; the newer data is kept")
    is_drop = old.entity_count >= _DROP_FROM and decoded.entity_count < old.entity_count * _DROP_TO
    if is_drop and state.dropped_to is None:
        told = f"entities fell from {old.entity_count} to {decoded.entity_count}; waiting for one more payload to agree"
        return replace(_hold(state, SUDDEN_DROP, told), dropped_to=decoded.entity_count)
    return None


def _hold(state: SourceState, problem: str, failure: str) -> SourceState:
    return replace(state, failure=failure, problems=Counter(state.problems) + Counter({problem: 1}))


def _accept(state: SourceState, decoded: DecodedFeed, retrieval: Retrieval, limits: FreshnessLimits) -> SourceState:
    now = retrieval.retrieved_time
    is_same_time = (
        state.decoded is not None
        and decoded.header_time is not None
        and decoded.header_time == state.decoded.header_time
    )
    is_ahead = _is_ahead(decoded, now, limits)
    accepted = SourceState(
        number=state.number,
        source=retrieval.source,
        kind=_join_kinds(state.kind, decoded.kind, *retrieval.carries),
        decoded=decoded,
        retrieved_time=now,
        first_seen=state.first_seen if is_same_time else now,
        sightings=state.sightings + 1 if is_same_time else 1,
        is_ahead=is_ahead,
        failure="the feed's clock is ahead of this machine's; its data is not used" if is_ahead else None,
        problems=Counter({FUTURE: 1}) if is_ahead else _keep_drop(state),
    )
    return replace(accepted, is_frozen=_is_frozen(accepted, now, limits))


def _join_kinds(*kinds: str) -> str:
    known = {name for kind in kinds for name in kind.split("+")}
    return "+".join(kind for kind in (UPDATES, VEHICLES, ALERTS) if kind in known) or UNKNOWN_KIND


def _keep_drop(state: SourceState) -> Mapping[str, int]:
    """A drop that was confirmed stays a problem of the payload that confirmed it."""
    return {SUDDEN_DROP: 1} if state.dropped_to is not None else {}


def _is_frozen(state: SourceState, now: datetime, limits: FreshnessLimits) -> bool:
    """Whether one header time has come again and again for longer than such data may be lost."""
    limit = limits.alerts if state.kind == ALERTS else limits.ageing
    return state.sightings > 2 and state.first_seen is not None and now - state.first_seen > limit
