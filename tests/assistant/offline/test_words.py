"""Folding, words, numbers and line labels."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stopbell.brains.brain import Scene
from stopbell.brains.offline.grammar import load_grammar
from stopbell.brains.offline.numbers import NumberKind, NumberWords, find_numbers
from stopbell.brains.offline.tokens import LONGEST_UTTERANCE, parse_tokens
from stopbell.folding import count_words, fold_label, fold_word
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.talking import load_brain

ENGLISH = NumberWords(
    {"zero": 0, "oh": 0, "one": 1, "two": 2, "three": 3, "seven": 7, "eleven": 11, "twenty": 20, "hundred": 100},
    {"first": 1},
    {"deuc*": 2},
    frozenset({100}),
)


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("CAFÉ", "cafe"),
        ("п'ять", "пять"),
        ("п’ять", "пять"),
        ("зупинкa", "зупинка"),  # a Latin a at its end
        ("tрам", "tpam"),
        ("Straße", "strasse"),
    ],
)
def test_spelling_that_does_not_matter_is_folded_away(written: str, folded: str) -> None:
    assert fold_word(written) == folded


def test_line_labels_are_latin_where_the_letter_looks_latin() -> None:
    assert fold_label("10а") == fold_label("10A") == fold_label("10А") == "10A"


@pytest.mark.parametrize(
    ("text", "count"),
    [("Oak Street", 2), ("10A", 0), ("a Oak", 1), ("帮助", 1), ("人民广场", 2), ("去Oak Street", 3), ("", 0)],
)
def test_words_are_counted_where_there_are_no_blanks_too(text: str, count: int) -> None:
    assert count_words(text) == count


@given(st.text(max_size=80))
def test_folding_twice_changes_nothing_more(text: str) -> None:
    assert fold_word(fold_word(text)) == fold_word(text)


@given(st.text(max_size=400))
def test_any_text_becomes_a_bounded_row_of_words(text: str) -> None:
    tokens = parse_tokens(text)
    assert len(tokens) <= LONGEST_UTTERANCE
    assert all(token.folded or token.place for token in tokens)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("low-floor, please", ["low", "floor", "please"]),
        ("at 14:05", ["at", "14:05"]),
        ("2/12 now", ["2/12", "now"]),
        ("stop town:oak/1", ["stop", "town:oak/1"]),
        ("what's up", ["whats", "up"]),
    ],
)
def test_what_belongs_together_is_one_word(text: str, words: list[str]) -> None:
    assert [token.folded for token in parse_tokens(text)] == words


def test_coordinates_are_one_word_with_a_point() -> None:
    here, place = parse_tokens("here 49,8397; −24,0297")
    assert (here.folded, place.place) == ("here", ("49.8397", "-24.0297"))


@pytest.mark.parametrize(
    ("said", "label", "value"),
    [
        ("twenty one", "21", 21),
        ("three oh seven", "307", None),
        ("eleven oh two", "1102", None),
        ("zero two", "02", None),
        ("one hundred twenty three", "123", 123),
        ("007", "007", 7),
    ],
)
def test_numbers_in_words(said: str, label: str, value: int | None) -> None:
    longest = list(find_numbers(parse_tokens(said), 0, ENGLISH))[-1]
    assert (longest.label, longest.value) == (label, value)


@pytest.mark.parametrize(
    ("language", "said", "route"),
    [
        ("de", "wann kommt der 245er", "245"),
        ("de", "wann fahren die 12ern", "12"),
        ("de", "wann kommt der 12E", "12E"),
        ("en", "what are the next two 86s", "86"),
        ("en", "when is the 86S due", "86S"),
        ("uk", "де 46-ка", "46"),
        ("uk", "чекаю на 46-го", "46"),
        ("uk", "коли буде 46й", "46"),
        ("uk", "коли буде 46к", "46K"),
        ("pl", "gdzie jest 187ka", "187"),
        ("pl", "kiedy 12-tka", "12"),
        ("pl", "kiedy 12A", "12A"),
    ],
)
def test_an_ending_behind_digits_is_no_part_of_a_label(language: str, said: str, route: str) -> None:
    assert load_brain().understand(said, Scene(language))[0].slots["route"] == route


def test_a_name_keeps_the_ending_behind_its_digits() -> None:
    (token,) = parse_tokens("8-го", endings={"го"})
    assert (token.surface, token.folded) == ("8-го", "8")


@pytest.mark.parametrize(
    ("language", "said", "route"),
    [
        ("en", "when is the 2 4 5 due", "245"),
        ("zh", "3 8 路 什 么 时 候 来", "38"),
        ("en", "when is the 24 5 due", "24"),
    ],
)
def test_digits_said_one_by_one_are_a_label(language: str, said: str, route: str) -> None:
    assert load_brain().understand(said, Scene(language))[0].slots["route"] == route


@pytest.mark.parametrize(("language", "said"), [("en", "next bus 2, 4"), ("zh", "2、4、5路什么时候来")])
def test_digits_with_a_comma_between_are_several(language: str, said: str) -> None:
    assert len(str(load_brain().understand(said, Scene(language))[0].slots["route"])) == 1


def test_a_name_that_begins_like_a_control_word_silences_nobody() -> None:
    assert load_brain().understand("Silence Avenue", Scene("en"))[0].name == "unknown"


def test_digits_said_one_by_one_are_no_quantity() -> None:
    found = list(find_numbers(parse_tokens("2 4 5"), 0, ENGLISH))
    assert [(number.label, number.value) for number in found] == [("2", 2), ("24", None), ("245", None)]


def test_a_nickname_ends_a_number() -> None:
    found = list(find_numbers(parse_tokens("twenty deuce one"), 0, ENGLISH))
    assert [(number.label, number.kind) for number in found] == [
        ("20", NumberKind.CARDINAL),
        ("22", NumberKind.NICKNAME),
    ]


@pytest.mark.parametrize(
    ("language", "said", "route"),
    [
        ("en", "ten a", "10A"),
        ("en", "ten bee", "10B"),
        ("en", "10 A", "10A"),
        ("en", "the T zero two", "T02"),
        ("en", "twenty one", "21"),
        ("en", "three oh seven", "307"),
        ("en", "N91", "N91"),
        ("en", "M 4", "M4"),
        ("en", "line 2/12", "2/12"),
        ("en", "when is the А10", "A10"),  # a Cyrillic А
        ("uk", "двійка", "2"),
        ("uk", "на двійку", "2"),
        ("uk", "коли десятка", "10"),
        ("uk", "одинадцятий", "11"),
        ("uk", "двадцять перший", "21"),
        ("uk", "двадцять п'ятий трамвай", "25"),
        ("uk", "десять а", "10A"),
        ("uk", "маршрут сорок вісім", "48"),
        ("uk", "10А", "10A"),
    ],
)
def test_lines_are_heard_as_riders_say_them(language: str, said: str, route: str) -> None:
    intent = load_brain().understand(said, Scene(language=language))[0]
    assert (intent.name, intent.text("route")) == ("next_arrivals", route)


def test_a_line_with_a_name_is_heard_where_the_stop_has_it() -> None:
    scene = Scene(language="en", lines=("Red Line", "10A"))
    intent = load_brain().understand("when is the next red line to the airport", scene)[0]
    assert (intent.text("route"), intent.text("destination")) == ("Red Line", "airport")


def test_a_number_before_a_noun_is_a_count_and_not_a_line() -> None:
    intent = load_brain().understand("find me three stops nearby", Scene())[0]
    assert (intent.name, intent.number("count")) == ("nearest_stop", 3)


@pytest.mark.parametrize(
    ("said", "label"),
    [
        ("quatre-vingt-onze", "91"),
        ("soixante et onze", "71"),
        ("septante-deux", "72"),
        ("trois cent quatre-vingt-dix-neuf", "399"),
        ("dix-sept", "17"),
        ("vingt et un", "21"),
    ],
)
def test_a_number_that_is_not_the_sum_of_its_words_is_one_number(said: str, label: str) -> None:
    words = load_grammar(find_locales() / "fr" / "grammar.toml").numbers
    assert [number.label for number in find_numbers(parse_tokens(said), 0, words)][-1] == label


def test_an_elided_word_is_a_word_and_leaves_the_name_whole() -> None:
    here, *rest = parse_tokens("l’hôpital aujourd'hui", elided={"l"})
    assert [here.surface, *(token.folded for token in rest)] == ["l’", "hopital", "aujourdhui"]


@pytest.mark.parametrize(
    ("said", "heard"),
    [
        ("bus pour Saint-Denis de l'Hôtel", "Saint-Denis de l'Hôtel"),
        ("bus pour l'hôpital", "hôpital"),
    ],
)
def test_a_name_keeps_its_hyphens_and_apostrophes(said: str, heard: str) -> None:
    assert load_brain().understand(said, Scene(language="fr"))[0].slots["destination"] == heard


@pytest.mark.parametrize(
    ("said", "line"), [("le 12 à Bellecour", "12"), ("quand passe le dix a", "10A"), ("le 10 A pour Vaise", "10A")]
)
def test_a_letter_that_is_also_a_word_belongs_to_a_line_as_a_capital_or_at_the_end(said: str, line: str) -> None:
    assert load_brain().understand(said, Scene(language="fr"))[0].slots["route"] == line


def test_a_time_written_with_an_h_is_a_time() -> None:
    assert load_brain().understand("y a-t-il un bus après 23h30", Scene(language="fr"))[0].slots["time"] == "23:30"


def test_an_apostrophe_tells_apart_what_without_it_would_be_another_word() -> None:
    spellings = {"we're": ("we", "are"), "whats": ("what", "is")}
    folded = [
        [token.folded for token in parse_tokens(text, spellings=spellings)] for text in ("we’re", "were", "What's")
    ]
    assert folded == [["we", "are"], ["were"], ["what", "is"]]
