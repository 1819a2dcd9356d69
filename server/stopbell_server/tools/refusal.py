"""A question that cannot be answered, as a value that any depth of a tool may raise."""

from collections.abc import Mapping, Sequence
from typing import Any

from stopbell_server.contract.codes import Code
from stopbell_server.contract.envelope import Candidate
from stopbell_server.contract.model import WireModel


class Refusal(Exception):  # noqa: N818  # it is an answer, not a fault
    """Carries the code, what its sentences need, and what may have been meant instead."""

    def __init__(
        self,
        code: Code,
        *,
        candidates: Sequence[Candidate] = (),
        authorities: Sequence[str] = (),
        **values: str | int,
    ) -> None:
        """Remember why. `authorities` are the feeds that were asked; none means all of them."""
        super().__init__(code.value)
        self.code = code
        self.candidates = tuple(candidates)
        self.authorities = tuple(authorities)
        self.values = values
        self.data: WireModel | None = None
        """What is known all the same; None: nothing."""


_MAY_COME = frozenset(
    {
        Code.NO_FEED,
        Code.UNKNOWN_FEED,
        Code.UNKNOWN_STOP,
        Code.UNKNOWN_ROUTE,
        Code.UNKNOWN_TRIP,
        Code.UNKNOWN_VEHICLE,
    }
)


def while_loading(refusal: Refusal, loading: Sequence[str]) -> Refusal:
    """Give the refusal as it holds while feeds are still loading: what is asked for may be in one of those."""
    if not loading or refusal.code not in _MAY_COME or refusal.candidates:
        return refusal
    return Refusal(Code.FEED_LOADING, feeds=", ".join(loading))


def refuse_argument(argument: str, allowed: str = "") -> Refusal:
    """Give the refusal of one argument; `allowed` says what it may be, as words of the schema."""
    return Refusal(Code.BAD_ARGUMENT, argument=argument, allowed=allowed)


def to_allowed(schema: Mapping[str, Any]) -> str:
    """Say what an argument may be in the words of its schema: choices, or a range; empty for text."""
    if "enum" in schema:
        return ", ".join(schema["enum"])
    return to_range(schema["minimum"], schema["maximum"]) if "minimum" in schema else ""


def to_range(least: float, most: float) -> str:
    """Write from where to where a number may be, as `phrases.codes` puts it into words."""
    return f"{least:g} … {most:g}"
