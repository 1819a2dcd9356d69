"""A watch for a shell or a script: what is told, a line each, until there is nothing more to tell."""

import asyncio
from collections.abc import Callable

from stopbell.announcer.event import Event
from stopbell.conversation.conversation import Conversation
from stopbell.conversation.reply import Reply
from stopbell.faces.plain import to_plain


async def watch_once(conversation: Conversation, request: str, write: Callable[[str], None]) -> Reply:
    """Ask to be told of something; write the answer, then each event, until the watch has ended by itself.

    Args:
        conversation: understands the request.
        request: as a rider would say it.
        write: takes whole lines.

    Returns:
        The answer; nothing was watched if no watch came of it.
    """
    news: asyncio.Queue[Event] = asyncio.Queue()
    conversation.skip_hints()
    async with conversation.watches.running(news.put_nowait):
        # What the profile keeps is for the assistant that stays open.
        conversation.watches.end(*conversation.watches.active)
        reply = await conversation.hear(request)
        _write(write, [line.written for line in reply.lines])
        while conversation.watches.active or not news.empty():
            try:
                event = await asyncio.wait_for(news.get(), timeout=1)
            except TimeoutError:
                continue
            phrase = event.tell()
            if phrase is not None:
                _write(write, [line.written for line in phrase.lines])
        return reply


def _write(write: Callable[[str], None], lines: list[str]) -> None:
    write("".join(f"{plain}\n" for line in lines if (plain := to_plain(line))))
