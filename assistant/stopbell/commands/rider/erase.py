"""`stopbell rider erase`: remove everything that is kept of the rider, and say what it was."""

import sys
from argparse import ArgumentParser, Namespace

from stopbell.commands.command import MISUSED, Command
from stopbell.commands.running import report
from stopbell.commands.situation import read_situation


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("--yes", action="store_true", help="do not ask first")


def _run(options: Namespace) -> int:
    from stopbell.conversation.errors import ProfileError
    from stopbell.conversation.profile import erase_folder

    folder = read_situation(options).home.rider_folder
    kept = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    if not kept:
        print("Nothing is kept, so nothing was erased.")
        return 0
    if not options.yes:
        if not sys.stdin.isatty():
            report("Erasing asks first, and there is no terminal to ask at; add --yes.")
            return MISUSED
        if input(f"Erase {', '.join(kept)} in {folder}? Type yes: ").strip().casefold() != "yes":
            print("Nothing was erased.")
            return 0
    try:
        erased = erase_folder(folder)
    except ProfileError as error:
        report(str(error))
        return 1
    print(f"Erased: {', '.join(erased)}.")
    return 0


COMMAND = Command("erase", "Erase everything that is kept of you.", _add_arguments, _run)
