"""Claude made from settings and the prompt on disk."""

from pathlib import Path

from stopbell.brains.claude.agent import ClaudeAgent
from stopbell.brains.claude.door import Door
from stopbell.brains.claude.settings import ClaudeSettings

PROMPT_FILE = "system.md"


def load_claude(settings: ClaudeSettings, prompts: Path) -> ClaudeAgent:
    """Make a companion with the system prompt of the folder of prompts; nothing is imported or sent yet.

    Raises:
        OSError: the prompt cannot be read: the installation is incomplete.
    """
    return ClaudeAgent(Door(settings), (prompts / PROMPT_FILE).read_text(encoding="utf-8"), settings.limits)
