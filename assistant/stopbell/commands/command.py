"""What a command is to the parser that lists it and the runner that calls it."""

from argparse import ArgumentParser, Namespace
from collections.abc import Callable
from dataclasses import dataclass

MISUSED = 2
"""Exit status for a command line that is not understood, as argparse has it."""

Run = Callable[[Namespace], int]
"""Does the work and gives the exit status."""


@dataclass(frozen=True, slots=True)
class Command:
    """A subcommand: its name, one line of help, its own arguments, and what it does."""

    name: str
    summary: str
    add_arguments: Callable[[ArgumentParser], None]
    run: Run
