"""How names of French stops are read out."""

import pytest

from stopbell_server.phrases.phrasebooks import Phrasebooks


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Pl. de la République", "Place de la République"),
        ("8 Mai 1945", "huit Mai mille neuf cent quarante-cinq"),
        ("Rue du 19e siècle", "Rue du dix-neuvième siècle"),
        ("Mal Foch - Gal Leclerc", "Maréchal Foch, Général Leclerc"),
        ("Pte d'Orléans", "Porte d'Orléans"),
        ("Halte de 8h30", "Halte de huit heures trente"),
    ],
)
def test_french_names_are_read_as_in_france(name: str, said: str) -> None:
    assert Phrasebooks.load().pick("fr").name(name).spoken == said


def test_what_stands_before_a_rest_loses_its_plural() -> None:
    book = Phrasebooks.load().pick("fr")
    assert (book.label("412").spoken, book.label("200").spoken) == ("quatre cent douze", "deux cents")
