"""Who is asking: what a checked request may see, from the door to the question."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Caller:
    """One client, as far as the server knows it."""

    name: str
    """The name of its token, else its network address."""
    feeds: frozenset[str] | None = None
    """The feeds that it may see; None for all."""
    may_measure: bool = False
    """Whether it may read /metrics, which tell of all feeds and all clients."""


CALLER: ContextVar[Caller | None] = ContextVar("caller", default=None)
"""The caller of the request that runs now; None where no request came over HTTP."""
