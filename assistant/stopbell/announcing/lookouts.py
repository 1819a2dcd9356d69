"""Looking in several languages at one record: only names differ, never a time or how sure it is."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from stopbell.announcing.announcement import Announcement, in_every_language
from stopbell.answer import Answer
from stopbell.conversation.ports import Clock, WatchedTools
from stopbell.conversation.watching.calls import identify
from stopbell.conversation.watching.lookout import Lookout, Words
from stopbell_server.contract.arrivals import BoardData, MonitoredCall
from stopbell_server.phrases.phrasebooks import Phrasebooks

_NAMES = ("line", "headsign", "destination", "continues_as")
"""What a feed may translate of a call."""


class FirstLookout(Lookout):
    """Asks in the first language, and keeps the last answer for the others; its events are in all of them."""

    def __init__(
        self, tools: WatchedTools, phrasebooks: Phrasebooks, clock: Clock, language: str, others: Sequence[str]
    ) -> None:
        """Take what a lookout takes, the first language, and the others in the order in which they are said."""
        super().__init__(tools, phrasebooks, clock, lambda: language)
        self.answer: Answer | None = None
        """The last one that was no error."""
        self.others = tuple(OtherLookout(self, tools, phrasebooks, clock, other) for other in others)

    @property
    def in_turn(self) -> tuple[Lookout, ...]:
        """The lookouts of all languages, this one first."""
        return (self, *self.others)

    async def ask(self, tool: str, **arguments: Any) -> Answer:
        """Ask, and keep the answer. See `Lookout.ask`."""
        self.answer = await super().ask(tool, **arguments)
        return self.answer

    def make_event(self, kind: str, subject: str, milestone: str, words: Words, **more: bool) -> Announcement:
        """Make an event in every language; see `Lookout.make_event`."""
        return in_every_language(
            [Lookout.make_event(one, kind, subject, milestone, words, **more) for one in self.in_turn]
        )


class OtherLookout(Lookout):
    """Asks in another language, and takes all but the names from the answer to the first one."""

    def __init__(
        self, first: FirstLookout, tools: WatchedTools, phrasebooks: Phrasebooks, clock: Clock, language: str
    ) -> None:
        """Take the lookout of the first language and what a lookout takes."""
        super().__init__(tools, phrasebooks, clock, lambda: language)
        self._first = first

    async def ask(self, tool: str, **arguments: Any) -> Answer:
        """Ask. See `Lookout.ask`."""
        answer, first = await super().ask(tool, **arguments), self._first.answer
        if first is None or not isinstance(answer.data, BoardData) or not isinstance(first.data, BoardData):
            return answer
        return replace(answer, data=_rename(first.data, answer.data))


def _rename(facts: BoardData, named: BoardData) -> BoardData:
    """Give the facts of one board with the names of another; a call that only one of them has keeps its own."""
    names = {identify(call): call for call in named.arrivals}
    arrivals = [_rename_call(call, names.get(identify(call), call)) for call in facts.arrivals]
    return facts.model_copy(update={"stop": named.stop, "arrivals": arrivals, "alerts": named.alerts})


def _rename_call(call: MonitoredCall, named: MonitoredCall) -> MonitoredCall:
    return call.model_copy(update={name: getattr(named, name) for name in _NAMES})
