"""No invented value, ever: whatever an answer says, something in the town says it."""

from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from tests.properties.asking import ask_everything
from tests.properties.fuzzing import fuzz
from tests.properties.towns import Town, draw_town
from tests.properties.tracing import list_invented


@fuzz
@given(draw_town(), st.sampled_from(("en", "uk")))
def test_every_value_of_every_answer_is_somewhere_in_the_input(town: Town, language: str) -> None:
    with TemporaryDirectory() as folder:
        answers = ask_everything(town.open(town.compile(Path(folder))), language)
    invented = [line for answer in answers for line in list_invented(town, answer)]
    assert not invented, "\n".join([*invented[:20], repr(town)])
