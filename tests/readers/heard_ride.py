"""What was heard on a ride, as a text to read: what the rider did, what happened, and every utterance; no seconds."""

import re
from collections.abc import Iterable

from tests.readers.recording import Part, Recording
from tests.readers.session import to_sentence

TYPED = "> "
HAPPENED = "* "
STARTED = "the program starts"


def to_text(title: str, recording: Recording) -> str:
    """Give the transcript.

    A part's name begins with `> ` for what is typed, with `* ` for what happens. The echo of single keys is left out:
    what is heard of them is a matter of the reader's settings.
    """
    return "".join([f"{title}\n", *(text for part in recording.parts.values() for text in _tell(part))])


def _tell(part: Part) -> Iterable[str]:
    yield f"\n{part.name}\n"
    if part.name.startswith(TYPED):
        return
    yield from (f"    {sentence}\n" for utterance in part.utterances if (sentence := to_sentence(utterance)))


def list_parts(text: str) -> list[tuple[str, str]]:
    """List the parts of a transcript with the letters and digits heard in each.

    Where a reader takes breath is left out: that depends on how the terminal's pipe happened to cut the text.
    """
    parts = [part.partition("\n") for part in text.split("\n\n")]
    return [(name, re.sub(r"[\W_]+", "", heard)) for name, _, heard in parts]
