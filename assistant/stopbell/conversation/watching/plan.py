"""Watch the rider's usual vehicles: whether one of a line at a stop is cancelled, in a part of the day, on some days.

What is watched is kept in the profile; it is looked at while the assistant runs, from some hours before.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta, tzinfo

from stopbell.announcer.event import Event
from stopbell.answer import Answer
from stopbell.conversation.profile import PlanWish
from stopbell.conversation.watching.arrival_words import ArrivalWords, join
from stopbell.conversation.watching.calls import CallId, identify, is_coming
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.lookout import Lookout, Words
from stopbell.conversation.watching.source import Source
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.contract.uris import to_board_uri
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook

BEFORE = timedelta(hours=12)
"""So long before its part of the day begins it is looked at."""
SOURCE_BEFORE = timedelta(hours=2)
"""So long before it is told that no live data comes: a source that sleeps at night is no news."""
_MOST_CALLS = 20
_NOT_COMING = ("cancelled", "skipped", "replaced")
_WEEKEND = 5
"""Saturday, as `date.weekday` counts."""


class PlanWatch:
    """One wish that is kept."""

    is_ride = False

    def __init__(self, wish: PlanWish, zone: tzinfo | None = None) -> None:
        """Begin with nothing told; `zone` is that of the stop, where it is known already."""
        self.wish = wish
        self._zone = zone
        self.is_over = False
        self._source = Source()
        self._told: set[tuple[CallId, str]] = set()

    @property
    def subject(self) -> str:
        """What its events are about."""
        wish = self.wish
        return " ".join(
            ("plan", wish.stop.id, wish.route, wish.mode, wish.days, wish.begins, wish.ends, wish.day or "")
        )

    @property
    def address(self) -> str:
        """The board it rests on."""
        return to_board_uri(*self.wish.stop.id.split(":", 1))

    def name(self, book: Phrasebook) -> Line:
        """Give what is watched as a label."""
        said = book.say("plan.name", what=name_plan(book, self.wish))
        return Line(said.written, said.spoken)

    def wake_at(self, now: datetime) -> datetime | None:
        """Give None: what the server has that is new is told by itself."""
        del now

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        """Look at the part of the day that is next; give what is cancelled and was not told."""
        zone = self._zone or await _find_zone(self.wish, lookout)
        self._zone = zone
        now = lookout.now().astimezone(zone)
        window = find_window(self.wish, now)
        if window is None:
            self.is_over = True
            return ()
        answer = await _ask_window(self.wish, window, now, lookout)
        if answer is None:
            return ()
        is_due = window[0] - now <= SOURCE_BEFORE
        events = self._source.notice(answer.provenance, self, lookout, is_due=is_due)
        calls = answer.data.arrivals if isinstance(answer.data, BoardData) else []
        for call in calls:
            key = (identify(call), call.status)
            if call.status in _NOT_COMING and key not in self._told:
                self._told.add(key)
                words = join(ArrivalWords(call, lookout.now).tell(), _tell_next(calls, call, lookout))
                events.append(
                    lookout.make_event(call.status, f"{self.subject} {key}", "plan", words, is_own=True, lasts=True)
                )
        return events


def name_plan(book: Phrasebook, wish: PlanWish) -> Line:
    """Give line or kind, stop, and the part of the day, as a label."""
    which = [book.label(wish.route)] if wish.route else [book.mode(wish.mode)] if wish.mode else []
    day = datetime(2026, 1, 1)  # noqa: DTZ001  # any day: only its clock is told
    begins, ends = (day.replace(hour=int(text[:2]), minute=int(text[3:])) for text in (wish.begins, wish.ends))
    span = book.say("plan.span", begins=book.clock(begins), ends=book.clock(ends))
    return book.chain([*which, book.name(wish.stop.name), Line(span.written, span.spoken)])


def find_window(wish: PlanWish, now: datetime) -> tuple[datetime, datetime] | None:
    """Give the next part of a day that is not over; None where there will be none any more."""
    for ahead in range(8):
        day = now.date() + timedelta(days=ahead)
        if not _is_day(wish, day):
            continue
        begins, ends = (
            datetime.combine(day, datetime.strptime(text, "%H:%M").time(), now.tzinfo)  # noqa: DTZ007  # the rider's zone
            for text in (wish.begins, wish.ends)
        )
        if ends > now:
            return begins, ends
    return None


def _is_day(wish: PlanWish, day: date) -> bool:
    match wish.days:
        case "once":
            return day.isoformat() == wish.day
        case "weekdays":
            return day.weekday() < _WEEKEND
        case "weekend":
            return day.weekday() >= _WEEKEND
        case "daily":
            return True


async def _ask_window(
    wish: PlanWish, window: tuple[datetime, datetime], now: datetime, lookout: Lookout
) -> Answer | None:
    """Give the board of that part of the day; None while it is far off.

    Raises:
        NoAnswerError: none came.
    """
    begins, ends = max(window[0], now), window[1]
    if begins - now > BEFORE:
        return None
    answer = await lookout.ask(
        "get_arrivals",
        stop=wish.stop.id,
        route=wish.route,
        mode=wish.mode,
        time=begins.isoformat(timespec="seconds") if begins > now else None,
        within_minutes=max(1, int((ends - begins).total_seconds() // 60)),
        limit=_MOST_CALLS,
    )
    if not isinstance(answer.data, BoardData) or answer.data.stop is None:
        raise NoAnswerError(answer.status.code or "no board")
    return answer


async def _find_zone(wish: PlanWish, lookout: Lookout) -> tzinfo | None:
    """Give the stop's offset from UTC now, from its board."""
    data = (await lookout.ask("get_arrivals", stop=wish.stop.id, limit=1)).data
    if not isinstance(data, BoardData) or data.now is None:
        raise NoAnswerError("no board")
    return datetime.fromisoformat(data.now).tzinfo


def _tell_next(calls: Sequence[MonitoredCall], gone: MonitoredCall, lookout: Lookout) -> Words:
    """Tell the first one after it that runs."""
    place = next(n for n, call in enumerate(calls) if call is gone)
    following = next((call for call in calls[place:] if is_coming(call)), None)
    if following is None:
        return lambda book: book.say("watch.none_after")
    return ArrivalWords(following, lookout.now).tell("watch.next")
