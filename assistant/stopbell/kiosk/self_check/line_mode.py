"""X: statements of line mode, which a kiosk does not have."""

from stopbell.kiosk.self_check.evidence import Tries
from stopbell.kiosk.self_check.fixed import be_no_matter

_NO_LINES = "a kiosk has a board of its own and no line mode"

TRIES: Tries = be_no_matter(
    {
        **dict.fromkeys(("X01", "X02", "X03"), _NO_LINES),
        "X04": "a kiosk refuses to run where there is no terminal for its board and keys",
        "X05": "no screen reader runs at a kiosk; its own voice is all there is",
    }
)
