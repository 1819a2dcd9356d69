"""Watch for a vehicle that the rider waits for: milestones, what changes the plan, and what became of it."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from stopbell.announcer.event import Event
from stopbell.conversation.watching.approach import JUMP, Approach
from stopbell.conversation.watching.arrival_words import ArrivalWords, join
from stopbell.conversation.watching.calls import find_time, identify, is_coming, is_live
from stopbell.conversation.watching.doors import Doors, find_doors, is_coming_in, join_doors
from stopbell.conversation.watching.errors import NoAnswerError, WatchError
from stopbell.conversation.watching.lookout import Lookout, Words
from stopbell.conversation.watching.wish import Wish
from stopbell_server.contract.arrivals import BoardData, MonitoredCall, PassedCall
from stopbell_server.contract.journeys import JourneyData
from stopbell_server.contract.times import to_minutes
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

AHEAD_MIN = 120
MOST_CALLS = 20
CLOSE = timedelta(minutes=3)
"""From here on it is asked too whether it has passed early."""
DOOR = timedelta(minutes=2)
"""From here on it is asked whether it stands at the stop."""
_SOON = timedelta(minutes=1)
_BOARDED = timedelta(minutes=15)
"""Who is on the vehicle that was waited for asks by then when to get off."""
_GONE_AFTER = timedelta(seconds=61)
"""Then a board no longer has a call whose time is past."""


class ArrivalWatch:
    """One wish, and the vehicle that fits it now."""

    is_ride = False

    def __init__(self, wish: Wish) -> None:
        """Watch for nothing yet; `begin` takes the vehicle that the rider has been told of."""
        self.wish = wish
        self.is_over = False
        self.target: MonitoredCall | None = None
        self._approach: Approach | None = None
        self._is_lost = False
        self._was_live = False
        self._is_at_stop = False
        self._is_overdue = False
        self._told_stops_away = False
        self._doors: Doors | None = None
        """Another vehicle that is at the stop with this one, as the last look saw it."""
        self._number = 0
        """Counts losses and returns of live data, each of which is told."""

    @property
    def subject(self) -> str:
        """What its events are about."""
        return self.wish.subject

    @property
    def address(self) -> str:
        """The board it rests on."""
        return self.wish.address

    def name(self, book: Phrasebook) -> Line:
        """Give the vehicle and the stop, as a label."""
        if self.target is None:
            return self.wish.name(book)
        return book.chain([book.subject(self.target), book.name(self.wish.stop.name)])

    def wake_at(self, now: datetime) -> datetime | None:
        """Give when its next milestone is reached, or when the board drops it."""
        at = find_time(self.target) if self.target else None
        if at is None or self._approach is None:
            return None
        nearest = self._approach.wake_at(at)
        return nearest if nearest is not None and nearest > now else at + _GONE_AFTER

    @property
    def journey(self) -> str | None:
        """Address of the journey that is waited for now."""
        return self.target.journey if self.target else None

    def find_boarded(self, now: datetime) -> str | None:
        """Give the journey if it has come to the stop, or is just coming, and not long ago: one may be on it."""
        at = find_time(self.target) if self.target else None
        if at is None or not (-_SOON <= now - at <= _BOARDED):
            return None
        return self.journey

    def begin(self, calls: Sequence[MonitoredCall], now: datetime) -> MonitoredCall | None:
        """Take the first vehicle that fits, as told to the rider with the answer; None when none is listed yet."""
        first = next((call for call in calls if self.wish.fits(call) and find_time(call) is not None), None)
        if first is not None:
            self._take(first, now)
        return first

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        """Look once at the board; give what is to be told."""
        now = lookout.now()
        at = find_time(self.target) if self.target else None
        data = await self._ask_board(lookout, has_passed=at is not None and at - now < CLOSE)
        if self.target is not None and _find(data, self.target) is None and data.passed is None:
            data = await self._ask_board(lookout, has_passed=True)
        seen = _find(data, self.target) if self.target else None
        call = seen or self.target
        journey = await self._ask_journey(lookout, call) if call else None
        is_at_doors = call is not None and not self._is_at_stop and is_coming_in(call, journey, now)
        self._doors = await find_doors(lookout, self.wish.stop.id, call) if call and is_at_doors else None
        if self.target and seen is None and _is_still_coming(journey):
            events = self._notice_overdue(lookout)
        else:
            events = self._notice(data, lookout)
        is_here = journey is not None and journey.stop is not None and journey.stop.progress == "here"
        if is_here and not self.is_over and not self._is_at_stop and self.target:
            self._is_at_stop = True
            words = join_doors(self._words(lookout).tell_at_stop(self.wish.stop), self._doors)
            events = [*events, self._make(lookout, "arriving", "here", words)]
        return events

    async def _ask_board(self, lookout: Lookout, *, has_passed: bool) -> BoardData:
        wish = self.wish
        answer = await lookout.ask(
            "get_arrivals",
            stop=wish.stop.id,
            route=wish.route,
            mode=wish.mode,
            headsign=wish.headsign,
            within_minutes=AHEAD_MIN,
            limit=MOST_CALLS,
            passed=True if has_passed else None,
        )
        if not isinstance(answer.data, BoardData) or answer.data.stop is None:
            raise NoAnswerError(answer.status.code or "no board")
        return answer.data

    async def _ask_journey(self, lookout: Lookout, call: MonitoredCall) -> JourneyData | None:
        """Ask where its vehicle is by its own report; only where it is about to come."""
        at = find_time(call)
        if at is None or not is_live(call) or call.journey is None or at - lookout.now() > DOOR:
            return None
        stop = f"{self.wish.stop.id.split(':', 1)[0]}:{call.stop_id}"
        visit = stop if call.stop_sequence is None else f"{stop}#{call.stop_sequence}"
        answer = await lookout.ask("get_monitored_journey", journey=call.journey, stop=visit, limit=1)
        return answer.data if isinstance(answer.data, JourneyData) and answer.data.known_by == "vehicle" else None

    def _notice(self, data: BoardData, lookout: Lookout) -> list[Event]:
        """Compare with what was known."""
        before = self.target
        if before is None:
            first = self.begin(data.arrivals, lookout.now())
            return [self._make(lookout, "call", "found", self._words(lookout).tell("watch.found"))] if first else []
        seen = _find(data, before)
        if seen is None:
            return self._notice_missing(data, before, lookout)
        self.target = seen
        if not is_coming(seen):
            return [self._give_up(seen.status, self._words(lookout).tell(), data, lookout)]
        if self.wish.feature and not self.wish.fits(seen):
            return [self._give_up("call", self._words(lookout).tell_subject("watch.not_fit"), data, lookout)]
        if earlier := self._find_earlier(data, seen):
            self._take(earlier, lookout.now())
            return [self._make(lookout, "call", "earlier", self._words(lookout).tell("watch.earlier"))]
        return self._notice_changes(before, seen, lookout)

    def _notice_changes(self, before: MonitoredCall, seen: MonitoredCall, lookout: Lookout) -> list[Event]:
        """Give what is new about the same vehicle; one event says all that one sentence can."""
        approach, at, now = self._approach, find_time(seen), lookout.now()
        if approach is None or at is None:
            return []
        words = self._words(lookout)
        if (seen.stop_id, seen.platform) != (before.stop_id, before.platform):
            approach.correct(at, now)
            return [self._make(lookout, "platform-change", f"platform {seen.stop_id} {seen.platform}", words.tell())]
        if event := self._notice_certainty(seen, lookout):
            approach.correct(at, now)
            return [event]
        if self._is_lost:
            return []
        later = approach.jump(at, now)
        if later is not None:
            what = f"later {approach.round}"
            return [self._make_time(lookout, "call", what, words.tell_later(later), lasts=True)]
        if event := self._notice_stops(seen, lookout):
            return [event]
        reached = approach.reach(at, now)
        if reached is None or self._is_at_stop:
            return []
        kind = _to_kind(seen, now)
        # What is about to open its doors is told in as few words as can be.
        is_sooner = reached.sooner_min and kind != "arriving"
        told = words.tell_sooner(reached.sooner_min) if is_sooner else words.tell_milestone()
        return [self._make_time(lookout, kind, f"{reached.milestone} minutes {approach.round}", told)]

    def _notice_certainty(self, seen: MonitoredCall, lookout: Lookout) -> Event | None:
        """Tell once that nobody reports any more, and once that somebody does."""
        if is_live(seen):
            is_news = self._is_lost or not self._was_live
            self._is_lost, self._was_live = False, True
            self._number += 1 if is_news else 0
            words = self._words(lookout).tell("watch.live_now")
            return (
                self._make_time(lookout, _to_kind(seen, lookout.now()), f"live {self._number}", words, lasts=True)
                if is_news
                else None
            )
        if self._is_lost or not self._was_live:
            return None
        self._is_lost = True
        self._number += 1
        before = () if seen.certainty == "lost" else ("watch.live_lost",)
        return self._make_time(lookout, "call", f"lost {self._number}", self._words(lookout).tell(*before), lasts=True)

    def _notice_stops(self, seen: MonitoredCall, lookout: Lookout) -> Event | None:
        """Tell once that it is as many stops away as was asked for."""
        wanted, away = self.wish.lead_stops, seen.stops_away
        if wanted is None or away is None or away > wanted or self._told_stops_away:
            return None
        self._told_stops_away = True
        message_id = "watch.stops_away" if away else "watch.comes_next"
        words = self._words(lookout).tell_subject(message_id, **({"count": away} if away else {}))
        return self._make_time(lookout, "call", f"{wanted} stops", words)

    def _notice_overdue(self, lookout: Lookout) -> list[Event]:
        """Tell once that its time is past and that it is still on its way, by its own report."""
        if self._is_overdue or self._is_at_stop:
            return []
        self._is_overdue = True
        return [self._make(lookout, "call", "overdue", self._words(lookout).tell_subject("watch.overdue"))]

    def _notice_missing(self, data: BoardData, before: MonitoredCall, lookout: Lookout) -> list[Event]:
        """Say what became of a vehicle that the board no longer has."""
        passed = next((one for one in data.passed or () if identify(one.call) == identify(before)), None)
        words = self._words(lookout)
        if passed is not None and passed.gone:
            return [self._say_left(passed, data, lookout)]
        if passed is not None and passed.call.status in ("cancelled", "skipped", "replaced"):
            self.target = passed.call
            return [self._give_up(passed.call.status, self._words(lookout).tell(), data, lookout)]
        if passed is not None:
            return [self._give_up("call", words.tell_passed(data, passed), data, lookout)]
        return [self._give_up("call", words.tell_subject("watch.unlisted"), data, lookout)]

    def _say_left(self, passed: PassedCall, data: BoardData, lookout: Lookout) -> Event:
        """Tell that it has gone, and what comes next; then the watch is over."""
        words = join(self._words(lookout).tell_passed(data, passed), self._tell_next(data, lookout, "watch.next"))
        event = self._make(lookout, "call", "left", words)
        self.is_over = True
        return event

    def _give_up(self, kind: str, words: Words, data: BoardData, lookout: Lookout) -> Event:
        """Tell why this vehicle is waited for no longer, and which one is instead."""
        words = join(words, self._tell_next(data, lookout, "watch.now_watching"))
        event = self._make(lookout, kind, "gone", words)
        following = self._find_next(data)
        self.target = self._approach = None
        if following is not None:
            self._take(following, lookout.now())
        return event

    def _tell_next(self, data: BoardData, lookout: Lookout, message_id: str) -> Words:
        following = self._find_next(data)
        if following is None:
            return lambda book: book.say("watch.none_after")
        return ArrivalWords(following, lookout.now).tell(message_id)

    def _find_next(self, data: BoardData) -> MonitoredCall | None:
        """Give the first other vehicle that fits."""
        gone = identify(self.target) if self.target else None
        return next(
            (call for call in data.arrivals if self.wish.fits(call) and find_time(call) and identify(call) != gone),
            None,
        )

    def _find_earlier(self, data: BoardData, seen: MonitoredCall) -> MonitoredCall | None:
        """Give another vehicle that fits and has come to be clearly before this one."""
        first, at = self._find_next(data), find_time(seen)
        first_at = find_time(first) if first else None
        return first if first_at is not None and at is not None and first_at + JUMP <= at else None

    def _take(self, call: MonitoredCall, now: datetime) -> None:
        """Wait for this vehicle from now on; its time has been told."""
        at = find_time(call)
        self.target = call
        self._approach = Approach(self.wish.milestones, at, now) if at is not None else None
        self._was_live, self._is_lost = is_live(call), call.certainty == "lost"
        self._is_at_stop, self._is_overdue, self._told_stops_away = False, False, False

    def _words(self, lookout: Lookout) -> ArrivalWords:
        if self.target is None:
            raise WatchError("nothing is watched that could be told")
        return ArrivalWords(self.target, lookout.now)

    def _make(self, lookout: Lookout, kind: str, what: str, words: Words) -> Event:
        """Make an event about the vehicle of now; it is the rider's own, who waits for it."""
        subject, milestone = f"{self.subject} {what}", f"{self._which()} {what}"
        return lookout.make_event(kind, subject, milestone, words, is_own=True, lasts=True)

    def _make_time(self, lookout: Lookout, kind: str, what: str, words: Words, *, lasts: bool = False) -> Event:
        """Make an event about when it comes: a newer one takes its place, and it is void once the vehicle is there."""
        which = self._which()
        words = join_doors(words, self._doors) if kind == "arriving" else words

        def still(book: Phrasebook) -> Phrase | None:
            return words(book) if self._which() == which and not (self.is_over or self._is_at_stop) else None

        return lookout.make_event(kind, self.subject, f"{which} {what}", still, is_own=True, lasts=lasts)

    def _which(self) -> str:
        return "" if self.target is None else " ".join(map(str, identify(self.target)))


def _to_kind(call: MonitoredCall, now: datetime) -> str:
    return "arriving" if is_live(call) and to_minutes(find_time(call), now) == 0 else "call"


def _is_still_coming(journey: JourneyData | None) -> bool:
    return journey is not None and journey.stop is not None and journey.stop.progress in ("here", "next", "ahead")


def _find(data: BoardData, call: MonitoredCall) -> MonitoredCall | None:
    return next((one for one in data.arrivals if identify(one) == identify(call)), None)
