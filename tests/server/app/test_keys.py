"""Keys come from the environment, and their values never leave it."""

import pytest

from stopbell_server.app.keys import KeySpec, parse_key
from stopbell_server.domain.errors import SettingsInvalid


def test_a_key_names_its_variable() -> None:
    assert parse_key("X-Api-Key=env:CITY_KEY", "header") == KeySpec(
        place="header", name="X-Api-Key", variable="CITY_KEY"
    )


def test_the_value_is_read_from_the_environment() -> None:
    assert parse_key("token=env:CITY_KEY", "parameter").read({"CITY_KEY": " s3cret\n"}) == "s3cret"


@pytest.mark.parametrize(
    "text", ["X-Api-Key", "X-Api-Key=s3cret", "=env:CITY_KEY", "X Y=env:CITY_KEY", "X=env:", "X=env:a-b", "X\n=env:A"]
)
def test_a_key_in_the_command_line_is_refused_and_not_repeated(text: str) -> None:
    with pytest.raises(SettingsInvalid) as caught:
        parse_key(text, "header")

    assert "s3cret" not in str(caught.value)
    assert "env:" in str(caught.value)


def test_a_missing_variable_is_named() -> None:
    with pytest.raises(SettingsInvalid, match="CITY_KEY is not set"):
        parse_key("X=env:CITY_KEY", "header").read({})


def test_a_value_that_would_break_a_request_is_not_repeated() -> None:
    with pytest.raises(SettingsInvalid) as caught:
        parse_key("X=env:CITY_KEY", "header").read({"CITY_KEY": "s3cret\r\nHost: x"})

    assert "s3cret" not in str(caught.value)
