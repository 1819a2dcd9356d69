"""A kiosk's board, as it stands on a terminal of its own."""

import os
from datetime import datetime, timedelta
from pathlib import Path

from tests.pictures.terminal import AT, LIMIT_S, open_program
from tests.together.kiosk.stage import City

SIZE = (64, 20)
_PROVISIONING = """
stops = ["Market Square"]
languages = ["en", "uk"]
[speech]
engine = "silent"
[screen]
page_s = 60
[health]
listen = ""
"""


class StandingCity(City):
    """The demonstration city where time stands still."""

    def now(self) -> str:
        """The instant, without the sign that lets it run on."""
        return AT


def show_board(folder: Path) -> list[str]:
    """Run a kiosk until its board is there, and give the rows of its first page, blank ones too."""
    file = folder / "kiosk.toml"
    file.write_text(_PROVISIONING, encoding="utf-8")
    # A clock that is before its own file counts as wrong.
    written = (datetime.fromisoformat(AT) - timedelta(days=1)).timestamp()
    os.utime(file, (written, written))
    arguments = ["--at", AT, "kiosk", "--provisioning", str(file)]
    with (
        StandingCity(folder / "city") as city,
        open_program(["--home", str(city.home), *arguments], folder, SIZE) as it,
    ):
        it.wait_for_rows(lambda rows: any(row.startswith("Press any key") for row in rows), LIMIT_S)
        return it.list_rows()
