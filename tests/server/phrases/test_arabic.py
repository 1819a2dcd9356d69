"""Arabic: written from right to left, six plural classes, names of the other direction set apart."""

from datetime import UTC, datetime

import pytest

from stopbell.faces.plain import to_plain
from stopbell_server.phrases import Phrasebooks

BOOKS = Phrasebooks.load()
AR = BOOKS.pick("ar")


@pytest.mark.parametrize("wanted", ["ar", "ar-EG", "ar_MA.UTF-8", "ar-Arab-AE"])
def test_every_kind_of_arabic_is_arabic(wanted: str) -> None:
    assert (BOOKS.pick(wanted).language, BOOKS.pick(wanted).direction) == ("ar", "rtl")


@pytest.mark.parametrize(
    ("count", "written", "spoken"),
    [
        (0, "0 دقيقة", "صفر دقيقة"),
        (1, "دقيقة", "دقيقة"),
        (2, "دقيقتين", "دقيقتين"),
        (3, "3 دقائق", "ثلاث دقائق"),
        (10, "10 دقائق", "عشر دقائق"),
        (11, "11 دقيقة", "إحدى عشرة دقيقة"),
        (22, "22 دقيقة", "اثنتين وعشرين دقيقة"),
        (103, "103 دقائق", "مئة وثلاث دقائق"),
    ],
)
def test_a_count_takes_its_plural_class(count: int, written: str, spoken: str) -> None:
    phrase = AR.say("unit.minutes", count=count)
    assert (phrase.written, phrase.spoken) == (written, spoken)


def test_a_name_of_the_other_direction_is_set_apart_in_writing_only() -> None:
    """UAX 9: between isolates the digits and signs of "Market Sq (12)" keep their order in an Arabic sentence."""
    name = AR.name("Market Sq (12)")
    assert name.written == "\u2068Market Sq (12)\u2069"
    assert not {"\u2068", "\u2069"} & set(name.spoken)
    assert AR.name("ساحة السوق").written == "ساحة السوق"
    assert AR.label("10").written == "10"
    assert BOOKS.pick("en").name("ساحة السوق").written == "ساحة السوق"


def test_a_terminal_gets_the_order_in_which_it_is_read_and_no_marks() -> None:
    line = AR.say("board.place_live", stop=AR.name("Market Sq")).written
    assert to_plain(line) == "Market Sq، كلها مباشرة."


def test_a_clock_is_said_with_the_minutes_and_their_noun() -> None:
    spoken = [AR.clock(datetime(2026, 3, 2, 14, minute, tzinfo=UTC)) for minute in (0, 1, 2, 5, 21)]
    assert [line.spoken for line in spoken] == [
        "الرابعة عشرة تماما",
        "الرابعة عشرة ودقيقة",
        "الرابعة عشرة ودقيقتين",
        "الرابعة عشرة وخمس دقائق",
        "الرابعة عشرة وإحدى وعشرين دقيقة",
    ]
