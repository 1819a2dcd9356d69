"""Numbers, times, days, labels, names and running text in words."""

from datetime import date, datetime

import pytest
from babel.dates import get_time_format

from stopbell_server.phrases import Phrasebooks
from stopbell_server.phrases.catalog import find_locales
from stopbell_server.phrases.clock_words import ClockWords
from stopbell_server.phrases.language import read_language
from stopbell_server.phrases.numbers import NumberWords
from stopbell_server.phrases.speech_names import speak_label, speak_name

BOOKS = Phrasebooks.load()
EN, UK, PL = BOOKS.pick("en"), BOOKS.pick("uk"), BOOKS.pick("pl")


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (0, "нуль хвилин"),
        (1, "одну хвилину"),
        (2, "дві хвилини"),
        (5, "п'ять хвилин"),
        (11, "одинадцять хвилин"),
        (12, "дванадцять хвилин"),
        (21, "двадцять одну хвилину"),
        (22, "двадцять дві хвилини"),
        (101, "сто одну хвилину"),
        (111, "сто одинадцять хвилин"),
        (120, "сто двадцять хвилин"),
        (121, "сто двадцять одну хвилину"),
        (300, "триста хвилин"),
        (352, "триста п'ятдесят дві хвилини"),
        (1001, "одна тисяча одну хвилину"),
    ],
)
def test_ukrainian_minutes_take_the_feminine_accusative(number: int, words: str) -> None:
    assert UK.minutes(number).spoken == words


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (1, "jedną minutę"),
        (2, "dwie minuty"),
        (5, "pięć minut"),
        (12, "dwanaście minut"),
        (21, "dwadzieścia jeden minut"),
        (22, "dwadzieścia dwie minuty"),
        (101, "sto jeden minut"),
        (102, "sto dwie minuty"),
        (112, "sto dwanaście minut"),
        (121, "sto dwadzieścia jeden minut"),
        (352, "trzysta pięćdziesiąt dwie minuty"),
    ],
)
def test_polish_minutes_take_the_feminine_accusative_and_only_a_lone_one_changes(number: int, words: str) -> None:
    assert PL.minutes(number).spoken == words


@pytest.mark.parametrize(
    ("clock", "alone", "until"),
    [
        ("00:00", "północ", "do północy"),
        ("00:05", "zero zero pięć", "do zero zero pięć"),
        ("01:00", "pierwsza zero zero", "do pierwszej zero zero"),
        ("14:05", "czternasta zero pięć", "do czternastej zero pięć"),
        ("22:22", "dwudziesta druga dwadzieścia dwa", "do dwudziestej drugiej dwadzieścia dwa"),
    ],
)
def test_a_polish_time_of_day_has_the_case_that_the_word_before_it_wants(clock: str, alone: str, until: str) -> None:
    instant = PL.clock(datetime.fromisoformat(f"2026-03-02T{clock}:30+01:00"))
    assert (instant.spoken, PL.say("window.until", clock=instant).spoken) == (alone, until)
    tomorrow = PL.say("time.tomorrow", clock=instant)
    assert tomorrow.spoken == f"jutro o {until.removeprefix('do ')}"


@pytest.mark.parametrize(
    ("number", "words"),
    [(1, "one metre"), (119, "one hundred and nineteen metres"), (350, "three hundred and fifty metres")],
)
def test_english_numbers_join_hundreds_as_in_britain(number: int, words: str) -> None:
    assert EN.say("unit.meters", count=number).spoken == words


def test_ukrainian_metres_are_masculine() -> None:
    assert UK.say("unit.meters", count=21).spoken == "двадцять один метр"
    assert UK.say("unit.meters", count=2).spoken == "два метри"


@pytest.mark.parametrize(
    ("clock", "english", "ukrainian"),
    [
        ("00:00", "midnight", "нуль годин"),
        ("00:05", "zero oh five", "нуль нуль п'ять"),
        ("05:00", "oh five hundred hours", "п'ять нуль нуль"),
        ("05:30", "five thirty", "п'ять тридцять"),
        ("12:00", "twelve hundred hours", "дванадцять нуль нуль"),
        ("14:05", "fourteen oh five", "чотирнадцять нуль п'ять"),
        ("23:59", "twenty-three fifty-nine", "двадцять три п'ятдесят дев'ять"),
    ],
)
def test_a_time_of_day_is_spoken_in_words(clock: str, english: str, ukrainian: str) -> None:
    instant = datetime.fromisoformat(f"2026-03-02T{clock}:30+02:00")
    assert (EN.clock(instant).spoken, UK.clock(instant).spoken) == (english, ukrainian)
    assert EN.clock(instant).written == UK.clock(instant).written == clock


