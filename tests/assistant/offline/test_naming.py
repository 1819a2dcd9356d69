"""Names said in an inflected form are looked for in their base form; others stay as they were said."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.brains.brain import Scene
from stopbell.brains.offline.grammar import load_grammar
from stopbell.brains.offline.naming import NameForms
from stopbell.brains.offline.tokens import parse_tokens
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.talking import load_brain

FORMS = load_grammar(find_locales() / "uk" / "grammar.toml").names


def base_of(before: str, name: str, forms: NameForms = FORMS) -> str:
    first, *rest = parse_tokens(f"{before} {name}")
    return " ".join(forms.to_base(first, rest))


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
    ],
)
def test_an_inflected_name_is_given_in_its_base_form(before: str, said: str, base: str) -> None:
    assert base_of(before, said) == base


@pytest.mark.parametrize(
    "name",
    ["Хмельницького", "Крушельницької", "площа Ринок", "вокзал", "Героїв Майдану", "Сахарова", "10 квітня"],
)
def test_a_name_in_its_base_form_stays_behind_a_preposition(name: str) -> None:
    assert base_of("на", name) == name


def test_a_word_that_inflects_nothing_leaves_the_name() -> None:
    assert base_of("зупинка", "площі Ринок") == "площі Ринок"


def test_a_language_without_tables_leaves_every_name() -> None:
    assert base_of("to", "City Hall", NameForms()) == "City Hall"


@given(st.lists(st.sampled_from([*FORMS.nouns.values(), "міська", "Ринок", "Франка", "новий"]), min_size=1, max_size=4))
def test_a_base_form_is_never_changed_again(words: list[str]) -> None:
    name = " ".join(words)
    assert base_of("до", name) == name


def test_both_names_of_a_journey_are_heard_in_their_base_forms() -> None:
    said = "як доїхати до міської лікарні з площі Ринок"
    intent = load_brain().understand(said, Scene(language="uk"))[0]
    assert intent.slots == {"destination": "міська лікарня", "origin": "площа Ринок"}
