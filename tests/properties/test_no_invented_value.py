"""No invented value, ever: whatever an answer says, something in the town says it."""

from hypothesis import given

from tests.properties.asking import ask_town
from tests.properties.fuzzing import fuzz
from tests.properties.towns import LANGUAGES, Town, draw_town
from tests.properties.tracing import list_invented


@fuzz()
@given(draw_town(), LANGUAGES)
def test_every_value_of_every_answer_is_somewhere_in_the_input(town: Town, language: str) -> None:
    invented = [line for answer in ask_town(town, language) for line in list_invented(town, answer)]
    assert not invented, "\n".join([*invented[:20], repr(town)])
