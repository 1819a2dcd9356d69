"""How the server is reached over HTTP: the `[http]` table of config.toml, and STOPBELL_HTTP_… over it."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field

LISTEN_VARIABLE = "STOPBELL_HTTP"
"""Holds [HOST:]PORT; where it is set, or --http given, the server listens instead of using its standard streams."""
_PREFIX = "STOPBELL_HTTP_"


def _split(value: Any) -> Any:
    return [part.strip() for part in value.split(",") if part.strip()] if isinstance(value, str) else value


_Names = Annotated[tuple[str, ...], BeforeValidator(_split)]
_File = Annotated[Path, AfterValidator(Path.expanduser)]


class HttpSettings(BaseModel):
    """What may be set; the variable of a field is STOPBELL_HTTP_ and its name. Lists are written with commas there."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    open: bool = False
    """Whether other machines may ask without a token."""
    tokens: _File | None = None
    """The token file; None lets everybody in who reaches the address."""
    verifier: Annotated[str, Field(pattern=r"^[\w.]+:\w+$")] | None = None
    """Who judges tokens in place of a token file, as module:name; None leaves it to the file."""
    certificate: _File | None = None
    """PEM file with the certificate and those between it and the root; None serves without encryption."""
    key: _File | None = None
    """PEM file with the certificate's key; None where the certificate's file holds it."""
    hosts: _Names = ()
    """Names by which clients call this server, beside the address it listens on."""
    origins: _Names = ()
    """Web origins whose pages may ask."""
    proxies: _Names = ()
    """Addresses of proxies whose X-Forwarded-For is believed."""
    json_answers: bool = False
    """Whether older revisions are answered by JSON instead of one event of a stream."""
    body_bytes: Annotated[int, Field(ge=1024, le=16_777_216)] = 1_048_576
    """The largest request that is read."""
    concurrent: Annotated[int, Field(ge=1, le=10_000)] = 64
    """Requests answered at one time."""
    streams: Annotated[int, Field(ge=1, le=100_000)] = 256
    """Streams of changes that are open at one time; one client holds an eighth of them at most."""
    per_minute: Annotated[int, Field(ge=0, le=1_000_000)] = 600
    """Requests of one client in a minute; 0 allows any number."""
    audit: Annotated[str, Field(min_length=1)] = "stderr"
    """Where the audit log goes: `stderr`, `off`, or a file that is added to."""
    audit_arguments: bool = False
    """Whether the audit log keeps what was asked for: stops, places, and so where riders are."""


def list_http_variables(environment: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """List what the environment sets: variable, field, text."""
    found = [(f"{_PREFIX}{field.upper()}", field) for field in HttpSettings.model_fields]
    return [(variable, field, text) for variable, field in found if (text := environment.get(variable, "").strip())]
