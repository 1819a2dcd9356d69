"""Why something was not heard, as a fact that a face turns into a sentence."""

from dataclasses import dataclass
from enum import Enum


class TroubleCode(Enum):
    """Each has a sentence in the catalogs under `speech.<code>`."""

    NO_DEVICE = "no-device"
    DEVICE_LOST = "device-lost"
    """There is a device, but it did not play what it was given."""
    ENGINE_FAILED = "engine-failed"
    ENGINE_REPLACED = "engine-replaced"
    """The rider's engine does not work, and another speaks in its place."""
    NO_VOICE = "no-voice"
    """No usable voice for a language: such text is shown and not spoken."""


@dataclass(frozen=True, slots=True)
class Trouble:
    """One reason why speech fell back to text. Told once, and again only after it had gone away."""

    code: TroubleCode
    language: str | None = None
    """The language without a voice; None for the other codes."""
    detail: str = ""
    """For the log, in English; never shown or spoken to riders."""
