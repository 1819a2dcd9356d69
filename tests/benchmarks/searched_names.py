"""Names for measuring the search: 50,000 made from word lists in four scripts, and what riders make of them.

The same numbers give the same names and the same questions. What is asked for is a name and what is typed instead:
transliterated as the passport office does it, mistyped, with its words in another order.
"""

import random
import string
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, product


def _to_words(text: str) -> list[str]:
    return text.split()


UKRAINIAN = _to_words(
    "Шевченка Франка Хмельницького Грушевського Сахарова Коновальця Личаківська Сихівська Городоцька Зелена Наукова "
    "Стрийська Пекарська Кульпарківська Виговського Любінська Левандівська Замарстинівська Богданівська Жовківська "
    "Щирецька Залізнична Чорновола Липинського Мазепи Гайдамацька Тичини Козланюка Янівська Єрошенка Їжакевича "
    "Ґонти Пасічна Дністерська Червоної_Калини Княгині_Ольги Святого_Юра Володимира_Великого Героїв_УПА Угорська "
    "Тернопільська Луганська Хуторівка Скнилівок Рясне Брюховичі Винники Збоїща Голоско Сокільники Зимна_Вода "
    "Південна Північна Східна Джерельна Ботанічна Музейна Театральна Університетська Політехнічна Окружна Кільцева "
    "Вишнева Яблунева Горіхова Чайковського Лисенка Леонтовича Олени_Пчілки Лесі_Українки"
)
UKRAINIAN_KINDS = ("вулиця", "площа", "проспект", "школа", "лікарня", "парк", "завод", "ринок", "церква", "міст")
ENGLISH = _to_words(
    "Oak Elm Maple Cedar Barrington Robie Quinpool Agricola Gottingen Spring_Garden Lacewood Dunbrack Herring_Cove "
    "Portland Windmill Pleasant Wyse Nantucket Victoria Albert King Queen Prince Duke George Chestnut Walnut Birch "
    "Willow Juniper Mission Harrison Folsom Fillmore Divisadero Castro Geary Balboa Cabrillo Fulton Haight Page Market "
    "Sutter Bush Pine California Clay Jackson Pacific Broadway Vallejo Green Union Filbert Greenwich Lombard Bay "
    "Beach Jefferson Lincoln Washington Madison Monroe Adams Harrow Wembley Camden Islington Hackney Saint_Mary_s "
    "Saint_John_s Church Station Mill Bridge High London Oxford Cambridge 5th 17th 28th 42nd 101st"
)
ENGLISH_KINDS = ("St", "Ave", "Rd", "Blvd", "Dr", "Street", "Lane", "Way")
POLISH = _to_words(
    "Mickiewicza Słowackiego Piłsudskiego Kościuszki Sienkiewicza Świętokrzyska Marszałkowska Żeromskiego Łódzka "
    "Krakowska Gdyńska Wrocławska Poznańska Rzeszowska Częstochowska Jagiellońska Grunwaldzka Dąbrowskiego Śniadeckich "
    "Źródlana Młyńska Rynek Dworcowa Szpitalna Kościelna Zamkowa Ogrodowa Lipowa Brzozowa Jana_Pawła_II Armii_Krajowej"
)
GERMAN_HEADS = _to_words(
    "Haupt Ober Unter Bahnhof Königs Kaiser Schloss Mühlen Brücken Kirch Linden Eichen Birken Goethe Schiller "
    "Beethoven Mozart Bismarck Rosen Garten Wald Berg Tal See Ufer Markt Schützen Jäger Müller Schäfer "
    "Grüne_Au Weißenburger_"
)
GERMAN_TAILS = ("straße", "weg", "platz", "allee", "gasse", "brücke", "tor", "ring", "damm", "park")
GERMAN_TOWNS = _to_words(
    "München Köln Düsseldorf Nürnberg Osnabrück Göttingen Tübingen Lübeck Würzburg Gießen Weißenfels Jülich"
)
GREEK = _to_words(
    "Αγίου_Γεωργίου Ελευθερίας Ομονοίας Συντάγματος Παλαιά_Αγορά Βασιλίσσης_Σοφίας Πανεπιστημίου Σταδίου Ακαδημίας "
    "Κηφισίας Πατησίων Αλεξάνδρας Ευαγγελισμός Μοναστηράκι Θησείο Κεραμεικός Πειραιώς Λιμάνι Νοσοκομείο Δημαρχείο "
    "Ευζώνων Ουρανίας Χαλανδρίου Γλυφάδας"
)
BULGARIAN = _to_words(
    "Раковски Левски Ботев Вазов Графа_Игнатиев Сердика Лъвов_мост Красно_село Люлин Младост Дружба Надежда Овча_купел "
    "Орлов_мост Женски_пазар Централна_гара Южен_парк Борисова_градина Бъкстон Хладилника Дървеница Студентски_град"
)

