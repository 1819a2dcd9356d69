"""Which engines there are, in the order of trying, and what to do where one is not here."""

import shutil
from typing import Literal

EngineName = Literal["pyttsx3", "espeak-ng", "speech-dispatcher", "silent"]

SPEAKING: tuple[EngineName, ...] = ("pyttsx3", "espeak-ng", "speech-dispatcher")
"""Those that are heard. The first comes with Stopbell and is the default; each next one stands in for those before."""
DEFAULT_ENGINE: EngineName = SPEAKING[0]
ENGINES: tuple[EngineName, ...] = (*SPEAKING, "silent")

_COMMANDS = {"espeak-ng": "espeak-ng", "speech-dispatcher": "speech-dispatcher"}
_PACKAGES = {"espeak-ng": "espeak-ng", "speech-dispatcher": "speech-dispatcher speech-dispatcher-espeak-ng"}


def find_remedy(engine: EngineName) -> str | None:
    """Say what is missing and how to get it, in English; None where nothing is."""
    command = _COMMANDS.get(engine)
    if command is None or shutil.which(command) is not None:
        return None
    return (
        f"The command {command} is not on this system. Install it (on Debian: apt install {_PACKAGES[engine]}), "
        f"or choose another engine: {', '.join(name for name in ENGINES if name != engine)}."
    )


def list_engines(first: EngineName, *, has_spares: bool) -> tuple[EngineName, ...]:
    """List the engines to try, the chosen first; those that stand in must be here, and silence needs none."""
    if first == "silent" or not has_spares:
        return (first,)
    spares: list[EngineName] = [name for name in SPEAKING if name != first and find_remedy(name) is None]
    return (first, *spares)
