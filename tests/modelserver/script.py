"""Scripts of conversations: what the rider says, what the model answers, and what goes wrong.

A script is a TOML file. Each `[[turns]]` is one utterance of the rider with the answers to the requests that it causes,
in order, as `[[turns.claude]]`.
"""

import tomllib
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FOLDER = Path(__file__).parent / "conversations"


class Call(BaseModel):
    """One tool that the model wants."""

    model_config = ConfigDict(extra="forbid")

    tool: str
    input: dict[str, Any] = {}
    json_text: str | None = None
    """The arguments as they are written, where they are not JSON."""


class ModelAnswer(BaseModel):
    """What the server gives for one request."""

    model_config = ConfigDict(extra="forbid")

    says: str = ""
    then_says: str = ""
    """A second block of text, after the first."""
    thinks: str = ""
    calls: list[Call] = []
    stop: str | None = None
    """The stop reason; tool_use where there are calls, else end_turn."""
    status: int = 200
    error: str = "api_error"
    """Kind of the error that comes with a status, or in the stream."""
    retry_after: str | None = None
    fails_after: int | None = None
    """After so many characters of text an error event comes."""
    cut_after: int | None = None
    """After so many characters of text the connection breaks."""
    ends_after: int | None = None
    """After so many characters of text the stream ends as if it were whole."""
    stalls_after: int | None = None
    """After so many characters of text nothing comes any more but keep-alives."""
    raw: str | None = None
    """The whole stream, letter by letter, where it is no stream of events."""
    usage: Annotated[tuple[int, int, int], Field(description="fresh input, cached input, output")] = (1000, 0, 50)
    has: list[str] = []
    """What the request must hold."""
    lacks: list[str] = []
    """What the request must not hold."""

    @property
    def stop_reason(self) -> str:
        """The stop reason."""
        return self.stop or ("tool_use" if self.calls else "end_turn")


class RiderTurn(BaseModel):
    """One utterance."""

    model_config = ConfigDict(extra="forbid")

    rider: str
    claude: list[ModelAnswer] = []
    cancel_after: int | None = None
    """The rider cuts the answer short after so many of its sentences."""
    later_s: float = 0
    """Seconds that pass before it is said."""
    tools: Literal["work", "gone"] = "work"
    """Whether the server of facts answers."""
    unheard: list[str] = []
    """What no line of this turn may hold: lies of the model, thoughts, orders out of a feed."""


class Script(BaseModel):
    """One conversation."""

    model_config = ConfigDict(extra="forbid")

    about: str
    language: str = "en"
    stop: str | None = "demo:market"
    profile: dict[str, Any] = {}
    limits: dict[str, Any] = {}
    alert: str | None = None
    """An alert of the feed, said in every list of disruptions: a feed may hold anything."""
    turns: Annotated[list[RiderTurn], Field(min_length=1)]


def list_scripts() -> list[Path]:
    """List all scripts in order."""
    return sorted(FOLDER.glob("*.toml"))


def read_script(path: Path) -> Script:
    """Read one script."""
    return Script.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
