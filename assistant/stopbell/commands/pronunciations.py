"""Where the lexicons of this home lie: one beside each feed, and one for all that is spoken here."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from stopbell.commands.situation import Situation

if TYPE_CHECKING:
    from stopbell.speech.city_lexicons import CityLexicons
    from stopbell_server.app import Home

LEXICON_FILE = "pronunciation.txt"


def open_lexicons(situation: Situation) -> "CityLexicons":
    """Give the lexicons of a home; none is needed, and each may be edited while the program runs."""
    from stopbell.speech.city_lexicons import CityLexicons
    from stopbell_server.phrases.speech_names import speak_name

    return CityLexicons(lambda: list_lexicon_files(situation.home), speak_name)


def list_lexicon_files(home: "Home") -> Sequence[Path]:
    """List where they may be, the cities' own first: a name that is said differently elsewhere is theirs."""
    from stopbell_server.app import list_feed_names

    folders = [home.feed_folder(name) for name in list_feed_names(home)]
    return [folder / LEXICON_FILE for folder in (*folders, home.root)]
