"""Telling an operator what happened to a feed, line by line."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stopbell_server.app import FeedOutcome


def print_outcome(outcome: "FeedOutcome") -> None:
    """Print what was loaded, what was refused and what to do next."""
    for line in outcome.lines:
        print(line)
