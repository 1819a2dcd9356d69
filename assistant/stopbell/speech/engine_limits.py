"""How long an engine may take before it counts as hanging."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class EngineLimits:
    """Bounds for a child process that makes audio."""

    start_s: float = 15.0
    """From its start to its first word; a busy small computer takes seconds."""
    render_s: float = 3.0
    per_character_s: float = 0.02
    """Added to `render_s` for each character; the platforms' own voices take a third of the time of speech."""
    whole_s: float = 10.0
    """What start, text and second try may take together, beyond what the length of the text asks for."""

    def of_text(self, text: str) -> float:
        """Give the seconds that a text may take."""
        return self.render_s + self.per_character_s * len(text)

    def of_all(self, text: str) -> float:
        """Give the seconds that a text may take with everything, a second try too."""
        return self.whole_s + self.per_character_s * len(text)
