"""Settings of HTTP: from the file and the environment, each documented, each mistake named."""

from pathlib import Path

import pytest

from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.home import Home
from stopbell_server.http_settings import HttpSettings
from stopbell_server.settings import read_settings

PAGE = Path(__file__).parents[2] / "docs" / "serving.md"


def test_the_environment_beats_the_file_setting_by_setting(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(
        '[http]\nper_minute = 30\nhosts = ["a.example"]\njson_answers = true\ncertificate = "/etc/c.pem"'
    )
    environment = {
        "STOPBELL_HTTP_HOSTS": "b.example, c.example,",
        "STOPBELL_HTTP_OPEN": "true",
        "STOPBELL_HTTP_CONCURRENT": "8",
        "STOPBELL_HTTP_AUDIT": " ",
    }

    assert read_settings(Home(tmp_path), environment).http == HttpSettings(
        per_minute=30,
        hosts=("b.example", "c.example"),
        json_answers=True,
        certificate=Path("/etc/c.pem"),
        open=True,
        concurrent=8,
    )


@pytest.mark.parametrize(
    ("variable", "value", "said"),
    [
        ("STOPBELL_HTTP_OPEN", "perhaps", "STOPBELL_HTTP_OPEN sets http.open to 'perhaps'"),
        ("STOPBELL_HTTP_PER_MINUTE", "-1", "greater than or equal to 0"),
        ("STOPBELL_HTTP_BODY_BYTES", "1", "greater than or equal to 1024"),
    ],
)
def test_a_mistake_in_the_environment_is_named(tmp_path: Path, variable: str, value: str, said: str) -> None:
    with pytest.raises(SettingsInvalid, match=said):
        read_settings(Home(tmp_path), {variable: value})


def test_a_setting_that_does_not_exist_is_answered_by_those_that_do(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text("[http]\nport = 80")
    with pytest.raises(
        SettingsInvalid, match=r"'http\.port', which is not a setting; .* open, tokens, verifier, certificate"
    ):
        read_settings(Home(tmp_path), {})


def test_every_setting_is_documented_with_its_variable_and_its_default() -> None:
    rows = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    for name, field in HttpSettings.model_fields.items():
        row = next(line for line in rows if line.startswith(f"| `{name}` | `STOPBELL_HTTP_{name.upper()}` |"))
        if isinstance(field.default, int):
            assert f"({str(field.default).lower()})" in row
