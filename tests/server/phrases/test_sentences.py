"""Every state of every kind of answer in every language: the sentences stand in `sentences/`, and were proofread."""

import pytest

from stopbell_server.phrases import Phrasebooks
from tests.server.phrases import sentences
from tests.server.phrases.cases import ALL
from tests.server.phrases.facts import alert, board, call

BOOKS = Phrasebooks.load()
EXPECTED = {language: sentences.read(language) for language in BOOKS.languages}


@pytest.mark.parametrize("language", BOOKS.languages)
@pytest.mark.parametrize("name", ALL)
def test_a_state_is_told_in_the_proofread_words(name: str, language: str) -> None:
    written, spoken = ALL[name](BOOKS.pick(language))
    assert (written, spoken) == EXPECTED[language][name]


@pytest.mark.parametrize("language", BOOKS.languages)
def test_no_proofread_sentence_is_left_over(language: str) -> None:
    assert list(EXPECTED[language]) == list(ALL)


@pytest.mark.parametrize("language", BOOKS.languages)
def test_all_certainties_sound_different(language: str) -> None:
    states = ("live", "ageing", "lost", "timetable", "frequency", "no time")
    spoken = [EXPECTED[language][state][1] for state in states]
    assert len(set(spoken)) == len(states)


def test_a_line_from_the_board_is_part_of_the_whole_answer() -> None:
    phrase = BOOKS.pick("en").board(board(call(), call(line="2"), alerts=[alert()]))
    assert " ".join(line.written for line in phrase.lines) == phrase.written
    assert " ".join(line.spoken for line in phrase.lines) == phrase.spoken
    assert [line.written for line in phrase.lines] == [
        "Main St, all live.",
        "10A to Central Station, 3 minutes.",
        "2 to Central Station, 3 minutes.",
        "Alert: Stop moved 50 m north.",
    ]
