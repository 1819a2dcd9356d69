"""Write the documentation's pictures anew: `python -m tests.pictures [NAME...]`."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.pictures.pictures import FOLDER, PICTURES


def main(names: list[str]) -> int:
    """Write those named, or all."""
    for name in names or PICTURES:
        with TemporaryDirectory() as folder:
            (FOLDER / f"{name}.svg").write_text(PICTURES[name](Path(folder)), encoding="utf-8")
        print(f"docs/pictures/{name}.svg")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
