"""What would break on Windows before anything is said, found without a Windows; and the page about other systems."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from stopbell.kiosk.errors import UnfitSystemError
from stopbell.kiosk.fitting import check_system

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "other-systems.md"
MAY_NEED_POSIX = "stopbell.kiosk."
"""Where a kiosk is; nothing else may need what Windows has not."""


def test_all_but_the_kiosk_can_be_imported_without_what_posix_has_alone_and_the_kiosk_says_so(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.packaging.windows"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=90,
        env={"PATH": "", "STOPBELL_HOME": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
        check=True,
    )
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["before"], found["kiosk"]) == ({}, 1)
    assert "stopbell.kiosk.screen" in found["after"], "what is taken away is really away"
    assert [name for name in found["after"] if not name.startswith(MAY_NEED_POSIX)] == []
    assert "this is Windows" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_kiosk_is_refused_on_windows_only() -> None:
    with pytest.raises(UnfitSystemError, match="Run it on Linux"):
        check_system("win32")
    check_system("linux")
    check_system("darwin")


def test_every_place_that_the_page_names_is_there() -> None:
    named = re.findall(r"`((?:assistant|server|tests)/[\w/]+(?:\.py)?)`", PAGE.read_text(encoding="utf-8"))
    assert len(named) > 10
    assert [place for place in named if not (ROOT / place).exists()] == []
