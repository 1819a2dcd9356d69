"""A watch from a shell: the answer, each event, and the end."""

import asyncio
from collections.abc import Mapping
from typing import Any

from stopbell.conversation.conversation import Conversation
from stopbell.faces.watching import watch_once
from stopbell_server.contract.arrivals import ArrivalsResult, BoardData, MonitoredCall, PassedCall
from stopbell_server.contract.envelope import Envelope, Provenance, Status
from stopbell_server.phrases.phrasebook import Phrasebook
from tests.assistant.faketools import FakeTools, make_call, make_stop
from tests.assistant.talking import open_talk

ADDRESS = "mobility://stop-board/town/oak"


class LeavingTools(FakeTools):
    """A board whose one vehicle has gone once somebody has looked at it twice."""

    def __init__(self) -> None:
        super().__init__({"get_arrivals": self._answer})
        self.looks = 0

    def _answer(self, given: Mapping[str, Any], book: Phrasebook) -> Envelope:
        self.looks += 1
        call: MonitoredCall = make_call()
        data = BoardData(stop=make_stop(), arrivals=[call])
        if self.looks > 2:
            gone = PassedCall(call=call, minutes_ago=1, known_by="prediction", gone=True)
            data = BoardData(stop=make_stop(), arrivals=[], passed=[gone])
        phrase = book.board(data)
        return ArrivalsResult(
            text=phrase.written,
            spoken=phrase.spoken,
            data=data,
            status=Status(state="ok"),
            provenance=Provenance(stale=False),
            language=book.language,
        )


def run(conversation: Conversation, request: str, tools: FakeTools) -> tuple[str, list[str]]:
    async def play() -> tuple[str, list[str]]:
        written: list[str] = []

        async def ring() -> None:
            while True:
                await asyncio.sleep(0)
                for bell in tools.bells.values():
                    bell.ring()

        ringing = asyncio.create_task(ring())
        try:
            async with asyncio.timeout(20):
                reply = await watch_once(conversation, request, written.append)
        finally:
            ringing.cancel()
        return reply.kind, written

    return asyncio.run(play())


def test_events_are_written_until_the_vehicle_has_gone() -> None:
    tools = LeavingTools()
    kind, written = run(open_talk(tools), "tell me when the 10A is two minutes away at Oak Street", tools)
    assert kind == "watch"
    assert written[-1] == "10A to Harbour has passed; it was expected 1 minute ago.\nNo other one is listed.\n"


def test_what_is_no_watch_is_answered_and_ends() -> None:
    tools = LeavingTools()
    kind, written = run(open_talk(tools), "what are you watching", tools)
    assert (kind, written) == ("note", ["I watch nothing now.\n"])
