"""The catalogs are whole, and the check that says so sees each kind of fault."""

import shutil
from pathlib import Path

import pytest

from tests.packaging import catalogs

TRANSLATED = tuple(tag for tag in catalogs.list_languages(catalogs.ROOT / "locales") if tag != catalogs.SOURCE_LANGUAGE)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """Give a copy of the catalogs with code that names every message."""
    shutil.copytree(catalogs.ROOT / "locales", tmp_path / "locales")
    for folder in ("server", "assistant"):
        (tmp_path / folder).mkdir()
    entries = catalogs.read(catalogs.to_path(tmp_path / "locales", "en"), "en").entries
    names = "".join(f"say({name.removesuffix('|spoken')!r})\n" for name in entries)
    (tmp_path / "server" / "code.py").write_text(names, encoding="utf-8")
    assert catalogs.list_faults(tmp_path) == []
    return tmp_path


def edit(checkout: Path, language: str, old: str, new: str) -> None:
    path = catalogs.to_path(checkout / "locales", language)
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_the_catalogs_of_this_checkout_are_whole() -> None:
    assert catalogs.list_faults(catalogs.ROOT) == []


def test_every_language_has_every_message_of_english() -> None:
    locales = catalogs.ROOT / "locales"
    known = {
        language: set(catalogs.read(catalogs.to_path(locales, language), language).entries)
        for language in catalogs.list_languages(locales)
    }
    assert len(known) >= 2
    assert all(ids == known["en"] for ids in known.values())


def test_an_untranslated_message_is_a_fault(checkout: Path) -> None:
    edit(checkout, "uk", 'msgstr "прибуває зараз"', 'msgstr ""')
    assert catalogs.list_faults(checkout) == ["locales/uk/LC_MESSAGES/stopbell.po: time.now is not translated"]


def test_a_fuzzy_message_is_a_fault(checkout: Path) -> None:
    edit(checkout, "uk", 'msgctxt "time.now"', '#, fuzzy\nmsgctxt "time.now"')
    assert "locales/uk/LC_MESSAGES/stopbell.po: time.now is fuzzy" in catalogs.list_faults(checkout)


def test_a_placeholder_that_a_translation_lost_is_a_fault(checkout: Path) -> None:
    edit(checkout, "uk", 'msgstr "за розкладом {clock}"', 'msgstr "за розкладом"')
    assert catalogs.list_faults(checkout) == [
        "locales/uk/LC_MESSAGES/stopbell.po: time.timetable: placeholders [], in English ['clock']"
    ]


def test_a_form_of_number_words_that_no_table_has_is_a_fault(checkout: Path) -> None:
    edit(checkout, "uk", 'msgstr[0] "{count:feminine-accusative} хвилину"', 'msgstr[0] "{count:dual} хвилину"')
    assert catalogs.list_faults(checkout) == [
        "locales/uk/LC_MESSAGES/stopbell.po: unit.minutes: language.toml has no words called dual"
    ]


def test_a_missing_plural_form_is_a_fault(checkout: Path) -> None:
    edit(checkout, "uk", 'msgstr[2] "{count} метрів"\n', "")
    assert any("unit.meters" in fault for fault in catalogs.list_faults(checkout))


def test_a_message_without_a_comment_for_translators_is_a_fault(checkout: Path) -> None:
    comment = "#. Translators: Heard when a vehicle comes within 30 seconds"
    edit(checkout, "en", comment, "#. Heard when a vehicle comes within 30 seconds")
    assert any("time.now has no Translators: comment" in fault for fault in catalogs.list_faults(checkout))


def test_an_english_text_that_changed_makes_template_and_translations_stale(checkout: Path) -> None:
    edit(checkout, "en", 'msgid "arriving now"\nmsgstr "arriving now"', 'msgid "here now"\nmsgstr "here now"')
    stale = [fault.partition(":")[0] for fault in catalogs.list_faults(checkout) if "not in step" in fault]
    assert stale == ["locales/stopbell.pot", *(f"locales/{tag}/LC_MESSAGES/stopbell.po" for tag in TRANSLATED)]


def test_bringing_into_step_marks_what_a_translator_must_look_at(checkout: Path) -> None:
    edit(checkout, "en", 'msgid "arriving now"\nmsgstr "arriving now"', 'msgid "here now"\nmsgstr "here now"')
    for path, text in catalogs.make_all(checkout / "locales").items():
        path.write_text(text, encoding="utf-8")
    fuzzy = [f"locales/{tag}/LC_MESSAGES/stopbell.po: time.now is fuzzy" for tag in TRANSLATED]
    assert catalogs.list_faults(checkout) == fuzzy


def test_code_that_uses_an_unknown_message_is_a_fault(checkout: Path) -> None:
    (checkout / "assistant" / "more.py").write_text('book.say("time.yesterday")\n', encoding="utf-8")
    assert catalogs.list_faults(checkout) == ["assistant/more.py:1: no message time.yesterday"]


def test_code_that_puts_ids_together_from_an_unknown_start_is_a_fault(checkout: Path) -> None:
    code = 'book.say(f"occupancy.{word}")\nbook.say(f"crowding.{word}")\nbook.say(f"time.nev{word}")\n'
    (checkout / "assistant" / "more.py").write_text(code, encoding="utf-8")
    assert catalogs.list_faults(checkout) == [
        "assistant/more.py:2: no message crowding.*",
        "assistant/more.py:3: no message time.nev*",
    ]


def test_a_message_that_no_code_says_is_a_fault(checkout: Path) -> None:
    code = checkout / "server" / "code.py"
    code.write_text(code.read_text(encoding="utf-8").replace("say('time.now')\n", ""), encoding="utf-8")
    assert catalogs.list_faults(checkout) == ["time.now: no code says it"]
