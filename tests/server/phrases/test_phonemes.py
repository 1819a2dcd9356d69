"""What espeak-ng 1.52, the voice that ships, makes of the spoken forms: readings that were wrong stay right.

`python -m tests.server.phrases.test_phonemes` writes the phonemes anew, for whoever listens to the change.
"""

from collections.abc import Callable
from datetime import datetime
from functools import cache
from pathlib import Path

import pytest

from stopbell_server.phrases import Line, Phrase, Phrasebook, Phrasebooks
from tests.server.phrases.facts import LOW_FLOOR, board, call, stop
from tests.server.phrases.phonemes import speak

BOOKS = Phrasebooks.load()
Said = Callable[[Phrasebook], Phrase | Line]

SENTENCES: dict[str, dict[str, Said]] = {
    "en": {
        "live": lambda book: book.call(call()),
        "one minute": lambda book: book.call(call(minutes=1)),
        "now": lambda book: book.call(call(minutes=0)),
        "twenty-one minutes": lambda book: book.call(call("14:23", minutes=21)),
        "lost": lambda book: book.call(call(certainty="lost")),
        "timetable": lambda book: book.call(call("17:00", certainty="timetable")),
        "cancelled": lambda book: book.call(call(status="cancelled")),
        "low floor": lambda book: book.call(call(access=LOW_FLOOR)),
        "T02": lambda book: book.call(call(line="T02", headsign="Harbour")),
        "101": lambda book: book.call(call(line="101", headsign="St Mary's Sq")),
        "A between words": lambda book: book.board(board(route_filter=["10A", "T02"])),
        "a pause between sentences": lambda book: book.board(board(call(), call(line="2", headsign="Harbour"))),
        "metres": lambda book: book.label_stop(stop(distance_meters=118, walk_bearing="north")),
        "short forms": lambda book: book.name("Dr. King Blvd / N 5th Ave"),
        "roman": lambda book: book.name("Platform II, Univ. Hosp."),
        "text": lambda book: book.text("Stop moved 50 m, 08:00-18:00."),
    },
    "pl": {
        "live": lambda book: book.call(call(headsign="Dworzec Główny")),
        "one minute": lambda book: book.call(call(headsign="Dworzec Główny", minutes=1)),
        "two minutes": lambda book: book.call(call(headsign="Dworzec Główny", minutes=2)),
        "twenty-one minutes": lambda book: book.call(call("14:23", headsign="Dworzec Główny", minutes=21)),
        "twenty-two minutes": lambda book: book.call(call("14:24", headsign="Dworzec Główny", minutes=22)),
        "now": lambda book: book.call(call(headsign="Dworzec Główny", minutes=0)),
        "ageing": lambda book: book.call(call(headsign="Dworzec Główny", certainty="ageing", age_seconds=125)),
        "lost": lambda book: book.call(call(headsign="Dworzec Główny", certainty="lost")),
        "timetable": lambda book: book.call(call(headsign="Dworzec Główny", certainty="timetable")),
        "cancelled": lambda book: book.call(call(headsign="Dworzec Główny", status="cancelled")),
        "low floor": lambda book: book.call(call(headsign="Dworzec Główny", access=LOW_FLOOR)),
        "T02": lambda book: book.call(call(line="T02", headsign="pl. Konstytucji")),
        "A between words": lambda book: book.board(board(route_filter=["10A", "T02"])),
        "until": lambda book: book.say(
            "window.until", clock=book.clock(datetime.fromisoformat("2026-03-02T14:05:00+01:00"))
        ),
        "a pause between sentences": lambda book: book.board(
            board(call(headsign="Dworzec Główny"), call(line="2", headsign="Port"), stop=stop("ul. Długa"))
        ),
        "metres": lambda book: book.label_stop(stop("os. Piastów", distance_meters=118, walk_bearing="north")),
        "short forms": lambda book: book.name("Kraków Dw. Gł., al. Jana Pawła II, ul. 3 Maja, św. Anny"),
        "initialisms": lambda book: book.name("PKP AGH UAM n/ż"),
        "text": lambda book: book.text(
            "Od 17.06.2026 o 14:05 przystanek przeniesiony o 50 m, opóźnienie 22 min, linie nr 2 i 297."
        ),
    },
    "uk": {
        "live": lambda book: book.call(call(headsign="Вокзал")),
        "one minute": lambda book: book.call(call(headsign="Вокзал", minutes=1)),
        "two minutes": lambda book: book.call(call(headsign="Вокзал", minutes=2)),
        "twenty-one minutes": lambda book: book.call(call("14:23", headsign="Вокзал", minutes=21)),
        "now": lambda book: book.call(call(headsign="Вокзал", minutes=0)),
        "ageing": lambda book: book.call(call(headsign="Вокзал", certainty="ageing", age_seconds=125)),
        "lost": lambda book: book.call(call(headsign="Вокзал", certainty="lost")),
        "timetable": lambda book: book.call(call(headsign="Вокзал", certainty="timetable")),
        "cancelled": lambda book: book.call(call(headsign="Вокзал", status="cancelled")),
        "low floor": lambda book: book.call(call(headsign="Вокзал", access=LOW_FLOOR)),
        "T02": lambda book: book.call(call(line="T02", headsign="пл. Ринок")),
        "a pause between sentences": lambda book: book.board(
            board(call(headsign="Вокзал"), call(line="2", headsign="Порт"), stop=stop("вул. Хрещатик"))
        ),
        "none": lambda book: book.board(board(stop=stop("ст. м. Арсенальна"))),
        "metres": lambda book: book.label_stop(stop("просп. Свободи", distance_meters=118, walk_bearing="north")),
        "apostrophe": lambda book: book.name("пʼята дорога, 14-та станція"),
        "text": lambda book: book.text("Зупинку «Ринок» перенесено на 50 м, затримка 21 хв."),
    },
}

FOLDER = Path(__file__).parent / "sentences"


def read_golden(language: str) -> dict[str, str]:
    blocks = (FOLDER / f"{language}.phonemes.txt").read_text(encoding="utf-8").strip().split("\n\n")
    return dict(block.removeprefix("# ").split("\n", 1) for block in blocks)


@cache
def read_aloud() -> dict[tuple[str, str], str]:
    said = {
        (tag, name): make(BOOKS.pick(tag)).spoken for tag, cases in SENTENCES.items() for name, make in cases.items()
    }
    return dict(zip(said, speak([(tag, text) for (tag, _), text in said.items()]), strict=True))


@pytest.mark.parametrize(("language", "name"), [(tag, name) for tag, cases in SENTENCES.items() for name in cases])
def test_a_sentence_sounds_as_it_was_heard_to_be_right(language: str, name: str) -> None:
    assert read_aloud()[language, name] == read_golden(language)[name]


@pytest.mark.parametrize("wrong", ["slˈaʃ", "ɹˈəʊmən", "(en)", "ˈɛks ˈɛks", "dˈɒt", "ejective"])
def test_no_sentence_is_read_by_signs_or_in_another_language(wrong: str) -> None:
    assert [place for place, sound in read_aloud().items() if wrong in sound] == []


if __name__ == "__main__":
    for tag, cases in SENTENCES.items():
        told = (f"# {name}\n{read_aloud()[tag, name]}" for name in cases)
        (FOLDER / f"{tag}.phonemes.txt").write_text("\n\n".join(told) + "\n", encoding="utf-8")
