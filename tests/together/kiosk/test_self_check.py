"""`stopbell kiosk --self-check` as an operator runs it, over a city with live data."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.together.kiosk.stage import City

FILE = """
stops = ["demo:market"]
languages = ["en"]
[speech]
volume_by_hour = { "06:00" = 65, "22:00" = "off" }
"""
MISSING: list[str] = []
"""What the kiosk does not do yet; see docs/kiosk.md."""


def run(city: City, folder: Path, *flags: str, file: str = FILE) -> "subprocess.CompletedProcess[str]":
    """Run the check."""
    (folder / "kiosk.toml").write_text(file, encoding="utf-8")
    command = [sys.executable, "-m", "stopbell", "--home", str(city.home), "--at", city.now(), "kiosk"]
    given = ["--provisioning", str(folder / "kiosk.toml"), "--self-check", *flags]
    return subprocess.run([*command, *given], capture_output=True, text=True, timeout=200, check=False)


@pytest.mark.timeout(240)
def test_the_demonstration_city_passes_all_that_the_kiosk_does(city: City, tmp_path: Path) -> None:
    done = run(city, tmp_path, "--json")
    findings = {one["id"]: one for one in json.loads(done.stdout)["findings"]}
    assert [name for name, one in findings.items() if one["verdict"] == "fail"] == MISSING, done.stdout
    assert done.returncode == (1 if MISSING else 0)
    assert findings["A15"]["verdict"] == "pass"
    assert findings["V09"]["verdict"] == "pass"


def test_a_file_that_is_not_good_is_told_before_anything_is_tried(city: City, tmp_path: Path) -> None:
    done = run(city, tmp_path, file='stops = ["demo:market"]\nlanguage = "en"\n')
    assert done.returncode not in (0, 1) or "language" in done.stderr
    assert done.stdout == ""
    assert "'language'" in done.stderr
