"""Watch alerts: each new one is told once, and that one is no longer reported; never that all is well again."""

from collections.abc import Sequence
from datetime import datetime

from stopbell.announcer.event import Event
from stopbell.conversation.watching.alert_wish import AlertWish
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.lookout import Lookout, Words
from stopbell_server.contract.alerts import AlertsData, AlertSummary
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.phrasebook import Phrasebook

MOST_ALERTS = 20
"""So many are looked at; of what is beyond nothing is told."""
MOST_TOLD = 3
"""Of a burst so many are told, and how many more there are."""


class AlertWatch:
    """Alerts of one line or stop, until the rider ends it."""

    is_ride = False
    is_over = False

    def __init__(self, wish: AlertWish, data: AlertsData) -> None:
        """Begin with what the rider has just been told."""
        self.wish = wish
        self._known = {one.id: one for one in data.alerts if wish.fits(one)}
        self._is_kept_up = True
        self._told = 0

    @property
    def subject(self) -> str:
        """What its events are about."""
        return self.wish.subject

    @property
    def address(self) -> str:
        """The alerts it rests on."""
        return self.wish.address

    def name(self, book: Phrasebook) -> Line:
        """Give what is watched as a label."""
        return self.wish.name_watch(book)

    def wake_at(self, now: datetime) -> datetime | None:
        """Time alone makes nothing new: a period that ends is seen at the next look."""
        del now

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        """Look at the alerts once; while their source is silent nothing is new and nothing has ended."""
        answer = await lookout.ask("get_alerts", **{self.wish.what: self.wish.id}, limit=MOST_ALERTS)
        data = answer.data
        if not isinstance(data, AlertsData) or answer.status.state not in ("ok", "partial"):
            raise NoAnswerError(answer.status.code or "no alerts")
        was_kept_up, self._is_kept_up = self._is_kept_up, answer.status.state == "ok"
        if not self._is_kept_up:
            return [self._say(lookout, "notice.silent")] if was_kept_up else []
        events = [] if was_kept_up else [self._say(lookout, "notice.back")]
        now = {one.id: one for one in data.alerts if self.wish.fits(one)}
        new = [one for one in now.values() if one.id not in self._known]
        # Those beyond the limit are reported still, as far as is known.
        ended = [] if data.more else [one for one in self._known.values() if one.id not in now]
        self._known = {**self._known, **now} if data.more else now
        events += [self._make(lookout, self._tell_new(data, new))] if new else []
        events += [self._make(lookout, self._tell_ended(ended))] if ended else []
        return events

    def _tell_new(self, data: AlertsData, new: Sequence[AlertSummary]) -> Words:
        """Tell how many are new, then each as the answer to a question about them would."""
        more = max(0, len(new) - MOST_TOLD)
        shown = data.model_copy(update={"alerts": list(new[:MOST_TOLD]), "more": more, "before": 0})

        def tell(book: Phrasebook) -> Phrase:
            first = book.say("notice.new", what=self.wish.name_scope(book), count=len(new))
            # Its first line counts all alerts, which these are not.
            return first.then(from_lines(book.alerts(shown).lines[1:], "alerts"))

        return tell

    def _tell_ended(self, ended: Sequence[AlertSummary]) -> Words:
        def tell(book: Phrasebook) -> Phrase:
            what = self.wish.name_scope(book)
            if len(ended) > 1:
                return book.say("notice.ended_count", what=what, count=len(ended))
            return book.ended(ended[0], what)

        return tell

    def _say(self, lookout: Lookout, message_id: str) -> Event:
        return self._make(lookout, lambda book: book.say(message_id, what=self.wish.name_scope(book)))

    def _make(self, lookout: Lookout, words: Words) -> Event:
        """Make an event; none takes the place of another, since each tells something else."""
        self._told += 1
        return lookout.make_event("alert", f"{self.subject} {self._told}", "alert", words, lasts=True)
