"""`stopbell kiosk`: the board, the keys and the voice of a kiosk at a stop."""

import asyncio
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell.commands.command import Command
from stopbell.commands.document import print_document
from stopbell.commands.pronunciations import open_lexicons
from stopbell.commands.running import report
from stopbell.commands.situation import read_situation

if TYPE_CHECKING:
    from stopbell.kiosk.running import Installation
    from stopbell_server.phrases.phrasebooks import Phrasebooks


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--stop",
        action="append",
        default=[],
        metavar="STOP",
        dest="stops",
        help="name, code or id of the kiosk's stop, in place of the file's; again for further ones",
    )
    parser.add_argument("--provisioning", metavar="FILE", help="the kiosk's file; kiosk.toml of the home unless given")
    parser.add_argument("--check-provisioning", action="store_true", help="check the file and end")
    parser.add_argument(
        "--self-check",
        action="store_true",
        help="try every statement of standards and law on this kiosk and end; status 1: one fails",
    )
    parser.add_argument("--json", action="store_true", help="with --self-check: print one JSON document")


def _run(options: Namespace) -> int:
    from stopbell.kiosk.fitting import check_system

    check_system()
    from stopbell.kiosk.provisioning_file import FILE_NAME, read_provisioning
    from stopbell.kiosk.running import Installation, merge_feeds, run_kiosk
    from stopbell.kiosk.sounding import make_speech_settings
    from stopbell_server.phrases.phrasebooks import Phrasebooks

    situation = read_situation(options)
    file = Path(options.provisioning) if options.provisioning else situation.home.root / FILE_NAME
    books = Phrasebooks.load()
    if options.check_provisioning:
        made = read_provisioning(file, books.languages, options.stops)
        make_speech_settings(made.speech)
        merge_feeds(situation.settings, made, file)
        print(f"{file} is good.")
        return 0
    lexicons = open_lexicons(situation)
    for fault in lexicons.faults:
        report(fault.sentence)
    stops = tuple(options.stops)
    where = Installation(
        situation.home, situation.clock, situation.settings, file, stops, to_spoken=lexicons.to_spoken_text
    )
    if options.self_check:
        return _self_check(where, books, as_json=options.json)
    from stopbell.kiosk.logs import bound_logs

    bound_logs(where.folder, is_debug=bool(getattr(options, "debug", False)))
    asyncio.run(run_kiosk(where, books))
    return 0


def _self_check(where: "Installation", books: "Phrasebooks", *, as_json: bool) -> int:
    from stopbell.kiosk.self_check.opening import self_check
    from stopbell.kiosk.self_check.report import describe, to_document

    findings = asyncio.run(self_check(where, books))
    if as_json:
        print_document(to_document(findings))
    else:
        for line in describe(findings):
            print(line)
    return 1 if any(one.verdict == "fail" for one in findings) else 0


COMMAND = Command("kiosk", "Run a kiosk at a stop: board, keys and voice for everybody.", _add_arguments, _run)