@pytest.mark.parametrize(
    ("day", "english", "ukrainian"),
    [
        (date(2026, 1, 3), "the third of January twenty twenty-six", "третього січня дві тисячі двадцять шостого року"),
        (
            date(2005, 8, 21),
            "the twenty-first of August two thousand and five",
            "двадцять першого серпня дві тисячі п'ятого року",
        ),
        (date(2000, 12, 31), "the thirty-first of December two thousand", "тридцять першого грудня дві тисячі"),
    ],
)
def test_a_day_is_spoken_in_words(day: date, english: str, ukrainian: str) -> None:
    assert (EN.date(day, with_year=True).spoken, UK.date(day, with_year=True).spoken) == (english, ukrainian)


@pytest.mark.parametrize(
    ("label", "english", "ukrainian"),
    [
        ("7", "seven", "сім"),
        ("10A", "ten A", "десять а"),
        ("10a", "ten A", "десять а"),
        ("34E", "thirty-four E", "тридцять чотири е"),
        ("T02", "T zero two", "те нуль два"),
        ("Т02", "T zero two", "те нуль два"),
        ("007", "zero zero seven", "нуль нуль сім"),
        ("100", "one hundred", "сто"),
        ("101", "one oh one", "сто один"),
        ("110", "one ten", "сто десять"),
        ("175", "one seventy-five", "сто сімдесят п'ять"),
        ("1102", "eleven oh two", "одинадцять нуль два"),
        ("12345", "one two three four five", "один два три чотири п'ять"),
        ("N15", "N fifteen", "ен п'ятнадцять"),
        ("Bx12", "B X twelve", "бе ікс дванадцять"),
        ("SEV", "S E V", "ес е ве"),
        ("2/12", "two slash twelve", "два дріб дванадцять"),
        ("A1", "A-one", "а один"),
        ("JAK.17", "J A-K seventeen", "джей а ка сімнадцять"),
        ("PEGASUS", "Pegasus", "Pegasus"),
        ("Night", "Night", "Night"),
        ("Red Line", "Red Line", "Red Line"),
        ("39Ж", "thirty-nine zheh", "тридцять дев'ять же"),
        ("47В", "forty-seven B", "сорок сім ве"),
        ("", "", ""),
        ("?", "unreadable sign", "нечитабельний знак"),
    ],
)
def test_a_label_is_spoken_as_riders_say_it(label: str, english: str, ukrainian: str) -> None:
    assert (speak_label(label, "en"), speak_label(label, "uk")) == (english, ukrainian)


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("St Mary's St", "Saint Mary's Street"),
        ("St. John's Sq", "Saint John's Square"),
        ("Main St / 5th Ave", "Main Street, fifth Avenue"),
        ("Main St & Elm Rd", "Main Street and Elm Road"),
        ("Elm St After Main St (6864)", "Elm Street After Main Street"),
        ("24th St. Mission", "twenty-fourth Street Mission"),
        ("4 St. Mary's", "four Saint Mary's"),
        ("46 St-Bliss St", "forty-six Street, Bliss Street"),
        ("St-Denis", "Saint-Denis"),
        ("Sutphin Blvd-Archer Av-JFK Airport", "Sutphin Boulevard, Archer Avenue, J F K Airport"),
        ("SE 172nd Ave", "South East one seventy-second Avenue"),
        (
            "North Side of 12th St. Between Elm & Oak Aves., NW",
            "North Side of twelfth Street Between Elm and Oak Avenues, North West",
        ),
        ("Main St Station", "Main Street Station"),
        ("Pittsburg/Bay Point", "Pittsburg, Bay Point"),
        ("三宮・花時計前", "三宮 花時計前"),
        ("N 5th St", "North fifth Street"),
        ("E St", "E Street"),
        ("Avenue N", "Avenue N"),
        ("Dr. King Blvd", "Doctor King Boulevard"),
        ("Elm Dr", "Elm Drive"),
        ("Platform II", "Platform two"),
        ("John Paul II Sq", "John Paul two Square"),
        ("Gate B", "Gate B"),
        ("Univ. Hosp. (NB)", "University Hospital, northbound"),
        ("Opp Town Hall", "opposite Town Hall"),
        ("→ Airport", "towards Airport"),
        ("MAIN ST", "Main Street"),
        ("P&R Lakeside", "park and ride Lakeside"),
        ("Elm St [West] Before Main St", "Elm Street, West, Before Main Street"),
        ("Terminal - Bay 12", "Terminal, Bay twelve"),
        ("24/7 Shop", "twenty-four slash seven Shop"),
        ("Stop 0451", "Stop zero four five one"),
        ("Kraków Główny", "Kraków Główny"),
        ("вул. Хрещатик", "вулиця Хрещатик"),
        ("", ""),
        ("***", "unreadable sign"),
    ],
)
def test_a_name_is_spoken_without_short_forms_in_english(name: str, spoken: str) -> None:
    assert speak_name(name, "en") == spoken


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("вул. Хрещатик", "вулиця Хрещатик"),
        ("вул.Хрещатик", "вулиця Хрещатик"),
        ("пл. Ринок", "площа Ринок"),
        ("ст. м. Арсенальна", "станція метро Арсенальна"),
        ("ст.м.Арсенальна", "станція метро Арсенальна"),
        ("ст. Підзамче", "станція Підзамче"),
        ("просп. Свободи (зуп.)", "проспект Свободи, зупинка"),
        ("пр. Червоної Калини", "проспект Червоної Калини"),
        ("б-р Шевченка / вул. Садова", "бульвар Шевченка, вулиця Садова"),
        ("14-та станція", "чотирнадцята станція"),
        ("3-я міська лікарня", "третя міська лікарня"),
        ("5-й корпус", "п'ятий корпус"),
        ("вул. 1-го Травня", "вулиця першого Травня"),
        ("вул. Франка 5А", "вулиця Франка п'ять а"),
        ("вул. 700-річчя Львова", "вулиця сімсот річчя Львова"),
        ("ТЦ «Кільце»", "те це Кільце"),
        ("Корпус Б", "Корпус бе"),
        ("У центрі", "У центрі"),
        ("пʼята дорога", "п'ята дорога"),
        ("Main St", "Main Street"),
    ],
)
def test_a_name_is_spoken_without_short_forms_in_ukrainian(name: str, spoken: str) -> None:
    assert speak_name(name, "uk") == spoken


