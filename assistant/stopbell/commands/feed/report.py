"""Telling an operator what happened to a feed, line by line."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stopbell_server.app import FeedOutcome


def print_outcome(outcome: "FeedOutcome") -> None:
    """Print what was loaded, what was refused and what to do next."""
    print_lines(outcome.lines)


def print_lines(lines: Iterable[str]) -> None:
    """Print one fact a line."""
    for line in lines:
        print(line)
