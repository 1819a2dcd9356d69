"""`stopbell voice pronounce TEXT`: how a name is heard, which lexicon line it comes from, and which lines are wrong."""

import asyncio
from argparse import ArgumentParser, Namespace
from typing import TYPE_CHECKING

from stopbell.commands.command import Command
from stopbell.commands.pronunciations import list_lexicon_files, open_lexicons
from stopbell.commands.running import report
from stopbell.commands.situation import Situation, read_situation
from stopbell.commands.speaking import add_engine_arguments
from stopbell.faces.plain import to_plain

if TYPE_CHECKING:
    from stopbell.speech.city_lexicons import CityLexicons
    from stopbell_server.phrases.phrasebooks import Phrasebooks

_KINDS = ("name", "line", "text")


def _add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("text", metavar="TEXT", nargs="*", help="a name as the feed writes it; none checks the files")
    parser.add_argument(
        "--as", dest="kind", choices=_KINDS, default="name", help="a stop or destination, a line, or an operator's text"
    )
    parser.add_argument("--speak", action="store_true", help="speak it as well, or with --wav write it")
    add_engine_arguments(parser)


def _run(options: Namespace) -> int:
    from stopbell_server.phrases.phrasebooks import Phrasebooks

    situation = read_situation(options)
    lexicons, books = open_lexicons(situation), Phrasebooks.load()
    faults = lexicons.faults
    if not (options.text and options.speak):  # who opens the voice reports them
        for fault in faults:
            report(fault.sentence)
    if not options.text:
        return _tell_files(situation, lexicons) or int(bool(faults))
    written = " ".join(options.text)
    language = books.pick(situation.language, situation.system_language).language
    spoken = _word(books, language, options.kind, written)
    _tell(lexicons, written, spoken, language)
    if options.speak:
        asyncio.run(_speak(situation, books, spoken, language))
    return int(bool(faults))


def _tell_files(situation: Situation, lexicons: "CityLexicons") -> int:
    for path in list_lexicon_files(situation.home):
        print(to_plain(f"{path}: {'read' if path.is_file() else 'not there'}."))
    print(f"{lexicons.lexicon.count} names in all.")
    return 0


def _word(books: "Phrasebooks", language: str, kind: str, written: str) -> str:
    book = books.pick(language)
    made = {"name": book.name, "line": book.label, "text": book.text}[kind]
    return made(written).spoken


def _tell(lexicons: "CityLexicons", written: str, spoken: str, language: str) -> None:
    """Print each step between the sign and the ear, one a line."""
    from stopbell.speech.scripts import split_by_script
    from stopbell.speech.spoken_text import to_spoken_text

    mended = lexicons.lexicon.mend(spoken, language)
    print(to_plain(f"Written: {written}"))
    print(to_plain(f"In words: {spoken}"))
    for entry in mended.used:
        print(to_plain(f"Lexicon: {entry.written} = {entry.heard} ({entry.place})"))
    for part in split_by_script(to_spoken_text(mended.text, language), language):
        print(to_plain(f"Voice {part.language}: {part.text}"))


async def _speak(situation: Situation, books: "Phrasebooks", spoken: str, language: str) -> None:
    from stopbell.commands.speaking import open_voice

    async with open_voice(situation, books, lambda: language, report) as speech:
        speech.say(spoken, language)
        await speech.idle()


COMMAND = Command("pronounce", "Try how a name is heard, and check the pronunciation files.", _add_arguments, _run)
