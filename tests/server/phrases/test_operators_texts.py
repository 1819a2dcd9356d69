"""Operators' texts as they really are: days, decimals, streets, capitals, short forms."""

import pytest

from stopbell_server.phrases import Phrasebooks

BOOKS = Phrasebooks.load()
EN, UK = BOOKS.pick("en"), BOOKS.pick("uk")


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("On October 09, 2025", "On the ninth of October, twenty twenty-five"),
        ("From 3 March until the 5th of May", "From the third of March until the fifth of May"),
        ("Until 06.10.2025, closed", "Until the sixth of October twenty twenty-five, closed"),
        ("Closed 2026-03-04", "Closed the fourth of March twenty twenty-six"),
        ("Version 31.13.2025", "Version thirty-one thirteen twenty twenty-five"),
        ("May 50 people", "May fifty people"),
        ("March 12:30", "March twelve thirty"),
    ],
)
def test_a_day_is_read_as_a_day(text: str, spoken: str) -> None:
    assert EN.text(text).spoken == spoken


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Зупинку перенесено з 06.10.2025", "Зупинку перенесено з шостого жовтня дві тисячі двадцять п'ятого року"),
        ("Від 30 вересня до 1-го жовтня", "Від тридцятого вересня до першого жовтня"),
        ("ЗУПИНКУ ЗАКРИТО. ТЦ НЕ ПРАЦЮЄ", "Зупинку закрито. ТЦ не працює"),
    ],
)
def test_ukrainian_days_and_capitals_are_read(text: str, spoken: str) -> None:
    assert UK.text(text).spoken == spoken


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("moved 25.00 meters back", "moved twenty-five meters back"),
        ("moved 1.5 km", "moved one point five kilometres"),
        ("at 11:00 AM", "at eleven AM"),
        ("bus line No. 59, Nos. 8 and 9", "bus line number fifty-nine, numbers eight and nine"),
        ("No. Ask the driver", "No. Ask the driver"),
        ("road N10-1 closed", "road N ten, one closed"),
        ("right at Rozhen Blvd.), then left", "right at Rozhen Boulevard, then left"),
    ],
)
def test_numbers_and_short_forms_before_them_are_read(text: str, spoken: str) -> None:
    assert EN.text(text).spoken == spoken


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("from Robie St After South St is cancelled", "from Robie Street After South Street is cancelled"),
        ("at Montgomery St. on the Red Line", "at Montgomery Street on the Red Line"),
        ("Meet at St Mary's Sq, near Elm Ct.", "Meet at Saint Mary's Square, near Elm Court"),
        ("Meet Dr. King", "Meet Doctor King"),
        ("a 5 st walk", "a five st walk"),
    ],
)
def test_a_street_in_a_text_is_read_as_in_a_name(text: str, spoken: str) -> None:
    assert EN.text(text).spoken == spoken


def test_a_shouted_text_is_read_as_sentences() -> None:
    text = "STOP CLOSED DUE TO WORKS. USE THE YMCA STOP."
    assert EN.text(text).spoken == "Stop closed due to works. Use the YMCA stop."
    assert EN.text(text).written == text
