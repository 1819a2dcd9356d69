"""Opening what is checked: the kiosk's file, its facts and its voice, as they are when it runs."""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from stopbell.kiosk.provisioning_file import read_provisioning
from stopbell.kiosk.running import Installation, open_tools
from stopbell.kiosk.self_check.checking import check_kiosk
from stopbell.kiosk.self_check.finding import Finding
from stopbell.kiosk.self_check.subject import Subject
from stopbell.kiosk.sounding import make_speech_settings
from stopbell_server.phrases.phrasebooks import Phrasebooks


async def self_check(where: Installation, books: Phrasebooks) -> tuple[Finding, ...]:
    """Try all statements on the kiosk that an installation would run; nothing is heard and nothing is kept.

    Raises:
        ProvisioningInvalid: the file is not good; a copy of an older one is not what is checked.
        ServerUnreachableError: the server that is set does not answer.
    """
    made = read_provisioning(where.file, books.languages, where.stops)
    make_speech_settings(made.speech)
    with TemporaryDirectory() as folder:
        async with open_tools(where, books, made) as tools:
            return await check_kiosk(
                Subject(made, tools, books, where.clock, Path(folder), _count_rows(), where.to_spoken)
            )


def _count_rows() -> int | None:
    """Give the rows of the terminal that this runs at; None where it runs at none."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines if sys.stdout.isatty() else None
    except (OSError, ValueError):
        return None
