"""Names as publishers really write them: capitals, street grids, short forms, other scripts."""

import pytest

from stopbell_server.phrases import Phrasebooks

BOOKS = Phrasebooks.load()
EN, UK = BOOKS.pick("en"), BOOKS.pick("uk")


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("SPRING GARDEN TO BRIDGE TERM", "Spring Garden to Bridge Terminal"),
        ("NORTH to GREENCASTLE PARK & RIDE", "North to Greencastle Park and Ride"),
        ("BRIGGS CHANEY PARK AND RIDE LOT + SOUTH DRIVEWAY", "Briggs Chaney Park and Ride Lot and South Driveway"),
        ("O'HARE AIRPORT", "O'Hare Airport"),
        ("ST. MARY'S VIA ROBIE", "Saint Mary's via Robie"),
        ("YMCA HBF CENTRE", "Y M C A H B F Centre"),
        ("RTD", "R T D"),
        ("SODO", "Sodo"),
        ("JFK to Midtown", "J F K to Midtown"),
        ("Redding STEM", "Redding Stem"),
        ("16 DE SEPTIEMBRE", "sixteen De Septiembre"),
    ],
)
def test_capitals_are_read_as_words_and_letters_are_spelled(name: str, spoken: str) -> None:
    assert EN.name(name).spoken == spoken


def test_the_written_form_stays_as_the_vehicle_shows_it() -> None:
    assert EN.name("SPRING GARDEN TO BRIDGE TERM").written == "SPRING GARDEN TO BRIDGE TERM"


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        (
            "EB W VAN BUREN AV NS N 87TH AV",
            "eastbound West Van Buren Avenue, near side of North eighty-seventh Avenue",
        ),
        ("Oasis Rd at Lake Blvd (FS)", "Oasis Road at Lake Boulevard, far side"),
        ("Westside Rd at Happy Valley Rd (NS)", "Westside Road at Happy Valley Road, near side"),
        ("Main St S/B @ 5th Ave", "Main Street southbound at fifth Avenue"),
        ("Main St (SB) & Elm", "Main Street, southbound, and Elm"),
        ("STATION/BAY", "Station, Bay"),
        ("Church St Lt Rail Sta", "Church Street Light Rail Station"),
        ("Tejon P & R", "Tejon park and ride"),
        ("S DTC Pkwy & S Ulster Cir W", "South D T C Parkway and South Ulster Circle West"),
        ("Duke St Bay 5", "Duke Street Bay five"),
        ("Denton Wy", "Denton Way"),
        ("MLK Jr Way S", "M L K Junior Way South"),
        ("Int'l Dist/Chinatown", "International District, Chinatown"),
        ("PT Transportasi Jakarta", "P T Transportasi Jakarta"),
        ("GREYSTONE- FOTHERBY", "Greystone, Fotherby"),
        ("Santa Fe -La Villa", "Santa Fe, La Villa"),
        ("Grong barne- og ungdomsskole", "Grong barne og ungdomsskole"),
    ],
)
def test_street_grids_are_read_out(name: str, spoken: str) -> None:
    assert EN.name(name).spoken == spoken


@pytest.mark.parametrize("name", ["Duke St (6107)", "Duke St(6107)", "Duke St [#6107]"])
def test_a_number_behind_a_name_is_for_the_eye(name: str) -> None:
    assert EN.name(name).spoken == "Duke Street"
    assert EN.name(name).written == name


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("Ж/д вокзал", "залізничний вокзал"),
        ("ж/д ст. Персенківка", "залізнична станція Персенківка"),
        ("Зал. станція", "залізнична станція"),
        ("м. «Либідська»", "метро Либідська"),
        ("м. Броди", "м Броди"),
        ("вул. Л.Українки", "вулиця Лесі Українки"),
        ("бульв. Т. Шевченка", "бульвар Тараса Шевченка"),
        ("ж/м Сихів", "житловий масив Сихів"),
        ("с. Рудно", "село Рудно"),
        ("ПЛОЩА РИНОК", "Площа Ринок"),
        ("СТРИЙСЬКА - НАУКОВА", "Стрийська, Наукова"),
        ("ТРЦ Кінг Кросс (320)", "те ер це Кінг Кросс"),
        ("АС-2", "а ес два"),
    ],
)
def test_ukrainian_short_forms_are_read_out(name: str, spoken: str) -> None:
    assert UK.name(name).spoken == spoken


@pytest.mark.parametrize(
    ("name", "language", "spoken"),
    [
        ("ויצמן/הרצל 5", "he", "ויצמן, הרצל five"),
        ("三田駅東口", "ja", "三田駅東口"),
        ("JR三ノ宮", "ja", "JR三ノ宮"),
        ("Начало С. Желява", "bg", "Начало С Желява"),
        ("Ж.к. Младост-2", "bg", "Ж к Младост два"),
        ("ЖЕЛЕЗНИЧКА СТАНИЦА", "mk", "Железничка Станица"),
    ],
)
def test_letters_of_another_script_are_never_spelled(name: str, language: str, spoken: str) -> None:
    assert EN.name(name, language).spoken == spoken


@pytest.mark.parametrize(
    ("names", "listed"),
    [
        (["Harbour", "Mill"], "Harbour and Mill"),
        (["Downtown & Brooklyn", "Uptown"], "Downtown and Brooklyn; and Uptown"),
        (["Caseta - Azteca", "Azteca - Parres", "Mill"], "Caseta, Azteca; Azteca, Parres; and Mill"),
    ],
)
def test_a_list_of_names_that_have_pauses_can_still_be_told_apart(names: list[str], listed: str) -> None:
    assert EN.listing([EN.name(name) for name in names]).spoken == listed


@pytest.mark.parametrize("language", [tag for tag in BOOKS.languages if tag != "en"])
def test_a_name_is_taken_apart_as_its_own_language_is(language: str) -> None:
    """In "Lacewood Dr After Willett St" both short forms end a street's name, whoever hears it."""
    spoken = BOOKS.pick(language).name("Lacewood Dr After Willett St", "en").spoken
    assert spoken == "Lacewood Drive After Willett Street"
