"""`stopbell rider show`: everything that is kept of the rider, one fact a line."""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from stopbell.commands.command import Command
from stopbell.commands.running import report
from stopbell.commands.situation import read_situation
from stopbell.faces.plain import to_plain

if TYPE_CHECKING:
    from stopbell.conversation.profile import Favourite, Profile


def _add_arguments(parser: ArgumentParser) -> None:
    del parser


def _run(options: Namespace) -> int:
    from stopbell.conversation.errors import ProfileError
    from stopbell.conversation.opening import PROFILE_FILE
    from stopbell.conversation.profile import ProfileStore

    folder = read_situation(options).home.rider_folder
    kept = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    if not kept:
        print("Nothing is kept.")
        return 0
    try:
        profile = ProfileStore(folder / PROFILE_FILE).load()
    except ProfileError as error:
        report(str(error))
        return 1
    for line in describe(profile):
        print(to_plain(line))
    print(f"Files in {folder}: {', '.join(kept)}.")
    return 0


def describe(profile: "Profile") -> Iterator[str]:
    """Give what a profile says, one sentence a line; what was never set is left out."""
    facts = {
        "Language": profile.language,
        "Who speaks": profile.voice,
        "Detail": profile.verbosity,
        "Words a minute": profile.rate_wpm,
        "Volume": profile.volume,
        "Times": profile.times,
        "Clock": "12 hours" if profile.has_half_day_clock else "24 hours",
        "Low floor first": "yes" if profile.needs_low_floor else "no",
        "Walking pace": profile.walking_pace,
        "Longest walk in metres": profile.walking_limit_meters,
        "City": profile.feed,
        "Home stop": f"{profile.home_stop.name} ({profile.home_stop.id})" if profile.home_stop else None,
        "Place": f"{profile.place.latitude}, {profile.place.longitude}" if profile.place else None,
    }
    yield from (f"{name}: {value}." for name, value in facts.items() if value is not None)
    yield from (f"Favourite {one.name}: {_describe_favourite(one)}." for one in profile.favourites)
    if not profile.keeps_recent_stops:
        yield "Recent stops are not kept."
    yield from (f"Recent stop: {stop.name} ({stop.id})." for stop in profile.recent_stops)


def _describe_favourite(one: "Favourite") -> str:
    line = f", line {one.route}" if one.route else ""
    towards = f", direction {one.destination}" if one.destination else ""
    return f"{one.stop.name} ({one.stop.id}){line}{towards}"


COMMAND = Command("show", "Print everything that is kept of you.", _add_arguments, _run)
