"""What a person may set by hand in config.toml, and what the environment and flags say over it."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from stopbell_server.contract_choice import Contract
from stopbell_server.domain.errors import SettingsInvalid
from stopbell_server.feed_settings import FeedSettings, list_feed_variables, to_number, to_variable
from stopbell_server.home import Home
from stopbell_server.http_settings import HttpSettings, list_http_variables
from stopbell_server.speech_settings import EngineWord, SpeechTable, list_speech_variables

_ENVIRONMENT = {
    "STOPBELL_LANGUAGE": "language",
    "STOPBELL_FACE": "face",
    "STOPBELL_VOICE": "voice",
    "STOPBELL_ENGINE": "engine",
    "STOPBELL_WAV": "wav",
    "STOPBELL_SERVER": "server",
    "STOPBELL_CONTRACT": "contract",
    "STOPBELL_BRAIN": "brain",
    "STOPBELL_MODEL": "model",
    "STOPBELL_MODEL_URL": "model_url",
}
_WAIT_VARIABLE = "STOPBELL_LIVE_WAIT_S"


class Settings(BaseModel):
    """Everything that can be set; None means that it is chosen at start."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    language: Annotated[str, Field(pattern=r"^[A-Za-z]{2,8}([-_][A-Za-z0-9]{1,8})*$")] | None = None
    """BCP 47 tag that answers are given in when nobody asks for another."""
    face: Literal["line", "textual"] | None = None
    voice: Literal["reader", "self", "off"] | None = None
    engine: EngineWord | None = None
    """What makes the assistant's own voice; None is what comes with it."""
    wav: Annotated[str, Field(min_length=1)] | None = None
    """Folder for WAV files, which are then written in place of being heard."""
    speech: SpeechTable = Field(default_factory=SpeechTable)
    server: Annotated[str, Field(min_length=1)] | None = None
    """Command or URL of a server to use in place of the embedded one."""
    brain: Literal["offline", "claude", "auto"] = "auto"
    """What answers questions about transit: the grammars alone, Claude, or Claude where there is a key."""
    model: Annotated[str, Field(min_length=1)] | None = None
    """The model's name at Anthropic or at the gateway in its place."""
    model_url: Annotated[str, Field(min_length=1)] | None = None
    """Address of a gateway in place of Anthropic's own."""
    contract: Contract = "stopbell"
    """Which tools and payloads `stopbell-server` offers."""
    live_wait_s: Annotated[float, Field(ge=0, le=60)] = 8
    """How long a start waits for the first live data of all feeds together, in seconds."""
    feeds: dict[str, FeedSettings] = Field(default_factory=dict)
    http: HttpSettings = Field(default_factory=HttpSettings)

    def for_feed(self, name: str) -> FeedSettings:
        """Give the settings of one feed; the defaults when the file has no table for it."""
        return self.feeds.get(name) or FeedSettings()


def read_settings(home: Home, environment: Mapping[str, str] = os.environ, **flags: str | None) -> Settings:
    """Read the settings: a flag beats the environment, the environment beats config.toml.

    Raises:
        SettingsInvalid: a value or a key is not understood; the message names it and where it came from.
    """
    values: dict[str, Any] = _read_file(home.config_file)
    _check(values, str(home.config_file))
    for variable, key in _ENVIRONMENT.items():
        if text := environment.get(variable, "").strip():
            values[key] = text
            _check({key: text}, f"the environment variable {variable}")
    if text := environment.get(_WAIT_VARIABLE, "").strip():
        values["live_wait_s"] = to_number(text)
        _check({"live_wait_s": values["live_wait_s"]}, f"the environment variable {_WAIT_VARIABLE}")
    for feed, fields in list_feed_variables(environment).items():
        values["feeds"] = {**values.get("feeds", {}), feed: {**values.get("feeds", {}).get(feed, {}), **fields}}
        named = ", ".join(to_variable(feed, field) for field in fields)
        _check({"feeds": {feed: values["feeds"][feed]}}, f"the environment ({named})")
    for table, variables in (("http", list_http_variables), ("speech", list_speech_variables)):
        for variable, key, text in variables(environment):
            _check({table: {key: text}}, f"the environment variable {variable}")
            values[table] = {**values.get(table, {}), key: text}
    for key, flag in flags.items():
        if flag is not None:
            values[key] = flag
            _check({key: flag}, f"--{key.replace('_', '-')}")
    return _check(values, str(home.config_file))


def _read_file(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsInvalid(f"{path} cannot be read ({error.strerror}); make it readable or move it away.") from error
    except UnicodeDecodeError as error:
        raise SettingsInvalid(f"{path} is not UTF-8 text; save it as UTF-8.") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsInvalid(f"{path} is not valid TOML: {error}; correct that place.") from error


def _check(values: dict[str, Any], origin: str) -> Settings:
    try:
        return Settings.model_validate(values)
    except ValidationError as error:
        raise SettingsInvalid(_explain(error, origin)) from error


def _explain(error: ValidationError, origin: str) -> str:
    """Turn pydantic's first complaint into one sentence with the key and the remedy."""
    first = error.errors()[0]
    key = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        model = {"feeds": FeedSettings, "http": HttpSettings, "speech": SpeechTable}.get(str(first["loc"][0]), Settings)
        known = ", ".join(model.model_fields)
        return f"{origin} sets {key!r}, which is not a setting; remove it or use one of: {known}."
    reason = first["msg"].removeprefix("Value error, ")
    reason = reason[:1].lower() + reason[1:]
    return f"{origin} sets {key} to {first['input']!r}: {reason}."
