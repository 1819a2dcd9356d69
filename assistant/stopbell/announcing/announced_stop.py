"""One stop whose vehicles are called out, as a watch: the calls that riders can have called out, in every language."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from datetime import UTC, datetime, tzinfo
from typing import TypeVar

from stopbell.announcer.event import Event
from stopbell.announcing.announcement import Announcement, in_every_language
from stopbell.announcing.held_clock import HeldClock
from stopbell.announcing.lookouts import FirstLookout
from stopbell.conversation.watching.board_calls import BoardCalls
from stopbell.conversation.watching.errors import NoAnswerError
from stopbell.conversation.watching.lookout import Lookout
from stopbell_server.contract.arrivals import BoardData
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

BOARD_CALLS = 3
"""So many vehicles of a board are read; more nobody keeps in mind."""
READOUT = "readout"
"""Kind of the announcement that is a whole board; as urgent as routine."""
_SomeEvent = TypeVar("_SomeEvent", bound=Event)


class AnnouncedStop:
    """Calls out what comes to a stop, says that live data stops or comes again, and reads the board when asked."""

    is_ride = False
    is_over = False

    def __init__(
        self, stops: Sequence[StopSummary], labels: Sequence[Line | None], lookout: FirstLookout, clock: HeldClock
    ) -> None:
        """Take the stop as it is called in each language.

        Args:
            stops: one summary for each language of the lookout.
            labels: for each language what tells it from the other stops of a run; None where it is the only one.
            lookout: what asks, in every language.
            clock: the clock of the lookout.
        """
        self._calls = [BoardCalls(stop) for stop in stops]
        self._labels = labels
        self._lookout = lookout
        self._clock = clock
        self._zone: tzinfo = UTC

    @property
    def id(self) -> str:
        """Scoped id of the stop."""
        return self._calls[0].stop.id

    @property
    def subject(self) -> str:
        """What its events are about."""
        return self._calls[0].subject

    @property
    def address(self) -> str:
        """The board it rests on."""
        return self._calls[0].address

    @property
    def lookout(self) -> FirstLookout:
        """What it asks with."""
        return self._lookout

    def now(self) -> datetime:
        """Give the current instant in the time zone of the stop, once a board has told it; else in UTC."""
        return self._clock.now().astimezone(self._zone)

    def hold(self) -> AbstractContextManager[datetime]:
        """Let its clock stand still: what is worded meanwhile is worded of one instant."""
        return self._clock.hold()

    def name(self, book: Phrasebook) -> Line:
        """Give what is called out as a label."""
        by_language = {one.book.language: calls for one, calls in zip(self._lookout.in_turn, self._calls, strict=True)}
        return by_language.get(book.language, self._calls[0]).name(book)

    def wake_at(self, now: datetime) -> datetime | None:
        """Give when the next vehicle is to be called out."""
        return self._calls[0].wake_at(now)

    async def look(self, lookout: Lookout) -> Sequence[Announcement]:
        """Look once, at one instant, in every language; `lookout` is its own."""
        del lookout
        with self._clock.hold():
            looks = [await calls.look(one) for calls, one in zip(self._calls, self._lookout.in_turn, strict=True)]
        first, *others = ({(event.subject, event.milestone): event for event in look} for look in looks)
        answer = self._lookout.answer
        found: list[Announcement] = []
        if answer is not None:
            self._take_zone(answer.data)
        for key, event in first.items():
            told = [event, *(other[key] for other in others if key in other)]
            found.append(in_every_language([self._place(one) for one in told]))
        return found

    async def read_board(self) -> Announcement:
        """Give the next vehicles, or that none comes, as one announcement.

        Raises:
            NoAnswerError: the server gave no answer.
        """
        told: list[tuple[Lookout, Phrase]] = []
        with self._clock.hold() as now:
            for one in self._lookout.in_turn:
                answer = await one.ask("get_arrivals", stop=self.id, limit=BOARD_CALLS)
                if not isinstance(answer.data, BoardData) or answer.data.stop is None:
                    raise NoAnswerError(answer.status.code or "no board")
                self._take_zone(answer.data)
                board = one.book.board(answer.data, age_seconds=answer.provenance.age_seconds)
                told.append((one, one.book.with_notice(board, answer.provenance.notice)))
        subject, milestone = f"board {self.id}", now.isoformat()
        return in_every_language([_make_board(phrase, subject, milestone, one.book.language) for one, phrase in told])

    def _take_zone(self, data: object) -> None:
        if isinstance(data, BoardData) and data.now:
            self._zone = datetime.fromisoformat(data.now).tzinfo or UTC

    def _place(self, event: _SomeEvent) -> _SomeEvent:
        """Say at the end at which stop, where several are announced."""
        by_language = zip(self._lookout.in_turn, self._labels, strict=True)
        label = next((label for one, label in by_language if one.book.language == event.language), None)
        if label is None:
            return event
        book = next(one.book for one in self._lookout.in_turn if one.book.language == event.language)
        at_stop = book.say("board.place", stop=label)

        def tell() -> Phrase | None:
            told = event.tell()
            return told.then(at_stop) if told is not None else None

        return replace(event, tell=tell)


def _make_board(phrase: Phrase, subject: str, milestone: str, language: str) -> Event:
    return Event(READOUT, subject, milestone, language, lambda: phrase)