HAND_MADE = (
    ("rynok", "Площа Ринок"),
    ("rinok", "Площа Ринок"),
    ("ploshcha rynok", "Площа Ринок"),
    ("пл ринок", "Площа Ринок"),
    ("площа рінок", "Площа Ринок"),
    ("holovnyy vokzal", "Головний вокзал"),
    ("golovny vokzal", "Головний вокзал"),
    ("вокзал головний", "Головний вокзал"),
    ("zaliznychnyi vokzal", "Залізничний вокзал"),
    ("жд вокзал", "Залізничний вокзал"),
    ("muenchen hbf", "München Hauptbahnhof"),
    ("munchen hauptbahnhof", "München Hauptbahnhof"),
    ("Hbf München", "München Hauptbahnhof"),
    ("koln hbf", "Köln Hbf"),
    ("köln hauptbahnhof", "Köln Hbf"),
    ("koeln hbf", "Köln Hbf"),
    ("weissenburger platz", "Weißenburger Platz"),
    ("decin", "Děčín"),
    ("děčin", "Děčín"),
    ("rzeszow glowny", "Rzeszów Główny"),
    ("glowny rzeszow", "Rzeszów Główny"),
    ("ohare", "O’Hare"),
    ("o'hare", "O’Hare"),
    ("st marys", "St. Mary's Cathedral"),
    ("saint mary cathedral", "St. Mary's Cathedral"),
    ("king sq", "King Square"),
    ("central station", "Central Station"),
    ("centrl staton", "Central Station"),
    ("omonia", "Ομόνοια"),
    ("evangelismos", "Ευαγγελισμός"),
)
"""What riders were seen to type, and the name that they meant."""
_BUSY = (
    "Площа Ринок", "Головний вокзал", "Залізничний вокзал", "München Hauptbahnhof", "Köln Hbf", "Weißenburger Platz",
    "Děčín", "Rzeszów Główny", "O’Hare", "St. Mary's Cathedral", "King Square", "Central Station", "Ομόνοια",
    "Ευαγγελισμός",
)  # fmt: skip

