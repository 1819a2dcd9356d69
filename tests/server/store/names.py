"""Stop names in several languages for tests of search, made up of common words."""

from itertools import product

_UKRAINIAN = product(
    ("Площа", "вул.", "проспект", "Міст", "Парк", "Школа", "Лікарня", "Ринок", "Вокзал", "Завод", "Церква", "майдан"),
    (
        "Шевченка", "Залізнична", "Личаківська", "Сихівська", "Щирецька", "Хоткевича", "Городоцька", "Княгині Ольги",
        "Незалежності", "Перемоги", "Зелена", "Стрийська", "Наукова", "Виговського", "Широка", "Чорновола", "Ґонти",
        "П'ятикутна", "Єфремова", "Їжакевича", "Гетьмана Мазепи", "Коновальця", "Під Дубом", "Опришківська", "Об'їзна",
    ),
)  # fmt: skip
_GERMAN = product(
    ("Ober", "Unter", "Alt", "Neu", "Klein", "Groß"),
    ("mühle", "brücke", "straße", "kirchen", "größen", "äcker", "höfe", "schützen", "weiher", "pfaffen"),
    ("", " Bahnhof", " Schule", " Rathaus"),
)
_CZECH = product(
    ("Náměstí", "Ulice", "Nádraží", "Sídliště", "U kostela"),
    ("Děčínská", "Žižkovská", "Řeporyje", "Svatého Jiří", "Čerčany", "Míru", "Ďáblice", "Třebíčská", "Štěrboholy"),
)
_FRENCH = product(
    ("Rue", "Place", "Gare de", "Pont"),
    ("l'Église", "Saint-Étienne", "la République", "l'Hôtel de Ville", "Champs-Élysées", "la Forêt", "Château d'Eau"),
)
_LITHUANIAN = product(
    ("Žalgirio", "Šiaurės", "Gegužės", "Čiurlionio", "Ąžuolų", "Žvėryno", "Rūdninkų"), ("stotis", "gatvė", "aikštė")
)

NAMES: tuple[str, ...] = (
    *(" ".join(words) for words in _UKRAINIAN),
    *("".join(parts) for parts in _GERMAN),
    *(" ".join(words) for words in _CZECH),
    *(" ".join(words) for words in _FRENCH),
    *(" ".join(words) for words in _LITHUANIAN),
)

_LETTERS = dict(
    zip(
        "абвгґдежзиіклмнопрстуфхцчшщьє'їйюя",
        (
            "a", "b", "v", "h", "g", "d", "e", "zh", "z", "y", "i", "k", "l", "m", "n", "o", "p", "r", "s", "t", "u",
            "f", "kh", "ts", "ch", "sh", "shch", "", "ie", "", "i", "i", "iu", "ia",
        ),
        strict=True,
    )
)  # fmt: skip
_FIRST_LETTERS = {"є": "ye", "ї": "yi", "й": "y", "ю": "yu", "я": "ya"}


def romanize(text: str) -> str:
    """Write Ukrainian in Latin letters by the official table of 2010; other letters stay."""
    words = text.lower().split()
    return " ".join(_romanize_word(word) for word in words)


def _romanize_word(word: str) -> str:
    first = _FIRST_LETTERS.get(word[0], _LETTERS.get(word[0], word[0]))
    return first + "".join(_LETTERS.get(letter, letter) for letter in word[1:])
