"""The brain that asks an index understands what one understands that reads every rule of every grammar."""

import random
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell.brains.brain import Intent, Scene
from stopbell.brains.offline.agent import OfflineBrain
from stopbell.brains.offline.tally import Tally, list_members
from stopbell_server.phrases.catalog import find_locales
from tests.assistant.offline.plain_brain import PlainBrain
from tests.assistant.offline.plain_reading import PlainGrammar

PATHS = {path.parent.name: path for path in sorted(find_locales().glob("*/grammar.toml"))}
BESIDE = {language: "en" if language != "en" else "de" for language in PATHS}
"""A second grammar, for what the language in use does not understand."""
SENTENCES = 8
STRANGE = ("Kaiserallee", "Harbour", "q", "10A", "7", "12:30", "49.84,24.03", "Оболонь", "zzyzx", ",", "Elbe")
LINES = ("Elbe", "42", "Harbour Line")

SMALL = """
language = "xx"
[spelling]
light = ["the", "a"]
polite = ["please [dear]", "oh"]
joining = ["and"]
[numbers]
cardinals = { one = 1, two = 2 }
[lines]
never_letters = []
[lists]
colour = ["red", "dark (red | blue)", "gree*"]
much = ["very", "[so] much <colour>"]
[slots.mode]
tram = ["tram", "[big] wagon"]
[[controls]]
intent = "help"
say = ["help [<much>*]"]
[[controls]]
intent = "back"
only = "choosing"
say = ["the back"]
[[intents]]
intent = "paint"
say = ["[please] <much>* <colour>", "paint [the] [<much>] ({mode} | <colour>) <colour>*", "[<colour>] {mode} [two]"]
[[intents]]
intent = "ride"
say = ["[a] [<colour>*] {mode} to {stop}", "ride {route} [from {origin}] [to {destination}]", "{count} <colour>*"]
[[intents]]
intent = "leave"
only = "on-board"
say = ["(leave | back) [at {stop}] [<much>*]"]
"""
SMALL_WORDS = (
    "the a please dear oh and one two red dark blue greenish so very much help back tram big wagon paint to ride from "
    "leave at Elbe Oak Road 10A 7 rde wagno Harbour"
)


@cache
def read_plainly(language: str) -> PlainGrammar:
    return PlainGrammar(PATHS[language])


@cache
def list_rows(language: str) -> tuple[str, ...]:
    path = Path(__file__).with_name(f"riders-{language}.tsv")
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return tuple(line.split("\t")[0] for line in lines if line.strip() and not line.startswith("#"))


def mistype(word: str, draw: random.Random) -> str:
    if not word:
        return word
    place = draw.randrange(len(word))
    return draw.choice((word[:place] + word[place + 1 :], word[:place] + word[place] + word[place:], word))


def make_sentences(language: str) -> Iterator[tuple[str, Scene]]:
    """Give sentences of the grammar's own words, of riders' halves put together anew, and of strange words."""
    draw = random.Random(language)
    vocabulary, rows = sorted(read_plainly(language).own.words), list_rows(language)
    for number in range(SENTENCES):
        words = draw.choices(vocabulary, k=draw.randint(1, 4)) + draw.sample(STRANGE, draw.randint(0, 2))
        if rows and number % 4:
            one, other = (draw.choice(rows).split() for _ in range(2))
            words = one[: draw.randint(1, len(one))] + (other[draw.randrange(len(other)) :] if number % 2 else [])
        words = [mistype(word, draw) if draw.random() < 0.2 else word for word in words]
        choices = ("one", "two") if draw.random() < 0.3 else ()
        yield " ".join(words), Scene(language, choices, LINES if number % 3 == 0 else (), draw.random() < 0.3)


def describe(intents: tuple[Intent, ...]) -> list[object]:
    return [(one.name, dict(one.slots), one.language, round(one.confidence, 6)) for one in intents]


@pytest.mark.parametrize("language", PATHS)
def test_a_sentence_is_understood_as_by_reading_every_rule(language: str) -> None:
    grammars = {tag: read_plainly(tag) for tag in (language, BESIDE[language])}
    plain = PlainBrain(grammars)
    brain = OfflineBrain({tag: lambda own=grammar.own: own for tag, grammar in grammars.items()})
    for text, scene in make_sentences(language):
        assert describe(brain.understand(text, scene)) == describe(plain.understand(text, scene)), (text, scene)


@pytest.mark.parametrize("language", PATHS)
def test_a_mistyped_word_is_heard_as_by_comparing_it_with_all(language: str) -> None:
    draw, grammar = random.Random(language), read_plainly(language)
    for said in draw.choices(sorted(grammar.vocabulary), k=60):
        word = said.removesuffix("*") + draw.choice(("", "", "s", "en"))
        word = mistype(mistype(word, draw), draw)[:12]
        if word:
            scores = grammar.own.hear(word, True).scores
            weight = 0.2 if word in grammar.own.light else 1.0
            assert scores == {one: weight * quality for one, quality in grammar.find_words(word, True).items()}, word


@cache
def read_small() -> tuple[OfflineBrain, PlainBrain]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "grammar.toml"
        path.write_text(SMALL, encoding="utf-8")
        grammar = PlainGrammar(path)
    return OfflineBrain({"xx": lambda: grammar.own}), PlainBrain({"xx": grammar})


@settings(max_examples=400, deadline=None)
@given(st.lists(st.sampled_from(SMALL_WORDS.split()), min_size=1, max_size=9), st.booleans(), st.booleans())
def test_parts_that_repeat_or_are_missing_are_matched_as_plainly(
    words: list[str], is_on_board: bool, is_choosing: bool
) -> None:
    brain, plain = read_small()
    scene = Scene("xx", ("one", "two") if is_choosing else (), LINES, is_on_board)
    assert describe(brain.understand(" ".join(words), scene)) == describe(plain.understand(" ".join(words), scene))


@settings(max_examples=200, deadline=None)
@given(st.lists(st.tuples(st.sets(st.integers(0, 70)), st.integers(0, 400)), max_size=12), st.sets(st.integers(0, 70)))
def test_a_tally_sums_for_each_member_and_ranks_by_the_sum(added: list[tuple[set[int], int]], asked: set[int]) -> None:
    tally = Tally()
    for members, amount in added:
        tally.add(sum(1 << member for member in members), amount)
    sums = {member: sum(amount for members, amount in added if member in members) for member in asked}
    ranked = [
        (amount, member)
        for amount, members in tally.rank(sum(1 << member for member in asked))
        for member in list_members(members)
    ]
    assert ranked == sorted((amount, member) for member, amount in sums.items())
