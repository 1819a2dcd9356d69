"""Names said in an inflected form are looked for in their base form; others stay as they were said."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.brains.brain import Scene
from stopbell.brains.offline.grammar import load_grammar
from stopbell.brains.offline.loading import FORMS_FILE, load_grammar_with_forms
from stopbell.brains.offline.naming import NameForms
from stopbell.brains.offline.tokens import parse_tokens
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.talking import load_brain

GRAMMARS = {language: load_grammar(find_locales() / language / "grammar.toml") for language in ("pl", "uk")}
FORMS = GRAMMARS["uk"].names


def base_of(before: str, name: str, language: str = "uk") -> str:
    grammar = GRAMMARS[language]
    first, *rest = parse_tokens(f"{before} {name}", folds=grammar.folds)
    return " ".join(grammar.names.to_base(first, rest))


@pytest.mark.parametrize(
    ("before", "said", "base"),
    [
        ("до", "міської лікарні", "міська лікарня"),
        ("з", "площі Ринок", "площа Ринок"),
        ("на", "Площу Ринок", "Площа Ринок"),
        ("на", "залізничному вокзалі", "залізничний вокзал"),
        ("до", "вокзалу головного", "вокзал головний"),
        ("на", "Личаківській", "Личаківська"),
        ("до", "лікарні швидкої допомоги", "лікарня швидкої допомоги"),
        ("до", "Привокзального ринку", "Привокзальний ринок"),
        ("на", "Видубичах", "Видубичі"),
        ("на", "Дорогожичах", "Дорогожичі"),
        ("на", "Позняках", "Позняки"),
        ("до", "Винників", "Винники"),
        ("до", "Сихова", "Сихів"),
        ("на", "Сихові", "Сихів"),
        ("на", "Сихів", "Сихів"),
        ("на", "Хрещатику", "Хрещатик"),
        ("на", "Академмістечку", "Академмістечко"),
        ("до", "Левандівки", "Левандівка"),
        ("на", "Погулянці", "Погулянка"),
        ("з", "Троєщини", "Троєщина"),
        ("до", "Оболоні", "Оболонь"),
        ("проїхали", "Арсенальну", "Арсенальна"),
        ("до", "Личаківської", "Личаківська"),
    ],
)
def test_an_inflected_name_is_given_in_its_base_form(before: str, said: str, base: str) -> None:
    assert base_of(before, said) == base


@pytest.mark.parametrize(
    ("before", "said", "base"),
    [
        ("na", "Centralnym", "Centralny"),
        ("do", "dworca głównego", "dworzec główny"),
        ("na", "dworzec glowny", "dworzec główny"),
        ("na", "Zielonej", "Zielona"),
        ("na", "Starym Mieście", "Stare Miasto"),
        ("w", "Nowej Hucie", "Nowa Huta"),
        ("przed", "Rondem Mogilskim", "Rondo Mogilskie"),
        ("przez", "Nową Wolę", "Nowa Wola"),
        ("przy", "Placu Wszystkich Świętych", "Plac Wszystkich Świętych"),
        ("do", "placu Piłsudskiego", "plac Piłsudskiego"),
        ("do", "Sopotu", "Sopot"),
        ("do", "Wilanowa", "Wilanów"),
        ("z", "Jeżyc", "Jeżyce"),
        ("do", "Gdyni", "Gdynia"),
        ("do", "Manufaktury", "Manufaktura"),
        ("na", "Kabatach", "Kabaty"),
        ("na", "Ratajach", "Rataje"),
        ("w", "Poznaniu", "Poznań"),
        ("na", "Ochocie", "Ochota"),
    ],
)
def test_polish_names_too(before: str, said: str, base: str) -> None:
    assert base_of(before, said, "pl") == base


@pytest.mark.parametrize(
    "name",
    ["Piłsudskiego", "Konopnickiej", "Jana Pawła II", "3 Maja", "kolej", "Andrzej", "Powstania Warszawskiego", "Rondo"],
)
def test_a_polish_name_in_its_base_form_stays(name: str) -> None:
    assert base_of("na", name, "pl") == name


@pytest.mark.parametrize(
    ("before", "name"),
    [("do", "Kościuszki"), ("do", "Mickiewicza"), ("przystanku", "Jagodowa"), ("na", "Kabaty"), ("do", "Piłsudskiego")],
)
def test_a_polish_street_or_a_name_in_apposition_is_no_inflected_place(before: str, name: str) -> None:
    assert base_of(before, name, "pl") == name


@pytest.mark.parametrize(
    "name",
    [
        "Хмельницького",
        "Крушельницької",
        "Чернівці",
        "Святошин",
        "Поділ",
        "площа Ринок",
        "вокзал",
        "Героїв Майдану",
        "Сахарова",
        "10 квітня",
    ],
)
def test_a_name_in_its_base_form_stays_behind_a_preposition(name: str) -> None:
    assert base_of("на", name) == name


def test_a_word_that_inflects_nothing_leaves_the_name() -> None:
    assert base_of("зупинка", "площі Ринок") == "площі Ринок"


def test_a_language_without_tables_leaves_every_name() -> None:
    first, *rest = parse_tokens("to City Hall")
    assert NameForms().to_base(first, rest) == ["City", "Hall"]


@given(st.lists(st.sampled_from([*FORMS.nouns.values(), "міська", "Ринок", "Франка", "новий"]), min_size=1, max_size=4))
def test_a_base_form_is_never_changed_again(words: list[str]) -> None:
    name = " ".join(words)
    assert base_of("до", name) == name


def test_both_names_of_a_journey_are_heard_in_their_base_forms() -> None:
    said = "як доїхати до міської лікарні з площі Ринок"
    intent = load_brain().understand(said, Scene(language="uk"))[0]
    assert intent.slots == {"destination": "міська лікарня", "origin": "площа Ринок"}


@pytest.mark.parametrize(
    ("language", "said", "name"),
    [
        ("pl", "jak dojechać do Sunny Heights", "Sunny Heights"),
        ("pl", "jak dojechać do Chopina", "Chopina"),
        ("pl", "jak dojechać do Bohaterów Getta", "Bohaterów Getta"),
        ("pl", "jak dojechać do Ligoty", "Ligota"),
        ("uk", "як доїхати на Чернівці", "Чернівці"),
        ("uk", "як доїхати до Соборної площі", "Соборна площа"),
    ],
)
def test_what_was_learned_changes_only_what_it_is_sure_of(language: str, said: str, name: str) -> None:
    """A name that is spoilt may be another stop's."""
    assert load_brain().understand(said, Scene(language))[0].text("destination") == name


def test_a_file_of_forms_that_is_not_whole_leaves_the_tables(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "grammar.toml").write_bytes((find_locales() / "uk" / "grammar.toml").read_bytes())
    (tmp_path / FORMS_FILE).write_bytes(b"{}\nno forms")
    names = load_grammar_with_forms(tmp_path / "grammar.toml").names
    before, *name = parse_tokens("до площі Ринок", folds=GRAMMARS["uk"].folds)
    assert names.to_base(before, name) == ["площа", "Ринок"]
    assert "make learn" in caplog.text
