"""The child process that plays audio; the only place that imports miniaudio.

A child, because sound libraries print to the terminal, and so that a device that hangs can be left behind.
The stream stays open and plays silence between sentences: a device that has gone to sleep swallows the first word.
"""

import os
import queue
import sys
import threading
from collections.abc import Callable, Generator
from typing import Any

from stopbell.speech.audio import SAMPLE_BYTES
from stopbell.speech.frames import Header, read_frame, to_frame

PERIOD_MS = 20
PERIODS = 3
"""What the device holds of our sound is still heard after stop: 60 ms."""
USUAL_FORMAT = (22050, 1)
_WORD_EVERY = 10
"""Periods between two words that the device still takes sound: 0.2 seconds."""


def main() -> None:
    """Play what comes on standard input until it closes. Argument: a backend's name; none is the system's usual."""
    requests = os.fdopen(os.dup(0), "rb")
    teller = _Teller()
    stream = _Stream(PlayedSound(teller.tell), sys.argv[1] if len(sys.argv) > 1 else None)
    why = stream.open(*USUAL_FORMAT)
    teller.tell({"event": "no-device", "id": 0, "why": why} if why else {"event": "ready", "id": 0})
    while why is None and (frame := read_frame(requests)):
        header, body = frame
        if header["do"] == "stop":
            stream.sound.stop(header["id"])
            continue
        why = stream.open(header["rate"], header["channels"])
        if why is None:
            stream.sound.begin(header["id"], body)
        else:
            teller.tell({"event": "no-device", "id": header["id"], "why": why})
    stream.close()
    teller.finish()


class PlayedSound:
    """What is being played. The sound thread takes from it, the main thread puts in and stops."""

    def __init__(self, tell: Callable[[Header], None]) -> None:
        """Take what tells the parent `playing`, `done` and `stopped`; it must not block."""
        self._tell = tell
        self._lock = threading.Lock()
        self._samples = memoryview(b"")
        self._playing: int | None = None
        self._stopped: int | None = None
        self._silence_left = 0
        self._taken = 0
        self.held_bytes = 0
        """How much the device holds of what was taken; the end is heard only when as much silence has followed."""

    def begin(self, sound_id: int, samples: bytes) -> None:
        """Play this from now; what was playing is dropped."""
        with self._lock:
            self._samples = memoryview(samples)
            self._playing = sound_id
            self._silence_left = self.held_bytes

    def stop(self, stop_id: int) -> None:
        """Be silent from the next period on, and tell when it is so."""
        with self._lock:
            self._samples = memoryview(b"")
            self._playing = None
            self._stopped = stop_id

    def take(self, size: int) -> bytes:
        """Give so many bytes: sound while there is some, then silence."""
        with self._lock:
            chunk = bytes(self._samples[:size])
            self._samples = self._samples[size:]
            if self._stopped is not None:
                self._tell({"event": "stopped", "id": self._stopped})
                self._stopped = None
            self._taken += 1
            if self._playing is not None and self._taken % _WORD_EVERY == 0:
                self._tell({"event": "playing", "id": 0})
            if self._playing is not None and len(chunk) < size:
                self._silence_left -= size - len(chunk)
                if self._silence_left <= 0:
                    self._tell({"event": "done", "id": self._playing})
                    self._playing = None
        return chunk.ljust(size, b"\0")


class _Stream:
    """The open device; opened again only when the audio has another format."""

    def __init__(self, sound: PlayedSound, backend: str | None) -> None:
        self.sound = sound
        self._backend = backend
        self._device: Any = None
        self._format: tuple[int, int] | None = None

    def open(self, rate_hz: int, channels: int) -> str | None:
        """Open for a format; give the reason, in English, if there is no device for it."""
        if self._format == (rate_hz, channels):
            return None
        import miniaudio

        self.close()
        try:
            self._device = miniaudio.PlaybackDevice(
                output_format=miniaudio.SampleFormat.SIGNED16,
                nchannels=channels,
                sample_rate=rate_hz,
                buffersize_msec=PERIOD_MS,
                callback_periods=PERIODS,
                backends=[miniaudio.Backend[self._backend.upper()]] if self._backend else None,
                app_name="Stopbell",
            )
            if self._device.backend == "Null" and self._backend is None:
                return "only the backend that plays nothing is here"
            frame_bytes = channels * SAMPLE_BYTES
            self.sound.held_bytes = rate_hz * PERIOD_MS * PERIODS // 1000 * frame_bytes
            generator = self._generate(frame_bytes)
            next(generator)
            self._device.start(generator)
        except miniaudio.MiniaudioError as error:
            return str(error)
        self._format = (rate_hz, channels)
        return None

    def close(self) -> None:
        """Let the device go."""
        if self._device is not None:
            self._device.close()
        self._device, self._format = None, None

    def _generate(self, frame_bytes: int) -> Generator[bytes, int, None]:
        wanted = yield b""
        while True:
            wanted = yield self.sound.take(wanted * frame_bytes)


class _Teller:
    """Tells the parent something without making the sound thread wait for the pipe."""

    def __init__(self) -> None:
        self._target = os.fdopen(os.dup(1), "wb")
        os.dup2(2, 1)
        self._waiting: queue.SimpleQueue[Header | None] = queue.SimpleQueue()
        self.tell = self._waiting.put
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def finish(self) -> None:
        """Write what waits."""
        self._waiting.put(None)
        self._thread.join(timeout=1)

    def _write(self) -> None:
        while (event := self._waiting.get()) is not None:
            try:
                self._target.write(to_frame(event))
                self._target.flush()
            except BrokenPipeError:
                return


if __name__ == "__main__":
    main()
