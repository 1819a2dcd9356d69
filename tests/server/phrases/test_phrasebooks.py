"""Which language answers, and what happens with faulty catalogs and messages."""

import shutil
from pathlib import Path

import pytest

from stopbell_server.phrases import Line, Phrasebooks
from stopbell_server.phrases.catalog import find_locales
from stopbell_server.phrases.errors import CatalogError, MissingValueError, UnknownMessageError

BOOKS = Phrasebooks.load()


@pytest.fixture
def locales(tmp_path: Path) -> Path:
    """Give a copy of the catalogs that a test may spoil."""
    return Path(shutil.copytree(find_locales(), tmp_path / "locales"))


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (("uk",), "uk"),
        (("uk-UA",), "uk"),
        (("UK",), "uk"),
        (("uk_UA.UTF-8",), "uk"),
        (("uk-Cyrl-UA",), "uk"),
        (("en-US",), "en"),
        (("xx", "uk"), "uk"),
        ((None, "", "uk"), "uk"),
        (("xx",), "en"),
        (("ukr",), "en"),
        ((), "en"),
    ],
)
def test_the_first_wanted_language_that_is_there_answers(wanted: tuple[str | None, ...], language: str) -> None:
    assert BOOKS.pick(*wanted).language == language


def test_finding_a_language_does_not_fall_back() -> None:
    assert BOOKS.find("xx") is None
    assert BOOKS.find(None) is None


def test_there_are_english_and_ukrainian() -> None:
    assert {"en", "uk"} <= set(BOOKS.languages)


def test_a_new_folder_is_a_new_language(locales: Path) -> None:
    shutil.copytree(locales / "uk", locales / "uk-XX")
    edit(locales / "uk-XX" / "language.toml", 'tag = "uk"', 'tag = "uk-XX"')
    edit(locales / "uk-XX" / "LC_MESSAGES" / "stopbell.po", '"прибуває зараз"', '"вже тут"')
    books = Phrasebooks.load(locales)
    assert books.pick("uk-XX").say("time.now").written == "вже тут"
    assert books.pick("uk-UA").say("time.now").written == "прибуває зараз"


def test_what_a_regional_catalog_lacks_is_told_by_the_broader_one(locales: Path) -> None:
    shutil.copytree(locales / "uk", locales / "uk-XX")
    edit(locales / "uk-XX" / "LC_MESSAGES" / "stopbell.po", 'msgstr "прибуває зараз"', 'msgstr ""')
    assert Phrasebooks.load(locales).pick("uk-XX").say("time.now").written == "прибуває зараз"


def test_an_untranslated_message_is_told_in_english(locales: Path) -> None:
    edit(locales / "uk" / "LC_MESSAGES" / "stopbell.po", 'msgstr "прибуває зараз"', 'msgstr ""')
    assert Phrasebooks.load(locales).pick("uk").say("time.now").written == "arriving now"


def test_a_fuzzy_message_is_not_used(locales: Path) -> None:
    edit(locales / "uk" / "LC_MESSAGES" / "stopbell.po", 'msgctxt "time.now"', '#, fuzzy\nmsgctxt "time.now"')
    assert Phrasebooks.load(locales).pick("uk").say("time.now").written == "arriving now"


def test_a_key_that_language_toml_does_not_know_is_named(locales: Path) -> None:
    edit(locales / "uk" / "language.toml", "[clock]", "[clock]\nnoon = 'x'")
    with pytest.raises(CatalogError, match=r"uk/language\.toml: clock\.noon: Extra inputs"):
        Phrasebooks.load(locales)


def test_a_missing_number_word_is_named(locales: Path) -> None:
    edit(locales / "en" / "language.toml", '"zero", "one",', '"zero",')
    with pytest.raises(CatalogError, match=r"en/language\.toml: numbers\.plain: .* at least 121 items"):
        Phrasebooks.load(locales)


def test_braces_that_do_not_match_are_named(locales: Path) -> None:
    edit(
        locales / "uk" / "LC_MESSAGES" / "stopbell.po", 'msgstr "за розкладом {clock}"', 'msgstr "за розкладом {clock"'
    )
    with pytest.raises(CatalogError, match=r"message 'time\.timetable'"):
        Phrasebooks.load(locales)


def test_a_missing_catalog_is_named(locales: Path) -> None:
    (locales / "uk" / "LC_MESSAGES" / "stopbell.po").unlink()
    with pytest.raises(CatalogError, match=r"stopbell\.po"):
        Phrasebooks.load(locales)


def test_an_unknown_message_says_where_to_add_it() -> None:
    with pytest.raises(UnknownMessageError, match=r"no message 'no\.such' in the catalogs uk, en; add it to locales/"):
        BOOKS.pick("uk").say("no.such")


def test_a_value_that_was_forgotten_is_named() -> None:
    with pytest.raises(MissingValueError, match=r"'time\.timetable' needs a value for \{clock\}"):
        BOOKS.pick("en").say("time.timetable")
    with pytest.raises(MissingValueError, match=r"'unit\.minutes' needs a value for \{count\}"):
        BOOKS.pick("en").say("unit.minutes", count="3")


def test_braces_and_placeholders_in_values_stay_as_they_are() -> None:
    name = BOOKS.pick("en").name("{clock} {0} 100%")
    assert BOOKS.pick("en").say("board.place", stop=name).written == "{clock} {0} 100%."


def test_a_value_may_be_a_line_a_phrase_a_number_or_text() -> None:
    book = BOOKS.pick("en")
    assert book.say("choice.row", number=2, choice=Line("St", "Street")).lines == (Line("2: St", "two: Street"),)
    assert book.say("choice.row", number=2, choice=book.say("time.now")).spoken == "two: arriving now"
    assert book.say("choice.row", number=2, choice="as it is").written == "2: as it is"


def test_a_name_that_ends_in_a_full_stop_gets_no_second_one() -> None:
    book = BOOKS.pick("en")
    assert book.say("board.place", stop=book.name("Main St.")).lines == (Line("Main St.", "Main Street."),)


def test_quotation_marks_are_for_the_eye_only() -> None:
    line = BOOKS.pick("uk").say("stops.none_found", query="Ринок")
    assert (line.written, line.spoken) == ("Зупинку «Ринок» не знайдено.", "Зупинку Ринок не знайдено.")
