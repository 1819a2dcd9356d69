"""The command `stopbell`."""

import sys
from collections.abc import Sequence

from stopbell.commands.parser import build_parser
from stopbell.commands.running import run_command


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; give its exit status: 0 done, 1 failed with a sentence on standard error, 2 misused."""
    return run_command(build_parser().parse_args(sys.argv[1:] if arguments is None else arguments))


if __name__ == "__main__":
    sys.exit(main())
