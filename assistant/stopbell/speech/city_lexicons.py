"""The lexicons of all cities here, read again when somebody has edited one."""

import logging
from collections.abc import Callable, Sequence
from pathlib import Path

from stopbell.speech.lexicon import Lexicon, SpeakName
from stopbell.speech.lexicon_lines import Entry, Fault, parse_lexicon
from stopbell.speech.spoken_text import to_spoken_text

logger = logging.getLogger(__name__)

LARGEST_BYTES = 1 << 20

_Stamp = tuple[tuple[Path, int, int], ...]


class CityLexicons:
    """Gives what is spoken the sound that names have in their city; the first file that has a name counts."""

    def __init__(self, find_files: Callable[[], Sequence[Path]], speak_name: SpeakName) -> None:
        """Take what lists the files, whether they exist or not, and how our rules speak a name."""
        self._find_files = find_files
        self._speak_name = speak_name
        self._stamp: _Stamp | None = None
        self._lexicon = Lexicon((), speak_name)
        self._faults: tuple[Fault, ...] = ()

    @property
    def lexicon(self) -> Lexicon:
        """All entries as the files have them now."""
        self._look()
        return self._lexicon

    @property
    def faults(self) -> tuple[Fault, ...]:
        """What is left out of the files as they are now."""
        self._look()
        return self._faults

    def to_spoken_text(self, text: str, language: str) -> str:
        """Give the text as an engine should get it, with names as they are heard in their city."""
        return to_spoken_text(self.lexicon.mend(text, language).text, language)

    def _look(self) -> None:
        """Read the files if one of them has changed; a file that cannot be read is a fault, and the others hold."""
        stamp = tuple(mark for path in self._find_files() if (mark := _to_mark(path)))
        if stamp == self._stamp:
            return
        entries: list[Entry] = []
        faults: list[Fault] = []
        for path, _, _ in stamp:
            found, wrong = _read(path)
            entries += found
            faults += wrong
        for fault in faults:
            logger.info("%s", fault.sentence)
        self._stamp, self._faults = stamp, tuple(faults)
        self._lexicon = Lexicon(entries, self._speak_name)


def _to_mark(path: Path) -> tuple[Path, int, int] | None:
    """Give what tells a file from its older version; nothing where there is none."""
    try:
        state = path.stat()
    except OSError:
        return None
    return path, state.st_mtime_ns, state.st_size


def _read(path: Path) -> tuple[tuple[Entry, ...], tuple[Fault, ...]]:
    try:
        if path.stat().st_size > LARGEST_BYTES:
            return (), (Fault(str(path), f"it has more than {LARGEST_BYTES} bytes."),)
        return parse_lexicon(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        return (), (Fault(str(path), f"it cannot be read ({error.strerror})."),)
    except UnicodeDecodeError:
        return (), (Fault(str(path), "it is not UTF-8 text; save it as UTF-8."),)
