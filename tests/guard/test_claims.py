"""Each language's claims know the words in which its own catalog states facts."""

import pytest

from stopbell.guard.claims import find_vocabulary
from stopbell.guard.names import NameBook
from stopbell.guard.reader import read_sentence
from tests.asking import load_phrasebooks

STATED = {
    "certainty.live": ("certainty", "live"),
    "certainty.ageing_unknown": ("certainty", "ageing"),
    "time.lost": ("certainty", "lost"),
    "time.none": ("certainty", "none"),
    "board.no_live": ("certainty", "none"),
    "access.yes": ("wheelchair", "yes"),
    "access.no": ("wheelchair", "no"),
    "access.unknown": ("wheelchair", "unknown"),
    "access.stop_no": ("stop_wheelchair", "no"),
    "access.vehicle_yes": ("vehicle_wheelchair", "yes"),
    "access.low_floor": ("low_floor", "yes"),
    "access.not_low_floor": ("low_floor", "no"),
    "call.added": ("added", "yes"),
    "call.ends_here": ("ends_here", "yes"),
    "call.on_time": ("on_time", "yes"),
    "inside.lift_closed": ("lift_works", "no"),
}


@pytest.mark.parametrize("language", load_phrasebooks().languages)
@pytest.mark.parametrize("message", STATED)
def test_a_catalogs_own_words_are_understood(language: str, message: str) -> None:
    words = find_vocabulary(language)
    assert words is not None, "a language without claims.toml cannot be checked"
    book = load_phrasebooks().pick(language)
    for wording in book.template(message).values():
        facts = read_sentence(wording, words, NameBook()).facts
        assert STATED[message] in [(fact.kind, fact.value) for fact in facts], wording


@pytest.mark.parametrize("language", load_phrasebooks().languages)
@pytest.mark.parametrize("count", [2, 3, 5, 11, 21, 22])
def test_minutes_are_read_as_the_catalog_writes_and_speaks_them(language: str, count: int) -> None:
    words = find_vocabulary(language)
    assert words is not None
    told = load_phrasebooks().pick(language).minutes(count)
    for text in (told.written, told.spoken):
        spans = [fact.value for fact in read_sentence(text, words, NameBook()).facts if fact.kind == "due"]
        assert [(span.low, span.high) for span in spans if not isinstance(span, str)] == [(count, count)], text  # type: ignore[union-attr]
