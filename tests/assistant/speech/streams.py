"""How loud the streams of a sound server are."""

import json
import time
from collections.abc import Callable

from tests.soundserver import SoundServer

FULL = 65536


def list_volumes(sound: SoundServer) -> list[int]:
    """List how loud each stream is."""
    streams = json.loads(sound.run("pactl", "--format=json", "list", "sink-inputs"))
    return [channel["value"] for stream in streams for channel in list(stream["volume"].values())[:1]]


def wait_for(sound: SoundServer, is_so: Callable[[list[int]], bool], limit_s: float = 15.0) -> list[int]:
    """Wait until something is so of the streams' volumes."""
    give_up = time.monotonic() + limit_s
    while not is_so(volumes := list_volumes(sound)):
        assert time.monotonic() < give_up, volumes
    return volumes
