"""Write the city as a GTFS archive: `python -m stopbell_server.demonstration --export FOLDER`."""

import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path

from stopbell_server.demonstration.archive import export_archive


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the archive and print its path; give the exit status."""
    parser = ArgumentParser(prog="python -m stopbell_server.demonstration", description="The demonstration city.")
    parser.add_argument("--export", metavar="FOLDER", type=Path, required=True, help="where to write the GTFS archive")
    options = parser.parse_args(arguments)
    try:
        path = export_archive(options.export)
    except OSError as error:
        sys.stderr.write(f"The archive cannot be written to {options.export} ({error.strerror}).\n")
        return 1
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