@pytest.mark.parametrize(
    ("name", "spoken"),
    [
        ("ul. Długa", "ulica Długa"),
        ("os. Piastów", "osiedle Piastów"),
        ("Pl. Wolności", "plac Wolności"),
        ("al. Wojska Polskiego", "aleja Wojska Polskiego"),
        ("Al. Jerozolimskie", "aleje Jerozolimskie"),
        ("Kraków Dw. Gł.", "Kraków dworzec Główny"),
        ("al. Jana Pawła II", "aleja Jana Pawła Drugiego"),
        ("JANA PAWŁA II", "Jana Pawła Drugiego"),
        ("Jana III Sobieskiego", "Jana Trzeciego Sobieskiego"),
        ("Peron II", "Peron dwa"),
        ("ul. 3 Maja", "ulica trzeciego Maja"),
        ("pl. 11 Listopada", "plac jedenastego Listopada"),
        ("1-go Maja", "pierwszego Maja"),
        ("2-gi most", "drugi most"),
        ("os. 1000-lecia", "osiedle Tysiąclecia"),
        ("kościół św. Anny", "kościół świętej Anny"),
        ("św. Wojciecha", "świętego Wojciecha"),
        ("gen. W. Andersa", "generała Władysława Andersa"),
        ("Leśna n/ż", "Leśna na żądanie"),
        ("CH Arkadia", "ce ha Arkadia"),
        ("PKP", "pe ka pe"),
        ("Długa 5A", "Długa pięć A"),
    ],
)
def test_a_name_is_spoken_without_short_forms_in_polish(name: str, spoken: str) -> None:
    assert speak_name(name, "pl") == spoken


@pytest.mark.parametrize(
    ("language", "name", "spoken"),
    [
        ("de", "Straße des 17. Juni", "Straße des siebzehnten Juni"),
        ("uk", "вул. 8 Березня", "вулиця восьмого Березня"),
        ("fr", "Place du 8 Mai", "Place du huit Mai"),
        ("es", "Plaza 2 de Mayo", "Plaza dos de Mayo"),
    ],
)
def test_a_day_in_a_name_is_an_ordinal_where_the_language_says_so(language: str, name: str, spoken: str) -> None:
    assert speak_name(name, language) == spoken


def test_an_unknown_language_is_read_as_english() -> None:
    assert speak_name("Main St", "xx") == speak_name("Main St", None) == "Main Street"


