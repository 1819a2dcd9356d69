"""A child process in place of the engine's that hangs, ends or talks nonsense, as its first argument says.

Run as a program. What it did is counted in a file, so that a replacement can behave better than its predecessor.
"""

import io
import sys
import time
import wave
from pathlib import Path

from stopbell.speech.frames import read_frame, to_frame


def make_wav() -> bytes:
    """A second of a tone."""
    target = io.BytesIO()
    with wave.open(target, "wb") as writer:
        writer.setparams((1, 2, 8000, 0, "NONE", ""))
        writer.writeframes(b"\x00\x10\x00\xf0" * 4000)
    return target.getvalue()


def main() -> None:
    """Behave as told."""
    behaviour, counter = sys.argv[1], Path(sys.argv[2])
    starts = int(counter.read_text()) + 1 if counter.exists() else 1
    counter.write_text(str(starts))
    is_first = starts == 1
    out = sys.stdout.buffer
    if behaviour == "never-ready":
        time.sleep(60)
    if behaviour == "ends-at-once":
        sys.exit("no phontab here")
    out.write(to_frame({"ready": True, "driver": "espeak", "voices": [["gmw/en", ["en"]]], "libraries": []}))
    out.flush()
    while frame := read_frame(sys.stdin.buffer):
        if behaviour == "hangs" or (behaviour == "hangs-once" and is_first):
            time.sleep(60)
        if behaviour == "ends" or (behaviour == "ends-once" and is_first):
            sys.exit("assertion in the library")
        if behaviour == "chatters" and is_first:
            out.write(b"Audio saved to somewhere\n")
        request, _ = frame
        body = b"" if behaviour == "empty" else make_wav()
        out.write(to_frame({"id": request["id"], "ok": True}, body))
        out.flush()


if __name__ == "__main__":
    main()
