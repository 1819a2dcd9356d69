"""Watch a ride for the stop to get off at: early, before it, at it, and beyond it; and say when nobody knows."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta

from stopbell.announcer.event import Event
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.lookout import Lookout, Words
from stopbell.conversation.watching.ride import LEAVING_S, Ride, Stage, find_arrival, find_stage, is_served, is_sure
from stopbell.conversation.watching.stop_notices import StopNotice, list_alighting_notices
from stopbell_server.contract.journeys import JourneyData, JourneyStop
from stopbell_server.contract.stops import StopData
from stopbell_server.contract.vehicle_position import PositionData
from stopbell_server.phrases.phrase import Line, Phrase, from_lines
from stopbell_server.phrases.phrasebook import Phrasebook

STOPS_SHOWN = 30
"""So many stops ahead are asked for, to know what comes before the rider's and after it."""
NOTICE_S = 2.0
"""So long at most the warning waits for what is reported of the stop."""
_GONE = frozenset({"stop-not-on-journey", "unknown-trip", "trip-not-on-day", "unknown-stop", "unknown-feed", "no-feed"})


class AlightingWatch:
    """One ride. Every event is a matter of safety; each is told once."""

    is_ride = True

    def __init__(self, ride: Ride, data: JourneyData, now: datetime, *, notices: Collection[str] = ()) -> None:
        """Begin with what the rider has just been told: that it is near, if it is; what to do is told by events.

        Args:
            ride: what is watched.
            data: the journey as it was told.
            now: when that was.
            notices: keys of what was reported of the stop by then; only what is new is told.
        """
        self.ride = ride
        self.is_over = False
        self._stage = min(Stage.SOON, find_stage(ride, data, data.stop, now)) if data.stop else Stage.FAR
        self._is_sure = is_sure(data)
        self._is_due = False
        self._losses = 0
        self._notices = frozenset(notices)
        self._has_looked = self._stage is Stage.SOON
        """Whether what is reported of the stop was looked for since the warning was due."""
        self._at: datetime | None = find_arrival(data.stop) if data.stop else None

    @property
    def subject(self) -> str:
        """What its events are about."""
        return self.ride.subject

    @property
    def address(self) -> str:
        """The journey it rests on."""
        return self.ride.journey

    def name(self, book: Phrasebook) -> Line:
        """Give the stop as a label."""
        said = book.say("alight.name", stop=book.name(self.ride.stop))
        return Line(said.written, said.spoken)

    def wake_at(self, now: datetime) -> datetime | None:
        """Give when the stop is as near in time as the rider wants to be warned."""
        if self._at is None:
            return None
        waits = (self._at - timedelta(seconds=seconds) for seconds in (self.ride.lead_s, LEAVING_S, 0))
        return next((at for at in waits if at > now), None)

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        """Look once at the journey."""
        ride = self.ride
        answer = await lookout.ask("get_monitored_journey", journey=ride.journey, stop=ride.visit, limit=STOPS_SHOWN)
        data = answer.data
        if answer.status.code in _GONE or not isinstance(data, JourneyData) or data.stop is None:
            if answer.status.code not in _GONE:
                raise NoAnswerError(answer.status.code or "no journey")
            self.is_over = True
            return [self._make(lookout, "not served", lambda book: self._say(book, "alight.not_served"))]
        if not is_served(data, data.stop):
            self.is_over = True
            return [self._make(lookout, "not served", self._tell_skipped(data, data.stop))]
        self._at = find_arrival(data.stop)
        if event := await self._notice_contact(data, lookout):
            return [event]
        return await self._notice_stage(data, data.stop, lookout)

    async def _notice_contact(self, data: JourneyData, lookout: Lookout) -> Event | None:
        """Tell at once that nobody reports the vehicle any more, and once that somebody does again."""
        before, self._is_sure = self._is_sure, is_sure(data)
        if before == self._is_sure or data.stop is None or data.stop.progress == "behind":
            return None
        if self._is_sure:
            self._stage = max(self._stage, find_stage(self.ride, data, data.stop, lookout.now()))
            words = await self._with_notice(self._tell_back(data), data, lookout)
            return self._make(lookout, f"contact {self._losses}", words)
        self._losses += 1
        if await self._has_changed_trip(lookout):
            self.is_over = True
            return self._make(lookout, "other trip", lambda book: self._say(book, "alight.other_trip"))
        return self._make(lookout, f"lost {self._losses}", lambda book: self._say(book, "alight.lost"))

    async def _has_changed_trip(self, lookout: Lookout) -> bool:
        """Say whether the vehicle reports that it runs another journey now."""
        if self.ride.vehicle is None:
            return False
        answer = await lookout.ask("get_vehicle_position", vehicle=self.ride.vehicle)
        data = answer.data
        return isinstance(data, PositionData) and data.journey is not None and data.journey != self.ride.journey

    async def _notice_stage(self, data: JourneyData, mine: JourneyStop, lookout: Lookout) -> list[Event]:
        """Tell each stage when it is reached; one that was skipped is not told any more."""
        if mine.progress == "due" and not self._is_due:
            self._is_due, self._stage = True, max(self._stage, Stage.NEXT)
            return [self._make(lookout, "due", lambda book: self._say(book, "alight.due"))]
        stage = find_stage(self.ride, data, mine, lookout.now())
        if stage <= self._stage:
            return []
        self._stage = stage
        words = await self._word_stage(stage, data, lookout)
        self.is_over = stage is Stage.PASSED
        return [self._make(lookout, stage.name, words)]

    async def _word_stage(self, stage: Stage, data: JourneyData, lookout: Lookout) -> Words:
        if stage is Stage.PASSED:
            return await self._word_passed(data, lookout)
        if stage is Stage.HERE:
            return self._if_still(stage, lambda book: self._say(book, "alight.here"))
        if stage is Stage.SOON:
            soon = self._if_still(stage, lambda book: book.say("alight.soon").then(_first_line(book, data)))
            return await self._with_notice(soon, data, lookout)
        if is_sure(data):
            following = self._if_still(stage, lambda book: self._say(book, "alight.next"))
            return await self._with_notice(following, data, lookout)
        by = "prediction" if data.known_by == "prediction" else "timetable"
        return self._if_still(
            stage,
            lambda book: from_lines(
                (_end(book, book.say(f"journey.next_{by}", stop=book.name(self.ride.stop))),), "x"
            ).then(book.say("alight.unsure")),
        )

    async def _with_notice(self, words: Words, data: JourneyData, lookout: Lookout) -> Words:
        """Add what is reported of the stop since the watch was set, to the first warning that the rider gets."""
        if self._has_looked or self._stage < Stage.SOON:
            return words
        self._has_looked = True
        notice = await self._find_new_notice(data, lookout)
        if notice is None:
            return words

        def tell(book: Phrasebook) -> Phrase | None:
            told = words(book)
            return told.then(notice.tell(book)) if told else None

        return tell

    async def _find_new_notice(self, data: JourneyData, lookout: Lookout) -> StopNotice | None:
        """Give the most important of what is new; None also where it takes too long: the warning does not wait."""
        try:
            async with asyncio.timeout(NOTICE_S):
                notices = await list_alighting_notices(lookout.ask, self.ride.visit.partition("#")[0], data.line)
        except (NoAnswerError, TimeoutError):
            return None
        return next((one for one in notices if one.key not in self._notices), None)

    async def _word_passed(self, data: JourneyData, lookout: Lookout) -> Words:
        """Tell that it has passed, and how far on the next stop is, as the crow flies."""
        following = next((one for one in data.calls if one.progress in ("here", "next", "ahead")), None)
        if following is None:
            return lambda book: self._say(book, "alight.passed")
        metres = await self._measure(following, lookout)

        def words(book: Phrasebook) -> Phrase:
            name = book.name(following.name)
            onward = (
                book.say("alight.next_is", stop=name)
                if metres is None
                else book.say("alight.next_is_far", stop=name, distance=book.distance(metres))
            )
            return self._say(book, "alight.passed").then(onward)

        return words

    async def _measure(self, following: JourneyStop, lookout: Lookout) -> int | None:
        """Give the straight distance from the missed stop to the next one, in metres; None where it is not known."""
        missed = (await lookout.ask("describe_stop", stop=self.ride.visit.partition("#")[0])).data
        place = missed.stop if isinstance(missed, StopData) else None
        if place is None or place.lat is None or place.lng is None:
            return None
        answer = await lookout.ask("describe_stop", stop=following.stop_id, latitude=place.lat, longitude=place.lng)
        data = answer.data
        return data.stop.distance_meters if isinstance(data, StopData) and data.stop else None

    def _tell_skipped(self, data: JourneyData, mine: JourneyStop) -> Words:
        """Tell that the vehicle does not stop there, and where it stops last before."""
        is_mine = [one.stop_sequence == mine.stop_sequence for one in data.calls]
        ahead = data.calls[: is_mine.index(True)] if True in is_mine else []
        last = next((one for one in reversed(ahead) if is_served(data, one)), None)

        def words(book: Phrasebook) -> Phrase:
            told = self._say(book, "alight.skipped" if data.phase != "cancelled" else "alight.cancelled")
            return told.then(book.say("alight.before_is", stop=book.name(last.name))) if last else told

        return words

    def _tell_back(self, data: JourneyData) -> Words:
        return lambda book: book.say("alight.back").then(_first_line(book, data))

    def _if_still(self, stage: Stage, words: Words) -> Words:
        """Word it unless the ride has gone on since."""
        return lambda book: words(book) if self._stage is stage else None

    def _say(self, book: Phrasebook, message_id: str) -> Phrase:
        return book.say(message_id, stop=book.name(self.ride.stop))

    def _make(self, lookout: Lookout, what: str, words: Words) -> Event:
        ride = self.ride
        return lookout.make_event("alight", f"{ride.journey} {ride.visit}", what, words, is_own=True, lasts=True)


def _first_line(book: Phrasebook, data: JourneyData) -> Phrase:
    """Give how far the stop is, in the words of the answer to that question."""
    return from_lines(book.journey(data).lines[:1], "my-stop")


def _end(book: Phrasebook, phrase: Phrase) -> Line:
    return Line(f"{phrase.written}{book.full_stop}", f"{phrase.spoken}{book.full_stop}")
