"""How much of what is said an offline recogniser writes down: an alarm for changes, no claim about riders.

Whisper's base model knows English well and our smaller languages badly, so each language is compared with its own past.
"""

import json
import subprocess
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz.distance import Levenshtein

from stopbell.speech.audio import Audio, to_wav
from stopbell_server.phrases import Phrasebooks
from tests.sound.announcements import PLACES, Announcement, Budget

BASELINE_FILE = Path(__file__).with_name("intelligibility.toml")
ALLOWED_POINTS = 10.0
"""A language may be this much worse than its baseline: the figures move by some points with each rendering."""
CONTROL = "control"
LEAST_CONTROL_PERCENT = 80.0
HEARD = ("in three minutes", "next two", "none", "no contact", "next stop is yours", "next low floor")
"""Of each language; about two seconds of work each."""


@dataclass(frozen=True, slots=True)
class Heard:
    """Errors in percent of what was said, over all sentences of a language."""

    language: str
    word_errors: float
    letter_errors: float


def list_controls(announcements: Sequence[Announcement]) -> tuple[Announcement, ...]:
    """Give English sentences to be read by a Turkish voice: a recogniser that still understands them hears nothing."""
    return tuple(
        Announcement("tr", f"{CONTROL} {one.name}", Budget.ANSWER, one.spoken)
        for one in announcements
        if one.language == "en" and one.name in HEARD
    )


def listen(made: Mapping[Announcement, Audio], place: Path, folder: Path, books: Phrasebooks) -> tuple[Heard, ...]:
    """Let the recogniser installed at `place` write down what was rendered; the control comes last."""
    groups = {language: [one for one in made if one.language == language and one.name in HEARD] for language in PLACES}
    groups[CONTROL] = [one for one in made if one.name.startswith(CONTROL)]
    said = [(group, one) for group, ones in groups.items() for one in ones]
    texts = _transcribe([(made[one], "en" if group == CONTROL else group) for group, one in said], place, folder)
    pairs: dict[str, list[tuple[str, str]]] = {}
    for (group, one), text in zip(said, texts, strict=True):
        book = books.pick("en" if group == CONTROL else group)
        pairs.setdefault(group, []).append((_to_plain(one.spoken), _to_plain(book.text(text).spoken)))
    return tuple(_compare(group, told) for group, told in pairs.items())


def read_baseline() -> Mapping[str, Heard]:
    """Read what each language had when somebody looked at it last."""
    table = tomllib.loads(BASELINE_FILE.read_text(encoding="utf-8"))
    return {name: Heard(name, row["words"], row["letters"]) for name, row in table.items()}


def list_alarms(heard: Sequence[Heard], baseline: Mapping[str, Heard]) -> list[str]:
    """Say which languages are understood worse than they were, and whether the recogniser can tell at all."""
    alarms: list[str] = []
    for one in heard:
        if one.language == CONTROL:
            if one.word_errors < LEAST_CONTROL_PERCENT:
                alarms.append(f"the control is understood ({one.word_errors:.0f} % word errors): nothing is proved")
            continue
        before = baseline.get(one.language)
        if before is None:
            alarms.append(f"{one.language} has no baseline")
        elif (
            one.word_errors > before.word_errors + ALLOWED_POINTS
            or one.letter_errors > before.letter_errors + ALLOWED_POINTS
        ):
            alarms.append(
                f"{one.language} is understood worse: {one.word_errors:.0f} % of words and {one.letter_errors:.0f} % "
                f"of letters are wrong, {before.word_errors:.0f} and {before.letter_errors:.0f} were"
            )
    if CONTROL not in {one.language for one in heard}:
        alarms.append("there was no control")
    return alarms


def _transcribe(audios: Sequence[tuple[Audio, str]], place: Path, folder: Path) -> list[str]:
    requests: list[tuple[str, str]] = []
    for number, (audio, language) in enumerate(audios):
        path = folder / f"heard-{number:03}.wav"
        path.write_bytes(to_wav(audio))
        requests.append((str(path), language))
    done = subprocess.run(
        [place / "venv" / "bin" / "python", Path(__file__).with_name("transcribe.py"), place / "model"],
        input=json.dumps(requests),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def _to_plain(text: str) -> str:
    """Give words only: no capitals, no punctuation."""
    return " ".join("".join(c if c.isalnum() or c == "'" else " " for c in text.casefold()).split())


def _compare(group: str, pairs: Sequence[tuple[str, str]]) -> Heard:
    words = sum(Levenshtein.distance(said.split(), heard.split()) for said, heard in pairs)
    letters = sum(Levenshtein.distance(said, heard) for said, heard in pairs)
    return Heard(
        group,
        100 * words / sum(len(said.split()) for said, _ in pairs),
        100 * letters / sum(len(said) for said, _ in pairs),
    )
