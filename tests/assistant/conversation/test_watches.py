"""The set of watches: what fails in one is told and ends it; without a face that listens nothing is watched."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

import pytest

from stopbell.announcer.event import Event
from stopbell.conversation.watching.lookout import Lookout
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook
from tests.assistant.talking import hear, list_written, open_talk


class FailingWatch:
    """Breaks as soon as it looks."""

    subject = "broken"
    address = None
    is_over = False
    is_ride = False

    def name(self, book: Phrasebook) -> Line:
        return book.name("Oak Street")

    def wake_at(self, now: datetime) -> datetime | None:
        return None

    async def look(self, lookout: Lookout) -> Sequence[Event]:
        raise ZeroDivisionError


def test_a_watch_that_fails_is_told_and_watched_no_longer(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> tuple[list[str], int]:
        conversation, told = open_talk(), list[Event]()
        async with conversation.watches.running(told.append):
            conversation.watches.add(FailingWatch())
            async with asyncio.timeout(5):
                while conversation.watches.active:  # noqa: ASYNC110 # it ends by itself
                    await asyncio.sleep(0)
        return [phrase.written for event in told if (phrase := event.tell())], len(conversation.watches.active)

    told, left = asyncio.run(play())
    assert told == ["I can no longer watch this, because of a fault of mine: Oak Street."]
    assert left == 0
    assert "a watch has failed" in caplog.text


def test_where_nobody_listens_a_watch_is_refused_with_the_way_to_get_one() -> None:
    (reply,) = hear(open_talk(), "watch the 10A")
    assert list_written(reply) == [
        "I cannot tell you later unless the assistant stays open. Open it without a question, then ask again."
    ]
