"""A stream is cut into whole sentences, wherever its pieces end."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stopbell.guard import SentenceSplitter

SPLIT = [
    ("en", "Hello. How are you? Fine!", ["Hello.", "How are you?", "Fine!"]),
    ("en", "10A to St. Mary St., 3 minutes. Next: 2 to Zoo.", ["10A to St. Mary St., 3 minutes.", "Next: 2 to Zoo."]),
    (
        "en",
        "It is 1.5 kilometres away. Platform 10. It waits.",
        ["It is 1.5 kilometres away.", "Platform 10.", "It waits."],
    ),
    (
        "de",
        "Abfahrt 14.05 Uhr, z. B. ab Hbf. am 10. Mai. Danach 14.20 Uhr.",
        ["Abfahrt 14.05 Uhr, z. B. ab Hbf. am 10. Mai.", "Danach 14.20 Uhr."],
    ),
    ("fr", "Ligne 2, 3 minutes. Puis 8 minutes…", ["Ligne 2, 3 minutes.", "Puis 8 minutes…"]),
    ("zh", "10路三分钟到。2路“五分钟。”然后没有了", ["10路三分钟到。", "2路“五分钟。”", "然后没有了"]),
    (
        "en",
        "Departures:\n- **10A** to Central\n2. `2` to [Zoo](http://x.example/a.b)\n\n# More",
        ["Departures:", "10A to Central", "2 to Zoo", "More"],
    ),
    ("en", "A\u202eb\x1b[31m c\u0007.", ["Ab [31m c ."]),
]


@pytest.mark.parametrize(("language", "text", "sentences"), SPLIT)
def test_sentences_end_where_they_end(language: str, text: str, sentences: list[str]) -> None:
    splitter = SentenceSplitter(language)
    assert [*splitter.feed(text), *splitter.flush()] == sentences


@settings(deadline=None)
@given(st.lists(st.text("aB 1.:,!?\n*-[]()。\u202e\x1b_|", max_size=9), max_size=12))
def test_it_does_not_matter_where_the_stream_is_cut(pieces: list[str]) -> None:
    whole, cut = SentenceSplitter("en"), SentenceSplitter("en")
    in_pieces = [sentence for piece in pieces for sentence in cut.feed(piece)] + cut.flush()
    assert in_pieces == [*whole.feed("".join(pieces)), *whole.flush()]


@settings(deadline=None)
@given(st.text(max_size=300))
def test_no_letter_or_digit_is_lost_or_invented(text: str) -> None:
    splitter = SentenceSplitter("uk")
    out = "".join([*splitter.feed(text), *splitter.flush()])
    assert all(character in text for character in out if character.isalnum())
    assert all(character.isprintable() or character == " " for character in out)


def test_a_stream_without_an_end_is_not_held_back_for_ever() -> None:
    assert SentenceSplitter("en").feed("word " * 1000)
