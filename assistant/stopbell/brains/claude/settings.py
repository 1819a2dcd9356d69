"""What is set for Claude: the key from the environment only, the model, the address, and how long things may take."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

DEFAULT_MODEL = "claude-sonnet-5-5"
KEY_VARIABLES = ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN")
"""Where a key is looked for, in this order; the second is sent as a bearer token, as gateways want it."""
URL_VARIABLES = ("STOPBELL_MODEL_URL", "ANTHROPIC_BASE_URL")
"""Where another address is looked for, ours first; the second is what other programs know too."""
_LOOPBACK = ("localhost", "127.0.0.1", "::1")


@dataclass(frozen=True, slots=True)
class Key:
    """A secret; it shows itself nowhere."""

    value: str = field(repr=False)
    is_token: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """How long and how much; a rider at a stop hears nothing meanwhile."""

    first_token_s: float = 12.0
    """Silence before the first sign of an answer to one request."""
    between_tokens_s: float = 8.0
    """Silence within an answer; keep-alives of the server do not count as an answer."""
    turn_s: float = 60.0
    """All requests and tools of one question together."""
    retry_wait_s: float = 2.0
    """The longest pause before a request is tried once more."""
    most_rounds: int = 6
    """Requests for one question; in the last one no tool may be asked."""
    most_calls: int = 6
    """Tools asked at the same time."""
    most_results: int = 16
    """Tools asked for one question; with the limit of a result it bounds what one question can cost."""
    max_tokens: int = 1024
    most_turns: int = 12
    """Questions remembered."""
    most_characters: int = 60_000
    """Of all that is remembered; the oldest questions go first, each with all that belongs to it."""


@dataclass(frozen=True, slots=True)
class ClaudeSettings:
    """Whom to ask, and how."""

    key: Key
    model: str = DEFAULT_MODEL
    url: str | None = None
    """Another address than Anthropic's own."""
    limits: Limits = Limits()


def find_key(environment: Mapping[str, str]) -> Key | None:
    """Give the key of the environment; None when there is none."""
    for variable in KEY_VARIABLES:
        if value := environment.get(variable, "").strip():
            return Key(value, is_token=variable == KEY_VARIABLES[1])
    return None


def find_url(environment: Mapping[str, str]) -> str | None:
    """Give the address of the environment; None when it names none."""
    return next((url for name in URL_VARIABLES if (url := environment.get(name, "").strip())), None)


def may_show_key(url: str | None) -> bool:
    """Say whether a key may be sent to an address: encrypted, or to this machine itself."""
    if url is None:
        return True
    parts = urlsplit(url)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _LOOPBACK)
