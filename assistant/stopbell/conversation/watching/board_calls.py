"""Call out what comes to a stop, by itself: each vehicle shortly before, and once more as it arrives."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from stopbell.announcer.event import Event
from stopbell.conversation.watching.arrival_words import ArrivalWords
from stopbell.conversation.watching.calls import CallId, find_time, identify, is_coming, is_live
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.lookout import Lookout
from stopbell.conversation.watching.source import Source
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.stops import StopSummary
from stopbell_server.contract.times import to_minutes
from stopbell_server.contract.uris import to_board_uri
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook

LEAD_MIN = 2
_MOST_CALLS = 20
_AHEAD_MIN = 10
_TICK = timedelta(seconds=1)
_NOW = timedelta(seconds=30)


class BoardCalls:
    """Everything that comes to one stop; a low floor alone where the rider needs one is no filter here."""

    is_ride = False

    def __init__(self, stop: StopSummary) -> None:
        """Begin with nothing called out."""
        self.stop = stop
        self.is_over = False
        self._source = Source()
        self._told: set[tuple[CallId, str]] = set()
        self._coming: tuple[datetime, ...] = ()

    @property
    def subject(self) -> str:
        """What its events are about."""
        return f"calls {self.stop.id}"

    @property
    def address(self) -> str:
        """The board it rests on."""
        return to_board_uri(*self.stop.id.split(":", 1))

    def name(self, book: Phrasebook) -> Line:
        """Give what is called out as a label."""
        said = book.say("watch.board_name", stop=book.name(self.stop.name))
        return Line(said.written, said.spoken)

    def wake_at(self, now: datetime) -> datetime | None:
        """Give when the next vehicle is to be called out."""
        lead = timedelta(minutes=LEAD_MIN + 1) - _TICK
        return min((at - span for at in self._coming for span in (lead, _NOW) if at - span > now), default=None)

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        """Look once at the board."""
        answer = await lookout.ask("get_arrivals", stop=self.stop.id, within_minutes=_AHEAD_MIN, limit=_MOST_CALLS)
        data = answer.data
        if not isinstance(data, BoardData) or data.stop is None:
            raise NoAnswerError(answer.status.code or "no board")
        now = lookout.now()
        self._coming = tuple(at for call in data.arrivals if is_coming(call) and (at := find_time(call)))
        listed = {identify(call) for call in data.arrivals}
        self._told = {key for key in self._told if key[0] in listed}
        events = self._source.notice(answer.provenance, self, lookout)
        return [*events, *(event for call in data.arrivals if (event := self._notice(call, now, lookout)))]

    def _notice(self, call: MonitoredCall, now: datetime, lookout: Lookout) -> Event | None:
        what, kind = self._to_milestone(call, now)
        key = (identify(call), what)
        if not what or key in self._told:
            return None
        self._told.add(key)
        subject = f"{self.subject} {' '.join(map(str, key[0]))}"
        words = ArrivalWords(call, lookout.now).tell_milestone()
        return lookout.make_event(kind, subject, what, words, lasts=not is_coming(call))

    def _to_milestone(self, call: MonitoredCall, now: datetime) -> tuple[str, str]:
        """Give what there is to call out about a vehicle now, with the kind of event; nothing while it is far."""
        if call.status in ("cancelled", "skipped", "replaced"):
            return call.status, call.status
        at = find_time(call)
        minutes = to_minutes(at, now) if at else None
        if minutes is None or minutes > LEAD_MIN or not is_coming(call):
            return "", ""
        if minutes == 0:
            return "now", "arriving" if is_live(call) else "board"
        return "near", "board"
