"""Keys are named by their environment variable; a value on the command line is refused and not repeated."""

import pytest

from stopbell_server.app.keys import parse_key
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.feeds.fetch import Key


def test_a_key_names_its_variable() -> None:
    assert parse_key("X-Api-Key=env:CITY_KEY", "header") == Key("header", "X-Api-Key", "CITY_KEY")


@pytest.mark.parametrize(
    "text", ["X-Api-Key", "X-Api-Key=s3cret", "=env:CITY_KEY", "X Y=env:CITY_KEY", "X=env:", "X=env:a-b", "X\n=env:A"]
)
def test_a_key_in_the_command_line_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(SettingsInvalid) as caught:
        parse_key(text, "header")

    assert "s3cret" not in str(caught.value)
    assert "env:" in str(caught.value)
