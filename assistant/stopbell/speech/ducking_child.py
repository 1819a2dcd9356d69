"""The child process that lowers the other streams of PulseAudio or PipeWire, through `pactl`.

A child, because it must give them back also when the program is killed: it does so when its standard input ends.
"""

import contextlib
import json
import os
import queue
import subprocess
import threading
from collections.abc import Mapping
from typing import Any, cast

from stopbell.speech.frames import Header, read_frame, to_frame

_SHARE = 0.3
"""Of their own volume, in PulseAudio's cubic measure: about -31 dB."""
_HOLD_S = 0.7
"""Between two sentences the others do not come up."""
_LIMIT_S = 2.0
_OURS = ("stopbell", "speech-dispatcher", "sd_", "orca", "brltty")
"""Beginnings of the names of programs that speak to the rider; they are never lowered."""


def main() -> None:
    """Do as standard input says, until it ends."""
    asked: queue.SimpleQueue[Header | None] = queue.SimpleQueue()
    answers = os.fdopen(os.dup(1), "wb")
    threading.Thread(target=_read, args=(os.fdopen(os.dup(0), "rb"), asked), daemon=True).start()
    streams = OtherStreams()
    is_ending = False
    while True:
        try:
            frame = asked.get(timeout=_HOLD_S if is_ending else None)
        except queue.Empty:
            streams.restore()
            is_ending = False
            continue
        if frame is None or frame["do"] == "end":
            break
        is_ending = frame["do"] == "restore"
        if not is_ending:
            streams.lower()
    streams.restore()
    with contextlib.suppress(BrokenPipeError):
        answers.write(to_frame({"event": "ended"}))
        answers.flush()


def _read(stream: Any, asked: "queue.SimpleQueue[Header | None]") -> None:
    with contextlib.suppress(ValueError):
        while frame := read_frame(stream):
            asked.put(frame[0])
    asked.put(None)


class OtherStreams:
    """What others play now, and how loud they were."""

    def __init__(self) -> None:
        """Begin with nothing lowered."""
        self._before: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        """By stream: the volumes of its channels before, and those that were set in their place."""

    def lower(self) -> None:
        """Lower each stream that is not lowered yet."""
        for index, volumes in _list_others().items():
            if index not in self._before:
                lowered = tuple(round(volume * _SHARE) for volume in volumes)
                self._before[index] = (volumes, lowered)
                _set_volumes(index, lowered)

    def restore(self) -> None:
        """Give each its volume back, unless somebody has changed it meanwhile."""
        now = _list_others() if self._before else {}
        for index, (volumes, lowered) in self._before.items():
            if now.get(index) == lowered:
                _set_volumes(index, volumes)
        self._before.clear()


def _list_others() -> dict[int, tuple[int, ...]]:
    """List the streams that do not speak to the rider, each with the volumes of its channels."""
    told = _run("--format=json", "list", "sink-inputs")
    try:
        streams = cast("list[dict[str, Any]]", json.loads(told))
        return {int(stream["index"]): _to_volumes(stream["volume"]) for stream in streams if not _is_ours(stream)}
    except (ValueError, KeyError, TypeError):
        return {}


def _is_ours(stream: Mapping[str, Any]) -> bool:
    told = cast("Mapping[str, object]", stream.get("properties") or {})
    names = (str(told.get(key, "")).lower() for key in ("application.name", "application.process.binary"))
    return any(name.startswith(_OURS) for name in names)


def _to_volumes(channels: Mapping[str, Mapping[str, Any]]) -> tuple[int, ...]:
    return tuple(int(channel["value"]) for channel in channels.values())


def _set_volumes(index: int, volumes: tuple[int, ...]) -> None:
    _run("set-sink-input-volume", str(index), *map(str, volumes))


def _run(*arguments: str) -> str:
    """Run pactl and give what it tells; empty when it is not here or fails."""
    try:
        done = subprocess.run(
            ("pactl", *arguments), capture_output=True, text=True, timeout=_LIMIT_S, check=False, env=_ENVIRONMENT
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""


_ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8"}


if __name__ == "__main__":
    main()