def test_short_forms_of_a_language_without_tables_are_left_alone() -> None:
    assert EN.name("Pl. Svobody 3", "cs").spoken == "Pl Svobody three"
    assert EN.name("Elm Pl", "en-CA").spoken == "Elm Place"
    assert EN.name("ул. Добротич", "bg").spoken == "ул Добротич"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Stop moved 50 m (north side).", "Stop moved fifty metres, north side."),
        ("Open 08:00-18:00!", "Open oh eight hundred hours to eighteen hundred hours!"),
        ("Delays of 10-15 min. on 7/7A", "Delays of ten to fifteen minutes on seven or seven A"),
        ("1.5 km walk/roll; sorry", "one point five kilometres walk, roll; sorry"),
        ("See https://example.org/a?b=1 for more.", "See for more."),
        ("II entrance closed", "two entrance closed"),
        ("Line A & B", "Line A and B"),
        ("", ""),
    ],
)
def test_running_text_keeps_its_sentences_and_loses_its_digits(text: str, spoken: str) -> None:
    assert EN.text(text).spoken == spoken


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        ("Зупинку «Ринок» перенесено на 50 м", "Зупинку Ринок перенесено на п'ятдесят метрів"),
        ("затримка 21 хв, з 08:00", "затримка двадцять одна хвилина, з вісім нуль нуль"),
        ("Маршрути №3А та Т02", "Маршрути номер три а та те нуль два"),
        ("Квиток 2 грн.", "Квиток дві гривні"),
    ],
)
def test_ukrainian_running_text_has_the_right_cases(text: str, spoken: str) -> None:
    assert UK.text(text).spoken == spoken


@pytest.mark.parametrize(
    ("language", "text", "spoken"),
    [
        (
            "pl",
            "Od 17 czerwca 2026 r. o godz. 14:05",
            "Od siedemnastego czerwca dwa tysiące dwudziestego szóstego roku o godzinie czternastej zero pięć",
        ),
        ("pl", "od 8:00 do 18:00, 22 min", "od ósmej zero zero do osiemnastej zero zero, dwadzieścia dwie minuty"),
        ("pl", "ul. Jana Pawła II zamknięta", "ulica Jana Pawła Drugiego zamknięta"),
        ("pl", "3 maja 5 autobusów", "trzeciego maja pięć autobusów"),
        (
            "de",
            "Am 17. Juni gesperrt bis 18. Juni 2026.",
            "Am siebzehnten Juni gesperrt bis achtzehnten Juni zweitausendsechsundzwanzig.",
        ),
        ("uk", "до 8 березня 2026 року", "до восьмого березня дві тисячі двадцять шостого року"),
        ("uk", "31 березня 20 автобусів", "тридцять першого березня двадцять автобусів"),
    ],
)
def test_days_and_times_in_running_text_have_the_right_case(language: str, text: str, spoken: str) -> None:
    assert BOOKS.pick(language).text(text).spoken == spoken


@pytest.mark.parametrize(
    ("meters", "written"),
    [
        (0, "5 metres"),
        (7.4, "5 metres"),
        (48, "50 metres"),
        (52, "50 metres"),
        (196, "200 metres"),
        (224, "200 metres"),
        (226, "250 metres"),
        (990, "1 kilometre"),
        (1049, "1 kilometre 50 metres"),
        (10_400, "10 kilometres"),
    ],
)
def test_a_distance_is_rounded_to_what_can_be_known(meters: float, written: str) -> None:
    assert EN.distance(meters).written == written


def test_compass_words_follow_degrees_and_the_contract() -> None:
    assert [EN.compass(degrees) for degrees in (0, 22, 23, 359)] == ["north", "north", "north-east", "north"]
    assert UK.compass("south-west") == "південний захід"


def test_a_word_is_spelled_letter_by_letter() -> None:
    assert EN.spell("Main 10A").spoken == "M A I N, one zero A"
    assert UK.spell("Щек").spoken == "ща е ка"


@pytest.mark.parametrize("language", BOOKS.languages)
def test_a_clock_is_written_as_the_locale_does(language: str) -> None:
    conventions = read_language(find_locales() / language / "language.toml")
    assert conventions.clock.written == get_time_format("short", locale=conventions.locale).pattern


@pytest.mark.parametrize(
    ("language", "part"), [("en", "in the evening"), ("pl", "wieczorem"), ("uk", "вечора"), ("de", "abends")]
)
def test_the_part_of_a_day_is_never_cut_short(language: str, part: str) -> None:
    conventions = read_language(find_locales() / language / "language.toml")
    clock = ClockWords(conventions, NumberWords(conventions), is_half_day=True)
    assert clock.tell_time(datetime.fromisoformat("2026-03-02T18:10:00+01:00")).written == f"6:10 {part}"
