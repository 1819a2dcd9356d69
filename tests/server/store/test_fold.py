"""Folding brings together what two people write differently."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell_server.store.fold import fold_name

SAME = (
    ("Площа Ринок", "ploshcha rynok", "пл. Ринок", "Pl. Rynok", "ПЛОЩА  РИНОК", "plosha rinok"),
    ("Залізнична", "Zaliznychna", "zaliznychna", "zaliznična"),
    ("Хоткевича", "Khotkevycha", "khotkevicha"),
    ("Щирецька", "Shchyretska", "Szczyrecka", "shchyrets'ka"),
    ("Городоцька", "Horodotska", "gorodotska", "Horodocka"),
    ("Їжакевича", "Yizhakevycha", "Izhakevycha"),
    ("П'ятикутна", "П’ятикутна", "Пятикутна", "piatykutna", "pyatykutna"),
    ("вул. Шевченка", "вулиця Шевченка", "Vulytsia Shevchenka", "vul Shevchenka"),
    ("Köln Hbf", "Koeln Hauptbahnhof", "koln hbf"),
    ("Malmö", "Malmoe", "malmo"),
    ("Lange Straße", "Lange Strasse", "Lange Str.", "lange strase"),
    ("Rzeszów", "Rzeszow"),
    ("Děčín", "Decin", "DĚČÍN"),
    ("Šilutė", "Silute"),
    ("O'Hare", "O’Hare", "O`Hare", "OHare"),
    ("St. Mary's", "Saint Marys", "st mary’s"),
    ("148th Street", "148 St", "148 street"),
    ("Αγίου Γεωργίου", "agiou georgiou"),
    ("Église Saint-Étienne", "eglise st etienne"),
    ("Philipp-Platz", "filip platz"),
)


@pytest.mark.parametrize("spellings", SAME, ids=lambda spellings: spellings[0])
def test_spellings_of_one_name_fold_to_one(spellings: tuple[str, ...]) -> None:
    assert {fold_name(spelling) for spelling in spellings} == {fold_name(spellings[0])}


def test_names_that_differ_stay_apart() -> None:
    names = ("Ринок", "Ринок Шувар", "Площа Ринок", "Стрийська", "Сихівська", "Зелена", "Заводська", "148", "149")

    assert len({fold_name(name) for name in names}) == len(names)


@given(st.text())
def test_any_text_folds_to_plain_words(text: str) -> None:
    folded = fold_name(text)

    assert folded == " ".join(folded.split())
    assert set(folded) <= set("abcdefghijklmnopqrstuvwxyz0123456789 ")
