"""A change that ends at any of its steps: the old version or the new one is there, and the next start ends well."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

FILES = ["feeds/town/.json", "feeds/town/current", "feeds/town/lock", "feeds/town/source/.zip"]
VERSION = "feeds/town/versions/.sqlite"


def cut_everywhere(folder: Path, change: str) -> list[dict[str, Any]]:
    command = [sys.executable, "-m", "tests.server.app.power_cuts", str(folder), change]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, env=environment, check=True).stdout)


@pytest.mark.parametrize(
    ("change", "before", "versions", "steps"),
    [("update", 1, 2, ("current", "feed.json")), ("add", 0, 1, ("current", "feed.json"))],
)
def test_a_change_may_end_at_any_step(
    tmp_path: Path, change: str, before: int, versions: int, steps: tuple[str, ...]
) -> None:
    cuts = cut_everywhere(tmp_path, change)

    assert len(cuts) >= 15
    assert all(any(step in cut["step"] for cut in cuts) for step in steps)
    assert {cut["left"] for cut in cuts} == {before, 2}, "neither the old version nor the new one was there"
    assert {cut["served"] for cut in cuts} == {before, 2}
    assert {cut["after"] for cut in cuts} == {2}, "the next change did not bring the new version"
    wanted = [*FILES, *[VERSION] * versions]
    assert [(cut["step"], cut["files"]) for cut in cuts if cut["files"] != wanted] == [], "something was left behind"
