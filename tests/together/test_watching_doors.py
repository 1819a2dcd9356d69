"""At the door: the platform, and which vehicle is which where several come at once, as far as they report it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.together.watching_stage import STOPS, Stage, make_line, play, report, run_late

ASK = {
    "en": ("I am at Market", "watch the 10"),
    "uk": ("я на зупинці Ринок", "скажи коли 10 буде за дві хвилини"),
    "de": ("ich bin an der Haltestelle Market", "sag mir wenn die 10 in zwei Minuten kommt"),
}


def make_two_lines(*, platform: str = "") -> Mapping[str, str]:
    """Give line 10 to Lake at 12:00 and line 7 to Zoo at the same time along the same stops."""
    files = dict(make_line("12:00", "12:40"))
    files["trips.txt"] += "\nr7,all,b1,Zoo,"
    rows = [row for row in files["stop_times.txt"].splitlines() if row.startswith("a1,")]
    files["stop_times.txt"] += "".join(f"\n{row.replace('a1,', 'b1,', 1)}" for row in rows)
    if platform:
        head, *stops = files["stops.txt"].splitlines()
        marked = [f"{row},{platform if row.startswith('market') else ''}" for row in stops]
        files["stops.txt"] = "\n".join([f"{head},platform_code", *marked])
    return files


async def come(stage: Stage, *, first: str, second: str) -> list[str]:
    """Both come to Market; line 10 is tram-1, line 7 is bus-7. `first` and `second` say which stands there."""
    await stage.hear_live(run_late("a1", 0), run_late("b1", 0))
    for text in ASK[stage.language]:
        await stage.say(text)
    for minute in range(1, 8):
        await stage.go_to(f"12:{minute:02d}")
        await stage.hear_live(run_late("a1", 0), run_late("b1", 0))
    await stage.go_to("12:07:20")
    at = stage.clock.now()
    reports: list[Any] = [run_late("a1", 0), run_late("b1", 0)]
    for trip, who, word in (("a1", "tram-1", first), ("b1", "bus-7", second)):
        if word:
            reports.append(report(trip, 3, at, status=word, who=who))
    reports = [near(one) for one in reports]
    await stage.hear_live(*reports)
    await stage.go(seconds=15)
    return [told for told in stage.told if told >= "12:07:20"]


def near(entity: dict[str, Any]) -> dict[str, Any]:
    """Put a vehicle that is on its way to Market a hundred metres before it."""
    position = entity.get("vehicle", {}).get("position")
    if position and entity["vehicle"].get("current_status") == "IN_TRANSIT_TO":
        position["latitude"] = 49.84 + 0.0036 * STOPS.index("Market") - 0.0009
    return entity


HERE, COMING = "STOPPED_AT", "IN_TRANSIT_TO"


@pytest.mark.parametrize(
    ("language", "first", "second", "told"),
    [
        ("en", HERE, COMING, "10 to Lake: at the stop now. Behind it: 7 to Zoo."),
        ("en", HERE, HERE, "10 to Lake: at the stop now. 7 to Zoo is here too. Ask the driver."),
        ("en", HERE, "", "10 to Lake: at the stop now."),
        ("uk", HERE, COMING, "10, напрямок: Озеро: уже на зупинці. За ним: 7, напрямок: Zoo."),
        ("de", HERE, COMING, "10 Richtung Lake: jetzt an der Haltestelle. Dahinter: 7 Richtung Zoo."),
    ],
)
def test_of_two_at_the_stop_the_order_is_told_where_they_report_it(
    tmp_path: Path, language: str, first: str, second: str, told: str
) -> None:
    async def scene(stage: Stage) -> list[str]:
        return await come(stage, first=first, second=second)

    heard = play(Stage(tmp_path, make_two_lines(), language=language), scene)
    assert heard[-1].split(" ", 2)[2] == told


def test_that_another_one_stands_before_the_riders_own_is_told_as_it_arrives(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        return await come(stage, first=COMING, second=HERE)

    assert play(Stage(tmp_path, make_two_lines()), scene) == [
        "12:07:30 P0 10 to Lake, arriving now, live. In front of it: 7 to Zoo.",
    ]


def test_at_a_stop_with_platforms_the_platform_is_told_at_the_door(tmp_path: Path) -> None:
    async def scene(stage: Stage) -> list[str]:
        return await come(stage, first=HERE, second="")

    heard = play(Stage(tmp_path, make_two_lines(platform="2")), scene)
    assert heard[-1].split(" ", 2)[2] == "10 to Lake: at the stop now."
