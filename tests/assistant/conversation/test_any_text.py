"""Whatever is said, there is one reply, and it can be printed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.assistant.talking import begin, hear, make_tools, open_talk

SAID = """
    next tram bus 10A stop the to at oak street 2 first no other more repeat and коли двійка зупинка стоп наступний
    prompts help quit cancel back where am i 49.84 24.03 low floor , . ? \x1b[31m \u202e 🚋 set up skip Ukrainian
"""
WORDS = st.sampled_from(SAID.split())
SENTENCES = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=12).map(" ".join))


@settings(max_examples=60, deadline=None)
@given(st.lists(SENTENCES, min_size=1, max_size=4))
def test_any_text_gives_one_reply_that_says_something(texts: list[str]) -> None:
    talk = open_talk(make_tools())
    begin(talk)
    for reply in hear(talk, *texts):
        assert reply.written
        assert reply.spoken
        assert reply.kind != "internal"


def test_a_very_long_text_is_answered_too() -> None:
    assert hear(open_talk(), "tram " * 5000)[0].written
