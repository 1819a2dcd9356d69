"""In which manner a screen is brought to a terminal."""

import re
from dataclasses import dataclass

DRAWN = re.compile(
    "[\u2190-\u21ff\u2300-\u23ff\u2500-\u27bf\u27f0-\u27ff\u2800-\u28ff\u2900-\u297f\u2b00-\u2bff\ue000-\uf8ff\ufffd"
    "\U0001f000-\U0001fbff\U000f0000-\U0010fffd]"
)
"""Arrows, technical signs, boxes, blocks, shapes, dingbats, dots, private use, emoji: readers spell them out."""


@dataclass(frozen=True, slots=True)
class Manner:
    """What is kept and what is left out of what an application shows."""

    has_styles: bool
    """Colours, bold, reverse, links. A change of style alone writes the text again, which a screen reader may speak."""
    blanked: re.Pattern[str] | None
    """A cell in which this is found is shown as a blank; None: none is."""
    has_whole_words: bool
    """Send the whole of a word of which a part changed, but for what is being typed: "13" is not told as "3"."""
    tells_focus: bool
    """Write the row again that the focus came to: many readers are silent about a cursor that no arrow key moved."""
    has_queries: bool
    """Ask the terminal what it can do. Some readers speak what remains of a question that they do not know."""


READER = Manner(has_styles=False, blanked=DRAWN, has_whole_words=True, tells_focus=True, has_queries=False)
"""For screen readers and braille: text in the terminal's own colours, and nothing that is only a drawing."""
LOW_VISION = Manner(has_styles=True, blanked=None, has_whole_words=False, tells_focus=False, has_queries=True)
"""For eyes: everything as the application draws it, but with a cursor that a magnifier can follow."""
