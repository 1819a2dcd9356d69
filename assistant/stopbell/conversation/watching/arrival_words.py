"""What a watch says of a vehicle that the rider waits for; the facts are worded as everywhere else."""

from collections.abc import Callable
from datetime import datetime

from stopbell.conversation.watching.calls import retime
from stopbell.conversation.watching.lookout import Words
from stopbell_server.contract.arrivals import BoardData, MonitoredCall, PassedCall
from stopbell_server.contract.stops import StopSummary
from stopbell_server.phrases.phrase import Line, Phrase
from stopbell_server.phrases.phrasebook import Phrasebook

Now = Callable[[], datetime]


class ArrivalWords:
    """Words for one call as it stood when it was noticed; its minutes are counted when it is told."""

    def __init__(self, call: MonitoredCall, now: Now, verbosity: str = "normal") -> None:
        """Take the call and the clock."""
        self._call = call
        self._now = now
        self._verbosity = verbosity

    def tell(self, *before: str) -> Words:
        """Give the call, after messages that say what is new about it."""

        def words(book: Phrasebook) -> Phrase:
            told = self._tell_now(book)
            for message_id in reversed(before):
                told = book.say(message_id).then(told)
            return told

        return words

    def tell_milestone(self) -> Words:
        """Give how near it is; by the timetable the clock time alone would be the same each time."""

        def words(book: Phrasebook) -> Phrase:
            call = retime(self._call, self._now())
            if call.certainty != "timetable" or not call.minutes:
                return self._tell_now(book)
            minutes = book.minutes(call.minutes)
            return book.say("watch.timetable_minutes", what=book.subject(call), minutes=minutes)

        return words

    def tell_sooner(self, minutes: int) -> Words:
        """Give how near it is, and by how many minutes that is sooner than was said."""
        near = self.tell_milestone()

        def words(book: Phrasebook) -> Phrase | None:
            told = near(book)
            return told.then(book.say("watch.earlier_than", count=minutes)) if told is not None else None

        return words

    def tell_at_stop(self, stop: StopSummary) -> Words:
        """Give that it stands at the stop, and at which platform where the stop alone does not say it."""

        def words(book: Phrasebook) -> Phrase:
            what, platform = book.subject(self._call), self._call.platform
            if platform is not None and platform != stop.platform:
                said = book.say("call.platform", platform=book.label(platform))
                what = book.chain([what, Line(said.written, said.spoken)])
            return book.say("watch.at_stop", what=what)

        return words

    def _tell_now(self, book: Phrasebook) -> Phrase:
        return book.call(retime(self._call, self._now()), verbosity=self._verbosity)

    def tell_later(self, minutes: int) -> Words:
        """Give the call that comes later now, then by how many minutes that is later than was said."""
        return lambda book: self._tell_now(book).then(book.say("watch.later_than", count=minutes))

    def tell_subject(self, message_id: str, **values: int) -> Words:
        """Give a message about the vehicle by its name."""
        return lambda book: book.say(message_id, what=book.subject(self._call), **values)

    def tell_passed(self, data: BoardData, passed: PassedCall) -> Words:
        """Give what is known of the call that was due."""
        return lambda book: book.passed(data.model_copy(update={"passed": [passed]}))


def join(first: Words, second: Words) -> Words:
    """Give one after the other."""

    def words(book: Phrasebook) -> Phrase | None:
        told, other = first(book), second(book)
        return told.then(other) if told is not None and other is not None else told or other

    return words
