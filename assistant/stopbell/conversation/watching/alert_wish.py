"""Of which alerts a rider wants to be told: those of a line, of a stop, or of a stop's lifts alone."""

from dataclasses import dataclass

from stopbell_server.contract.alerts import AlertSummary
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook

_STOP_REASONS = ("stop", "station")
_ACCESS_EFFECTS = ("accessibility-issue", "other", None)
"""A notice about a lift may come without saying what it does."""


@dataclass(frozen=True, slots=True)
class AlertWish:
    """What is watched."""

    what: str
    """`route` or `stop`, as get_alerts names it."""
    id: str
    """Scoped id: authority:id."""
    name: str
    """Label of the line, or name of the stop."""
    is_lifts: bool = False
    """Whether only access at the stop matters."""

    @property
    def address(self) -> str:
        """Give the address of the alerts it rests on."""
        return f"mobility://{self.what}-alerts/{self.id.replace(':', '/', 1)}"

    @property
    def subject(self) -> str:
        """Give what tells this wish from others."""
        return f"{'lifts' if self.is_lifts else 'alerts'} {self.address}"

    def fits(self, alert: AlertSummary) -> bool:
        """Say whether an alert is of those wanted."""
        return not self.is_lifts or (alert.reason in _STOP_REASONS and alert.effect in _ACCESS_EFFECTS)

    def name_scope(self, book: Phrasebook) -> Line:
        """Give the line or the stop as a label."""
        if self.what == "stop":
            return book.name(self.name)
        said = book.say("alerts.scope_line", line=book.label(self.name))
        return Line(said.written, said.spoken)

    def name_watch(self, book: Phrasebook) -> Line:
        """Give what is watched as a label."""
        said = book.say("notice.name_lifts" if self.is_lifts else "notice.name", what=self.name_scope(book))
        return Line(said.written, said.spoken)