_OFFICIAL = {
    **dict(zip("абвгґдезиійклмнопрстуф", "abvhgdezyiiklmnoprstuf", strict=True)), "ж": "zh",
        "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ь": "", "ю": "iu", "я": "ia", "є": "ie", "ї": "i",
    "’": "", "'": "",
}  # fmt: skip
_AT_START = {"є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}
"""Cabinet of Ministers resolution 55 of 2010."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What is typed, and the name that is meant."""

    typed: str
    meant: str


def make_names(count: int = 50_000, seed: int = 7) -> list[str]:
    """Make distinct names, the busy ones first."""
    made = [
        *(f"{kind} {name}" for kind, name in product(UKRAINIAN_KINDS, UKRAINIAN)),
        *(f"{one} - {other}" for one, other in combinations(UKRAINIAN, 2)),
        *(f"{kind} {one} ({other})" for kind in UKRAINIAN_KINDS[:4] for one, other in combinations(UKRAINIAN, 2)),
        *(
            f"{one} {kind} & {other} {kind_of_other}"
            for one, other in combinations(ENGLISH, 2)
            for kind, kind_of_other in (
                ("St", "Ave"),
                ("Rd", "St"),
                ("Blvd", "Dr"),
                ("Street", "Lane"),
                ("Ave", "Way"),
                ("Dr", "Dr"),
                ("Lane", "Rd"),
            )
        ),
        *(f"{prefix}{one}/{other}" for prefix in ("", "ul. ", "pl. ") for one, other in combinations(POLISH, 2)),
        *(f"{town}, {head}{tail}" for town, head, tail in product(GERMAN_TOWNS, GERMAN_HEADS, GERMAN_TAILS)),
        *(f"{kind} {one} - {other}" for kind in ("Οδός", "Στάση") for one, other in combinations(GREEK, 2)),
        *(f"{kind}{one} / {other}" for kind in ("", "бул. ", "ул. ") for one, other in combinations(BULGARIAN, 2)),
        *(f"{one} {kind}, {town}" for one, kind in product(ENGLISH, ENGLISH_KINDS) for town in GERMAN_TOWNS),
    ]
    names = [name.replace("_s ", "'s ").replace("_", " ") for name in made]
    random.Random(seed).shuffle(names)
    distinct = list(dict.fromkeys((*_BUSY, *names)))
    if len(distinct) < count:
        raise ValueError(f"the word lists give {len(distinct)} names, fewer than {count}; add words")
    return distinct[:count]


def make_sets(names: Sequence[str], size: int = 60, seed: int = 11) -> dict[str, list[Asked]]:
    """Make the sets of questions, each of this size but the hand-made one."""
    draw = random.Random(seed)
    ukrainian = [
        name for name in names if _is_written_with(name, "абвгдежзиіїєклмнопрстуфхцчшщьюя") and _is_ukrainian(name)
    ]
    latin = [name for name in names if name.isascii() or _is_written_with(name, string.ascii_lowercase)]
    cyrillic = [name for name in names if "а" <= _first_letter(name) <= "ґ"]
    several = [name for name in names if len(name.split()) > 2]

    def ask(pool: Sequence[str], change: Callable[[str], str]) -> list[Asked]:
        # Two wrong letters in a name of three leave nothing to find.
        long_enough = [name for name in pool if any(len(word) > 5 and word.isalpha() for word in name.split())]
        return [Asked(change(name), name) for name in draw.sample(long_enough, size)]

    return {
        "hand-made": [Asked(typed, meant) for typed, meant in HAND_MADE],
        "official transliteration": ask(ukrainian, transliterate),
        "transliteration, 1 typo": ask(ukrainian, lambda name: mistype(transliterate(name), draw)),
        "Latin, 2 typos": ask(latin, lambda name: mistype(mistype(name, draw), draw)),
        "Cyrillic, 1 typo": ask(cyrillic, lambda name: mistype(name, draw)),
        "words swapped": ask(several, lambda name: _swap(name, draw)),
    }


def transliterate(name: str) -> str:
    """Write Ukrainian with Latin letters as passports have it, in small letters."""
    return " ".join(map(_transliterate_word, name.lower().replace("зг", "zgh").split(" ")))


def _transliterate_word(word: str) -> str:
    first = _AT_START.get(word[:1]) or _OFFICIAL.get(word[:1], word[:1])
    return first + "".join(_OFFICIAL.get(letter, letter) for letter in word[1:])


def mistype(text: str, draw: random.Random) -> str:
    """Change one letter inside a word: another one, one too few, one too many, or two in the wrong order."""
    places = [place for place in range(1, len(text) - 1) if text[place - 1 : place + 2].isalpha()]
    place = draw.choice(places)
    letters = "абвгдежзиклмнопрст" if text[place].lower() > "z" else string.ascii_lowercase
    match draw.randrange(4):
        case 0:
            return text[:place] + draw.choice(letters) + text[place + 1 :]
        case 1:
            return text[:place] + text[place + 1 :]
        case 2:
            return text[:place] + draw.choice(letters) + text[place:]
        case _:
            return text[:place] + text[place + 1] + text[place] + text[place + 2 :]


def _swap(name: str, draw: random.Random) -> str:
    words = [word.strip("(),") for word in name.replace("/", " ").split() if any(map(str.isalnum, word))]
    swapped = words[:]
    while swapped == words:
        draw.shuffle(swapped)
    return " ".join(swapped)


def _is_written_with(name: str, letters: str) -> bool:
    return all(not letter.isalpha() or letter in letters for letter in name.lower().replace("й", "и").replace("ґ", "г"))


def _is_ukrainian(name: str) -> bool:
    return any(word.replace(" ", "_") in name.replace(" ", "_") for word in UKRAINIAN)


def _first_letter(name: str) -> str:
    return next((letter.lower() for letter in name if letter.isalpha()), "")
