"""The operator's messages: which hold now, for which stop, in the rider's words."""

from collections.abc import Sequence
from datetime import datetime

from stopbell.kiosk.provisioning import Message
from stopbell_server.phrases.phrase import Line
from stopbell_server.phrases.phrasebook import Phrasebook

_ORDER = ("urgent", "normal", "tip")


def list_messages(messages: Sequence[Message], now: datetime | None, stop: str | None) -> tuple[Message, ...]:
    """List what holds now, the most urgent first and otherwise in the order of the file.

    Args:
        messages: all of the file.
        now: the current instant; None: nobody knows, and only what holds at any time is listed.
        stop: scoped id of the stop in use; None lists those of every stop.
    """
    found = [one for one in messages if _holds(one, now) and (not one.stops or stop is None or stop in one.stops)]
    return tuple(sorted(found, key=lambda one: _ORDER.index(one.priority)))


def _holds(message: Message, now: datetime | None) -> bool:
    if now is None:
        return message.begins is None and message.ends is None
    return (message.begins is None or message.begins <= now) and (message.ends is None or now < message.ends)


def pick_text(text: str | dict[str, str], languages: Sequence[str]) -> tuple[str, str | None]:
    """Give an operator's words in the first of these languages that they have, and that language.

    None for the language where the file names none; words that are in none of them are given in their own first one.
    """
    if isinstance(text, str):
        return text, None
    tag = next((tag for tag in languages if tag in text), next(iter(text)))
    return text[tag], tag


def tell_message(book: Phrasebook, message: Message, languages: Sequence[str]) -> Line:
    """Give a message as a sentence that says whose it is; it is spoken as running text."""
    words, _ = pick_text(message.text, (book.language, *languages))
    kind = "kiosk.message_urgent" if message.priority == "urgent" else "kiosk.message"
    return book.say(kind, text=book.text(words.strip())).lines[0]
