"""A driver with a fault in it, as an unknown version of Textual or a strange app may bring one about."""

from textual_aloud.driver import ReaderDriver
from textual_aloud.translator import Translator


class Breaking(Translator):
    """Fails at the fifth painting."""

    paintings = 0

    def paint(self, *place: object, **how: object) -> str:  # type: ignore[override]  # a fault
        """Fail at last."""
        self.paintings += 1
        if self.paintings == 5:
            raise LookupError("a fault")
        return super().paint(*place, **how)  # type: ignore[arg-type]


class BreakingDriver(ReaderDriver):
    """Translates with a fault."""

    TRANSLATOR = Breaking
