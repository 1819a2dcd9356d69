"""Who answers questions about transit: what was wished, and whether there is a key for it."""

from argparse import SUPPRESS, ArgumentParser
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stopbell.brains.claude.settings import DEFAULT_MODEL, ClaudeSettings, find_key, find_url, may_show_key

if TYPE_CHECKING:
    from stopbell_server.app import Settings


@dataclass(frozen=True, slots=True)
class BrainChoice:
    """Who answers."""

    claude: ClaudeSettings | None = None
    """None: the grammars alone."""
    notes: tuple[str, ...] = ()
    """Ids of messages that say why it is not as was wished."""


def add_brain_argument(parser: ArgumentParser) -> None:
    """Add the flag; left out, nothing is set, so that a choice before the command is kept."""
    parser.add_argument(
        "--brain",
        choices=["offline", "claude", "auto"],
        default=SUPPRESS,
        help="who answers: this machine alone, Claude, or Claude where there is a key",
    )


def choose_brain(settings: "Settings", environment: Mapping[str, str]) -> BrainChoice:
    """Choose; a key comes from the environment only, and is not shown to an address that is not encrypted."""
    if settings.brain == "offline":
        return BrainChoice()
    key = find_key(environment)
    if key is None:
        return BrainChoice(notes=("face.claude_no_key",) if settings.brain == "claude" else ())
    url = find_url(environment) or settings.model_url
    if not may_show_key(url):
        return BrainChoice(notes=("face.claude_unsafe",))
    return BrainChoice(ClaudeSettings(key, settings.model or DEFAULT_MODEL, url))
